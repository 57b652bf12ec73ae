import type { RotationModel } from './rotation-model.ts';

// What the limits of a rotation are worth. With a price on each, everybody takes what is best for them alone: that is never worth less
// than what can be, and a choice that is far from anybody's best is in no best plan. So the solver is asked about few choices.

export interface Priced {
  /** What no choices are worth more than. */
  readonly bound: number;
  /** For each choice, how much less they are worth at most if it is made; infinite where it can't be. */
  readonly less: Float64Array;
  /** How many numbers were looked at. */
  readonly work: number;
}

/** Rounds in which the prices are moved, and how many without a better bound make the steps smaller. */
const rounds = 300;
const patience = 10;
/** How much of the way before is gone again: the prices would swing to and fro. */
const momentum = 0.85;
/** A better bound is one that is better by this part of it. */
const little = 1e-4;
const smallest = 1 / 20;
/** How far below the first bound the best may be, where nothing is known that can be: a part of it. */
const doubt = 0.03;

/** The prices of a rotation's limits, which are kept for the next time: they hardly change. */
export class LimitPrices {
  private readonly prices: Float64Array;
  /** Limits of each choice with their factors, from `from[choice]` to before `from[choice + 1]`. */
  private readonly from: Int32Array;
  private readonly limit: Int32Array;
  private readonly factor: Float64Array;
  /** Whether the choice gives room to others, and may be worth more than its points. */
  private readonly helps: Uint8Array;
  /** Where the choices of each shift begin. */
  private readonly shifts: Int32Array;
  private readonly max: Float64Array;

  constructor({ choices, limits }: RotationModel) {
    const shared = limits.filter(({ isOfShift }) => !isOfShift);
    this.prices = new Float64Array(shared.length);
    this.max = Float64Array.from(shared, ({ max }) => max);
    const own: [limit: number, factor: number][][] = choices.map(() => []);
    for (const [limit, { terms }] of shared.entries()) {
      for (const [choice, factor] of terms) own[choice]?.push([limit, factor]);
    }
    const all = own.flat();
    this.limit = Int32Array.from(all, ([limit]) => limit);
    this.factor = Float64Array.from(all, ([, factor]) => factor);
    this.helps = Uint8Array.from(own, (terms) => (terms.some(([, factor]) => factor < 0) ? 1 : 0));
    this.from = new Int32Array(choices.length + 1);
    own.forEach((list, choice) => {
      this.from[choice + 1] = (this.from[choice] as number) + list.length;
    });
    const first = choices.flatMap(({ shift }, at) => (choices[at - 1]?.shift === shift ? [] : [at]));
    this.shifts = Int32Array.from([...first, choices.length]);
  }

  /** `known`: what can be, or 0. */
  ask(values: readonly (number | null)[], known: number): Priced {
    const { prices, max } = this;
    const worth = Float64Array.from(values, (value) => value ?? Number.NEGATIVE_INFINITY);
    const slack = new Float64Array(max.length);
    const way = new Float64Array(max.length);
    const bestPrices = prices.slice();
    let best = Number.POSITIVE_INFINITY;
    let size = 1;
    let idle = 0;
    let round = 0;
    for (; round < rounds; round++) {
      const bound = this.bound(worth, slack);
      idle = bound < best * (1 - little) ? 0 : idle + 1;
      if (bound < best) {
        best = bound;
        bestPrices.set(prices);
      }
      if (best < known + 1) break;
      if (idle >= patience) {
        idle = 0;
        size /= 2;
        prices.set(bestPrices);
        way.fill(0);
        if (size < smallest) break;
        continue;
      }
      let length = 0;
      for (let at = 0; at < slack.length; at++) {
        const left = slack[at] as number;
        // a limit that isn't reached and has no price is of no interest
        const step = left > 0 && prices[at] === 0 ? 0 : -left;
        const moved = step + momentum * (way[at] as number);
        way[at] = moved;
        length += moved * moved;
      }
      if (length === 0) break;
      const step = (size * Math.max(bound - Math.max(known, best * (1 - doubt)), 1)) / length;
      for (let at = 0; at < slack.length; at++)
        prices[at] = Math.max(0, (prices[at] as number) + step * (way[at] as number));
    }
    prices.set(bestPrices);
    return { bound: best, less: this.less(worth), work: round * (worth.length + this.limit.length) };
  }

  /** What everybody's best is worth with these prices, and what each limit has left then. */
  private bound(worth: Float64Array, slack: Float64Array): number {
    const { max, prices, shifts, from, limit, factor } = this;
    let bound = 0;
    for (let at = 0; at < max.length; at++) bound += (prices[at] as number) * (max[at] as number);
    slack.set(max);
    for (let at = 0; at < shifts.length - 1; at++) {
      const end = shifts[at + 1] as number;
      let [most, taken] = [0, -1];
      for (let choice = shifts[at] as number; choice < end; choice++) {
        let net = worth[choice] as number;
        if (net <= most && this.helps[choice] === 0) continue;
        const last = from[choice + 1] as number;
        for (let term = from[choice] as number; term < last; term++)
          net -= (factor[term] as number) * (prices[limit[term] as number] as number);
        if (net <= most) continue;
        most = net;
        taken = choice;
      }
      bound += most;
      if (taken < 0) continue;
      for (let term = from[taken] as number; term < (from[taken + 1] as number); term++) {
        const reached = limit[term] as number;
        slack[reached] = (slack[reached] as number) - (factor[term] as number);
      }
    }
    return bound;
  }

  private net(worth: Float64Array, choice: number): number {
    let net = worth[choice] as number;
    for (let at = this.from[choice] as number; at < (this.from[choice + 1] as number); at++)
      net -= (this.factor[at] as number) * (this.prices[this.limit[at] as number] as number);
    return net;
  }

  private less(worth: Float64Array): Float64Array {
    const { shifts } = this;
    const less = new Float64Array(worth.length);
    for (let at = 0; at < shifts.length - 1; at++) {
      const end = shifts[at + 1] as number;
      let most = 0;
      for (let choice = shifts[at] as number; choice < end; choice++) {
        less[choice] = this.net(worth, choice);
        most = Math.max(most, less[choice] as number);
      }
      for (let choice = shifts[at] as number; choice < end; choice++)
        less[choice] = most - (less[choice] as number);
    }
    return less;
  }
}
