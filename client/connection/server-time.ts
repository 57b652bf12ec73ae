interface Sample {
  /** The server's clock less our steady one. */
  readonly offset: number;
  /** The offset is right to within this many milliseconds: half the round trip. */
  readonly error: number;
}

/** The quickest of too many answers would be from before the device's clock had drifted. */
const remembered = 8;
/** Less than this is no jump, in milliseconds: each slow answer would take the place of what is known better. */
const allowance = 50;
/** A wall clock that gains more than this on the steady one is no correction of its rate. In milliseconds. */
const noticeable = 900;

export interface ClockReading {
  readonly wall: number;
  readonly steady: number;
}

/** A device's clock that moved on by more was set (from 1970, without a battery): breaks would be over for years. */
const believedFor = 30 * 86_400_000;

interface ClockPair {
  readonly server: number;
  readonly wall: number;
}

/** The server's clock, by the quickest of the latest round trips: where a tablet's is wrong, breaks would end at other times. */
export class ServerTime {
  readonly #clock: Clock;
  readonly #onDoubt: () => void;
  #samples: Sample[] = [];
  #learned: ClockReading = { wall: 0, steady: 0 };
  #inDoubt = false;
  #presumed: ClockPair | null = null;

  /** `onDoubt` is called when the server should be asked again, because a clock has stopped or jumped. */
  constructor(clock: Clock, onDoubt: () => void) {
    this.#clock = clock;
    this.#onDoubt = onDoubt;
  }

  /** Milliseconds since 1970. Until the server said something, the device's own time, corrected as on the page before. */
  now(): number {
    const best = this.#best();
    return Math.round(best ? this.#clock.steady() + best.offset + this.#slept() : this.#guess());
  }

  get lastAnswer(): ClockPair | null {
    const best = this.#best();
    return best ? { server: Math.round(this.#learned.steady + best.offset), wall: this.#learned.wall } : null;
  }

  /** Until the server answers, the device's clock is taken to be as far off as it was when an earlier page learned it. */
  presume(earlier: ClockPair): void {
    this.#presumed = earlier;
  }

  #guess(): number {
    const wall = this.#clock.wall();
    if (!this.#presumed) return wall;
    const passed = wall - this.#presumed.wall;
    // A clock that went back was set since, so the difference means nothing anymore. The server's time never goes back.
    const isBelieved = passed >= 0 && passed <= believedFor;
    return Math.max(this.#presumed.server, isBelieved ? this.#presumed.server + passed : wall);
  }

  read(): ClockReading {
    return { wall: this.#clock.wall(), steady: this.#clock.steady() };
  }

  /**
   * How long the steady clock stood still while the device was asleep. If the wall clock was set forward instead, this is
   * too much until the server answers, and the server corrects instants that are ahead of its clock.
   */
  #slept(): number {
    const gained = this.#gainedSince(this.#learned);
    if (gained < noticeable) return 0;
    this.#doubt();
    return gained;
  }

  #gainedSince({ wall, steady }: ClockReading): number {
    return this.#clock.wall() - wall - (this.#clock.steady() - steady);
  }

  #doubt(): void {
    if (this.#inDoubt) return;
    this.#inDoubt = true;
    this.#clock.after(0, this.#onDoubt);
  }

  learn(asked: ClockReading, said: number): void {
    this.#inDoubt = false;
    // An answer that waited while the device was asleep says nothing about the time now.
    if (this.#gainedSince(asked) >= noticeable) {
      this.#doubt();
      return;
    }
    this.#learned = this.read();
    const error = (this.#clock.steady() - asked.steady) / 2;
    const sample = { offset: said - asked.steady - error, error };
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

export interface Clock {
  /** The device's clock, in milliseconds since 1970. It may be wrong, and may jump. */
  wall(): number;
  /** A clock that never goes back, in milliseconds. */
  steady(): number;
  after(milliseconds: number, run: () => void): () => void;
}
