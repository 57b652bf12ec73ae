import { clip, spansOverlap } from '../time/clock-time.ts';
import { minutesIn } from './fit.ts';
import type { PlannerDay, PlannerRotation, SeatPlan } from './planner-day.ts';
import { type KnownSeat, pointsOf, seatFinder } from './points.ts';
import { type RotationModel, rotationModel, solverLimit } from './rotation-model.ts';
import { type Found, SeatSearch, seatsOf } from './seat-search.ts';

/** Who sits where in each rotation, so that it is worth the most. Locked seats stay. */
export function planSeats(day: PlannerDay): SeatPlan {
  const models = modelsOf(day);
  const search = new SeatSearch(day, models);
  // what is settled first leaves the others to fit in
  const size = (at: number) => models[at]?.choices.length ?? 0;
  const forward = models.map((_, at) => at);
  const fullest = [...forward].sort((one, other) => size(other) - size(one));
  const [first, second] = [forward, fullest].map((order) => search.improve([], order)) as [Found, Found];
  const best = afresh(search, second.points > first.points ? second : first);
  const seats = seatsOf(models, best.chosen);
  return { seats, points: pointsOf(day, seats) };
}

/** Frees two rotations that touch or overlap at once, as they may hold each other where neither can gain alone. */
function afresh(search: SeatSearch, from: Found): Found {
  let best = from;
  const pairs = search.pairs();
  for (
    let since = 0, at = 0;
    since < pairs.length && !search.isSpent;
    since++, at = (at + 1) % pairs.length
  ) {
    const [one, other] = pairs[at] as readonly [number, number];
    const freed = best.chosen.map((choices, rotation) =>
      rotation === one || rotation === other ? [] : choices,
    );
    const rest = freed
      .map((_, rotation) => rotation)
      .filter((rotation) => rotation !== one && rotation !== other);
    const found = search.improve(freed, [one, other, ...rest]);
    if (found.points <= best.points) continue;
    best = found;
    since = -1;
  }
  return best;
}

/** A rotation that has too many people for the solver keeps the seats that are locked, and gets no others. */
export function modelsOf(day: PlannerDay): readonly RotationModel[] {
  const locked = keptLocks(day);
  return day.rotations.map((rotation) => {
    const shifts = isTooLarge(day, rotation) ? [] : day.shifts;
    const fixed = locked.filter((seat) => seat.rotation === rotation);
    return rotationModel({ ...day, shifts }, rotation, { window: rotation, fixed, isMerged: true });
  });
}

export const isTooLarge = ({ shifts, settings }: PlannerDay, rotation: PlannerRotation): boolean =>
  shifts.filter((shift) => minutesIn(shift, rotation) >= settings.minSeat).length > solverLimit;

/** Locks that can hold: each for a seat of the chart, for long enough, and none against one before it. */
export function keptLocks(day: PlannerDay): readonly KnownSeat[] {
  const find = seatFinder(day);
  const kept: KnownSeat[] = [];
  for (const lock of day.locks) {
    const seat = find(lock);
    if (!seat || minutesIn(seat.shift, seat.rotation) < day.settings.minSeat) continue;
    if (!kept.some((other) => excludes(other, seat))) kept.push(seat);
  }
  return kept;
}

/** Whether two seats can't both be. */
export function excludes(one: KnownSeat, other: KnownSeat): boolean {
  if (one.rotation === other.rotation && one.shift === other.shift) return true;
  const isSamePlace = one.rotation === other.rotation && one.position === other.position;
  if (one.shift !== other.shift && !isSamePlace) return false;
  const [mine, theirs] = [clip(one.shift, one.rotation), clip(other.shift, other.rotation)];
  return mine !== null && theirs !== null && spansOverlap(mine, theirs);
}
