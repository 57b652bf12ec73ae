import type { BatchChange, SingleChange } from './change.ts';
import { type ClockTime, toMinutes } from './clock-time.ts';
import { addDays, type IsoDate } from './date.ts';
import type { Layout } from './layout.ts';
import { byId } from './list.ts';
import type { Shift } from './shift.ts';

/** A shift as a schedule outside the product tells it. */
export interface ScheduledShift {
  /** The same for the same shift every time it is read. */
  readonly id: string;
  /** The calendar day it starts on. */
  readonly date: IsoDate;
  readonly teamMember: string;
  readonly startTime: ClockTime;
  readonly endTime: ClockTime;
  /** The label shown with the shift. */
  readonly job: string;
  readonly note: string;
  /** What a manager picks shifts by. */
  readonly role: string;
}

/** What a schedule would do to a layout; `batch` is null when that is nothing. */
export interface ScheduleMerge {
  readonly added: readonly ScheduledShift[];
  readonly changed: readonly ScheduledShift[];
  readonly unchanged: readonly ScheduledShift[];
  readonly otherDates: readonly ScheduledShift[];
  readonly batch: BatchChange | null;
}

/** The business day a scheduled shift belongs to: a start before the day's start is the night before's. */
export const businessDateOf = (shift: ScheduledShift, dayStart: ClockTime): IsoDate =>
  toMinutes(shift.startTime) < toMinutes(dayStart) ? addDays(shift.date, -1) : shift.date;

/** Lays a schedule over a layout: adds and updates the shifts of its date, and deletes nothing. */
export function mergeSchedule(
  layout: Layout,
  scheduled: readonly ScheduledShift[],
  { provider }: { provider: string },
): ScheduleMerge {
  const added: ScheduledShift[] = [];
  const changed: ScheduledShift[] = [];
  const unchanged: ScheduledShift[] = [];
  const otherDates: ScheduledShift[] = [];
  const changes: SingleChange[] = [];
  for (const shift of scheduled) {
    const existing = byId(layout.shifts, shift.id);
    if (businessDateOf(shift, layout.dayStart) !== layout.date) {
      otherDates.push(shift);
    } else if (!existing) {
      added.push(shift);
      changes.push({
        type: 'shift.add',
        shift: { id: shift.id, ...told(shift), provider, breaks: [] },
        seats: [],
      });
    } else if (tellsTheSame(existing, shift)) {
      unchanged.push(shift);
    } else {
      changed.push(shift);
      changes.push({ type: 'shift.edit', shift: shift.id, ...told(shift) });
    }
  }
  const batch: BatchChange | null = changes.length > 0 ? { type: 'batch', changes } : null;
  return { added, changed, unchanged, otherDates, batch };
}

const told = ({ teamMember, startTime, endTime, job, note }: ScheduledShift) => ({
  teamMember,
  startTime,
  endTime,
  schedule: job,
  note,
});

const tellsTheSame = (shift: Shift, scheduled: ScheduledShift): boolean =>
  Object.entries(told(scheduled)).every(([field, value]) => shift[field as keyof Shift] === value);
