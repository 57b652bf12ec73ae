import { fromMinutes } from '../../../domain/time/clock-time.ts';
import { showShortDay, wallClock } from '../../../domain/time/date.ts';

/** '11:42 AM', or 'Sat 11/21, 11:42 AM' where that isn't today. */
export function dayAndTime(at: number, now: number, timeZone: string): string {
  const { date, minutes } = wallClock(at, timeZone);
  const time = fromMinutes(minutes);
  return date === wallClock(now, timeZone).date ? time : `${showShortDay(date)}, ${time}`;
}
