import type { RandomBytes } from '../../client/connection/random.ts';

/** RandomBytes that runs the same way again from the same seed (mulberry32). */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = Math.imul(seed + 1, 0x9e3779b9);
  }

  /** At least 0, less than 1. */
  share(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from `from` to `to`, both included. */
  between(from: number, to: number): number {
    return from + Math.floor(this.share() * (to - from + 1));
  }

  happens(probability: number): boolean {
    return this.share() < probability;
  }

  pick<T>(list: readonly T[]): T | undefined {
    return list[Math.floor(this.share() * list.length)];
  }

  /** One of the names, with a probability in proportion to its weight. */
  pickWeighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
    const entries = Object.entries(weights) as [Name, number][];
    let left = this.share() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [name, weight] of entries) {
      left -= weight;
      if (left < 0) return name;
    }
    throw new RangeError('No weights to pick from');
  }

  readonly bytes: RandomBytes = (count) => {
    const bytes = new Uint8Array(count);
    for (let index = 0; index < count; index++) bytes[index] = this.between(0, 255);
    return bytes;
  };
}
