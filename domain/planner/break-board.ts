import type { Span } from '../time/clock-time.ts';
import type { Chance } from './chance.ts';
import { grid, upToGrid } from './owed-breaks.ts';
import { prices } from './relief.ts';

/** A break with all starts that it can have, as numbers. */
export interface SearchBreak {
  /** Whose it is. */
  readonly person: number;
  readonly minutes: number;
  /** The starts that were found for it, each with what it opens. One alone for what is fixed. */
  readonly starts: readonly SearchStart[];
  /** Whether its relievers are given, too. */
  readonly relievers: readonly number[] | null;
}

export interface SearchStart {
  readonly start: number;
  /** The rush and the distance from an even spread. */
  readonly cost: number;
  readonly fromSlot: number;
  readonly toSlot: number;
  readonly tasks: readonly SearchTask[];
}

/** A part of a seat that is to be relieved. */
export interface SearchTask {
  readonly seat: number;
  readonly span: Span;
  readonly minutes: number;
  readonly fromSlot: number;
  readonly toSlot: number;
}

export interface SearchSeat {
  readonly area: number;
  /** What a minute costs while nobody has it. */
  readonly openPrice: number;
  /** Who may have it meanwhile, for nothing, from a position that is nice to have, and beside their own. */
  readonly relievers: readonly [readonly number[], readonly number[], readonly number[]];
}

export interface SearchProblem {
  readonly slots: number;
  /** From when to before when each person is there, in whole slots. */
  readonly people: readonly { readonly fromSlot: number; readonly toSlot: number }[];
  readonly seats: readonly SearchSeat[];
  /** How many of each area may be away at once. */
  readonly caps: readonly number[];
  readonly breaks: readonly SearchBreak[];
  readonly chains: readonly SearchChain[];
}

/** The breaks of a person in their order, and how far they are apart. */
interface SearchChain {
  readonly breaks: readonly number[];
  readonly gap: number;
}

export const nobody = -1;
const classPrices = [0, prices.leave, prices.double] as const;
export const never = 1_000_000_000;

/**
 * A plan in the making: breaks are put in and taken out, and what it costs is known at every moment. People who are free in a slot are
 * bits, so that the relievers of a task are found by a few operations.
 */
export class BreakBoard {
  readonly problem: SearchProblem;
  cost = 0;
  /** The start of each break; -1 while it is out. */
  readonly chosen: Int32Array;
  /** The first cell of each break: it has one for each task. */
  readonly cellFrom: Int32Array;
  readonly reliever: Int32Array;
  private readonly words: number;
  private readonly slots: number;
  private readonly free: Int32Array;
  private readonly masks: Int32Array;
  private readonly away: Int32Array;
  private readonly caps: Int32Array;
  /** The cell that a person relieves in a slot. */
  private readonly busyWith: Int32Array;
  private readonly cellBreak: Int32Array;
  private readonly chance: Chance;
  private readonly chainOf: Int32Array;
  private readonly placeInChain: Int32Array;

  constructor(problem: SearchProblem, chance: Chance) {
    this.problem = problem;
    this.chance = chance;
    const { people, seats, breaks, slots } = problem;
    this.slots = slots;
    this.words = Math.max(1, Math.ceil(people.length / 32));
    this.free = new Int32Array(slots * this.words);
    this.busyWith = new Int32Array(people.length * slots).fill(nobody);
    this.masks = new Int32Array(seats.length * 3 * this.words);
    this.away = new Int32Array(problem.caps.length * slots);
    this.caps = Int32Array.from(problem.caps);
    for (const [person, { fromSlot, toSlot }] of people.entries())
      this.setFree(person, fromSlot, toSlot, true);
    for (const [seat, { relievers }] of seats.entries()) {
      for (const [kind, group] of relievers.entries()) {
        for (const person of group) {
          const at = (seat * 3 + kind) * this.words + (person >> 5);
          this.masks[at] = (this.masks[at] as number) | (1 << (person & 31));
        }
      }
    }
    this.chosen = new Int32Array(breaks.length).fill(nobody);
    this.cellFrom = new Int32Array(breaks.length + 1);
    breaks.forEach(({ starts }, index) => {
      const most = starts.reduce((max, { tasks }) => Math.max(max, tasks.length), 0);
      this.cellFrom[index + 1] = (this.cellFrom[index] as number) + most;
    });
    const cells = this.cellFrom[breaks.length] as number;
    this.reliever = new Int32Array(cells).fill(nobody);
    this.cellBreak = new Int32Array(cells);
    for (const index of breaks.keys())
      this.cellBreak.fill(index, this.cellFrom[index], this.cellFrom[index + 1]);
    this.chainOf = new Int32Array(breaks.length);
    this.placeInChain = new Int32Array(breaks.length);
    for (const [number, chain] of problem.chains.entries()) {
      for (const [place, each] of chain.breaks.entries()) {
        this.chainOf[each] = number;
        this.placeInChain[each] = place;
      }
    }
  }

