import type { Clock } from '../../client/connection/server-time.ts';
import type { SimulatedTime } from './simulated-time.ts';

interface Timer {
  readonly due: number;
  readonly run: () => void;
  cancel: () => void;
}

/**
 * The clocks of a device. The wall clock may be wrong and may jump. The steady one stops while the device sleeps, and so
 * do its timers; what arrives meanwhile is held until it wakes.
 */
export class DeviceClock {
  /** When it was last set, and when it last woke up, in simulated time. */
  setAt = -1;
  wokeAt = -1;
  /** How far the wall clock is ahead, in milliseconds. */
  #error: number;
  readonly #time: SimulatedTime;
  readonly #start: number;
  readonly #timers = new Set<Timer>();
  #slept = 0;
  #asleepSince: number | null = null;
  #held: (() => void)[] = [];

  /** `start`: the true time when simulated time is 0. */
  constructor(time: SimulatedTime, start: number, error: number) {
    this.#time = time;
    this.#start = start;
    this.#error = error;
  }

  get isAsleep(): boolean {
    return this.#asleepSince !== null;
  }

  /** The wall clock is set. Returns how far it went forward. */
  jump(error: number): number {
    const gained = error - this.#error;
    this.#error = error;
    this.setAt = this.#time.now;
    return gained;
  }

  sleep(): void {
    if (this.isAsleep) return;
    this.#asleepSince = this.#time.now;
    for (const timer of this.#timers) timer.cancel();
  }

  wake(): void {
    if (this.#asleepSince === null) return;
    this.#slept += this.#time.now - this.#asleepSince;
    this.#asleepSince = null;
    this.wokeAt = this.#time.now;
    for (const timer of this.#timers) this.#plan(timer);
    const held = this.#held;
    this.#held = [];
    for (const run of held) run();
  }

  /** Runs at once, or when the device wakes. */
  whenAwake(run: () => void): void {
    if (this.isAsleep) this.#held.push(run);
    else run();
  }

  /** The clocks as one tab sees them. Its timers end with it. */
  forTab(isAlive: () => boolean): Clock {
    return {
      wall: () => this.#start + this.#time.now + this.#error,
      steady: () => this.#steady(),
      after: (milliseconds, run) => {
        const timer: Timer = {
          due: this.#steady() + Math.max(0, milliseconds),
          run: () => {
            this.#timers.delete(timer);
            if (isAlive()) run();
          },
          cancel: () => {},
        };
        this.#timers.add(timer);
        if (!this.isAsleep) this.#plan(timer);
        return () => {
          timer.cancel();
          this.#timers.delete(timer);
        };
      },
    };
  }

  #plan(timer: Timer): void {
    timer.cancel = this.#time.after(timer.due - this.#steady(), timer.run);
  }

  #steady(): number {
    return (this.#asleepSince ?? this.#time.now) - this.#slept;
  }
}
