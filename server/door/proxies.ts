import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { hostname } from 'node:os';
import type { FastifyInstance } from 'fastify';
import ipaddr from 'ipaddr.js';
import { getHealth, getReadiness, getUp } from '../../contract/monitoring.ts';
import type { Details } from '../../domain/team/security-event.ts';
import type { SecurityLog } from '../accounts/security-log.ts';
import { isLocalName } from '../address.ts';
import { type Parts, sendProblem } from './endpoint.ts';
import { bearerOf } from './guard.ts';

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

export function addHostCheck(app: FastifyInstance, { isAllowedHost, securityLog }: Parts): void {
  app.addHook('onRequest', async ({ headers: { host = '' }, url, raw, place }, reply) => {
    // Health checks of a load balancer may come under any name.
    if (isAllowedHost(host) || checks.includes(url)) return;
    recordForeign(securityLog, 'host-unknown', raw, place);
    return sendProblem(reply, { code: 'host-unknown', details: { host: host.slice(0, 100) } });
  });
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

type Sender = Pick<IncomingMessage, 'headers' | 'socket'>;

export type Proxies = ReturnType<typeof createProxies>;

/**
 * Where requests come from. Only the headers of trusted proxies count. `trusted` names addresses and networks; null trusts a proxy on this machine if there is a public URL, and no proxy
 * otherwise.
 */
export function createProxies(trusted: readonly string[] | null, publicUrl: URL | null) {
  const networks = trusted?.map(networkOf);

  function trusts(address: Address, hop: number): boolean {
    if (!networks) return publicUrl !== null && hop === 0 && address.range() === 'loopback';
    return networks.some(
      ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
    );
  }

  /** Does the browser use https, as far as the connection tells? */
  function arrivedByHttps(sender: Sender): boolean {
    const { headers, socket } = sender;
    if ('encrypted' in socket) return true;
    if (!isProxied(sender)) return false;
    return headerValues(headers, 'x-forwarded-proto').at(-1)?.toLowerCase() === 'https';
  }

  /** Whether a trusted proxy sent the request itself, so that its other headers can be believed, too. */
  function isProxied({ socket }: Sender): boolean {
    const address = parseAddress(socket.remoteAddress ?? '');
    return address !== null && trusts(address, 0);
  }

  return {
    isProxied,

    /**
     * The key for rate limits: the sender's address. For IPv6 it is the /64 network, since each home and each phone has a
     * network with practically unlimited addresses.
     */
    placeOf({ headers, socket }: Sender): string {
      const nearest = parseAddress(socket.remoteAddress ?? '');
      if (!nearest) return 'unknown';
      let address: Address = nearest;
      // Each proxy appends the address it received the request from.
      const forwarded = headerValues(headers, 'x-forwarded-for').reverse();
      for (const [hop, each] of forwarded.entries()) {
        const before: Address | null = trusts(address, hop) ? parseAddress(withoutPort(each)) : null;
        if (!before) break;
        address = before;
      }
      return address instanceof ipaddr.IPv6 ? networkAddressOf(address) : address.toString();
    },

    originOf(sender: Sender): string | null {
      const scheme = arrivedByHttps(sender) ? 'https' : 'http';
      return URL.parse(`${scheme}://${sender.headers.host ?? ''}`)?.origin ?? null;
    },

    /** Does the sender's browser use https? Then its cookies are `Secure`. */
    isHttps: (sender: Sender): boolean => publicUrl?.protocol === 'https:' || arrivedByHttps(sender),
  };
}

function networkOf(text: string): [Address, number] {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** Understands IPv4 addresses written as IPv6. */
const parseAddress = (text: string): Address | null => (ipaddr.isValid(text) ? ipaddr.process(text) : null);

const withoutPort = (text: string): string =>
  /^\[(.+)\](:\d+)?$/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d+$/, '$1');

const networkAddressOf = ({ parts }: ipaddr.IPv6): string =>
  `${new ipaddr.IPv6([...parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;

const headerValues = (headers: IncomingHttpHeaders, name: string): string[] =>
  [headers[name] ?? []]
    .flat()
    .flatMap((line) => line.split(','))
    .map((each) => each.trim());

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Pages of any site may call it, because it ignores cookies. */
    readonly anyOrigin?: boolean;
  }
}

export function addOriginCheck(app: FastifyInstance, { config, proxies, securityLog }: Parts): void {
  const { publicUrl, corsOrigins } = config;
  app.addHook('onRequest', async (request, reply) => {
    const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(request.method);
    if (isRead || request.routeOptions.config.anyOrigin) return;
    const { origin = '' } = request.headers;
    const isByToken = corsOrigins.includes(origin) && bearerOf(request.headers) !== null;
    if (!isByToken && !isOwnOrigin(request.raw, publicUrl, proxies)) {
      recordForeign(securityLog, 'origin-foreign', request.raw, request.place);
      return sendProblem(reply, { code: 'origin-foreign' });
    }
  });
}

/**
 * Is the request from a page of ours, or from no page, such as a script? A page of another site can make the browser send our
 * cookies, but cannot forge its origin. The scheme counts too: someone who can change a plain http page must not act at the
 * https address.
 */
export function isOwnOrigin(sender: Sender, publicUrl: URL | null, proxies: Proxies): boolean {
  const { origin, 'sec-fetch-site': site } = sender.headers;
  if (origin === undefined) return !['cross-site', 'same-site'].includes(String(site));
  return origin === publicUrl?.origin || origin === proxies.originOf(sender);
}

export function recordForeign(
  securityLog: Pick<SecurityLog, 'recordLater'>,
  type: 'host-unknown' | 'origin-foreign',
  { headers }: IncomingMessage,
  place: string,
): void {
  const { host = '', origin = '', 'user-agent': browser = '' } = headers;
  const isHost = type === 'host-unknown';
  const url = URL.parse(isHost ? `http://${host}` : origin);
  // The host without a user name, which could be an email address.
  const shown = ((isHost ? url?.host : url?.origin) ?? '').slice(0, 100);
  const details: Details = isHost ? { host: shown } : { origin: shown };
  securityLog.recordLater({ type, details }, { place, browser });
}
