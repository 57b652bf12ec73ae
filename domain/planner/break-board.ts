import { type BreakModel, type Chain, nobody } from './break-model.ts';
import { grid, upToGrid } from './owed-breaks.ts';
import { prices } from './relief.ts';

const free = -1;
const onBreak = -2;
/** What cannot be costs more than anything else. */
const never = 1_000_000_000;

/** A plan in the making: breaks are put in and taken out, and what it costs is known at every moment. */
export class BreakBoard {
  readonly model: BreakModel;
  cost = 0;
  /** The choice of each break; -1 while it is out. */
  readonly chosen: Int32Array;
  /** Who does a task; only of those of chosen starts. */
  readonly by: Int32Array;
  /** What each person does in each slot: nothing, their break, or a task. */
  private readonly doing: Int32Array;
  private readonly away: Int32Array;
  private readonly isGiven: Uint8Array;
  private helper = nobody;
  private handsOn = nobody;
  private readonly chainOf: readonly Chain[];

  constructor(model: BreakModel) {
    const { slots, people, owed, chains, tasks } = model;
    this.model = model;
    this.chosen = new Int32Array(owed.length).fill(nobody);
    this.by = new Int32Array(tasks.seat.length).fill(nobody);
    this.doing = new Int32Array(people.size * slots).fill(free);
    this.away = new Int32Array(model.caps.length * slots);
    this.isGiven = new Uint8Array(tasks.seat.length);
    const chainOf: Chain[] = [];
    for (const chain of chains) for (const index of chain.breaks) chainOf[index] = chain;
    this.chainOf = chainOf;

    for (let task = 0; task < tasks.seat.length; task++) sortHelpers(model, task);
  }

  private isFree(person: number, task: number): boolean {
    const { fromSlot, toSlot } = this.model.tasks;
    const row = person * this.model.slots;
    for (let at = row + (fromSlot[task] as number); at < row + (toSlot[task] as number); at++)
      if (this.doing[at] !== free) return false;
    return true;
  }

  private fill(person: number, fromSlot: number, toSlot: number, what: number): void {
    const row = person * this.model.slots;
    for (let at = row + fromSlot; at < row + toSlot; at++) this.doing[at] = what;
  }

  /** The least that a task costs at the moment. */
  private leastFor(task: number): number {
    const { tasks, helpers } = this.model;
    for (let at = tasks.helperFrom[task] as number; at < (tasks.helperFrom[task + 1] as number); at++)
      if (this.isFree(helpers.person[at] as number, task)) return helpers.cost[at] as number;
    return tasks.open[task] as number;
  }

  /** The task that keeps somebody from another one; `nobody` where it is their break, or more than one. */
  private busyWith(person: number, task: number): number {
    const { fromSlot, toSlot } = this.model.tasks;
    const row = person * this.model.slots;
    let found = nobody;
    for (let at = row + (fromSlot[task] as number); at < row + (toSlot[task] as number); at++) {
      const what = this.doing[at] as number;
      if (what === free || what === found) continue;
      if (what === onBreak || found !== nobody || this.isGiven[what]) return nobody;
      found = what;
    }
    return found;
  }

  /**
   * What a task costs at least, where somebody may hand on another one for it. `helper` and `handsOn` say who does it, and which
   * task they give away.
   */
  private findHelp(task: number): number {
    const { tasks, helpers } = this.model;
    this.helper = nobody;
    this.handsOn = nobody;
    let cost = tasks.open[task] as number;
    const end = tasks.helperFrom[task + 1] as number;
    for (let at = tasks.helperFrom[task] as number; at < end; at++) {
      const own = helpers.cost[at] as number;
      if (own >= cost) break;
      const person = helpers.person[at] as number;
      if (this.isFree(person, task)) {
        this.helper = person;
        this.handsOn = nobody;
        return own;
      }
      const busy = this.busyWith(person, task);
      if (busy === nobody || busy === task) continue;
      const all = own + this.leastFor(busy) - this.costBy(busy, person);
      if (all >= cost) continue;
      cost = all;
      this.helper = person;
      this.handsOn = busy;
    }
    return cost;
  }

