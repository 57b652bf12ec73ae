// A simulation is a restaurant on a bad day: one server, two to four devices with one or more tabs each, a network that
// delays, loses, repeats and breaks, a store that fails, and people who make about 130 changes meanwhile. All of it runs
// on one thread in simulated time, from one seed: the same seed gives the same simulation, message by message.
//
//   simulation.ts         the world: begins, takes one step after another, and comes to rest
//   actions.ts            what may happen in a step; random-changes.ts: the changes that people make
//   device.ts             a device and its tabs, each with the product's own client; device-clock.ts, and
//                         device-storage.ts: what waits on it, and its copies, each in a device-database.ts
//   simulated-network.ts  the lines between tabs and the server
//   simulated-server.ts   the product's own engine; unreliable-store.ts: what it stores in, committed-history.ts: what it has
//   sign-ins.ts           signing in and out; come-to-rest.ts: how a simulation ends
//   record.ts             what happened; engine-observer.ts checks each answer of the server as it is given
//   invariants/           what must hold in the end, and on each device at any moment; faults/ proves that each
//                         violation is seen
//
// `npm run explore -- --seeds 100000` runs many. `npm run explore -- --first-seed 1234 --seeds 1` repeats one, and
// prints what happened in it.

// Loaded here, so that the first simulation does not wait for it longer than the others.
import '../../client/outbox/outbox-vault.ts';
import type { WebSocket } from 'ws';
import type { DocumentKind } from '../../domain/change/change.ts';
import type { Notes } from '../../domain/notes/notes.ts';
import type { User } from '../../domain/team/user.ts';
import type { DocumentStore } from '../../server/database/document-store.ts';
import type { Store } from '../../server/database/store.ts';
import { buildLayout, buildRotation, buildShift, buildTeam } from '../builders.ts';
import { memoryStore } from '../stores/memory-store.ts';
import { type Device, Tab } from './device.ts';
import { DeviceClock } from './device-clock.ts';
import { DeviceStorage } from './device-storage.ts';
import { observeEngine } from './engine-observer.ts';
import { SimulationRecord } from './record.ts';
import { SeededRandom } from './seeded-random.ts';
import { fetchFrom, sessionUser } from './sign-ins.ts';
import { SimulatedNetwork, type Tampering } from './simulated-network.ts';
import { SimulatedServer } from './simulated-server.ts';
import { SimulatedTime } from './simulated-time.ts';
import { SimulatedError, type StoreCopy, UnreliableStore } from './unreliable-store.ts';

export interface SimulationOptions {
  /** The same seed gives the same simulation. */
  readonly seed: number;
  /** Several simulations can share one: each has its own team. Without it, a store in memory that can be restored. */
  readonly store?: Store;
  /** How many actions people take. */
  readonly steps?: number;
  /** A fault that is planted. */
  readonly fault?: PlantedFault;
  /** Receives what happens, line by line. */
  readonly trace?: (line: string) => void;
}

/** A fault that no such system may have. */
export interface PlantedFault {
  readonly tampering?: Tampering;
  readonly faultyStore?: (documents: DocumentStore) => DocumentStore;
  /** Called for each device before its first tab opens. */
  readonly device?: (device: Device) => void;
  /** Changes the simulation itself, before it begins. */
  readonly world?: (world: Simulation) => void;
}

/** The true time when simulated time is 0. */
export const start = 1_800_000_000_000;

export class Simulation {
  readonly team: string;
  readonly time: SimulatedTime = new SimulatedTime(() => this.store.work());
  readonly random: SeededRandom;
  readonly record = new SimulationRecord();
  readonly store: UnreliableStore;
  readonly network: SimulatedNetwork;
  readonly server: SimulatedServer;
  readonly people: readonly User[];
  readonly devices: readonly Device[];
  /** Every document that was created on some page. */
  readonly documents = new Map<string, DocumentKind>();
  readonly canRestore: boolean;
  /** The tabs that were open in the end. */
  lastTabs: readonly Tab[] = [];
  /** Sign-in sessions so far. */
  sessions = 0;
  /** What people take for the notes when they begin to write; a planted fault changes it. */
  notesBase: (document: string, shown: Notes) => Notes = (_, shown) => shown;
  /** Words that people wrote in notes so far. */
  words = 0;
  /** In some restaurants people also delete from the notes. */
  readonly removesWords: boolean;
  readonly trace: (line: string) => void;
  readonly #fault: PlantedFault;

