import { type Duty, dutiesFor } from '../plan/charts.ts';
import { type Position, positionsOf, type Rotation } from '../plan/rotation.ts';
import { type ClockTime, clip, type Span, spanOf } from '../time/clock-time.ts';
import type { Layout } from './layout.ts';
import type { Shift } from './shift.ts';
import { certainSpan } from './who-is-there.ts';

type Day = Pick<Layout, 'shifts' | 'dayStart'>;

/** Who is there for less of a rotation, in minutes, is no help in it; the planner can be told of another number. */
export const leastOverlap = 30;

/**
 * How many people can be counted on in a rotation: those who are there for half an hour of it or more, on average over its
 * minutes, rounded down.
 */
export function peopleIn({ shifts, dayStart }: Day, rotation: Rotation, least = leastOverlap): number {
  const window = spanOf(rotation, dayStart);
  const minutes = shifts.reduce((sum, shift) => {
    const overlap = countedMinutes(shift, window, dayStart);
    return overlap >= least ? sum + overlap : sum;
  }, 0);
  return Math.floor(minutes / (window.end - window.start));
}

function countedMinutes(shift: Shift, window: Span, dayStart: ClockTime): number {
  const present = certainSpan(shift, dayStart);
  const inIt = present && clip(present, window);
  return inIt ? inIt.end - inIt.start : 0;
}

/** Whether somebody is certainly there for long enough to be of help. */
export const isCountedOn = (shift: Shift, window: Span, dayStart: ClockTime): boolean =>
  countedMinutes(shift, window, dayStart) >= leastOverlap;

/** The number of people that a rotation is run with: the one that the lead chose, else those who can be counted on. */
export const headcountOf = (day: Day, rotation: Rotation, least?: number): number =>
  rotation.people ?? peopleIn(day, rotation, least);

type Duties = ReadonlyMap<string, Duty>;

const none: Duties = new Map();

/** What the positions of a rotation are with its number of people; one that is missing is a seat, as all are without charts. */
export const dutiesIn = (day: Day, rotation: Rotation): Duties =>
  rotation.charts ? dutiesFor(rotation, headcountOf(day, rotation)) : none;

/** Only a seat of the chart can be open. */
export const isWanted = (duties: Duties, position: string): boolean =>
  (duties.get(position) ?? { kind: 'seat' }).kind === 'seat';

/** The positions that are covered from another one, and that nobody sits on. */
export function coveredFrom(rotation: Rotation, duties: Duties, seat: string): readonly Position[] {
  return positionsOf(rotation).filter(({ id, seats }) => {
    const duty = duties.get(id);
    return duty?.kind === 'covered' && duty.by === seat && seats.length === 0;
  });
}
