import { Client, type ClientOptions } from '../../client/client.ts';
import type { CopyStorage } from '../../client/copies/copy-storage.ts';
import type { KeyValueStorage } from '../../client/device/choices.ts';
import type { OutboxStorage } from '../../client/outbox/outbox-storage.ts';
import type { ClientMessage } from '../../contract/live.ts';
import type { Role, User } from '../../domain/team/user.ts';
import { buildLayout, buildRotation, buildShift, buildTeam } from '../builders.ts';
import { memoryOutbox } from '../stores/memory-outbox.ts';
import { memoryStore } from '../stores/memory-store.ts';
import { SeededRandom } from './seeded-random.ts';
import { SimulatedNetwork, type Tampering } from './simulated-network.ts';
import { SimulatedServer } from './simulated-server.ts';
import { SimulatedTime } from './simulated-time.ts';

export const team = 'north';
export const serverStart = 1_800_000_000_000;

export interface Opened {
  readonly client: Client;
  readonly memory: Map<string, string>;
  /** What the page sent. */
  readonly sent: readonly ClientMessage[];
  /** The addresses the page asked by HTTP. */
  readonly asked: readonly string[];
  /** Sets the person that the page's cookie belongs to. */
  become(user: string | null): void;
}

const stored = (texts: Map<string, string>): KeyValueStorage => ({
  getItem: (key) => texts.get(key) ?? null,
  setItem: (key, text) => void texts.set(key, text),
  removeItem: (key) => void texts.delete(key),
});

/** One server with a team and its layout 'monday', and pages on a network where everything takes 5 ms. */
export async function openReliableNetwork(roles: Readonly<Record<string, Role>>, tampering: Tampering = {}) {
  const time = new SimulatedTime();
  const store = memoryStore();
  const people = Object.keys(roles).map(
    (id): User => ({ id, email: `${id}@x.com`, firstName: id, lastName: id }),
  );
  const server = new SimulatedServer({ openStore: () => store, people, now: () => serverStart + time.now });
  await server.documents.issue({ team, document: team }, { type: 'team.create', team: buildTeam() });
  const layout = buildLayout({
    shifts: [buildShift('ana', '9:00 AM', '5:00 PM'), buildShift('bo', '12:00 PM', '10:00 PM')],
    rotations: [buildRotation('lunch', '11:00 AM', '2:00 PM')],
  });
  await server.documents.issue({ team, document: 'monday' }, { type: 'layout.create', layout });
  for (const [user, role] of Object.entries(roles))
    await store.members.add({ team, user, role, joinedAt: 0 });

  const visitors: (User | null)[] = [];
  const sent: ClientMessage[][] = [];
  const personOf = (id: string | null) => people.find((each) => each.id === id) ?? null;
  const network = new SimulatedNetwork({
    time,
    random: new SeededRandom(1),
    accept: (socket, page) => {
      const visitor = visitors[page];
      return visitor ? server.accept(socket, visitor) : false;
    },
    tampering: {
      toServer: (message, page) => {
        sent[page]?.push(message);
        return tampering.toServer?.(message, page) ?? [message];
      },
      toClient: (message, page) => tampering.toClient?.(message, page) ?? [message],
    },
  });
  network.heal();

  /** A page of the named person, on a device whose clock is wrong by `clockError` milliseconds. */
  function open(
    user: string | null,
    {
      clockError = 0,
      storage = memoryOutbox() as OutboxStorage,
      copies = undefined as CopyStorage | undefined,
      memory = new Map<string, string>(),
      session = new Map<string, string>(),
      loadCrew = undefined as ClientOptions['loadCrew'],
    } = {},
  ): Opened {
    const page = visitors.push(personOf(user)) - 1;
    const asked: string[] = [];
    sent[page] = [];
    const client = new Client({
      storage,
      copies,
      memory: stored(memory),
      session: stored(session),
      transport: network.transport(page),
      fetch: async (address) => {
        asked.push(address);
        if (network.isDown(page)) throw new TypeError('Failed to fetch');
        if (address === '/api/auth/sign-out') visitors[page] = null;
        return server.tellWho(visitors[page] ?? null);
      },
      clock: time.clock(clockError),
      random: new SeededRandom(page).bytes,
      ...(loadCrew && { loadCrew }),
    });
    return {
      client,
      memory,
      sent: sent[page] ?? [],
      asked,
      become: (id) => {
        visitors[page] = personOf(id);
      },
    };
  }

  return { time, network, server, store, open };
}
