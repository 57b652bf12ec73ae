import type { Clock } from './clock.ts';

interface Sample {
  /** The server's clock less our steady one. */
  readonly offset: number;
  /** The offset is right to within this many milliseconds: half the round trip. */
  readonly error: number;
}

const remembered = 8;
const allowance = 50;

/** The server's clock as well as it is known here: by the quickest of the latest round trips. */
export class ServerTime {
  readonly #clock: Clock;
  #samples: Sample[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Milliseconds since 1970. Until the server said something, the device's own time. */
  now(): number {
    const best = this.#best();
    return Math.round(best ? this.#clock.steady() + best.offset : this.#clock.wall());
  }

  /** The server answered `said` to what was asked at `askedAt` of the steady clock. */
  learn(askedAt: number, said: number): void {
    const error = (this.#clock.steady() - askedAt) / 2;
    const sample = { offset: said - askedAt - error, error };
    const best = this.#best();
    // Two that cannot both be right: a clock has jumped (a tablet that slept), and what came before means nothing.
    const jumped = best && Math.abs(best.offset - sample.offset) > best.error + sample.error + allowance;
    this.#samples = jumped ? [sample] : [...this.#samples, sample].slice(-remembered);
  }

  #best(): Sample | undefined {
    return this.#samples.reduce<Sample | undefined>(
      (best, sample) => (best && best.error <= sample.error ? best : sample),
      undefined,
    );
  }
}
