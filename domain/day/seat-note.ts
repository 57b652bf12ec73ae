import { bareTime } from './comings.ts';
import type { PersonCoverage, PositionCoverage } from './coverage.ts';

/** What a row says about time, besides a break: 'until 12:30, Umar S. at 1:00'. */
export interface SeatNote {
  /** 'until 12:30', 'then', or '' where only `next` is said. */
  readonly text: string;
  readonly next: PersonCoverage | null;
  /** Whether somebody has to do something about it. */
  readonly isUrgent: boolean;
}

export const isPresent = ({ state }: Pick<PersonCoverage, 'state'>): boolean =>
  state === 'here' || state === 'on-break';

/** Who comes to a position next; whoever is late and said no time, last. */
export function nextOn({ people }: Pick<PositionCoverage, 'people'>): PersonCoverage | null {
  const coming = people.filter(({ state }) => state === 'arriving' || state === 'late');
  return coming.reduce<PersonCoverage | null>(
    (first, each) => (first === null || minuteOf(each) < minuteOf(first) ? each : first),
    null,
  );
}

const minuteOf = ({ from }: PersonCoverage): number => from ?? Number.POSITIVE_INFINITY;

/** 'at 1:00', 'late, 1:15', 'late': when somebody comes. */
export function showArrival({ state, from }: PersonCoverage): string {
  const isLate = state === 'late' || from === null;
  if (!isLate) return `at ${bareTime(from)}`;
  return from === null ? 'late' : `late, ${bareTime(from)}`;
}

/**
 * The note of somebody who is on a position: until when if nobody follows, else who follows. The one who stays longest
 * says who comes, so that it is said once.
 */
export function seatNote(
  person: PersonCoverage,
  covered: Pick<PositionCoverage, 'people' | 'opensAt'>,
): SeatNote | null {
  if (!isPresent(person)) return null;
  const { until } = person;
  const next = staysLongest(person, covered) ? nextOn(covered) : null;
  if (until !== null && until === covered.opensAt) {
    return { text: `until ${bareTime(until)}`, next, isUrgent: true };
  }
  if (next !== null) return { text: until === null ? '' : 'then', next, isUrgent: next.state === 'late' };
  return until === null ? null : { text: `until ${bareTime(until)}`, next, isUrgent: false };
}

function staysLongest(person: PersonCoverage, { people }: Pick<PositionCoverage, 'people'>): boolean {
  const present = people.filter(isPresent);
  return present.reduce((longest, each) => (leaves(each) > leaves(longest) ? each : longest)) === person;
}

const leaves = ({ until }: PersonCoverage): number => until ?? Number.POSITIVE_INFINITY;
