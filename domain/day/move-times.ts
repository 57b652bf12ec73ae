import { type ClockTime, fromMinutes, minutesOfDay, spanOf, toMinutes } from '../time/clock-time.ts';
import type { Shift } from './shift.ts';

/** The times of shifts, so many minutes later, or earlier when negative; `left` are those that would begin on another day. */
export function moveTimes(shifts: readonly Shift[], minutes: number, dayStart: ClockTime) {
  const first = toMinutes(dayStart);
  const staysInDay = (shift: Shift) => {
    const start = spanOf(shift, dayStart).start + minutes;
    return first <= start && start < first + minutesOfDay;
  };
  return {
    edits: shifts.filter(staysInDay).map(({ id, startTime, endTime }) => ({
      shift: id,
      startTime: fromMinutes(toMinutes(startTime) + minutes),
      endTime: fromMinutes(toMinutes(endTime) + minutes),
    })),
    left: shifts.filter((shift) => !staysInDay(shift)),
  };
}
