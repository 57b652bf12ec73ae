import { type Client, createClient } from '../../client/client.ts';
import type { DocumentView } from '../../client/document/document-view.ts';
import type { OutboxStorage, WaitingChange } from '../../client/outbox/outbox-storage.ts';
import type { ServerMessage } from '../../contract/live.ts';
import type { User } from '../../domain/account/user.ts';
import type { Change, DocumentBody, DocumentKind } from '../../domain/change/change.ts';
import type { Problem } from '../../domain/problem/problem.ts';
import type { DocumentStore } from '../../server/store/document-store.ts';
import type { Store } from '../../server/store/store.ts';
import { buildLayout, buildRotation, buildShift, buildTeam, buildTemplate } from '../builders.ts';
import { memoryOutbox } from '../stores/memory-outbox.ts';
import { afterDeletion, randomChange } from './random-changes.ts';
import { SeededRandom } from './seeded-random.ts';
import { SimulatedNetwork, type Tampering } from './simulated-network.ts';
import { SimulatedServer } from './simulated-server.ts';
import { SimulatedTime } from './simulated-time.ts';

export interface SimulationOptions {
  /** The same seed gives the same simulation, message by message. */
  readonly seed: number;
  /** Several simulations can share it: each has its own team. */
  readonly store: Store;
  /** How many actions people take. */
  readonly steps: number;
  /** Injected faults. */
  readonly tampering?: Tampering;
  readonly faultyStore?: (documents: DocumentStore) => DocumentStore;
}

interface Page {
  readonly index: number;
  readonly user: User;
  readonly storage: OutboxStorage;
  readonly memory: Map<string, string>;
  client: Client;
  /** Ends the subscription to a document. */
  readonly watched: Map<string, () => void>;
  /** What it showed of each document in the end. */
  readonly lastViews: Map<string, DocumentView<DocumentBody>>;
}

/** What happened, for the checks. */
export interface Simulation {
  readonly team: string;
  readonly store: Store;
  readonly documents: ReadonlyMap<string, DocumentKind>;
  readonly pages: readonly Page[];
  /** Every change that was made on some page, by its id. */
  readonly made: ReadonlyMap<string, WaitingChange>;
  /** The version that a page was told its change had made. */
  readonly accepted: ReadonlyMap<string, number>;
  readonly refused: ReadonlyMap<string, Problem>;
  /** How often a page showed an older version after a newer one. */
  readonly stepsBack: number;
}

const start = 1_800_000_000_000;
const patience = 90_000;
let worlds = 0;

/** Runs one server and two to four pages on a bad network, until people stop and the network is reliable again. */
export async function runSimulation(plan: SimulationOptions): Promise<Simulation> {
  const world = new RunningSimulation(plan);
  await world.begin();
  for (let step = 0; step < plan.steps; step++) await world.step();
  await world.end();
  return world;
}

class RunningSimulation implements Simulation {
  readonly team: string;
  readonly store: Store;
  readonly documents = new Map<string, DocumentKind>();
  readonly pages: Page[] = [];
  readonly made = new Map<string, WaitingChange>();
  readonly accepted = new Map<string, number>();
  readonly refused = new Map<string, Problem>();
  stepsBack = 0;
  readonly #time: SimulatedTime = new SimulatedTime(() => this.#server.isBusy);
  readonly #random: SeededRandom;
  readonly #network: SimulatedNetwork;
  readonly #server: SimulatedServer;
  readonly #people: readonly User[];

