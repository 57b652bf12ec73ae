import { dayAndTime } from '../page/day-and-time.ts';

const halfDay = 12 * 3_600_000;

interface OfflineState {
  /** When what is on screen was current; null if that isn't known. */
  readonly at: number | null;
  readonly now: number;
  readonly timeZone: string;
  /** How many changes wait to be sent. */
  readonly waiting: number;
  /** For how many days without use the browser keeps them; null if it doesn't delete them. */
  readonly keptForDays: number | null;
}

/** 'As of 11:42, offline' and '3 changes waiting' */
export function offlineTexts({ at, now, timeZone, waiting, keptForDays }: OfflineState): readonly string[] {
  const parts = [at === null ? 'Offline' : `As of ${momentOf(at, now, timeZone)}, offline`];
  const kept = keptForDays === null ? '' : `, kept for ${keptForDays} days`;
  if (waiting > 0) parts.push(`${waiting} ${waiting === 1 ? 'change' : 'changes'} waiting${kept}`);
  return parts;
}

/** As dayAndTime, without AM or PM where that is clear. */
function momentOf(at: number, now: number, timeZone: string): string {
  const text = dayAndTime(at, now, timeZone);
  return now - at < halfDay && !text.includes(',') ? text.slice(0, -3) : text;
}
