import type { Clock } from './clock.ts';

interface Sample {
  /** The server's clock less our steady one. */
  readonly offset: number;
  /** The offset is right to within this many milliseconds: half the round trip. */
  readonly error: number;
}

const remembered = 8;
const allowance = 50;
/** A wall clock that gains more than this on the steady one is no correction of its rate. In milliseconds. */
const noticeable = 2_000;

/** The server's clock as well as it is known here: by the quickest of the latest round trips. */
export class ServerTime {
  readonly #clock: Clock;
  readonly #onDoubt: () => void;
  #samples: Sample[] = [];
  /** Both clocks at the latest sample. */
  #learned = { wall: 0, steady: 0 };
  #inDoubt = false;

  /** `onDoubt` is called when the server should be asked again, because a clock has stopped or jumped. */
  constructor(clock: Clock, onDoubt: () => void) {
    this.#clock = clock;
    this.#onDoubt = onDoubt;
  }

  /** Milliseconds since 1970. Until the server said something, the device's own time. */
  now(): number {
    const best = this.#best();
    return Math.round(best ? this.#clock.steady() + best.offset + this.#slept() : this.#clock.wall());
  }

  /**
   * How long the steady clock stood still while the device was asleep. If the wall clock was set forward instead, this is
   * too much until the server answers, and the server corrects instants that are ahead of its clock.
   */
  #slept(): number {
    const { wall, steady } = this.#learned;
    const gained = this.#clock.wall() - wall - (this.#clock.steady() - steady);
    if (gained < noticeable) return 0;
    if (!this.#inDoubt) {
      this.#inDoubt = true;
      this.#clock.after(0, this.#onDoubt);
    }
    return gained;
  }

  /** The server answered `said` to what was asked at `askedAt` of the steady clock. */
  learn(askedAt: number, said: number): void {
    this.#learned = { wall: this.#clock.wall(), steady: this.#clock.steady() };
    this.#inDoubt = false;
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
