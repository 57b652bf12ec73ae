import { type ClockTime, fromMinutes, minutesOfDay, spanOf, toMinutes } from '../time/clock-time.ts';
import type { Shift } from './shift.ts';

interface MovedTimes {
  readonly edits: readonly {
    readonly shift: string;
    readonly startTime: ClockTime;
    readonly endTime: ClockTime;
  }[];
  /** Those that would begin on another day. */
  readonly left: readonly Shift[];
}

/** The times of shifts, so many minutes later, or earlier when negative. */
export function moveTimes(shifts: readonly Shift[], minutes: number, dayStart: ClockTime): MovedTimes {
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
