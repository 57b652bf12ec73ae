import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** The parts of a request that identify its sender. */
export type Sender = Pick<IncomingMessage, 'headers' | 'socket'>;

/** Where requests come from. Only the headers of trusted proxies count. */
export interface Proxies {
  /**
   * The key for rate limits: the sender's address. For IPv6 it is the /64 network, since each home and each phone has a
   * network with practically unlimited addresses.
   */
  placeOf(sender: Sender): string;
  /** The origin of our pages at the address the request was sent to. */
  originOf(sender: Sender): string | null;
  /** Whether a trusted proxy sent the request itself, so that its other headers can be believed, too. */
  isProxied(sender: Sender): boolean;
  /** Does the sender's browser use https? Then its cookies are `Secure`. */
  isHttps(sender: Sender): boolean;
}

/**
 * `trusted` names addresses and networks. Null trusts a proxy on this machine if there is a public URL, and no proxy
 * otherwise.
 */
export function createProxies(trusted: readonly string[] | null, publicUrl: URL | null): Proxies {
  const networks = trusted?.map(networkOf);

  function trusts(address: Address, hop: number): boolean {
    if (!networks) return publicUrl !== null && hop === 0 && address.range() === 'loopback';
    return networks.some(
      ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
    );
  }

  function arrivedByHttps(sender: Sender): boolean {
    const { headers, socket } = sender;
    if ('encrypted' in socket) return true;
    if (!isProxied(sender)) return false;
    return headerValues(headers, 'x-forwarded-proto').at(-1)?.toLowerCase() === 'https';
  }

  function isProxied({ socket }: Sender): boolean {
    const address = parseAddress(socket.remoteAddress ?? '');
    return address !== null && trusts(address, 0);
  }

  return {
    isProxied,

    placeOf({ headers, socket }) {
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

    originOf(sender) {
      const scheme = arrivedByHttps(sender) ? 'https' : 'http';
      return URL.parse(`${scheme}://${sender.headers.host ?? ''}`)?.origin ?? null;
    },

    isHttps: (sender) => publicUrl?.protocol === 'https:' || arrivedByHttps(sender),
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
