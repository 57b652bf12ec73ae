import { isIP, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

/** The name that is announced on the store's network. */
export const LOCAL_NAME = 'lineup.local';
const LOOPBACK = ['localhost', '127.0.0.1', '::1'];

export type NetworkInterfaces = typeof networkInterfaces;

export type LanAddress = ReturnType<typeof lanAddresses>[number];

const PRIVATE_RANGES = ['private', 'linkLocal', 'carrierGradeNat', 'uniqueLocal'];

const isPrivate = (address: string): boolean => {
  const parsed = ipaddr.parse(address);
  // Browsers cannot open IPv6 link-local addresses, which need a zone.
  return (
    PRIVATE_RANGES.includes(parsed.range()) && !(parsed.kind() === 'ipv6' && parsed.range() === 'linkLocal')
  );
};

const outward = (interfaces: NetworkInterfaces) =>
  Object.values(interfaces())
    .flatMap((each) => each ?? [])
    .filter(({ internal, address }) => !internal && isIP(address) !== 0 && isPrivate(address));

/** IPv4 addresses of this machine, with the prefix lengths of their networks. */
export const lanAddresses = (interfaces: NetworkInterfaces) =>
  outward(interfaces)
    .filter(({ family }) => family === 'IPv4')
    .map(({ address, cidr }) => ({ address, prefix: Number(cidr?.split('/')[1] ?? 32) }));

/** What the certificate of the own authority is for: of the machine's private addresses, those of IPv4 first. */
export function certifiedHosts(interfaces: NetworkInterfaces): readonly string[] {
  const { IPv4 = [], IPv6 = [] } = Object.groupBy(outward(interfaces), ({ family }) => family);
  const addresses = [...IPv4, ...IPv6].map(({ address }) => address);
  return [LOCAL_NAME, ...new Set(addresses), ...LOOPBACK];
}

/** Those of them that reach a server which listens at `host`. */
export function reachableHosts(host: string, interfaces: NetworkInterfaces): readonly string[] {
  if (host === '0.0.0.0' || host === '::') return certifiedHosts(interfaces);
  return isLoopback(host) ? LOOPBACK : [LOCAL_NAME, host];
}

/** Endings of names that only a local network can give to a machine. */
const LOCAL_ENDINGS = ['.localhost', '.local', '.lan', '.internal', '.home.arpa'];

export const isLocalName = (name: string): boolean =>
  !name.includes('.') || LOCAL_ENDINGS.some((ending) => name.endsWith(ending));

export const isPrivateHost = (host: string): boolean =>
  isIP(host) === 0 ? isLocalName(host) : isLoopback(host) || isPrivate(host);

export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '::1' || /^127\./.test(host);

/** The address where people reach the server; for 0.0.0.0, the one that other devices on the network can use. */
export function addressOf(host: string, port: number, scheme: 'http' | 'https' = 'http'): string {
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const outward = Object.values(networkInterfaces())
    .flat()
    .find((each) => each?.family === 'IPv4' && !each.internal)?.address;
  const shown = isEverywhere ? (outward ?? 'localhost') : host;
  return originOf(scheme, shown, port);
}

export const originOf = (scheme: 'http' | 'https', host: string, port: number): string =>
  new URL(`${scheme}://${isIPv6(host) ? `[${host}]` : host}:${port}`).origin;

/** The first that isn't of this machine alone; '' where all are: no other device opens those. */
export const originForOthers = (origins: readonly string[]): string =>
  origins.find((origin) => {
    const host = URL.parse(origin)?.hostname.replace(/^\[|\]$/g, '');
    return host !== undefined && !isLoopback(host);
  }) ?? '';

/** Of a screen that nobody has set up: over http where that reaches it, since it trusts no certificate of the store's own. */
export const originForScreens = (own: string, plain: string): string =>
  originForOthers(own.startsWith('https:') ? [plain, own] : [own, plain]);
