import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';

/** The address where people reach the server; for 0.0.0.0, the one that other devices on the network can use. */
export function addressOf(host: string, port: number): string {
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const outward = Object.values(networkInterfaces())
    .flat()
    .find((each) => each?.family === 'IPv4' && !each.internal)?.address;
  const shown = isEverywhere ? (outward ?? 'localhost') : host;
  return `http://${isIPv6(shown) ? `[${shown}]` : shown}:${port}`;
}
