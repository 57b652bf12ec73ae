import * as z from 'zod/mini';
import { type Envelope, envelope } from '../../contract/changes.ts';
import type { ProblemCode } from '../../domain/problem/problem.ts';
import { type Observable, ObservableValue } from '../observable.ts';
import { isSealed, type OutboxStorage, type StoredChange, type WaitingChange } from './outbox-storage.ts';

/**
 * Refusals that are not about the change itself: it stays shown, and is sent again. A change refused because the session
 * ended belongs to its author, and is sent after the next sign-in.
 */
export const passing: ReadonlySet<ProblemCode> = new Set(['signed-out', 'storage-failed', 'too-busy']);

/** The changes of one person that the server has not answered yet, in the order they were made. */
export class Outbox {
  readonly #storage: OutboxStorage;
  #user: string | null = null;
  #waiting: readonly WaitingChange[] = [];
  readonly #count = new ObservableValue(0);
  #loaded = false;

  constructor(storage: OutboxStorage) {
    this.#storage = storage;
  }

  /**
   * Switches to the outbox of a person, or of nobody. Changes of other people stay stored for them and are neither
   * shown nor sent. Resolves when this person's earlier changes are loaded.
   */
  async belongTo(user: string | null): Promise<void> {
    this.#user = user;
    this.#keep([]);
    this.#loaded = user === null;
    if (user === null) return;
    // The page works without storage: changes are then kept in memory only.
    const stored: readonly StoredChange[] = await this.#storage.waiting(user).catch(() => []);
    const kept = stored.filter((each): each is WaitingChange => !isSealed(each));
    if (this.#user !== user || this.#loaded) return;
    // A change from before an update that the server no longer accepts would end the connection on each attempt.
    const readable = kept.filter(({ id, change }) => z.safeParse(envelope, { id, change }).success);
    for (const { id } of kept) {
      if (!readable.some((each) => each.id === id)) this.#storage.remove(id).catch(() => {});
    }
    this.#keep([...readable, ...this.#waiting]);
    this.#loaded = true;
  }

  /** False while earlier changes, which come first, may be missing. */
  get isLoaded(): boolean {
    return this.#loaded;
  }

  get waiting(): readonly WaitingChange[] {
    return this.#waiting;
  }

  /** How many they are. */
  get count(): Observable<number> {
    return this.#count;
  }

  of(team: string, document: string): readonly Envelope[] {
    return this.#waiting
      .filter((each) => each.team === team && each.document === document)
      .map(({ id, change }) => ({ id, change }));
  }

  /** Stores a change until it is answered. When nobody is signed in, nothing is stored. */
  put(made: Omit<WaitingChange, 'user'>): void {
    if (this.#user === null) return;
    const waiting = { user: this.#user, ...made };
    this.#keep([...this.#waiting, waiting]);
    this.#storage.put(waiting).catch(() => {});
  }

  /** The server has answered. */
  remove(id: string): void {
    if (!this.#waiting.some((each) => each.id === id)) return;
    this.#keep(this.#waiting.filter((each) => each.id !== id));
    this.#storage.remove(id).catch(() => {});
  }

  #keep(waiting: readonly WaitingChange[]): void {
    this.#waiting = waiting;
    this.#count.set(waiting.length);
  }
}