  private help(task: number): void {
    this.findHelp(task);
    const { helper, handsOn } = this;
    if (handsOn !== nobody) this.assign(handsOn, nobody);
    this.assign(task, helper);
    if (handsOn !== nobody) this.assign(handsOn, this.freeFor(handsOn));
  }

  private freeFor(task: number): number {
    const { tasks, helpers } = this.model;
    for (let at = tasks.helperFrom[task] as number; at < (tasks.helperFrom[task + 1] as number); at++)
      if (this.isFree(helpers.person[at] as number, task)) return helpers.person[at] as number;
    return nobody;
  }

  private costBy(task: number, person: number): number {
    const { tasks, helpers } = this.model;
    if (person !== nobody)
      for (let at = tasks.helperFrom[task] as number; at < (tasks.helperFrom[task + 1] as number); at++)
        if (helpers.person[at] === person) return helpers.cost[at] as number;
    return tasks.open[task] as number;
  }

  /** What the plan costs more with the break at this start; something above the limit where that is beyond it. */
  costAt(index: number, choice: number, limit: number): number {
    const { choices, tasks, owed, slots, caps } = this.model;
    const row = (owed[index] as { person: number }).person * slots;
    let cost = choices.cost[choice] as number;
    if (cost >= limit) return cost;
    let last = free;
    for (
      let at = row + (choices.fromSlot[choice] as number);
      at < row + (choices.toSlot[choice] as number);
      at++
    ) {
      const task = this.doing[at] as number;
      if (task < 0 || task === last) continue;
      last = task;
      if (this.isGiven[task]) return never;
      cost += this.leastFor(task) - this.costBy(task, this.by[task] as number);
    }
    for (
      let task = choices.taskFrom[choice] as number;
      task < (choices.taskFrom[choice + 1] as number);
      task++
    ) {
      const area = tasks.area[task] as number;
      const cap = caps[area] as number;
      const areaRow = area * slots;
      for (
        let at = areaRow + (tasks.fromSlot[task] as number);
        at < areaRow + (tasks.toSlot[task] as number);
        at++
      )
        if ((this.away[at] as number) >= cap) cost += prices.crowd;
      if (cost >= limit) return cost;
      cost += this.findHelp(task);
    }
    return cost;
  }

  /** The first and the last choice that leave room for the shift's other breaks that are in. */
  range(index: number): readonly [number, number] {
    const { choiceFrom, choices, owed } = this.model;
    const { breaks, gap } = this.chainOf[index] as Chain;
    const place = breaks.indexOf(index);
    const all = [choiceFrom[index] as number, (choiceFrom[index + 1] as number) - 1] as const;
    const first = choices.start[all[0]] as number;
    const apartAfter = (other: number) => (owed[other] as { minutes: number }).minutes + gap;
    let [from, to] = [0, all[1] - all[0]];
    let between = 0;
    for (let at = place - 1; at >= 0; at--) {
      const other = breaks[at] as number;
      const choice = this.chosen[other] as number;
      if (choice !== nobody) {
        const start = (choices.start[choice] as number) + apartAfter(other) + between;
        from = Math.max(from, Math.ceil((start - first) / grid));
        break;
      }
      between += upToGrid(apartAfter(other));
    }
    between = 0;
    for (let at = place + 1; at < breaks.length; at++) {
      const choice = this.chosen[breaks[at] as number] as number;
      const apart = apartAfter(breaks[at - 1] as number);
      if (choice !== nobody) {
        const start = (choices.start[choice] as number) - apart - between;
        to = Math.min(to, Math.floor((start - first) / grid));
        break;
      }
      between += upToGrid(apart);
    }
    // breaks that have no room for each other are where their times are
    return from <= to ? [all[0] + from, all[0] + to] : all;
  }

  putIn(index: number, choice: number): void {
    const { choices } = this.model;
    const pushed = this.pushAside(index, choice);
    this.take(index, choice);
    for (
      let task = choices.taskFrom[choice] as number;
      task < (choices.taskFrom[choice + 1] as number);
      task++
    )
      this.help(task);
    for (const task of pushed) this.help(task);
  }

  /** As it was. */
  putBack(index: number, choice: number, by: Int32Array): void {
    const { choices } = this.model;
    this.take(index, choice);
    for (
      let task = choices.taskFrom[choice] as number;
      task < (choices.taskFrom[choice + 1] as number);
      task++
    )
      this.assign(task, by[task] as number);
  }

