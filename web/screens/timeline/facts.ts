import { showLate, showOut } from '../../../domain/day/attendance.ts';
import { breakTimes } from '../../../domain/day/break.ts';
import { dueMinute } from '../../../domain/day/due-breaks.ts';
import { breaksAt } from '../../../domain/day/presence.ts';
import type { BreakDay, Stint, TimelineRow } from '../../../domain/day/timeline.ts';
import { fromMinutes, type Span } from '../../../domain/time/clock-time.ts';

/** '9:00 AM–5:00 PM'. */
export const showSpan = ({ start, end }: Span): string => `${fromMinutes(start)}–${fromMinutes(end)}`;

/** 'Lunch: Register 1, 11:00 AM–2:00 PM'. */
export const showStint = (stint: Stint): string =>
  `${stint.rotations.join(', ')}: ${stint.position}, ${showSpan(stint)}`;

export const showStints = ({ stints }: TimelineRow): string =>
  stints.length === 0 ? 'No position' : stints.map(showStint).join('; ');

/** 'Break 1: 10:02–10:31 AM; break 2: not taken, due 2:00 PM'. */
export function showBreaks(
  { shift }: TimelineRow,
  day: BreakDay,
  moment: { now: number; timeZone: string },
): string {
  const due = (index: number) => {
    const minute = dueMinute(shift, index, day);
    return minute === null ? 'not taken' : `not taken, due ${fromMinutes(minute)}`;
  };
  const said = breaksAt(shift, day, moment).map(
    (slot, index) =>
      `break ${index + 1}: ${breakTimes(slot, day.breakTimerMinutes, moment.timeZone) || due(index)}`,
  );
  return said.join('; ').replace(/^b/, 'B');
}

/** 'Out: sick, 10:12 AM', 'Late, expected 11:30 AM', or ''. */
export const showAttendance = ({ shift: { out, late } }: TimelineRow): string =>
  [late && showLate(late), out && showOut(out)].filter(Boolean).join('; ');
