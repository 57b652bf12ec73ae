import { type Crew, crewIndex } from '../crew/crew.ts';
import { positionsOf, type Rotation } from '../plan/rotation.ts';
import { type Span, spanOf } from '../time/clock-time.ts';
import { type Fill, type FormerPlace, fillFrom } from './fill.ts';
import type { LeftReason } from './laid.ts';
import { plain } from './match-positions.ts';
import type { Shift } from './shift.ts';
import type { StaffedDay } from './staffed-day.ts';
import { rotationsAsWorked } from './stood.ts';

/** A person's present id, of an id that may belong to somebody who was merged with them. */
export type PersonOf = (person: string) => string;

/** By the crew: of somebody whom it doesn't know, the id itself. */
export const personOfCrew =
  (crew: Crew): PersonOf =>
  (person) =>
    crewIndex(crew).personOf(person)?.id ?? person;

interface FromDay {
  /** Only these; all without. */
  readonly rotation?: string;
  readonly personOf?: PersonOf;
}

/** People where they were on another day: in the rotation of the same name, or the one of about the same time. */
export function fillFromDay(
  day: StaffedDay,
  source: StaffedDay,
  { rotation: only, personOf = (person) => person }: FromDay = {},
): Fill {
  const twins = matchRotations(day, { ...source, rotations: rotationsAsWorked(source) });
  const fills = day.rotations
    .filter(({ id }) => only === undefined || id === only)
    .map((to): Fill => {
      const from = twins.get(to.id);
      if (!from) return fillFrom(day, to, { from: to, formerOf: () => 'new' });
      return fillFrom(day, to, { from, formerOf: formerPlaces(day, source, { from, personOf }) });
    });
  return { seats: fills.flatMap(({ seats }) => seats), left: fills.flatMap(({ left }) => left) };
}

/** By name, those of one name in order; then by the time that they share, the longest first. */
function matchRotations(day: StaffedDay, source: StaffedDay): ReadonlyMap<string, Rotation> {
  const matches = new Map<string, Rotation>();
  const free = [...source.rotations];
  const match = (to: Rotation, index: number) => {
    const [from] = index < 0 ? [] : free.splice(index, 1);
    if (from) matches.set(to.id, from);
  };
  for (const to of day.rotations)
    match(
      to,
      free.findIndex(({ name }) => plain(name) === plain(to.name)),
    );
  for (const to of day.rotations) {
    if (matches.has(to.id)) continue;
    const shared = free.map((from) => sharedMinutes(spanOf(to, day.dayStart), spanOf(from, source.dayStart)));
    const most = Math.max(0, ...shared);
    if (most > 0) match(to, shared.indexOf(most));
  }
  return matches;
}

const sharedMinutes = (one: Span, other: Span): number =>
  Math.min(one.end, other.end) - Math.max(one.start, other.start);

/**
 * Finds where somebody was in a rotation of another day: by their person in the crew; by the exact name where either
 * day doesn't know the person. A name that two people have says nothing.
 */
function formerPlaces(
  day: StaffedDay,
  source: StaffedDay,
  { from, personOf }: { from: Rotation; personOf: PersonOf },
): (shift: Shift) => FormerPlace | LeftReason {
  const places = new Map<string, FormerPlace>();
  for (const { id: position, name, seats } of positionsOf(from)) {
    for (const shift of seats) places.set(shift, { position, name });
  }
  const persons = new Map<string, FormerPlace | 'no-seat'>();
  const names = new Map<string, { place: FormerPlace | 'no-seat'; person: string | undefined }>();
  for (const shift of source.shifts) {
    const place = places.get(shift.id) ?? 'no-seat';
    const person = shift.person === undefined ? undefined : personOf(shift.person);
    const name = plain(shift.teamMember);
    if (person !== undefined && isBetter(place, persons.get(person))) persons.set(person, place);
    if (isBetter(place, names.get(name)?.place)) names.set(name, { place, person });
  }
  const shared = new Set([...sharedNames(day, personOf), ...sharedNames(source, personOf)]);
  return ({ person, teamMember }) => {
    const known = person === undefined ? undefined : personOf(person);
    const byPerson = known === undefined ? undefined : persons.get(known);
    if (byPerson) return byPerson;
    const namesake = names.get(plain(teamMember));
    if (!namesake || (known !== undefined && namesake.person !== undefined)) return 'new';
    return shared.has(plain(teamMember)) ? 'same-name' : namesake.place;
  };
}

/** Somebody may have several shifts; the first with a seat counts. */
const isBetter = (place: FormerPlace | 'no-seat', known: FormerPlace | 'no-seat' | undefined): boolean =>
  known === undefined || (known === 'no-seat' && place !== 'no-seat');

/** Names of a day that two people have: other people in the crew, or shifts that nobody can work both of. */
function sharedNames(day: StaffedDay, personOf: PersonOf): ReadonlySet<string> {
  const known = new Map<string, { persons: Set<string>; spans: Span[] }>();
  const shared = new Set<string>();
  for (const shift of day.shifts) {
    const name = plain(shift.teamMember);
    if (shared.has(name)) continue;
    const entry = known.get(name) ?? { persons: new Set(), spans: [] };
    known.set(name, entry);
    const span = spanOf(shift, day.dayStart);
    if (shift.person !== undefined) entry.persons.add(personOf(shift.person));
    const atOnce = entry.spans.some((other) => sharedMinutes(span, other) > 0);
    entry.spans.push(span);
    if (entry.persons.size > 1 || (atOnce && entry.persons.size === 0)) shared.add(name);
  }
  return shared;
}
