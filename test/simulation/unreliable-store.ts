import type { CommitGroup, DocumentCommit, DocumentStore } from '../../server/database/document-store.ts';
import type { ReachStore, Store, StoredMember } from '../../server/database/store.ts';
import { memoryStore } from '../stores/memory-store.ts';
import { CommittedHistory } from './committed-history.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { SimulatedTime } from './simulated-time.ts';

/** What happens to the next commit: the server is killed before or after it, or it works and its answer is lost. */
export type CommitFate = 'killed before' | 'killed after' | 'answer lost';

/** A copy of the store at one moment, as a backup or a snapshot of the disk keeps it. */
export interface StoreCopy {
  readonly versions: ReadonlyMap<string, number>;
  readonly members: readonly StoredMember[];
}

interface UnreliableStoreOptions {
  readonly team: string;
  readonly store: Store;
  /** Whether other threads or processes do its work. */
  readonly isElsewhere: boolean;
  readonly time: SimulatedTime;
  readonly random: SeededRandom;
  /** A fault in the store itself. */
  readonly faultyStore?: ((documents: DocumentStore) => DocumentStore) | undefined;
  /** The server must die now. */
  readonly kill: () => void;
  /** A change is durable from here on. */
  readonly committed: (commit: DocumentCommit) => void;
}

/** Errors that the simulation causes itself; everything else that the server logs is a bug. */
export class SimulatedError extends Error {}

const never = <T>(): Promise<T> => new Promise<T>(() => {});

/** A store that takes its time, fails for a while, loses answers, and can be replaced by an older copy of itself. */
export class UnreliableStore {
  readonly history = new CommittedHistory();
  isFailing = false;
  nextCommit: CommitFate | null = null;
  isHealed = false;
  readonly #options: UnreliableStoreOptions;
  #current: Store;
  /** What is running elsewhere. */
  readonly #running = new Set<Promise<unknown>>();
  /** Each run of the server has its own connection, which ends when it is killed. */
  #connection = { isOpen: false };

  constructor(options: UnreliableStoreOptions) {
    this.#options = options;
    this.#current = this.#withFault(options.isElsewhere ? this.#observe(options.store) : options.store);
  }

  /** Ends when some of what runs in another thread or process has ended; null if nothing does. */
  work(): Promise<unknown> | null {
    return this.#running.size > 0 ? Promise.race(this.#running) : null;
  }

  /** What is stored, read past all failures. */
  get contents(): Store {
    return this.#current;
  }

  connect(): Store {
    const connection = { isOpen: true };
    this.#connection = connection;
    const current = this.#current;
    const { commit, commitGroups, writeSnapshots } = current.documents;
    const documents: DocumentStore = {
      ...current.documents,
      commit: (batch) =>
        this.#commit(
          connection,
          () => commit(batch),
          () => batch,
        ),
      ...(commitGroups && {
        commitGroups: (groups: readonly CommitGroup[]) =>
          this.#commit(
            connection,
            () => commitGroups(groups),
            (results) => groups.filter((_, index) => results[index] === 'stored').flat(),
          ),
      }),
      writeSnapshots: async (snapshots) => {
        if (!connection.isOpen) return never();
        if (this.isFailing) throw new SimulatedError('database is locked');
        return writeSnapshots(snapshots);
      },
    };
    return { ...current, documents, reaches: this.#cutOff(connection, current.reaches) };
  }

  /** What a killed server still asks for is never answered. */
  #cutOff(connection: { isOpen: boolean }, reaches: ReachStore): ReachStore {
    const during = <Result>(work: () => Promise<Result>): Promise<Result> => {
      if (!connection.isOpen) return never();
      return this.isFailing ? Promise.reject(new SimulatedError('database is locked')) : work();
    };
    return {
      put: (reach) => during(() => reaches.put(reach)),
      find: (team) => during(() => reaches.find(team)),
      all: () => during(() => reaches.all()),
      remove: (team, id) => during(() => reaches.remove(team, id)),
    };
  }

  /** The server was killed: nothing that it still does reaches the store. */
  disconnect(): void {
    this.#connection.isOpen = false;
  }

  async copy(): Promise<StoreCopy> {
    const members = await this.#current.members.ofTeam(this.#options.team);
    return { versions: this.history.mark(), members };
  }

  /** Replaces what is stored by a copy. Without a new epoch it is as if the disk had been put back. */
  async restore(copy: StoreCopy, epoch: string): Promise<void> {
    const { team } = this.#options;
    const restored = memoryStore();
    await restored.documents.commit(this.history.goBack(copy.versions).map((each) => ({ team, ...each })));
    for (const member of copy.members) await restored.members.add(member);
    this.#current = this.#withFault({ ...restored, epoch });
  }

  #withFault(store: Store): Store {
    const { faultyStore } = this.#options;
    return faultyStore ? { ...store, documents: faultyStore(store.documents) } : store;
  }

  /** The same store; time waits for whatever it does. */
  #observe(store: Store): Store {
    const observed = Object.entries(store).map(([name, part]) => [
      name,
      typeof part === 'object' ? this.#observeAll(part) : part,
    ]);
    return Object.fromEntries(observed);
  }

  #observeAll<Part extends object>(part: Part): Part {
    const methods = Object.entries(part).map(([name, method]) => [
      name,
      (...given: unknown[]) => {
        const work = method(...given);
        return Symbol.asyncIterator in work ? this.#waitForEach(work) : this.#wait(work);
      },
    ]);
    return Object.fromEntries(methods);
  }

  async *#waitForEach<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
    const iterator = items[Symbol.asyncIterator]();
    for (;;) {
      const next = await this.#wait(iterator.next());
      if (next.done) return;
      yield next.value;
    }
  }

  #wait<Result>(work: Promise<Result>): Promise<Result> {
    const running = work.then(
      () => {},
      () => {},
    );
    this.#running.add(running);
    void running.then(() => this.#running.delete(running));
    return work;
  }

  async #commit<Result>(
    connection: { isOpen: boolean },
    commit: () => Promise<Result>,
    storedBy: (result: Result) => readonly DocumentCommit[],
  ): Promise<Result> {
    const { time, random, kill, committed } = this.#options;
    if (!this.isHealed) await time.wait(random.between(0, 4) * 5);
    if (!connection.isOpen) return never();
    if (this.isFailing) throw new SimulatedError('database is locked');
    const fate = this.nextCommit;
    this.nextCommit = null;
    if (fate === 'killed before') {
      kill();
      return never();
    }
    const result = await commit();
    for (const stored of storedBy(result)) {
      this.history.add(stored);
      committed(stored);
    }
    if (fate === 'killed after') {
      kill();
      return never();
    }
    if (fate === 'answer lost') throw new SimulatedError('disk I/O error');
    return result;
  }
}
