import { minutesOfDay, spanOf } from '../time/clock-time.ts';
import type { Layout } from './layout.ts';
import { isThere } from './who-is-there.ts';

/** Before the first rotation, people set up. */
const wakesBefore = 30;

/**
 * Whether nobody needs the board of a day: its last rotation is over, nobody of it is there, and the first one of the
 * next day doesn't begin within half an hour. A board that still stands on later days keeps its hours.
 */
export function isClosed(
  { rotations, shifts, dayStart }: Pick<Layout, 'rotations' | 'shifts' | 'dayStart'>,
  minute: number,
): boolean {
  if (rotations.length === 0) return false;
  const spans = rotations.map((rotation) => spanOf(rotation, dayStart));
  const opens = Math.min(...spans.map(({ start }) => start)) - wakesBefore;
  const closes = Math.max(...spans.map(({ end }) => end));
  const days = Math.floor((minute - opens) / minutesOfDay);
  return minute - days * minutesOfDay >= closes && !shifts.some((shift) => isThere(shift, minute, dayStart));
}