  private setFree(person: number, fromSlot: number, toSlot: number, isFree: boolean): void {
    const bit = 1 << (person & 31);
    for (let slot = fromSlot; slot < toSlot; slot++) {
      const at = slot * this.words + (person >> 5);
      const now = this.free[at] as number;
      this.free[at] = isFree ? now | bit : now & ~bit;
    }
  }

  startOf(index: number, choice: number): SearchStart {
    return (this.problem.breaks[index] as SearchBreak).starts[choice] as SearchStart;
  }

  taskOf(cell: number): SearchTask {
    const index = this.cellBreak[cell] as number;
    const start = this.startOf(index, this.chosen[index] as number);
    return start.tasks[cell - (this.cellFrom[index] as number)] as SearchTask;
  }

  /** The cheapest a task can be done for at the moment, or left. */
  private priceOf(task: SearchTask): number {
    const seat = this.problem.seats[task.seat] as SearchSeat;
    const open = seat.openPrice;
    let best = open;
    for (let word = 0; word < this.words; word++) {
      let free = -1;
      for (let slot = task.fromSlot; slot < task.toSlot; slot++)
        free &= this.free[slot * this.words + word] as number;
      if (free === 0) continue;
      const at = task.seat * 3 * this.words + word;
      if (free & (this.masks[at] as number)) return 0;
      if (best > prices.leave && free & (this.masks[at + this.words] as number)) best = prices.leave;
      else if (best > prices.double && free & (this.masks[at + 2 * this.words] as number))
        best = prices.double;
    }
    return best * task.minutes;
  }

  private paidFor(cell: number): number {
    const task = this.taskOf(cell);
    const person = this.reliever[cell] as number;
    return this.priceWith(task, person) * task.minutes;
  }

  private priceWith(task: SearchTask, person: number): number {
    if (person === nobody) return (this.problem.seats[task.seat] as SearchSeat).openPrice;
    const at = task.seat * 3 * this.words + (person >> 5);
    const bit = 1 << (person & 31);
    if ((this.masks[at] as number) & bit) return 0;
    return (this.masks[at + this.words] as number) & bit ? prices.leave : prices.double;
  }

  /** Somebody who does the task as cheaply as possible; nobody where it is as cheap to leave it. */
  private bestFor(task: SearchTask): number {
    const open = (this.problem.seats[task.seat] as SearchSeat).openPrice;
    for (let kind = 0; kind < 3; kind++) {
      if ((classPrices[kind] as number) >= open) return nobody;
      const first = this.chance.below(this.words);
      for (let step = 0; step < this.words; step++) {
        const word = (first + step) % this.words;
        let found = this.masks[(task.seat * 3 + kind) * this.words + word] as number;
        for (let slot = task.fromSlot; slot < task.toSlot && found !== 0; slot++)
          found &= this.free[slot * this.words + word] as number;
        if (found !== 0) return word * 32 + this.anyBit(found);
      }
    }
    return nobody;
  }

  private anyBit(bits: number): number {
    const from = this.chance.below(32);
    const turned = (bits >>> from) | (from === 0 ? 0 : bits << (32 - from));
    const lowest = turned & -turned;
    return (31 - Math.clz32(lowest) + from) & 31;
  }

  /** What the plan costs more with the break at this start. */
  priceAt(index: number, choice: number): number {
    const { person, relievers } = this.problem.breaks[index] as SearchBreak;
    const start = this.startOf(index, choice);
    let cost = start.cost;
    let last = nobody;
    for (let slot = start.fromSlot; slot < start.toSlot; slot++) {
      const cell = this.busyWith[person * this.slots + slot] as number;
      if (cell === nobody || cell === last) continue;
      last = cell;
      if ((this.problem.breaks[this.cellBreak[cell] as number] as SearchBreak).relievers) return never;
      cost += this.priceOf(this.taskOf(cell)) - this.paidFor(cell);
    }
    for (const task of start.tasks) {
      const seat = this.problem.seats[task.seat] as SearchSeat;
      cost += relievers ? 0 : this.priceOf(task);
      const cap = this.caps[seat.area] as number;
      for (let slot = task.fromSlot; slot < task.toSlot; slot++)
        if ((this.away[seat.area * this.slots + slot] as number) >= cap) cost += prices.crowd;
    }
    return cost;
  }