  constructor({ seed, store, tampering = {}, faultyStore }: SimulationOptions) {
    this.team = `team-${seed}-${worlds++}`;
    this.store = store;
    this.#random = new SeededRandom(seed);
    this.#people = Array.from({ length: this.#random.between(2, 4) }, (_, index) => ({
      id: `${this.team}-user-${index}`,
      email: `user-${index}@example.com`,
      firstName: 'Sam',
      lastName: `No ${index}`,
    }));
    this.#server = new SimulatedServer({
      store: faultyStore ? { ...store, documents: faultyStore(store.documents) } : store,
      people: this.#people,
      now: () => start + this.#time.now,
    });
    this.#network = new SimulatedNetwork({
      time: this.#time,
      random: this.#random,
      accept: (socket, page) => this.#server.accept(socket, this.#userOf(page)),
      heard: (text) => this.#hear(text),
      tampering,
    });
  }

  async begin(): Promise<void> {
    const { team } = this;
    const { documents } = this.#server;
    await documents.issue({ team, document: team }, { type: 'team.create', team: buildTeam() });
    const layout = buildLayout({
      shifts: [buildShift('a', '9:00 AM', '5:00 PM'), buildShift('b', '12:00 PM', '10:00 PM')],
      rotations: [
        buildRotation('lunch', '11:00 AM', '2:00 PM'),
        buildRotation('dinner', '5:00 PM', '9:00 PM'),
      ],
    });
    await documents.issue({ team, document: 'monday' }, { type: 'layout.create', layout });
    for (const { id } of this.#people) {
      await this.store.members.add({ team, user: id, role: 'manager', joinedAt: start });
    }
    this.documents.set(team, 'team').set('monday', 'layout');
    for (const [index, user] of this.#people.entries()) this.#openPage(index, user);
    await this.#time.pass(2_000);
  }

  async step(): Promise<void> {
    await this.#time.pass(this.#random.between(0, 60) * 5);
    const page = this.#random.pick(this.pages);
    if (!page) return;
    const does = this.#random.pickWeighted({
      change: 180,
      create: 2,
      leave: 6,
      reload: 4,
      cut: 10,
      hang: 4,
      goDown: 5,
      restart: 2,
    });
    switch (does) {
      case 'change':
        return this.#change(page);
      case 'create':
        return this.#create(page);
      case 'leave':
        return this.#leaveAndReturn(page);
      case 'reload':
        return this.#reload(page);
      case 'cut':
        return this.#network.cut(page.index);
      case 'hang':
        return this.#network.hang(page.index);
      case 'goDown':
        this.#network.goDown(page.index);
        this.#time.after(this.#random.between(1, 100) * 100, () => this.#network.comeBack(page.index));
        return;
      case 'restart':
        this.#server.restart();
    }
  }

  async end(): Promise<void> {
    this.#network.heal();
    for (const page of this.pages) for (const document of this.documents.keys()) this.#watch(page, document);
    await this.#time.pass(5_000);
    await this.#time.pass(patience, () => this.#isQuiet());
    await this.#time.pass(2_000);
    for (const page of this.pages) {
      for (const [document, kind] of this.documents) {
        page.lastViews.set(document, page.client.open(kind, this.team, document).get());
      }
    }
    for (const page of this.pages) page.client.close();
    await this.#time.pass(1_000);
    await this.#server.stop();
  }

  #isQuiet(): boolean {
    return this.pages.every(
      ({ client }) =>
        client.unanswered(this.team).length === 0 &&
        [...this.documents].every(([document, kind]) => {
          const view = client.open(kind, this.team, document).get();
          return view.state === 'ready' ? view.pending === 0 : view.state === 'gone';
        }),
    );
  }

  #userOf(page: number): User {
    const user = this.#people[page];
    if (!user) throw new RangeError(`There is no page ${page}`);
    return user;
  }

  #openPage(index: number, user: User): void {
    const kept = memoryOutbox();
    const memory = new Map<string, string>();
    if (this.#random.happens(0.5)) memory.set('selectedTeam', this.team);
    const storage: OutboxStorage = {
      ...kept,
      put: (waiting) => {
        this.made.set(waiting.id, waiting);
        return kept.put(waiting);
      },
    };
    const client = this.#newClient(index, user, storage, memory);
    const page: Page = { index, user, storage, memory, client, watched: new Map(), lastViews: new Map() };
    this.pages.push(page);
    for (const document of this.documents.keys()) this.#watch(page, document);
  }

  #newClient(index: number, user: User, storage: OutboxStorage, memory: Map<string, string>): Client {
    return createClient({
      storage,
      memory: {
        getItem: (key) => memory.get(key) ?? null,
        setItem: (key, text) => void memory.set(key, text),
        removeItem: (key) => void memory.delete(key),
      },
      transport: this.#network.transport(index),
      fetch: async () => {
        if (this.#network.isDown(index)) throw new TypeError('Failed to fetch');
        return this.#server.tellWho(user);
      },
      clock: this.#time.clock(this.#random.between(-86_400_000, 86_400_000)),
      random: this.#random.bytes,
    });
  }

  #watch(page: Page, document: string): void {
    const kind = this.documents.get(document) ?? 'layout';
    const copy = page.client.open(kind, this.team, document);
    let shown = 0;
    page.watched.get(document)?.();
    const unsubscribe = copy.subscribe(() => {
      const view = copy.get();
      if (view.state !== 'ready') return;
      if (view.version < shown) this.stepsBack++;
      shown = view.version;
    });
    page.watched.set(document, unsubscribe);
  }

  #change(page: Page): void {
    const document = this.#random.happens(0.7) ? 'monday' : this.#random.pick([...this.documents.keys()]);
    const kind = document === undefined ? undefined : this.documents.get(document);
    if (document === undefined || kind === undefined) return;
    const copy = page.client.open(kind, this.team, document);
    const view = copy.get();
    if (view.state === 'gone' && view.why === 'deleted' && kind !== 'team' && this.#random.happens(0.3)) {
      copy.change(afterDeletion(kind, this.#random));
    }
    if (view.state !== 'ready') return;
    const { client, user } = page;
    const author = { random: this.#random, now: client.now(), user: user.id, newId: () => client.newId() };
    const made = copy.change(randomChange(view.body, author));
    // Undone at once now and then.
    if (made.ok && made.value.undo && this.#random.happens(0.08)) copy.change(made.value.undo);
  }

  #create(page: Page): void {
    if (this.documents.size >= 5) return;
    const change: Change = this.#random.happens(0.5)
      ? { type: 'template.create', template: buildTemplate() }
      : { type: 'layout.create', layout: buildLayout({ breakMinMinutes: 240 }) };
    const made = page.client.create(this.team, change);
    if (!made.ok) return;
    this.documents.set(made.value, change.type === 'template.create' ? 'template' : 'layout');
    for (const each of this.pages) this.#watch(each, made.value);
  }

  #leaveAndReturn(page: Page): void {
    const document = this.#random.pick([...page.watched.keys()]) ?? 'monday';
    page.watched.get(document)?.();
    page.watched.delete(document);
    this.#time.after(this.#random.between(0, 400) * 100, () => this.#watch(page, document));
  }

  #reload(page: Page): void {
    page.client.close();
    for (const unsubscribe of page.watched.values()) unsubscribe();
    page.watched.clear();
    page.client = this.#newClient(page.index, page.user, page.storage, page.memory);
    for (const document of this.documents.keys()) this.#watch(page, document);
  }

  #hear(text: string): void {
    if (!text.startsWith('{"type":"accepted"') && !text.startsWith('{"type":"refused"')) return;
    const message = JSON.parse(text) as ServerMessage;
    if (message.type === 'accepted') this.accepted.set(message.id, message.version);
    if (message.type === 'refused') this.refused.set(message.id, message.problem);
  }
}
