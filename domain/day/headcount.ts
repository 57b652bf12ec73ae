import type { Rotation } from '../plan/rotation.ts';
import { clip, spanOf } from '../time/clock-time.ts';
import { certainSpan } from './coverage.ts';
import type { Layout } from './layout.ts';

/** Who is there for less of a rotation, in minutes, is no help in it. */
export const leastOverlap = 30;

/**
 * How many people can be counted on in a rotation: those who are there for half an hour of it or more, on average over its
 * minutes, rounded down.
 */
export function peopleIn(
  { shifts, dayStart }: Pick<Layout, 'shifts' | 'dayStart'>,
  rotation: Rotation,
): number {
  const window = spanOf(rotation, dayStart);
  const minutes = shifts.reduce((sum, shift) => {
    const present = certainSpan(shift, dayStart);
    const inIt = present && clip(present, window);
    const overlap = inIt ? inIt.end - inIt.start : 0;
    return overlap >= leastOverlap ? sum + overlap : sum;
  }, 0);
  return Math.floor(minutes / (window.end - window.start));
}

/** The number of people that a rotation is run with: the one that the lead chose, else those who can be counted on. */
export const headcountOf = (day: Pick<Layout, 'shifts' | 'dayStart'>, rotation: Rotation): number =>
  rotation.people ?? peopleIn(day, rotation);
