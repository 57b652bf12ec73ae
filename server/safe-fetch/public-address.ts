import ipaddr from 'ipaddr.js';

/** All that was ever given to anyone of IPv6; what is outside leads nowhere, or to an address of IPv4 in disguise. */
const given = ipaddr.IPv6.parseCIDR('2000::/3');

/** Is it an IP address that everyone on the internet sees, not one of a home, a machine or a cloud's inside? */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const read = ipaddr.process(address);
  return read.range() === 'unicast' && (read instanceof ipaddr.IPv4 || read.match(given));
}
