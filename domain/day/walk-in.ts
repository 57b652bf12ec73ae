import type { DayOfTimes } from '../time/am-or-pm.ts';
import { fromMinutes, type Span, spanOf, spansOverlap, type TimeRange } from '../time/clock-time.ts';
import { manualShift, type Shift } from './shift.ts';

const usualMinutes = 4 * 60;
const mostAway = 90;
const roundedTo = 5;

export const walkInProvider = 'walk-in';

/** The shift of somebody who came in without one: of that day alone. */
export const walkInShift = (id: string, teamMember: string, times: TimeRange): Shift => ({
  ...manualShift(id, teamMember, times),
  provider: walkInProvider,
});

export const isWalkIn = ({ provider }: Pick<Shift, 'provider'>): boolean => provider === walkInProvider;

/** Whether it was added by hand instead of by a schedule. */
export const isByHand = ({ provider }: Pick<Shift, 'provider'>): boolean =>
  provider === 'manual' || provider === walkInProvider;

/**
 * The times of somebody who comes in without a shift: from now, rounded to five minutes, to the rotation's end that is
 * nearest to four hours from now, or for four hours where none ends within an hour and a half of that. For a rotation
 * that is not within those hours, its own times. `minute` is now, in minutes of the business day.
 */
export function walkInTimes(day: DayOfTimes, rotation: TimeRange, minute: number): TimeRange {
  const start = Math.round(minute / roundedTo) * roundedTo;
  const usualEnd = start + usualMinutes;
  const spans = day.rotations.map((each) => spanOf(each, day.dayStart));
  const end = nearest(spans, usualEnd) ?? usualEnd;
  if (!spansOverlap({ start, end }, spanOf(rotation, day.dayStart))) {
    return { startTime: rotation.startTime, endTime: rotation.endTime };
  }
  return { startTime: fromMinutes(start), endTime: fromMinutes(end) };
}

function nearest(spans: readonly Span[], wanted: number): number | null {
  let best: number | null = null;
  for (const { end } of spans) {
    const away = Math.abs(end - wanted);
    if (away <= mostAway && (best === null || away < Math.abs(best - wanted))) best = end;
  }
  return best;
}