  /** The first and the last start that leave room for the shift's other breaks that are in, as numbers of its starts. */
  range(index: number): readonly [number, number] {
    const { breaks, gap } = this.problem.chains[this.chainOf[index] as number] as SearchChain;
    const place = this.placeInChain[index] as number;
    const { starts } = this.problem.breaks[index] as SearchBreak;
    const first = (starts[0] as SearchStart).start;
    let [from, to] = [0, starts.length - 1];
    let between = 0;
    for (let at = place - 1; at >= 0; at--) {
      const other = breaks[at] as number;
      const apart = (this.problem.breaks[other] as SearchBreak).minutes + gap;
      const choice = this.chosen[other] as number;
      if (choice !== nobody) {
        from = Math.max(
          from,
          Math.ceil((this.startOf(other, choice).start + apart + between - first) / grid),
        );
        break;
      }
      between += upToGrid(apart);
    }
    between = 0;
    for (let at = place + 1; at < breaks.length; at++) {
      const other = breaks[at] as number;
      const apart = (this.problem.breaks[breaks[at - 1] as number] as SearchBreak).minutes + gap;
      const choice = this.chosen[other] as number;
      if (choice !== nobody) {
        to = Math.min(to, Math.floor((this.startOf(other, choice).start - apart - between - first) / grid));
        break;
      }
      between += upToGrid(apart);
    }
    // breaks that have no room for each other are where their times are
    return from <= to ? [from, to] : [0, starts.length - 1];
  }

  putIn(index: number, choice: number): void {
    const { person, relievers } = this.problem.breaks[index] as SearchBreak;
    const start = this.startOf(index, choice);
    const pushed: number[] = [];
    for (let slot = start.fromSlot; slot < start.toSlot; slot++) {
      const cell = this.busyWith[person * this.slots + slot] as number;
      if (cell === nobody) continue;
      this.assign(cell, nobody);
      pushed.push(cell);
    }
    this.setFree(person, start.fromSlot, start.toSlot, false);
    this.chosen[index] = choice;
    this.cost += start.cost;
    const first = this.cellFrom[index] as number;
    start.tasks.forEach((task, number) => {
      const cell = first + number;
      this.reliever[cell] = nobody;
      this.cost += this.paidFor(cell);
      this.countAway(task, 1);
      if (relievers) this.assign(cell, relievers[number] ?? nobody);
      else this.improve(cell);
    });
    for (const cell of pushed) this.improve(cell);
  }

  takeOut(index: number): void {
    const { person } = this.problem.breaks[index] as SearchBreak;
    const start = this.startOf(index, this.chosen[index] as number);
    const first = this.cellFrom[index] as number;
    start.tasks.forEach((task, number) => {
      this.assign(first + number, nobody);
      this.cost -= this.paidFor(first + number);
      this.countAway(task, -1);
    });
    this.cost -= start.cost;
    this.chosen[index] = nobody;
    this.reliever.fill(nobody, first, this.cellFrom[index + 1]);
    this.setFree(person, start.fromSlot, start.toSlot, true);
  }

  /** As it was, with these relievers. */
  putBack(index: number, choice: number, relievers: Int32Array): void {
    const { person } = this.problem.breaks[index] as SearchBreak;
    const start = this.startOf(index, choice);
    this.setFree(person, start.fromSlot, start.toSlot, false);
    this.chosen[index] = choice;
    this.cost += start.cost;
    const first = this.cellFrom[index] as number;
    start.tasks.forEach((task, number) => {
      const cell = first + number;
      this.reliever[cell] = nobody;
      this.cost += this.paidFor(cell);
      this.countAway(task, 1);
      this.assign(cell, relievers[cell] as number);
    });
  }

  private countAway(task: SearchTask, step: 1 | -1): void {
    const { area } = this.problem.seats[task.seat] as SearchSeat;
    const cap = this.caps[area] as number;
    for (let slot = task.fromSlot; slot < task.toSlot; slot++) {
      const at = area * this.slots + slot;
      const now = this.away[at] as number;
      this.away[at] = now + step;
      // the one above the cap comes or goes
      if (Math.max(now, now + step) > cap) this.cost += step * prices.crowd;
    }
  }

  assign(cell: number, person: number): void {
    const task = this.taskOf(cell);
    this.cost -= this.paidFor(cell);
    const before = this.reliever[cell] as number;
    if (before !== nobody) {
      this.setFree(before, task.fromSlot, task.toSlot, true);
      this.busyWith.fill(nobody, before * this.slots + task.fromSlot, before * this.slots + task.toSlot);
    }
    this.reliever[cell] = person;
    if (person !== nobody) {
      this.setFree(person, task.fromSlot, task.toSlot, false);
      this.busyWith.fill(cell, person * this.slots + task.fromSlot, person * this.slots + task.toSlot);
    }
    this.cost += this.paidFor(cell);
  }

  improveAll(index: number): void {
    const first = this.cellFrom[index] as number;
    const { length } = this.startOf(index, this.chosen[index] as number).tasks;
    for (let cell = first; cell < first + length; cell++) this.improve(cell);
  }

  /** Gives a task to somebody cheaper, if there is one. */
  improve(cell: number): void {
    const paid = this.paidFor(cell);
    const task = this.taskOf(cell);
    if (paid === 0 || this.priceOf(task) >= paid) return;
    this.assign(cell, this.bestFor(task));
  }
}
