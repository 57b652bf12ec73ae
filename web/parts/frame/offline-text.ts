import { fromMinutes } from '../../../domain/time/clock-time.ts';
import { showShortDay, wallClock } from '../../../domain/time/date.ts';

const halfDay = 12 * 3_600_000;

interface OfflineState {
  /** When what is on screen was current; null if that isn't known. */
  readonly at: number | null;
  readonly now: number;
  readonly timeZone: string;
  /** How many changes wait to be sent. */
  readonly waiting: number;
}

/** 'As of 11:42, offline, 3 changes waiting' */
export function offlineText({ at, now, timeZone, waiting }: OfflineState): string {
  const parts = [at === null ? 'Offline' : `As of ${momentOf(at, now, timeZone)}, offline`];
  if (waiting > 0) parts.push(`${waiting} ${waiting === 1 ? 'change' : 'changes'} waiting`);
  return parts.join(', ');
}

/** '11:42'; with AM or PM where that isn't clear, and the day where it isn't today. */
function momentOf(at: number, now: number, timeZone: string): string {
  const { date, minutes } = wallClock(at, timeZone);
  const time = fromMinutes(minutes);
  if (date !== wallClock(now, timeZone).date) return `${showShortDay(date)}, ${time}`;
  return now - at < halfDay ? time.slice(0, -3) : time;
}
