import * as z from 'zod/mini';
import { type Envelope, envelope } from '../../contract/changes.ts';
import type { CopyVersion } from '../copies/copy-storage.ts';
import { ObservableValue } from '../observable.ts';
import { type DocumentPlace, isSealed, type OutboxStorage, type WaitingChange } from './outbox-storage.ts';
import type { OutboxVault } from './outbox-vault.ts';

interface OutboxOptions {
  readonly vault?: OutboxVault;
  /** The store epoch of the connection. Given where the device keeps copies of documents. */
  readonly epoch?: () => string;
  /** Loads what this page doesn't know yet of changes. */
  readonly loadChanges?: () => Promise<void> | null;
}

/** A change that is shown until the copy of its document has it. `taken`: the version that the server gave it. */
export interface KeptChange extends Envelope {
  readonly taken: number | null;
}

/** One person's changes without an answer, in order, in all tabs: a tap would be lost with the network, or with its page. */
export class Outbox {
  readonly #storage: OutboxStorage;
  readonly #options: OutboxOptions;
  user: string | null = null;
  waiting: readonly WaitingChange[] = [];
  /**
   * Changes that the server took, until the device has stored a copy of the document with them. A page that opens without
   * the server would show the document as it was before them.
   */
  #taken: readonly Taken[] = [];
  readonly #stored = new Set<string>();
  /** For each time the storage is being read: the ids of changes that were answered since it began. */
  readonly #answeredSince = new Set<Set<string>>();
  readonly count = new ObservableValue(0);
  readonly isKept = new ObservableValue(true);
  readonly unreadable = new ObservableValue(0);
  /** Resolves when the device has stored what was answered so far, or could not. */
  settled: Promise<unknown> = Promise.resolve();
  #loaded = false;
  isLocked = false;
  /** What this page lacks to read some of them could not be loaded. */
  lacksChanges = false;

  constructor(storage: OutboxStorage, options: OutboxOptions = {}) {
    this.#storage = storage;
    this.#options = options;
  }

  /** Changes of other people stay stored for them. Resolves when this person's earlier changes are loaded. */
  async belongTo(user: string | null): Promise<void> {
    this.user = user;
    this.#options.vault?.sealOthers(user);
    this.#keep([]);
    this.#taken = [];
    this.unreadable.set(0);
    this.#stored.clear();
    this.#loaded = user === null;
    this.isLocked = false;
    if (user === null) return;
    await this.reload();
    if (this.user === user) this.#loaded = true;
  }

