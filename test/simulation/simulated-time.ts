import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../../client/connection/server-time.ts';

interface Planned {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
}

/** Time that passes only on request. Timers for the same moment run in the order they were set. */
export class SimulatedTime {
  now = 0;
  #order = 0;
  readonly #work: () => Promise<unknown> | null;
  readonly #planned: Planned[] = [];

  /** `work`: what runs outside of this thread, so that time must not advance; null if nothing does. */
  constructor(work: () => Promise<unknown> | null = () => null) {
    this.#work = work;
  }

  /** Runs after a delay. Returns a function that cancels it. */
  after(milliseconds: number, run: () => void): () => void {
    const planned = { at: this.now + Math.max(0, milliseconds), order: this.#order++, run };
    this.#planned.splice(this.#placeOf(planned), 0, planned);
    return () => {
      const index = this.#planned.indexOf(planned);
      if (index >= 0) this.#planned.splice(index, 1);
    };
  }

  wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => this.after(milliseconds, resolve));
  }

  /** Lets time pass, until it is over or `until` returns true, and runs everything that is due. */
  async pass(milliseconds: number, until: () => boolean = () => false): Promise<void> {
    const end = this.now + milliseconds;
    await this.#settle();
    for (let next = this.#planned[0]; next && next.at <= end && !until(); next = this.#planned[0]) {
      this.now = next.at;
      while (this.#planned[0]?.at === this.now) this.#planned.shift()?.run();
      await this.#settle();
    }
    if (!until()) this.now = end;
  }

  /** A device's clock that is wrong by `error` milliseconds. */
  clock(error: number): Clock {
    return {
      wall: () => this.now + error,
      steady: () => this.now + 5_000,
      after: (milliseconds, run) => this.after(milliseconds, run),
    };
  }

  /** Lets promises and event loop turns (the engine, storage, calls) finish before time advances. */
  async #settle(): Promise<void> {
    for (let turns = 0; turns < 3; turns++) {
      await turn();
      for (let work = this.#work(); work; work = this.#work()) {
        await work;
        turns = 0;
      }
    }
  }

  #placeOf({ at }: Planned): number {
    let [low, high] = [0, this.#planned.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#planned[middle]?.at ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
