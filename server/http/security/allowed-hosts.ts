import { hostname } from 'node:os';
import type { FastifyInstance } from 'fastify';
import ipaddr from 'ipaddr.js';
import { sendProblem } from '../endpoint.ts';

/** Whether requests may be sent to this Host header, which names the addresses in links and the origin of our pages. */
export type IsAllowedHost = (host: string | undefined) => boolean;

/** Endings of names that only a local network can give to a machine. */
const localEndings = ['.localhost', '.local', '.lan', '.internal', '.home.arpa'];

/**
 * Allows the names in `names` and of `publicUrl`, IP addresses, and names that only exist on a local network. Any other
 * name could belong to a web site that points it at this server, whose pages would then count as ours (DNS rebinding).
 */
export function createAllowedHosts(names: readonly string[], publicUrl: URL | null): IsAllowedHost {
  const known = new Set([...names, hostname()].map((name) => name.toLowerCase()));
  if (publicUrl) known.add(publicUrl.hostname);
  return (host = '') => {
    // `URL` makes one form of all ways to write an address; the Host header must already have it.
    const name = /[/\\?#@]/.test(host) ? undefined : URL.parse(`http://${host}`)?.hostname;
    if (!name) return false;
    return (
      known.has(name) ||
      ipaddr.isValid(name.replace(/^\[(.*)\]$/, '$1')) ||
      !name.includes('.') ||
      localEndings.some((ending) => name.endsWith(ending))
    );
  };
}

/** Refuses requests to names that aren't this server's. */
export function addHostCheck(app: FastifyInstance, isAllowedHost: IsAllowedHost): void {
  app.addHook('onRequest', async ({ headers: { host = '' }, url }, reply) => {
    // Health checks may come under any name, and learn nothing.
    if (isAllowedHost(host) || url === '/healthz') return;
    return sendProblem(reply, { code: 'host-unknown', details: { host: host.slice(0, 100) } });
  });
}
