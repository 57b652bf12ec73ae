import {
  type ClockTime,
  fromMinutes,
  minutesOfDay,
  spanOf,
  type TimeRange,
  toMinutes,
} from '../time/clock-time.ts';
import { rotationLengths } from '../time/typed-ranges.ts';

/**
 * The first free time after a range, as long as that range if there is room before the next rotation and the end of the
 * business day. Null if less than half an hour is free.
 */
export function slotAfter(
  plan: readonly TimeRange[],
  range: TimeRange,
  dayStart: ClockTime,
): TimeRange | null {
  const { least } = rotationLengths;
  const spans = plan.map((each) => spanOf(each, dayStart));
  const own = spanOf(range, dayStart);
  let start = own.end;
  for (;;) {
    const inTheWay = spans.filter((span) => span.start < start + least && span.end > start);
    if (inTheWay.length === 0) break;
    start = Math.max(...inTheWay.map((span) => span.end));
  }
  const end = Math.min(
    start + own.end - own.start,
    toMinutes(dayStart) + minutesOfDay,
    ...spans.filter((span) => span.start >= start).map((span) => span.start),
  );
  if (end - start < least) return null;
  return { startTime: fromMinutes(start % minutesOfDay), endTime: fromMinutes(end % minutesOfDay) };
}

/** The slot after the last rotation of the day, for a new one; null where none is known or free. */
export function nextSlot(plan: readonly TimeRange[], dayStart: ClockTime): TimeRange | null {
  let last: TimeRange | null = null;
  for (const each of plan) {
    if (!last || spanOf(each, dayStart).end >= spanOf(last, dayStart).end) last = each;
  }
  return last && slotAfter(plan, last, dayStart);
}

const partsOfDay: readonly (readonly [from: ClockTime, name: string])[] = [
  ['9:00 PM', 'Close'],
  ['4:30 PM', 'Dinner'],
  ['2:00 PM', 'Afternoon'],
  ['10:00 AM', 'Lunch'],
  ['4:00 AM', 'Breakfast'],
  ['12:00 AM', 'Close'],
];
const namesOfParts =
  /^(open|opening|morning|breakfast|brunch|lunch|afternoon|snack|dinner|evening|late|night|late night|close|closing)( \d{1,3})?$/i;

export const isPartOfDay = (name: string): boolean => namesOfParts.test(name);

/** What a rotation is called that starts then. */
export const partOfDayAt = (time: ClockTime): string =>
  partsOfDay.find(([from]) => toMinutes(time) >= toMinutes(from))?.[1] ?? '';
