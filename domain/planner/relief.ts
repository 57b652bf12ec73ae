import { grouped } from '../list/list.ts';
import { clip, type Span, sharedMinutes } from '../time/clock-time.ts';
import { isBarred, levelAt } from './fit.ts';
import { type FixedBreak, grid } from './owed-breaks.ts';
import type { PlannerDay, PlannerPosition, PlannerShift, Relief, Seating } from './planner-day.ts';

/** What a minute costs, in points. */
export const prices = {
  /** A seat that nobody has meanwhile. */
  open: { must: 60, should: 20, nice: 4 },
  /** A reliever leaves a position that is nice to have, or does two things at once. */
  leave: 4,
  double: 12,
  /** A break in the rush. */
  rush: 10,
  /** For each person and slot of the grid: more of a subarea are away than the team allows. */
  crowd: 500,
} as const;

/** Who has a position from when to when. */
export interface SeatedSpan extends Span {
  readonly shift: PlannerShift;
  readonly position: PlannerPosition;
}

/** Everybody's seats in order of time. A breaker's seat is none: who sits there is free to relieve. */
export function seatedSpans(
  day: PlannerDay,
  seats: readonly Seating[],
): ReadonlyMap<string, readonly SeatedSpan[]> {
  const shifts = new Map(day.shifts.map((shift) => [shift.id, shift]));
  const rotations = new Map(
    day.rotations.map((rotation) => [
      rotation.id,
      { span: rotation, positions: new Map(rotation.seats.map((position) => [position.id, position])) },
    ]),
  );
  const spans = new Map<string, SeatedSpan[]>();
  for (const seat of seats) {
    const shift = shifts.get(seat.shift);
    const rotation = rotations.get(seat.rotation);
    const position = rotation?.positions.get(seat.position);
    const span = shift && rotation && clip(shift, rotation.span);
    if (!shift || !position || !span || position.station === null) continue;
    const mine = spans.get(shift.id) ?? [];
    mine.push({ ...span, shift, position });
    spans.set(shift.id, mine);
  }
  for (const mine of spans.values()) mine.sort((one, other) => one.start - other.start);
  return spans;
}

export const canRelieve = (shift: PlannerShift, position: PlannerPosition): boolean =>
  position.station !== null && (levelAt(shift, position) ?? 0) >= 2 && !isBarred(shift, position);

/**
 * What it costs a minute that somebody with this seat takes a position meanwhile; null where they may not leave it. Subareas are known
 * by name: rotations can overlap, and each has its own.
 */
export function priceBeside(seat: PlannerPosition, position: PlannerPosition): number | null {
  if (seat.priority === 'nice') return prices.leave;
  return seat.area === position.area ? prices.double : null;
}

/** What a relief costs; null where this shift cannot do it. `own` are its seats. */
export function reliefCost(
  { start, end, position, shift }: SeatedSpan,
  reliever: PlannerShift,
  own: readonly SeatedSpan[],
): number | null {
  if (reliever.id === shift.id || reliever.start > start || reliever.end < end) return null;
  if (!canRelieve(reliever, position)) return null;
  let cost = 0;
  for (const seat of own) {
    const shared = Math.min(seat.end, end) - Math.max(seat.start, start);
    if (shared <= 0) continue;
    const price = priceBeside(seat.position, position);
    if (price === null) return null;
    cost += price * shared;
  }
  return cost;
}

/**
 * Fixed breaks with the relief that they have, as long as somebody can still give it; else it is planned again. What began before `now`
 * stays as it was.
 */
export function withStandingRelief(
  day: PlannerDay,
  seats: readonly Seating[],
  { fixed, now }: { fixed: readonly FixedBreak[]; now: number },
): readonly FixedBreak[] {
  const seated = seatedSpans(day, seats);
  const shifts = new Map(day.shifts.map((shift) => [shift.id, shift]));
  const spanOfBreak = ({ start, minutes }: FixedBreak): Span => ({ start, end: start + minutes });
  const away = grouped(fixed, ({ shift }) => shift);
  const isGiven = (task: SeatedSpan, relief: readonly Relief[]): boolean => {
    const given = relief.find(
      ({ position, start, end }) => position === task.position.id && start === task.start && end === task.end,
    );
    const by = shifts.get(given?.by ?? '');
    return (
      by !== undefined &&
      reliefCost(task, by, seated.get(by.id) ?? []) !== null &&
      !(away.get(by.id) ?? []).some((each) => sharedMinutes(spanOfBreak(each), task) > 0)
    );
  };
  const holds = (each: FixedBreak, relief: readonly Relief[]): boolean => {
    const tasks = (seated.get(each.shift) ?? []).flatMap((seat) => {
      const span = clip(spanOfBreak(each), seat);
      return span ? [{ ...seat, ...span }] : [];
    });
    return tasks.length === relief.length && tasks.every((task) => isGiven(task, relief));
  };
  return fixed.map(({ relief, ...each }) =>
    relief && (each.start < now || holds(each, relief)) ? { ...each, relief } : each,
  );
}

/** The slots of the grid that a span touches, from the first to before the last. */
export const slotsOf = ({ start, end }: Span): readonly [number, number] => [
  Math.floor(start / grid),
  Math.ceil(end / grid),
];
