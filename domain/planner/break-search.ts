import type { BreakBoard } from './break-board.ts';
import { type BreakModel, nobody, type Owed } from './break-model.ts';
import type { Chance } from './chance.ts';

const rounds = 4_000;
/** How many breaks are taken out and put in again in a round, at most. */
const ruined = 12;
/** How far apart those are in time, in minutes: so many, and up to so many more. */
const reach = { least: 20, more: 100 };
/** How many people's breaks are taken out together, besides the one that was drawn. */
const several = 4;
/** Costs are compared with up to so many points of chance, less and less, so that what looks dear can turn out well. */
const noise = { first: 200, last: 3 };
/** At first a round may make the plan dearer by one in so many, later by less. */
const patience = 300;

/** Tightest first; then some are taken out and put in again, over and over, and what costs less stays. */
export function searchBreaks(board: BreakBoard, chance: Chance): void {
  const { owed } = board.model;
  putInFixed(board);
  const movable = owed.flatMap(({ fixed }, index) => (fixed ? [] : [index]));
  movable.sort((one, other) => width(board.model, one) - width(board.model, other) || one - other);
  for (const index of movable) putWhereCheapest(board, index, chance, noise.last);
  if (movable.every((index) => width(board.model, index) < 2)) return;

  const now = new Saved(board);
  const best = new Saved(board);
  for (let round = 0; round < rounds && best.cost > 0; round++) {
    const { out, close } = draw(board, movable, chance);
    const left = rounds - round;
    const loose = noise.last + Math.floor((noise.first * left) / rounds);
    for (const index of out) board.takeOut(index);
    for (const index of out) putWhereCheapest(board, index, chance, loose);
    for (const index of close) board.improve(index);
    const slack = Math.floor((now.cost * left) / (rounds * patience));
    if (board.cost <= now.cost + chance.below(slack + 1)) {
      now.keep(board);
      if (now.cost < best.cost) best.keep(board);
    } else now.bringBack(board);
  }
  best.bringBack(board);
}

/** Breaks that have to do with each other: those of a few people, of a subarea, or any that are close in time. */
function draw(
  board: BreakBoard,
  movable: readonly number[],
  chance: Chance,
): { out: readonly number[]; close: readonly number[] } {
  const { owed, choices } = board.model;
  const startOf = (index: number) => choices.start[board.chosen[index] as number] as number;
  const seed = movable[chance.below(movable.length)] as number;
  const center = startOf(seed);
  const far = reach.least + chance.below(reach.more);
  const way = chance.below(5);
  const close = movable.filter((index) => Math.abs(startOf(index) - center) <= far && index !== seed);
  const personOf = (index: number) => (owed[index] as Owed).person;
  const isOfArea = (index: number) => areaOf(board, index) === areaOf(board, seed);
  let out: number[];
  if (way < 3) {
    const drawn = some([...close], 1 + chance.below(several - 1), chance);
    const whose = new Set([seed, ...drawn].map(personOf));
    out = movable.filter((index) => index !== seed && whose.has(personOf(index)));
  } else {
    const those = close.filter((index) => way === 4 || isOfArea(index) || chance.below(4) === 0);
    out = some(those, 1 + chance.below(ruined), chance);
  }
  return { out: inOrder(board.model, [seed, ...shuffled(out, chance)]), close };
}

const areaOf = (board: BreakBoard, index: number): number => {
  const { choices, tasks } = board.model;
  const choice = board.chosen[index] as number;
  const task = choices.taskFrom[choice] as number;
  return task < (choices.taskFrom[choice + 1] as number) ? (tasks.area[task] as number) : nobody;
};

const shuffled = (list: number[], chance: Chance): readonly number[] => some(list, list.length, chance);

/** So many of a list, which changes its order. */
function some(list: number[], count: number, chance: Chance): number[] {
  const most = Math.min(count, list.length);
  for (let taken = 0; taken < most; taken++) {
    const at = taken + chance.below(list.length - taken);
    const found = list[at] as number;
    list[at] = list[taken] as number;
    list[taken] = found;
  }
  return list.slice(0, most);
}

/** Long ones first: short ones find a place between them. */
function inOrder({ owed }: BreakModel, breaks: number[]): readonly number[] {
  const minutes = (index: number) => (owed[index] as Owed).minutes;
  return breaks.sort((one, other) => minutes(other) - minutes(one));
}

const width = ({ choiceFrom }: BreakModel, index: number): number =>
  (choiceFrom[index + 1] as number) - (choiceFrom[index] as number);

function putWhereCheapest(board: BreakBoard, index: number, chance: Chance, noise: number): void {
  const [from, to] = board.range(index);
  let [best, least] = [from, Number.POSITIVE_INFINITY];
  for (let choice = from; choice <= to; choice++) {
    const cost = board.costAt(index, choice, least) + chance.below(noise);
    if (cost >= least) continue;
    least = cost;
    best = choice;
  }
  board.putIn(index, best);
}

function putInFixed(board: BreakBoard): void {
  const { owed, people, choiceFrom, choices, tasks, seats } = board.model;
  for (const [index, { fixed }] of owed.entries()) {
    const choice = choiceFrom[index] as number;
    if (!fixed) continue;
    if (!fixed.relief) {
      board.putIn(index, choice);
      continue;
    }
    const by = board.by.slice();
    for (
      let task = choices.taskFrom[choice] as number;
      task < (choices.taskFrom[choice + 1] as number);
      task++
    ) {
      const position = seats[tasks.seat[task] as number]?.position.id;
      by[task] = people.get(fixed.relief.find((each) => each.position === position)?.by ?? '') ?? nobody;
    }
    board.putGiven(index, choice, by);
  }
}

/** A plan as it was. */
class Saved {
  cost = 0;
  private readonly chosen: Int32Array;
  private readonly by: Int32Array;

  constructor(board: BreakBoard) {
    this.chosen = new Int32Array(board.chosen.length);
    this.by = new Int32Array(board.by.length);
    this.keep(board);
  }

  keep(board: BreakBoard): void {
    this.cost = board.cost;
    this.chosen.set(board.chosen);
    this.by.set(board.by);
  }

  bringBack(board: BreakBoard): void {
    const changed: number[] = [];
    for (let index = 0; index < this.chosen.length; index++)
      if (this.isChanged(board, index)) changed.push(index);
    for (const index of changed) board.takeOut(index);
    for (const index of changed) board.putBack(index, this.chosen[index] as number, this.by);
  }

  private isChanged(board: BreakBoard, index: number): boolean {
    const { taskFrom } = board.model.choices;
    const choice = this.chosen[index] as number;
    if (board.chosen[index] !== choice) return true;
    for (let task = taskFrom[choice] as number; task < (taskFrom[choice + 1] as number); task++)
      if (board.by[task] !== this.by[task]) return true;
    return false;
  }
}
