import ipaddr from 'ipaddr.js';
import multicastDns, { type QueryPacket, type ResponsePacket } from 'multicast-dns';
import { type LanAddress, LOCAL_NAME } from '../address.ts';

type Sender = { readonly address: string; readonly port: number };

/** The port of multicast DNS. Others ask from ports of their own, and are answered directly. */
const MDNS_PORT = 5353;
/** In seconds. */
const LIFE = 120;

/** Answers for `lineup.local` on the store's network: by number alone, tablets would lose the server when its router gives it another. */
export function createLocalName(warn: (message: string) => void, port = MDNS_PORT) {
  let responders: ReadonlyMap<string, Responder> = new Map();
  let hasWarned = false;

  function onOther(address: string): void {
    if (hasWarned || responders.has(address)) return;
    hasWarned = true;
    warn(
      `${LOCAL_NAME} is also the name of ${address}: two servers announce it, and devices may open either.`,
    );
  }

  return {
    announce(addresses: readonly LanAddress[]): void {
      const wanted = new Map(addresses.map((each) => [each.address, each]));
      const next = new Map<string, Responder>();
      for (const [address, lan] of wanted)
        next.set(address, responders.get(address) ?? openResponder(lan, port, onOther));
      for (const [address, responder] of responders) if (!wanted.has(address)) void responder.close();
      responders = next;
    },
    async close(): Promise<void> {
      await Promise.all([...responders.values()].map((responder) => responder.close()));
      responders = new Map();
    },
  };
}

type Responder = ReturnType<typeof openResponder>;

/** One network has one responder, so that each network gets the address that it can reach. */
function openResponder({ address, prefix }: LanAddress, port: number, onOther: (address: string) => void) {
  const mdns = multicastDns({ port, interface: address, bind: '0.0.0.0' });
  const network: [ipaddr.IPv4, number] = [ipaddr.IPv4.parse(address), prefix];

  const isNeighbor = (sender: Sender) =>
    ipaddr.IPv4.isValid(sender.address) && ipaddr.IPv4.parse(sender.address).match(network);

  mdns.on('query', (query: QueryPacket, sender: Sender) => {
    const questions = query.questions.filter(({ name }) => name.toLowerCase() === LOCAL_NAME);
    if (questions.length === 0 || !isNeighbor(sender)) return;
    if (sender.port === port) mdns.respond(answerTo(address, LIFE));
    // A simple resolver expects its own question back, in an answer to its port.
    else mdns.respond({ ...answerTo(address, 10, false), id: query.id, questions }, sender);
  });
  mdns.on('response', ({ answers }: ResponsePacket, sender: Sender) => {
    if (!isNeighbor(sender)) return;
    for (const each of answers) {
      if (each.type === 'A' && each.name.toLowerCase() === LOCAL_NAME && each.data !== address)
        onOther(each.data);
    }
  });
  // Some networks and accounts don't allow multicast; the address still works by its number.
  mdns.on('error', () => {});
  mdns.on('warning', () => {});
  mdns.on('ready', () => mdns.respond(answerTo(address, LIFE)));

  return {
    close: () =>
      new Promise<void>((resolve) => {
        const end = () => mdns.destroy(() => resolve());
        mdns.respond(answerTo(address, 0), end);
      }),
  };
}

/** With a record that says there is no IPv6 address, for which devices would wait. */
function answerTo(address: string, ttl: number, flush = true) {
  const record = { name: LOCAL_NAME, ttl, flush };
  return {
    answers: [{ ...record, type: 'A' as const, data: address }],
    additionals: [{ ...record, type: 'NSEC' as const, data: { nextDomain: LOCAL_NAME, rrtypes: ['A'] } }],
  };
}
