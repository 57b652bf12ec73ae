import ipaddr from 'ipaddr.js';

/** Is it an IP address that everyone on the internet sees, not one of a home, a machine or a cloud's inside? */
export const isPublicAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
