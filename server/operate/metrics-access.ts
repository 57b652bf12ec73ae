import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { bearerOf } from '../door/guard.ts';
import { isLoopback } from './machine-addresses.ts';

/** Headers that proxies add. */
const ofProxies = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Who may read the metrics: with a token, who sends it. Without one, programs on this machine that ask it directly, and
 * nobody if a proxy serves Lineup, since all of its requests come from this machine as well.
 */
export function createMetricsAccess(token: string | null, publicUrl: URL | null) {
  const isBehindProxy = publicUrl !== null && !isLocalHost(publicUrl.host);
  const expected = token === null ? null : digest(token);

  return ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): boolean => {
    if (expected) return timingSafeEqual(digest(bearerOf(headers) ?? ''), expected);
    if (isBehindProxy || ofProxies.some((name) => headers[name] !== undefined)) return false;
    // An IPv4 address reaches a server that listens on IPv6 in another form.
    const from = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
    return isLoopback(from) && isLocalHost(headers.host ?? '');
  };
}

/** Whether a Host header names this machine, as a page of another site can't. */
function isLocalHost(host: string): boolean {
  const name = URL.parse(`http://${host}`)?.hostname.replace(/^\[(.*)\]$/, '$1') ?? '';
  return name === 'localhost' || (isIP(name) !== 0 && isLoopback(name));
}
