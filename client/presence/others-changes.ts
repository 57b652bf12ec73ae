import type { Clock } from '../connection/server-time.ts';
import { type Observable, ObservableValue } from '../observable.ts';

/** What others did since the message before. */
export interface OthersChanges {
  /** Of the message: two in a row may say the same. */
  readonly number: number;
  readonly count: number;
  /** The accounts of those who did it, each once. */
  readonly by: readonly string[];
}

/** In milliseconds. A screen reader reads each message to its end: while others are busy, nothing else would be heard. */
const apart = 5_000;

/** Collects what others change on the page's layout into one message at a time. */
export class OthersChangesNews {
  readonly #clock: Clock;
  readonly #said = new ObservableValue<OthersChanges | null>(null);
  #waiting: Omit<OthersChanges, 'number'> | null = null;
  #number = 0;
  #cancel: (() => void) | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get said(): Observable<OthersChanges | null> {
    return this.#said;
  }

  add(by: string): void {
    const { count = 0, by: others = [] } = this.#waiting ?? {};
    this.#waiting = { count: count + 1, by: [...new Set([...others, by])] };
    if (!this.#cancel) this.#say();
  }

  clear(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#waiting = null;
    this.#said.set(null);
  }

  #say(): void {
    this.#cancel = null;
    if (!this.#waiting) return;
    this.#number += 1;
    this.#said.set({ number: this.#number, ...this.#waiting });
    this.#waiting = null;
    this.#cancel = this.#clock.after(apart, () => this.#say());
  }
}