  /** With relievers that stay. */
  putGiven(index: number, choice: number, by: Int32Array): void {
    this.putBack(index, choice, by);
    const { taskFrom } = this.model.choices;
    this.isGiven.fill(1, taskFrom[choice], taskFrom[choice + 1]);
  }

  private pushAside(index: number, choice: number): readonly number[] {
    const { choices, owed, slots } = this.model;
    const row = (owed[index] as { person: number }).person * slots;
    const pushed: number[] = [];
    for (
      let at = row + (choices.fromSlot[choice] as number);
      at < row + (choices.toSlot[choice] as number);
      at++
    ) {
      const task = this.doing[at] as number;
      if (task < 0) continue;
      this.assign(task, nobody);
      pushed.push(task);
    }
    return pushed;
  }

  private take(index: number, choice: number): void {
    const { choices, tasks, owed } = this.model;
    const { person } = owed[index] as { person: number };
    this.fill(person, choices.fromSlot[choice] as number, choices.toSlot[choice] as number, onBreak);
    this.chosen[index] = choice;
    this.cost += choices.cost[choice] as number;
    for (
      let task = choices.taskFrom[choice] as number;
      task < (choices.taskFrom[choice + 1] as number);
      task++
    ) {
      this.by[task] = nobody;
      this.cost += tasks.open[task] as number;
      this.countAway(task, 1);
    }
  }

  takeOut(index: number): void {
    const { choices, tasks, owed } = this.model;
    const choice = this.chosen[index] as number;
    for (
      let task = choices.taskFrom[choice] as number;
      task < (choices.taskFrom[choice + 1] as number);
      task++
    ) {
      this.assign(task, nobody);
      this.cost -= tasks.open[task] as number;
      this.countAway(task, -1);
    }
    this.cost -= choices.cost[choice] as number;
    this.chosen[index] = nobody;
    const { person } = owed[index] as { person: number };
    this.fill(person, choices.fromSlot[choice] as number, choices.toSlot[choice] as number, free);
  }

  private countAway(task: number, step: 1 | -1): void {
    const { tasks, caps, slots } = this.model;
    const area = tasks.area[task] as number;
    const cap = caps[area] as number;
    for (
      let at = area * slots + (tasks.fromSlot[task] as number);
      at < area * slots + (tasks.toSlot[task] as number);
      at++
    ) {
      const now = this.away[at] as number;
      this.away[at] = now + step;
      // the one above the cap comes or goes
      if (Math.max(now, now + step) > cap) this.cost += step * prices.crowd;
    }
  }

  private assign(task: number, person: number): void {
    const { fromSlot, toSlot } = this.model.tasks;
    const before = this.by[task] as number;
    if (before === person) return;
    this.cost += this.costBy(task, person) - this.costBy(task, before);
    if (before !== nobody) this.fill(before, fromSlot[task] as number, toSlot[task] as number, free);
    if (person !== nobody) this.fill(person, fromSlot[task] as number, toSlot[task] as number, task);
    this.by[task] = person;
  }

  /** Gives the tasks of a break to people who cost less, if there are some. */
  improve(index: number): void {
    const { choices } = this.model;
    const choice = this.chosen[index] as number;
    for (
      let task = choices.taskFrom[choice] as number;
      task < (choices.taskFrom[choice + 1] as number);
      task++
    ) {
      const paid = this.costBy(task, this.by[task] as number);
      if (paid > 0 && !this.isGiven[task] && this.findHelp(task) < paid) this.help(task);
    }
  }
}

/** The cheapest first. */
function sortHelpers({ tasks, helpers }: BreakModel, task: number): void {
  const { person, cost } = helpers;
  const first = tasks.helperFrom[task] as number;
  for (let at = first + 1; at < (tasks.helperFrom[task + 1] as number); at++) {
    const [mine, price] = [person[at] as number, cost[at] as number];
    let place = at;
    for (; place > first && (cost[place - 1] as number) > price; place--) {
      person[place] = person[place - 1] as number;
      cost[place] = cost[place - 1] as number;
    }
    person[place] = mine;
    cost[place] = price;
  }
}
