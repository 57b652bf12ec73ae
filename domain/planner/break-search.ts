import type { BreakBoard, SearchBreak } from './break-board.ts';
import type { Chance } from './chance.ts';

const rounds = 2_000;
/** How many breaks are taken out and put in again in a round, at most. */
const ruined = 8;

/** Tightest first; then some are taken out and put in again, over and over, and what costs less stays. */
export function searchBreaks(board: BreakBoard, chance: Chance): void {
  const { breaks } = board.problem;
  const order = breaks
    .map((_, index) => index)
    .sort((one, other) => tightness(breaks[one]) - tightness(breaks[other]) || one - other);
  for (const index of order) putWhereCheapest(board, index, chance);

  const movable = order.filter((index) => !breaks[index]?.relievers);
  if (movable.length === 0) return;
  let now = saved(board);
  let best = now;
  for (let round = 0; round < rounds; round++) {
    const out = choose(board, movable, chance);
    for (const index of out) board.takeOut(index);
    for (const index of out) putWhereCheapest(board, index, chance);
    for (const index of movable) board.improveAll(index);
    const slack = Math.floor((now.cost * (rounds - round)) / (rounds * 100));
    if (board.cost <= now.cost + chance.below(slack + 1)) {
      now = saved(board);
      if (now.cost < best.cost) best = now;
    } else bringBack(board, now);
  }
  bringBack(board, best);
}

/** What is given comes first, then what has the fewest starts. */
const tightness = (each: SearchBreak | undefined): number =>
  each?.relievers ? 0 : (each?.starts.length ?? 0);

function putWhereCheapest(board: BreakBoard, index: number, chance: Chance): void {
  const [from, to] = board.range(index);
  let [best, price, ties] = [from, Number.POSITIVE_INFINITY, 1];
  for (let choice = from; choice <= to; choice++) {
    const here = board.priceAt(index, choice);
    if (here > price) continue;
    ties = here === price ? ties + 1 : 1;
    if (here < price || chance.below(ties) === 0) best = choice;
    price = here;
  }
  board.putIn(index, best);
}

/** Breaks that have to do with each other: near in time, or of one person. */
function choose(board: BreakBoard, movable: readonly number[], chance: Chance): readonly number[] {
  const seed = movable[chance.below(movable.length)] as number;
  const { start } = board.startOf(seed, board.chosen[seed] as number);
  const radius = 20 + chance.below(50);
  const near = movable.filter((index) => {
    const other = board.startOf(index, board.chosen[index] as number);
    return Math.abs(other.start - start) <= radius && index !== seed;
  });
  const count = Math.min(near.length, 1 + chance.below(ruined));
  const out = [seed];
  for (let taken = 0; taken < count; taken++) {
    const at = taken + chance.below(near.length - taken);
    const found = near[at] as number;
    near[at] = near[taken] as number;
    out.push(found);
  }
  return out;
}

interface Saved {
  readonly cost: number;
  readonly chosen: Int32Array;
  readonly reliever: Int32Array;
}

const saved = (board: BreakBoard): Saved => ({
  cost: board.cost,
  chosen: board.chosen.slice(),
  reliever: board.reliever.slice(),
});

function bringBack(board: BreakBoard, { chosen, reliever }: Saved): void {
  const changed: number[] = [];
  for (let index = 0; index < chosen.length; index++)
    if (isChanged(board, index, chosen, reliever)) changed.push(index);
  for (const index of changed) board.takeOut(index);
  for (const index of changed) board.putBack(index, chosen[index] as number, reliever);
}

function isChanged(board: BreakBoard, index: number, chosen: Int32Array, reliever: Int32Array): boolean {
  if (board.chosen[index] !== chosen[index]) return true;
  for (let cell = board.cellFrom[index] as number; cell < (board.cellFrom[index + 1] as number); cell++)
    if (board.reliever[cell] !== reliever[cell]) return true;
  return false;
}
