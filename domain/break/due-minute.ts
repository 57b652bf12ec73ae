import type { Shift } from '../shift/shift.ts';
import { type ClockTime, spanOf } from '../time/clock-time.ts';

type Settings = { readonly dayStart: ClockTime; readonly breakMinMinutes: number };

/** When a break is due, in minutes of the business day; null if the shift ends before that. */
export function dueMinute(
  shift: Pick<Shift, 'startTime' | 'endTime'>,
  index: number,
  { dayStart, breakMinMinutes }: Settings,
): number | null {
  const { start, end } = spanOf(shift, dayStart);
  const due = start + (index + 1) * breakMinMinutes;
  return breakMinMinutes > 0 && due < end ? due : null;
}