  /** Returns the ids of changes that are not waiting anymore: another tab was told that they are answered. */
  async reload(): Promise<readonly string[]> {
    const user = this.user;
    if (user === null) return [];
    const storedBefore = new Set(this.#stored);
    const answered = new Set<string>();
    this.#answeredSince.add(answered);
    // The page works without storage: changes are then kept in memory only.
    const stored = await this.#load(user).catch(() => undefined);
    this.#answeredSince.delete(answered);
    if (this.user !== user) return [];
    this.isLocked = stored === null;
    if (!stored) return [];
    const readable = stored.filter(isReadable);
    // They are of a newer version of the app, and go out when it is back. Sent now, they would end the connection.
    this.unreadable.set(stored.filter((each) => !isTaken(each) && !readable.includes(each)).length);
    const known = new Set(this.#taken.map(({ id }) => id));
    this.#taken = [...this.#taken, ...readable.filter(isTaken).filter(({ id }) => !known.has(id))];
    const waiting = readable.filter((each) => !isTaken(each) && !answered.has(each.id));
    return this.#merge(waiting, storedBefore);
  }

  async #load(user: string): Promise<readonly WaitingChange[] | null> {
    const stored = await this.#open(user);
    const loading = stored?.every(isReadable) === false && this.#options.loadChanges?.();
    this.lacksChanges = false;
    if (loading) {
      await loading.catch(() => {
        this.lacksChanges = true;
      });
    }
    return stored;
  }

  async #open(user: string): Promise<readonly WaitingChange[] | null> {
    if (this.#options.vault) return this.#options.vault.open(user);
    return (await this.#storage.waiting(user)).filter((each): each is WaitingChange => !isSealed(each));
  }

  #merge(stored: readonly WaitingChange[], storedBefore: ReadonlySet<string>): readonly string[] {
    const ids = new Set(stored.map(({ id }) => id));
    const others = this.waiting.filter(({ id }) => !ids.has(id));
    for (const id of ids) this.#stored.add(id);
    const kept = new Set(others.filter(({ id }) => !storedBefore.has(id)));
    this.#keep(mergeInOrder(stored, this.waiting, kept));
    return others.map(({ id }) => id).filter((id) => storedBefore.has(id));
  }

  /** False while earlier changes, which come first, may be missing. */
  get isLoaded(): boolean {
    return this.#loaded && !this.isLocked;
  }

  get unstored(): readonly WaitingChange[] {
    return this.waiting.filter(({ id }) => !this.#stored.has(id));
  }

  kept(team: string, document: string): readonly KeptChange[] {
    const now = this.#options.epoch?.() ?? '';
    return [
      ...this.#taken
        .filter(isIn(team, document))
        .filter((each) => now === '' || each.taken.epoch === now)
        .map(({ id, change, taken: { version } }) => ({ id, change, taken: version }))
        .sort((one, other) => one.taken - other.taken),
      ...this.of(team, document).map((each) => ({ ...each, taken: null })),
    ];
  }

  of(team: string, document: string): readonly Envelope[] {
    return this.waiting.filter(isIn(team, document)).map(({ id, change }) => ({ id, change }));
  }

  /** Stores a change until it is answered. When nobody is signed in, nothing is stored. */
  put(made: Omit<WaitingChange, 'user'>): WaitingChange | null {
    if (this.user === null) return null;
    const waiting = { user: this.user, ...made };
    this.add(waiting);
    this.#storage.put(waiting).then(
      () => this.waiting.includes(waiting) && this.#stored.add(waiting.id),
      () => this.isKept.set(false),
    );
    return waiting;
  }

  /** A change that another tab has made and stores. `before`: ids of changes that were made later. */
  add(waiting: WaitingChange, before: readonly string[] = []): void {
    if (this.waiting.some(({ id }) => id === waiting.id)) return;
    const later = this.waiting.findIndex(({ id }) => before.includes(id));
    const place = later < 0 ? this.waiting.length : later;
    this.#keep([...this.waiting.slice(0, place), waiting, ...this.waiting.slice(place)]);
  }

  /** The server has answered. `version`: that it gave the change; null if it refused it. */
  answered(id: string, version: number | null): void {
    for (const answered of this.#answeredSince) answered.add(id);
    const change = this.waiting.find((each) => each.id === id);
    if (!change) return;
    this.#keep(this.waiting.filter((each) => each.id !== id));
    this.#stored.delete(id);
    const epoch = this.#options.epoch?.();
    if (version === null || epoch === undefined) {
      this.#settle(this.#storage.remove(id));
      return;
    }
    // another tab heard it from the server, and stores it
    if (epoch === '') return;
    const taken = { ...change, taken: { epoch, version } };
    this.#taken = [...this.#taken, taken];
    this.#settle(this.#storage.replace([taken]));
  }

  #settle(stored: Promise<void>): void {
    // each would keep the outcomes of all before it
    this.settled = Promise.allSettled([this.settled, stored]).then(() => undefined);
  }

  /** The device has a copy of this version of the document; null if it keeps none. */
  copied(team: string, document: string, copy: CopyVersion | null): void {
    const isLater = ({ taken }: Taken) => copy?.epoch === taken.epoch && taken.version > copy.version;
    const inIt = this.#taken.filter(isIn(team, document)).filter((each) => !isLater(each));
    for (const { id } of inIt) this.#settle(this.#storage.remove(id));
    this.#taken = this.#taken.filter((each) => !inIt.includes(each));
  }

  get behind(): readonly DocumentPlace[] {
    return this.#taken;
  }

  #keep(waiting: readonly WaitingChange[]): void {
    this.waiting = waiting;
    this.count.set(waiting.length);
  }
}

const isReadable = ({ id, change }: WaitingChange): boolean => z.safeParse(envelope, { id, change }).success;

const isIn = (team: string, document: string) => (each: DocumentPlace) =>
  each.team === team && each.document === document;

type Taken = WaitingChange & { readonly taken: CopyVersion };
const isTaken = (change: WaitingChange): change is Taken => change.taken !== undefined;

/** The stored changes with those that are only in memory, each before the stored changes that were made after it. */
function mergeInOrder(
  stored: readonly WaitingChange[],
  waiting: readonly WaitingChange[],
  onlyInMemory: ReadonlySet<WaitingChange>,
): readonly WaitingChange[] {
  const places = new Map(waiting.map(({ id }, place) => [id, place]));
  const merged: WaitingChange[] = [];
  let next = 0;
  for (const change of stored) {
    for (const end = places.get(change.id) ?? 0; next < end; next++) {
      const earlier = waiting[next];
      if (earlier && onlyInMemory.has(earlier)) merged.push(earlier);
    }
    merged.push(change);
  }
  return [...merged, ...waiting.slice(next).filter((change) => onlyInMemory.has(change))];
}
