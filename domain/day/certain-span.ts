import type { ClockTime, Span } from '../time/clock-time.ts';
import { presentSpan } from './presence.ts';
import type { Shift } from './shift.ts';

/**
 * The minutes that somebody can be counted on; null when there are none. Who is late and said no time isn't counted on
 * until they are here.
 */
export const certainSpan = (shift: Shift, dayStart: ClockTime): Span | null =>
  shift.late?.expected === null ? null : presentSpan(shift, dayStart);
