import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';

/** Where people find what listens there: of everywhere, the address that other devices of the network can use. */
export function addressOf(host: string, port: number): string {
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const outward = Object.values(networkInterfaces())
    .flat()
    .find((each) => each?.family === 'IPv4' && !each.internal)?.address;
  const shown = isEverywhere ? (outward ?? 'localhost') : host;
  return `http://${isIPv6(shown) ? `[${shown}]` : shown}:${port}`;
}
