import { hostname } from 'node:os';
import type { FastifyInstance } from 'fastify';
import ipaddr from 'ipaddr.js';
import { getHealth, getReadiness, getUp } from '../../contract/monitoring.ts';
import { isLocalName } from '../operate/machine-addresses.ts';
import type { ForeignRequests } from '../security-log/foreign-requests.ts';
import { sendProblem } from './endpoint.ts';

/** Whether requests may be sent to this Host header, which names the addresses in links and the origin of our pages. */
export type IsAllowedHost = (host: string | undefined) => boolean;

/**
 * Allows the names in `names`, of `publicUrl` and of the certificate, IP addresses, and names that only exist on a local network. Any other
 * name could belong to a web site that points it at this server, whose pages would then count as ours (DNS rebinding).
 */
export function createAllowedHosts(
  names: readonly string[],
  publicUrl: URL | null,
  certifiedNames: () => readonly string[],
): IsAllowedHost {
  const known = new Set([...names, hostname()].map((name) => name.toLowerCase()));
  if (publicUrl) known.add(publicUrl.hostname);
  return (host = '') => {
    // `URL` makes one form of all ways to write an address; the Host header must already have it.
    const name = /[/\\?#@]/.test(host) ? undefined : URL.parse(`http://${host}`)?.hostname;
    if (!name) return false;
    return (
      known.has(name) ||
      ipaddr.isValid(name.replace(/^\[(.*)\]$/, '$1')) ||
      isLocalName(name) ||
      certifiedNames().includes(name)
    );
  };
}

const checks: readonly string[] = [getHealth.path, getReadiness.path, getUp.path];

/** Refuses requests to names that aren't this server's. */
export function addHostCheck(
  app: FastifyInstance,
  isAllowedHost: IsAllowedHost,
  foreign: ForeignRequests,
): void {
  app.addHook('onRequest', async ({ headers: { host = '' }, url, raw }, reply) => {
    // Health checks of a load balancer may come under any name.
    if (isAllowedHost(host) || checks.includes(url)) return;
    foreign.toHost(raw);
    return sendProblem(reply, { code: 'host-unknown', details: { host: host.slice(0, 100) } });
  });
}
