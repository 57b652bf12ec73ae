import type { DaySettings } from '../team/team.ts';
import { type ClockTime, contains, fromMinutes, spanOf } from '../time/clock-time.ts';
import { type BreakSettings, type BreakSlot, breakDisplay } from './break.ts';
import { minuteInto, nextSlot, type Shift, skipOf, slotMinutes } from './shift.ts';
import { outMinute, presentSpan } from './who-is-there.ts';

type DueTerms = Pick<DaySettings, 'breakMinMinutes' | 'dayStart'>;

type Working = Pick<Shift, 'startTime' | 'endTime' | 'out' | 'late' | 'breaks' | 'planned' | 'skipped'>;

/** In minutes of the business day. Null for a break that is not planned, or for other times than the shift's. */
export function plannedMinute(
  shift: Pick<Shift, 'startTime' | 'endTime' | 'planned'>,
  index: number,
  dayStart: ClockTime,
): number | null {
  const planned = shift.planned?.[index];
  const into = planned ? minuteInto(shift, planned) : null;
  return into === null ? null : spanOf(shift, dayStart).start + into;
}

/** When the next break of a shift is planned; null where it isn't, or when its person isn't there. */
export function nextPlanned(shift: Working): ClockTime | null {
  const at = plannedMinute(shift, nextSlot(shift), shift.startTime);
  const there = presentSpan(shift, shift.startTime);
  return at === null || there === null || !contains(there, at) ? null : fromMinutes(at);
}

/**
 * In minutes of the business day: as planned, else by the time that the person is there. Null for a break that was taken, and
 * where the person is gone before it is due.
 */
export function dueMinute(
  shift: Working,
  index: number,
  { breakMinMinutes, dayStart }: DueTerms,
): number | null {
  const span = presentSpan(shift, dayStart);
  if (!span || shift.breaks[index] !== null || skipOf(shift, index)) return null;
  const planned = plannedMinute(shift, index, dayStart);
  // of other times, or before somebody who is late is there, a plan says nothing
  if (planned !== null && contains(span, planned)) return planned;
  if (!(breakMinMinutes > 0)) return null;
  const due = span.start + (index + 1) * breakMinMinutes;
  return due < span.end ? due : null;
}

export function nextDue(shift: Working, terms: DueTerms): number | null {
  const index = nextSlot(shift);
  return index < 0 ? null : dueMinute(shift, index, terms);
}

/** The slots of the breaks that somebody has still to take at a minute. Who is late or leaves early gets those of the time they are there. */
export function breaksToGo(shift: Working, minute: number, terms: DueTerms): readonly number[] {
  const isOut = minute >= (outMinute(shift, terms.dayStart) ?? Number.POSITIVE_INFINITY);
  const isWhole = !shift.out && !shift.late;
  return shift.breaks.flatMap((slot, index) => {
    if (slot !== null || isOut || skipOf(shift, index)) return [];
    return isWhole || dueMinute(shift, index, terms) !== null ? index : [];
  });
}

export function overdueSince(shift: Working, minute: number, terms: DueTerms): number | null {
  const due = nextDue(shift, terms);
  const isThere = minute < (presentSpan(shift, terms.dayStart)?.end ?? 0);
  return due !== null && due <= minute && isThere ? due : null;
}

/** A break that nobody ended counts as over after this long. */
export const forgottenBreakMs = 60 * 60_000;

/** Whether somebody is away on this break: it runs, or its time is up and nobody has ended it. */
export function isOnBreak(slot: BreakSlot, timer: BreakSettings['breakTimerMinutes'], now: number): boolean {
  const display = breakDisplay(slot, timer, now);
  return display.state === 'running' || (display.state === 'over' && display.overMs < forgottenBreakMs);
}

/** Whether somebody is away on a break now. */
export const isAwayNow = (
  shift: Pick<Shift, 'breaks' | 'planned'>,
  day: Pick<BreakSettings, 'breakTimerMinutes'>,
  now: number,
): boolean => shift.breaks.some((slot, index) => isOnBreak(slot, slotMinutes(shift, index, day), now));
