import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** As much of a request as tells where it comes from. */
export type Sender = Pick<IncomingMessage, 'headers' | 'socket'>;

/** Where requests come from, as proxies that are trusted tell it. The word of anybody else counts for nothing. */
export interface Proxies {
  /**
   * What tries are counted by: the address of whoever sent it. Of IPv6 it is the network: each home and each phone has
   * one of its own, with more addresses in it than anybody could count.
   */
  placeOf(sender: Sender): string;
  /** The origin that a page at this server has, by the address that it was asked at. */
  originOf(sender: Sender): string | null;
}

/**
 * `trusted` names addresses and networks. Null is for nobody to choose: behind a public address, a proxy on this machine,
 * and only when it is what sent the request; without one, no proxy.
 */
export function createProxies(trusted: readonly string[] | null, publicUrl: URL | null): Proxies {
  const networks = trusted?.map(networkOf);

  function trusts(address: Address, hop: number): boolean {
    if (!networks) return publicUrl !== null && hop === 0 && address.range() === 'loopback';
    return networks.some(
      ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
    );
  }

  return {
    placeOf({ headers, socket }) {
      const nearest = read(socket.remoteAddress ?? '');
      if (!nearest) return 'unknown';
      let address: Address = nearest;
      // Each proxy adds whom it got the request from at the end.
      const said = listed(headers, 'x-forwarded-for').reverse();
      for (const [hop, each] of said.entries()) {
        const before: Address | null = trusts(address, hop) ? read(withoutPort(each)) : null;
        if (!before) break;
        address = before;
      }
      return address instanceof ipaddr.IPv6 ? homeOf(address) : address.toString();
    },

    originOf({ headers, socket }) {
      const address = read(socket.remoteAddress ?? '');
      const said = address && trusts(address, 0) ? listed(headers, 'x-forwarded-proto').at(-1) : undefined;
      const scheme = said?.toLowerCase() === 'https' ? 'https' : 'http';
      return URL.parse(`${scheme}://${headers.host ?? ''}`)?.origin ?? null;
    },
  };
}

function networkOf(text: string): [Address, number] {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** An IPv4 address that is written as one of IPv6 is what it is. */
const read = (text: string): Address | null => (ipaddr.isValid(text) ? ipaddr.process(text) : null);

const withoutPort = (text: string): string =>
  /^\[(.+)\](:\d+)?$/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d+$/, '$1');

const homeOf = ({ parts }: ipaddr.IPv6): string =>
  `${new ipaddr.IPv6([...parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;

const listed = (headers: IncomingHttpHeaders, name: string): string[] =>
  [headers[name] ?? []]
    .flat()
    .flatMap((line) => line.split(','))
    .map((each) => each.trim());
