import * as z from 'zod/mini';
import { type Envelope, envelope } from '../../contract/changes.ts';
import { type Observable, ObservableValue } from '../observable.ts';
import { isSealed, type OutboxStorage, type WaitingChange } from './outbox-storage.ts';
import type { OutboxVault } from './outbox-vault.ts';

/** The changes of one person that the server has not answered yet, in the order they were made, in all tabs. */
export class Outbox {
  readonly #storage: OutboxStorage;
  readonly #vault: OutboxVault | null;
  #user: string | null = null;
  #waiting: readonly WaitingChange[] = [];
  /** Ids of changes that the storage is known to have had. */
  readonly #stored = new Set<string>();
  /** For each time the storage is being read: the ids of changes that were answered since it began. */
  readonly #answeredSince = new Set<Set<string>>();
  readonly #count = new ObservableValue(0);
  readonly #isKept = new ObservableValue(true);
  #removed: Promise<unknown> = Promise.resolve();
  #loaded = false;
  /** Earlier changes are encrypted, and the server could not be asked for the keys. */
  #locked = false;

  constructor(storage: OutboxStorage, vault: OutboxVault | null = null) {
    this.#storage = storage;
    this.#vault = vault;
  }

  /**
   * Switches to the outbox of a person, or of nobody. Changes of other people stay stored for them and are neither
   * shown nor sent. Resolves when this person's earlier changes are loaded.
   */
  async belongTo(user: string | null): Promise<void> {
    this.#user = user;
    this.#vault?.sealOthers(user);
    this.#keep([]);
    this.#stored.clear();
    this.#loaded = user === null;
    this.#locked = false;
    if (user === null) return;
    await this.reload();
    if (this.#user === user) this.#loaded = true;
  }

  /**
   * Loads what other tabs have stored or removed. Returns the ids of changes that are not waiting anymore: another tab
   * was told that they are answered.
   */
  async reload(): Promise<readonly string[]> {
    const user = this.#user;
    if (user === null) return [];
    const storedBefore = new Set(this.#stored);
    const answered = new Set<string>();
    this.#answeredSince.add(answered);
    // The page works without storage: changes are then kept in memory only.
    const stored = await this.#load(user).catch(() => undefined);
    this.#answeredSince.delete(answered);
    if (this.#user !== user) return [];
    this.#locked = stored === null;
    if (!stored) return [];
    const waiting = this.#readable(stored).filter(({ id }) => !answered.has(id));
    return this.#merge(waiting, storedBefore);
  }

  async #load(user: string): Promise<readonly WaitingChange[] | null> {
    if (this.#vault) return this.#vault.open(user);
    return (await this.#storage.waiting(user)).filter((each): each is WaitingChange => !isSealed(each));
  }

  /** A change from before an update that the server no longer accepts would end the connection on each attempt. */
  #readable(stored: readonly WaitingChange[]): readonly WaitingChange[] {
    return stored.filter(({ id, change }) => {
      const isReadable = z.safeParse(envelope, { id, change }).success;
      if (!isReadable) this.#storage.remove(id).catch(() => {});
      return isReadable;
    });
  }

  #merge(stored: readonly WaitingChange[], storedBefore: ReadonlySet<string>): readonly string[] {
    const ids = new Set(stored.map(({ id }) => id));
    const others = this.#waiting.filter(({ id }) => !ids.has(id));
    for (const id of ids) this.#stored.add(id);
    const kept = new Set(others.filter(({ id }) => !storedBefore.has(id)));
    this.#keep(mergeInOrder(stored, this.#waiting, kept));
    return others.map(({ id }) => id).filter((id) => storedBefore.has(id));
  }

  get user(): string | null {
    return this.#user;
  }

  /** False while earlier changes, which come first, may be missing. */
  get isLoaded(): boolean {
    return this.#loaded && !this.#locked;
  }

  get isLocked(): boolean {
    return this.#locked;
  }

  get waiting(): readonly WaitingChange[] {
    return this.#waiting;
  }

  /** Those that are not known to be stored. */
  get unstored(): readonly WaitingChange[] {
    return this.#waiting.filter(({ id }) => !this.#stored.has(id));
  }

  /** How many they are. */
  get count(): Observable<number> {
    return this.#count;
  }

  /** False when a change could not be stored on the device. */
  get isKept(): Observable<boolean> {
    return this.#isKept;
  }

  of(team: string, document: string): readonly Envelope[] {
    return this.#waiting
      .filter((each) => each.team === team && each.document === document)
      .map(({ id, change }) => ({ id, change }));
  }

  /** Stores a change until it is answered. When nobody is signed in, nothing is stored. */
  put(made: Omit<WaitingChange, 'user'>): WaitingChange | null {
    if (this.#user === null) return null;
    const waiting = { user: this.#user, ...made };
    this.add(waiting);
    this.#storage.put(waiting).then(
      () => this.#waiting.includes(waiting) && this.#stored.add(waiting.id),
      () => this.#isKept.set(false),
    );
    return waiting;
  }

  /** A change that another tab has made and stores. `before`: ids of changes that were made later. */
  add(waiting: WaitingChange, before: readonly string[] = []): void {
    if (this.#waiting.some(({ id }) => id === waiting.id)) return;
    const later = this.#waiting.findIndex(({ id }) => before.includes(id));
    const place = later < 0 ? this.#waiting.length : later;
    this.#keep([...this.#waiting.slice(0, place), waiting, ...this.#waiting.slice(place)]);
  }

  /** The server has answered. */
  remove(id: string): void {
    for (const answered of this.#answeredSince) answered.add(id);
    if (!this.#waiting.some((each) => each.id === id)) return;
    this.#keep(this.#waiting.filter((each) => each.id !== id));
    this.#stored.delete(id);
    this.#removed = Promise.allSettled([this.#removed, this.#storage.remove(id)]);
  }

  /** Resolves when the device has removed what was answered so far, or could not. */
  get removed(): Promise<unknown> {
    return this.#removed;
  }

  #keep(waiting: readonly WaitingChange[]): void {
    this.#waiting = waiting;
    this.#count.set(waiting.length);
  }
}

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
