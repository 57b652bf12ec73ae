import ipaddr from 'ipaddr.js';

/** The only allocated IPv6 range; addresses outside it are unused or wrap an IPv4 address. */
const allocated = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether it is an IP address on the public internet, as opposed to a private network, this machine, or a cloud's internals. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(allocated));
}
