import { limitsOf, type RotationModel } from './rotation-model.ts';

// The seats of one rotation as a linear program, solved by the simplex method. Where it ended is kept, and the next time begins there:
// the limits stay, and what choices are worth changes little. Nearly all of its numbers are 1, 0 and -1, so that nothing is rounded.

/** What a choice is worth that can't be. */
export const never = -(2 ** 34);

/** One unit of a limit, as a whole number. */
const unit = 2 ** 24;
/** Each limit is moved by its own hair, or the method goes in circles over limits that are reached at once. */
const hair = (row: number): number => ((row * 7_919) % 1_009) + 1;
const nearly = 1e-9;
/** What gains less than this, in points, gains nothing. */
const little = 1e-4;
/** In numbers that are gone through for one answer. */
const mostWork = 50_000_000;

export class SeatProgram {
  /** How many numbers it went through. */
  work = 0;
  private readonly choices: number;
  private readonly max: Float64Array;
  /** The terms of each choice's column, from `from[choice]` to before `from[choice + 1]`. */
  private readonly from: Int32Array;
  private readonly row: Int32Array;
  private readonly factor: Float64Array;
  /** For each row what has a level there, a choice or what a limit has left, and how much. */
  private readonly basic: Int32Array;
  private readonly level: Float64Array;
  private readonly isBasic: Uint8Array;
  /** Where the choices of each shift begin. */
  private readonly shifts: Int32Array;
  private readonly inverse: Float64Array;
  private readonly price: Float64Array;

  /** `begun`: choices that can be made together, to begin with. */
  constructor(model: RotationModel, begun: readonly number[]) {
    const { choices } = model;
    const limits = limitsOf(model);
    const rows = limits.length;
    this.choices = choices.length;
    this.from = new Int32Array(choices.length + 1);
    for (const { choices: own, helpers } of limits) {
      for (const choice of own) (this.from[choice + 1] as number)++;
      for (const choice of helpers) (this.from[choice + 1] as number)++;
    }
    for (let at = 0; at < choices.length; at++) (this.from[at + 1] as number) += this.from[at] as number;
    const next = this.from.slice();
    this.row = new Int32Array(this.from[choices.length] as number);
    this.factor = new Float64Array(this.row.length).fill(1);
    for (const [row, { choices: own, helpers }] of limits.entries()) {
      for (const choice of own) this.row[(next[choice] as number)++] = row;
      for (const choice of helpers) {
        this.factor[next[choice] as number] = -1;
        this.row[(next[choice] as number)++] = row;
      }
    }
    const first = choices.flatMap(({ shift }, at) => (choices[at - 1]?.shift === shift ? [] : [at]));
    this.shifts = Int32Array.from([...first, choices.length]);
    this.max = Float64Array.from(limits, ({ max }) => max);
    this.level = Float64Array.from(limits, ({ max }, row) => max * unit + hair(row));
    this.basic = Int32Array.from(limits, (_, row) => choices.length + row);
    this.isBasic = new Uint8Array(choices.length + rows).fill(1, choices.length);
    this.inverse = new Float64Array(rows * rows);
    for (let row = 0; row < rows; row++) this.inverse[row * rows + row] = 1;
    this.price = new Float64Array(rows);
    for (const choice of begun) this.enter(choice, 0);
  }

  /**
   * Finds what is worth the most, unless that is less than what is enough. Returns what nothing is worth more than; infinite where it
   * took too much work.
   */
  solve(values: Float64Array, enough: number): number {
    const { price, inverse, basic, row } = this;
    const rows = price.length;
    price.fill(0);
    for (let at = 0; at < rows; at++) {
      const value = values[basic[at] as number] ?? 0;
      if (value === 0) continue;
      for (let other = 0; other < rows; other++)
        price[other] = (price[other] as number) + value * (inverse[at * rows + other] as number);
    }
    const end = this.work + mostWork;
    for (;;) {
      const { enters, gain, most } = this.best(values);
      this.work += row.length + rows;
      if (enters < 0 || most < enough) return most;
      if (this.work > end || !this.enter(enters, gain)) return Number.POSITIVE_INFINITY;
    }
  }

