import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { isLoopback } from './operate/local-name.ts';

/** The address where people reach the server; for 0.0.0.0, the one that other devices on the network can use. */
export function addressOf(host: string, port: number, scheme: 'http' | 'https' = 'http'): string {
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const outward = Object.values(networkInterfaces())
    .flat()
    .find((each) => each?.family === 'IPv4' && !each.internal)?.address;
  const shown = isEverywhere ? (outward ?? 'localhost') : host;
  return originOf(scheme, shown, port);
}

/** The origin of pages at a host name or address, as browsers write it. */
export const originOf = (scheme: 'http' | 'https', host: string, port: number): string =>
  new URL(`${scheme}://${isIPv6(host) ? `[${host}]` : host}:${port}`).origin;

/** The first that isn't of this machine alone; '' where all are: no other device opens those. */
export const originForOthers = (origins: readonly string[]): string =>
  origins.find((origin) => {
    const host = URL.parse(origin)?.hostname.replace(/^\[|\]$/g, '');
    return host !== undefined && !isLoopback(host);
  }) ?? '';
