import type { Words } from '../../words/words.ts';
import { type ClockTime, contains, fromMinutes } from '../time/clock-time.ts';
import { minutesInto } from '../time/date.ts';
import { type ClockFormat, formatTime } from '../time/formats.ts';
import { breakDisplay } from './break.ts';
import { dueMinute } from './due-breaks.ts';
import type { Layout } from './layout.ts';
import { type Shift, slotMinutes } from './shift.ts';
import { presentSpan } from './who-is-there.ts';

export interface BreakAlert {
  readonly kind: 'due' | 'over';
  readonly shift: Shift;
  readonly index: number;
  readonly time: ClockTime;
  /** Names it within its layout: another due time, or another start, makes another alert. */
  readonly key: string;
}

/** For so many minutes an alert is news. */
export const alertMinutes = 15;

type Day = Pick<Layout, 'date' | 'shifts' | 'dayStart' | 'breakMinMinutes' | 'breakTimerMinutes'>;

/** The breaks of a day that became due, or over, in the last minutes, in the order of the shifts. */
export function breakAlerts(day: Day, now: number, timeZone: string): readonly BreakAlert[] {
  const minute = minutesInto(day.date, now, timeZone);
  return day.shifts.flatMap((shift) => {
    const present = presentSpan(shift, day.dayStart);
    if (!present || !contains(present, minute)) return [];
    return shift.breaks.flatMap((slot, index): BreakAlert[] => {
      const lasts = slotMinutes(shift, index, day);
      const isOver = breakDisplay(slot, lasts, now).state === 'over';
      if (slot !== null && !isOver) return [];
      const over = slot && slot.startedAt + lasts * 60_000;
      const at = over === null ? dueMinute(shift, index, day) : minutesInto(day.date, over, timeZone);
      if (at === null) return [];
      // what passed isn't read off the clock, which may have been set meanwhile
      const since = over === null ? minute - at : Math.floor((now - over) / 60_000);
      if (since < 0 || since >= alertMinutes) return [];
      const kind = slot ? 'over' : 'due';
      const key = `${kind} ${shift.id} ${index} ${slot ? slot.startedAt : at}`;
      return [{ kind, shift, index, time: fromMinutes(at), key }];
    });
  });
}

/** Who takes which position during a break, as it is said. */
export interface ReliefNames {
  readonly reliever: string;
  readonly position: string;
}

/** What the person reads: 'Your break is due', or for others 'Maria G.: break due', or 'Break for Maria G.: Ben K. takes Register 1'. */
export function alertText(
  t: Words<'push'>,
  { kind, time }: Pick<BreakAlert, 'kind' | 'time'>,
  {
    name,
    clock,
    relief = null,
  }: { readonly name: string | null; readonly clock: ClockFormat; readonly relief?: ReliefNames | null },
): { readonly title: string; readonly body: string } {
  const others = relief
    ? t('break-for', { name: name ?? '', ...relief })
    : t(`break-${kind}`, { name: name ?? '' });
  const title = name === null ? t(`your-break-${kind}`) : others;
  return { title, body: t(`at-${kind}`, { time: formatTime(time, clock) }) };
}