  /** Takes as much of a choice, or of what a limit has left, as there is room for. False where that has no end. */
  private enter(enters: number, gain: number): boolean {
    const { price, inverse, basic, level, isBasic, choices, from, row, factor } = this;
    const rows = price.length;
    const column = new Float64Array(rows);
    let leaves = -1;
    let least = Number.POSITIVE_INFINITY;
    for (let at = 0; at < rows; at++) {
      let sum = 0;
      if (enters >= choices) sum = inverse[at * rows + enters - choices] as number;
      else
        for (let term = from[enters] as number; term < (from[enters + 1] as number); term++)
          sum += (factor[term] as number) * (inverse[at * rows + (row[term] as number)] as number);
      column[at] = sum;
      if (sum <= nearly) continue;
      const ratio = (level[at] as number) / sum;
      if (ratio >= least) continue;
      leaves = at;
      least = ratio;
    }
    if (leaves < 0) return false;
    const own = leaves * rows;
    const pivot = column[leaves] as number;
    const filled: number[] = [];
    for (let other = 0; other < rows; other++) {
      const value = inverse[own + other] as number;
      if (value === 0) continue;
      inverse[own + other] = Math.abs(value) < nearly ? 0 : value / pivot;
      price[other] = (price[other] as number) + gain * (inverse[own + other] as number);
      filled.push(other);
    }
    for (let at = 0; at < rows; at++) {
      const times = column[at] as number;
      if (at === leaves || Math.abs(times) < nearly) continue;
      level[at] = (level[at] as number) - times * least;
      for (const other of filled) {
        inverse[at * rows + other] =
          (inverse[at * rows + other] as number) - times * (inverse[own + other] as number);
      }
      this.work += filled.length;
    }
    level[leaves] = least;
    isBasic[basic[leaves] as number] = 0;
    isBasic[enters] = 1;
    basic[leaves] = enters;
    return true;
  }

  /** How much of each choice is made, from 0 to 1; without those that aren't. */
  parts(): (readonly [choice: number, part: number])[] {
    const parts: [number, number][] = [];
    for (const [at, choice] of this.basic.entries()) {
      if (choice < this.choices) parts.push([choice, (this.level[at] as number) / unit]);
    }
    return parts.sort(([one], [other]) => one - other);
  }

  /** What gains the most for each unit of it: a choice, or what a limit has left. And what nothing is worth more than, at these prices. */
  private best(values: Float64Array): { enters: number; gain: number; most: number } {
    const { price, max, isBasic, choices, shifts, from, row, factor } = this;
    let enters = -1;
    let most = little;
    let least = 0;
    let bound = 0;
    for (let limit = 0; limit < price.length; limit++) {
      const each = price[limit] as number;
      bound += each * (max[limit] as number);
      least = Math.min(least, each);
      if (-each <= most || isBasic[choices + limit] === 1) continue;
      enters = choices + limit;
      most = -each;
    }
    for (let at = 0; at < shifts.length - 1; at++) {
      let own = 0;
      for (let choice = shifts[at] as number; choice < (shifts[at + 1] as number); choice++) {
        if (isBasic[choice] === 1) continue;
        let gain = values[choice] as number;
        const end = from[choice + 1] as number;
        for (let term = from[choice] as number; term < end; term++)
          gain -= (factor[term] as number) * (price[row[term] as number] as number);
        if (gain > own) own = gain;
        if (gain <= most) continue;
        enters = choice;
        most = gain;
      }
      bound += own;
    }
    return { enters, gain: most, most: enters < 0 || least > -little ? bound : Number.POSITIVE_INFINITY };
  }
}