  constructor({ seed, store, fault = {}, trace }: SimulationOptions) {
    this.team = `team-${seed}`;
    this.#fault = fault;
    const serverIds = new Map<string, string>();
    this.trace = (line) => {
      if (!trace) return;
      let text = `${this.time.now} ${line}`;
      for (const [id, name] of serverIds) text = text.replaceAll(id, name);
      trace(text);
    };
    this.random = new SeededRandom(seed);
    this.removesWords = this.random.happens(0.3);
    const { time, random, record, team } = this;
    this.canRestore = store === undefined;
    this.store = new UnreliableStore({
      team,
      store: store ?? memoryStore(),
      isElsewhere: store !== undefined,
      time,
      random,
      faultyStore: fault.faultyStore,
      kill: () => this.killServer(),
      committed: (commit) => {
        record.commit(commit);
        // The server's own ids are random: they are named, so that the same seed prints the same.
        const own = commit.changes.filter(({ by }) => trace && by === null);
        for (const { id } of own) serverIds.set(id, `server-${serverIds.size}`);
        this.trace(`committed ${commit.document} ${commit.from + commit.changes.length}`);
      },
    });
    this.people = Array.from({ length: random.between(2, 4) }, (_, index) => ({
      id: `${team}-user-${index}`,
      email: `user-${index}@example.com`,
      firstName: 'Sam',
      lastName: `No ${index}`,
    }));
    const now = () => this.now;
    this.server = new SimulatedServer({
      openStore: () => this.store.connect(),
      people: this.people,
      now,
      wrap: (documents) => observeEngine(documents, { record, history: this.store.history, now }),
      log: {
        error: (error) => {
          if (!(error instanceof SimulatedError)) record.violate(`the server failed: ${error}`);
        },
      },
    });
    const listeners = new WeakMap<WebSocket, string>();
    this.network = new SimulatedNetwork({
      time,
      random,
      accept: (socket, device) => {
        // It broke before the server took it: a session on it would never end.
        if (socket.readyState === socket.CLOSED) return this.server.isUp;
        const session = this.devices[device]?.session;
        const user = sessionUser(this.server, session);
        if (user) listeners.set(socket, user.id);
        return this.server.accept(socket, user, session?.id);
      },
      tampering: fault.tampering ?? {},
      said: (socket, text) => record.said(listeners.get(socket), text, this.now),
    });
    this.devices = this.people.map((user, index) => ({
      index,
      clock: new DeviceClock(time, start, random.between(-86_400_000, 86_400_000)),
      storage: new DeviceStorage(time, random),
      memory: new Map(random.happens(0.5) ? [['selectedTeam', team]] : []),
      session: { id: `session-${this.sessions++}`, user },
      tabs: [],
      opened: 0,
      people: new Map([[user.id, user]]),
      heardAt: -1,
      onAnswer: null,
    }));
  }

  /** In whole milliseconds, as of any clock. */
  get now(): number {
    return Math.floor(start + this.time.now);
  }

  async begin(): Promise<void> {
    const { team } = this;
    const { documents } = this.server;
    this.#fault.world?.(this);
    this.store.isHealed = true;
    await documents.issue({ team, document: team }, { type: 'team.create', team: buildTeam() });
    const shifts = [buildShift('a', '9:00 AM', '5:00 PM'), buildShift('b', '12:00 PM', '10:00 PM')];
    const rotations = [
      buildRotation('lunch', '11:00 AM', '2:00 PM'),
      buildRotation('dinner', '5:00 PM', '9:00 PM'),
    ];
    const layout = buildLayout({ date: '2027-01-15', shifts, rotations });
    await documents.issue({ team, document: 'monday' }, { type: 'layout.create', layout });
    for (const { id: user } of this.people) {
      await this.store.contents.members.add({ team, user, role: 'manager', joinedAt: start });
      this.record.roles.push({ at: start, user, role: 'manager' });
    }
    this.store.isHealed = false;
    this.documents.set(team, 'team').set('monday', 'layout');
    for (const device of this.devices) {
      this.#fault.device?.(device);
      this.openTab(device);
      if (this.random.happens(0.3)) this.openTab(device);
    }
    await this.time.pass(2_000);
  }

