import type { Position } from '../position/position.ts';
import { positionsOf, type Rotation } from '../rotation/rotation.ts';
import { type CoveredDay, coverPeople, type Moment, type PersonCoverage } from './coverage.ts';

/** Somebody who could take a position. */
export interface Candidate {
  readonly person: PersonCoverage;
  /** Where they stand; null for nowhere. */
  readonly from: Position | null;
  /** Whether nobody would be left there. */
  readonly leavesOpen: boolean;
}

/**
 * Who could take a position of a rotation, best first: those who leave nothing open before the others, and of these
 * those who are here before those on break, and those before who is still to come. Among equals, who has the same-named
 * position in another rotation of the day comes first, then who stays longest.
 */
export function candidatesFor(
  day: CoveredDay,
  rotation: Rotation,
  position: Position,
  moment: Moment,
): readonly Candidate[] {
  const everyone = coverPeople(day, rotation, moment).filter(isComing);
  const present = new Set(everyone.map(({ shift }) => shift.id));
  const places = new Map(
    positionsOf(rotation).flatMap((place) => place.seats.map((shift) => [shift, place] as const)),
  );
  const knows = new Set(
    day.rotations
      .flatMap(positionsOf)
      .flatMap(({ name, seats }) => (name.toLowerCase() === position.name.toLowerCase() ? seats : [])),
  );
  return everyone
    .filter(({ shift }) => places.get(shift.id) !== position)
    .map((person): Candidate => {
      const from = places.get(person.shift.id) ?? null;
      const others = from?.seats.some((id) => id !== person.shift.id && present.has(id));
      return { person, from, leavesOpen: from !== null && !others };
    })
    .map((candidate, index) => ({ candidate, index, rank: rankOf(candidate, knows) }))
    .sort((one, other) => compare(one.rank, other.rank) || one.index - other.index)
    .map(({ candidate }) => candidate);
}

/** Whether somebody is there during the rotation, or comes; who is late and said no time can't be counted on. */
const isComing = ({ state, from }: PersonCoverage): boolean =>
  state === 'here' || state === 'on-break' || (state !== 'gone' && from !== null);

const order: readonly PersonCoverage['state'][] = ['here', 'on-break', 'arriving', 'late'];

/** The lowest is best. */
const rankOf = ({ person, from, leavesOpen }: Candidate, knows: ReadonlySet<string>): readonly number[] => [
  leavesOpen ? 1 : 0,
  order.indexOf(person.state),
  from === null ? 0 : 1,
  knows.has(person.shift.id) ? 0 : 1,
  -(person.until ?? Number.POSITIVE_INFINITY),
];

function compare(one: readonly number[], other: readonly number[]): number {
  for (const [index, rank] of one.entries()) {
    const next = other[index] ?? 0;
    if (rank !== next) return rank < next ? -1 : 1;
  }
  return 0;
}
