import type { Shift } from '../shift/shift.ts';
import { type ClockTime, minutesOfDay, type Span, spanOf, toMinutes } from '../time/clock-time.ts';

/**
 * The minutes that somebody can be counted on; null when there are none. Who is late and said no time isn't counted on
 * until they are here.
 */
export const certainSpan = (shift: Shift, dayStart: ClockTime): Span | null =>
  shift.late?.expected === null ? null : presentSpan(shift, dayStart);

function presentSpan(shift: Shift, dayStart: ClockTime): Span | null {
  const span = spanOf(shift, dayStart);
  const start = shift.late?.expected ? Math.max(span.start, timeIn(shift.late.expected, span)) : span.start;
  const end = shift.out ? Math.min(span.end, timeIn(shift.out.from, span)) : span.end;
  return start < end ? { start, end } : null;
}

/** A time of day within a span, or just before it. */
function timeIn(time: ClockTime, span: Span): number {
  const minutes = toMinutes(time);
  const after = Math.ceil((span.start - minutes) / minutesOfDay) * minutesOfDay + minutes;
  return after <= span.end ? after : after - minutesOfDay;
}