  openTab(device: Device): Tab {
    const { record } = this;
    const tab = new Tab(device, {
      random: this.random,
      now: () => this.time.now,
      transport: this.network.transport(device.index),
      fetch: (address, init) => fetchFrom(this, device, address, init),
      made: (from, change) => {
        record.change(from, change);
        this.trace(`${from.name} made ${change.id} ${change.change.type} of ${change.document}`);
      },
      written: (id, disk) => record.written(id, disk),
      sent: (from, text) => {
        this.trace(`${from.name} sends ${text}`);
        if (/^\{"type":"hello"/.test(text)) from.asked = [];
        if (/^\{"type":"(hello|ping)"/.test(text)) from.asked.push(this.time.now);
      },
      heard: (at, text) => {
        this.trace(`${at.name} hears ${text}`);
        record.heard(at, text);
        if (/^\{"type":"accepted"/.test(text)) {
          device.onAnswer?.();
          device.onAnswer = null;
        }
        if (/^\{"type":"(hello|pong)"/.test(text)) this.#hearTime(at, JSON.parse(text));
        const [, document] =
          /^\{"type":"(?:snapshot|current|changed)".*?"document":"([^"]*)"/.exec(text) ?? [];
        if (document) at.synced.set(document, at.restores);
      },
      refused: (at, refused) => {
        this.trace(`${at.name} tells that ${refused.change.type} was refused: ${refused.problem.code}`);
        record.tell(refused);
      },
    });
    this.trace(`${tab.name} opens`);
    let user = tab.user;
    tab.client.me.subscribe(() => {
      if (user === tab.user) return;
      user = tab.user;
      record.sealed(device.index, user);
      record.ended(tab, false);
      tab.shown.clear();
      // The screen is drawn for whoever it is.
      this.time.after(0, () =>
        tab.resume(() => {
          for (const document of this.documents.keys()) this.watch(tab, document);
        }),
      );
    });
    return tab;
  }

  #hearTime(tab: Tab, message: { readonly type: string; readonly now: number }): void {
    if (message.type === 'hello') tab.restores = this.record.restoresBefore(message.now);
    const asked = tab.asked.shift() ?? -1;
    const { setAt, wokeAt } = tab.device.clock;
    if (asked <= setAt || asked <= wokeAt) return;
    tab.knowsTime = true;
    tab.learnedAt = asked;
  }

  watch(tab: Tab, document: string): void {
    if (!tab.isAlive || tab.user === null) return;
    const copy = tab.client.open(this.documents.get(document) ?? 'layout', this.team, document);
    tab.watched.get(document)?.();
    const unsubscribe = copy.subscribe(() => {
      const view = copy.get();
      // Version 0: what was created here and the server doesn't know yet.
      if (view.state !== 'ready' || view.version === 0) return;
      const before = tab.shown.get(document);
      const restores = tab.synced.get(document) ?? 0;
      if (before && view.version < before.version && restores === before.restores) {
        this.record.violate(`${tab.name} showed ${document} at an older version`);
      }
      if (view.version !== before?.version) {
        tab.shown.set(document, { version: view.version, restores });
      }
    });
    tab.watched.set(document, unsubscribe);
  }

  endTab(tab: Tab, how: 'close' | 'kill' | 'power cut'): void {
    this.trace(`${tab.name} ends: ${how}`);
    tab[how === 'close' ? 'close' : 'kill']();
    this.record.ended(tab, how === 'power cut');
  }

  /** From one moment to the next, as by a power cut. */
  killServer(): void {
    if (!this.server.isRunning) return;
    this.trace('the server is killed');
    this.store.disconnect();
    this.server.kill();
    this.network.serverDied();
    this.time.after(this.random.between(0, 30) * 100, () => this.server.start());
  }

  /** The server comes back with an older copy of its store. */
  async restore(copy: StoreCopy, epoch: string): Promise<void> {
    if (!this.server.isUp) return;
    this.killServer();
    this.trace(`the store goes back to a copy, as ${epoch}`);
    await this.store.restore(copy, epoch);
    this.record.restores.push({ at: this.now, versions: copy.versions });
    const { at, record, people } = { at: this.now, record: this.record, people: this.people };
    for (const { id: user } of people) {
      record.roles.push({ at, user, role: await this.store.contents.members.role(this.team, user) });
    }
  }
}
