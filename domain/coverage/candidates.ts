import type { Position } from '../position/position.ts';
import { positionsOf, type Rotation } from '../rotation/rotation.ts';
import type { Shift } from '../shift/shift.ts';
import { type CoveredDay, coverPerson, type Moment, type PersonCoverage, type PositionCoverage } from './coverage.ts';

/** Somebody who could take a position. */
export interface Candidate {
  readonly person: PersonCoverage;
  /** Where they stand; null for nowhere. */
  readonly from: PositionCoverage | null;
  /** Whether nobody would be left there. */
  readonly leavesOpen: boolean;
}

/**
 * Who could take a position of a rotation, best first: those who leave nothing open before the others, and of these
 * those who are here before those on break or still to come. Who has the same-named position in another rotation of the
 * day knows it and comes first among equals, then who stays longest.
 */
export function candidatesFor(
  day: CoveredDay,
  rotation: Rotation,
  position: Position,
  moment: Moment,
): readonly Candidate[] {
  const { people, positions } = peopleIn(day, rotation, moment);
  const knowing = new Set(
    day.rotations.flatMap((each) =>
      positionsOf(each).flatMap(({ name, seats }) => (isSameName(name, position.name) ? seats : [])),
    ),
  );
  return people
    .filter(({ shift, state }) => !position.seats.includes(shift.id) && state !== 'gone' && state !== 'late')
    .map((person) => {
      const from = positions.find((each) => each.position.seats.includes(person.shift.id)) ?? null;
      return { person, from, leavesOpen: from !== null && isNeeded(from, person) };
    })
    .map((candidate) => ({ candidate, rank: rankOf(candidate, knowing) }))
    .sort((one, other) => one.rank - other.rank || staysUntil(other.candidate) - staysUntil(one.candidate))
    .map(({ candidate }) => candidate);
}
