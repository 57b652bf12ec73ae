import { inTime, type Position, positionsByShift, positionsOf, type Rotation } from '../plan/rotation.ts';
import { foldName } from '../plan/typed-list.ts';
import { type Span, sharedMinutes, spanOf, spansOverlap } from '../time/clock-time.ts';
import { rotationsAsWorked } from './attendance.ts';
import { candidatesFor, type SeatCandidate } from './candidates.ts';
import type { CoveredDay } from './coverage.ts';
import { dutiesIn, isWanted } from './headcount.ts';
import type { Layout, LeftReason } from './layout.ts';
import { fillOpen, type ShiftPlacement } from './seat.ts';
import type { Shift } from './shift.ts';
import { presentSpan, unassigned } from './who-is-there.ts';

/** Ids of the first rotation to those of the second. The same name in a subarea of the same name comes before the same name anywhere. */
export function matchPositions(from: Rotation, to: Rotation): ReadonlyMap<string, string> {
  const matches = new Map<string, string>();
  const taken = new Set<string>();
  for (const keysOf of [placesBySubarea, placesByName]) {
    const free = new Map<string, string[]>();
    for (const { id, key } of keysOf(to)) {
      if (!taken.has(id)) free.set(key, [...(free.get(key) ?? []), id]);
    }
    for (const { id, key } of keysOf(from)) {
      const match = matches.has(id) ? undefined : free.get(key)?.shift();
      if (match === undefined) continue;
      matches.set(id, match);
      taken.add(match);
    }
  }
  return matches;
}

const placesByName = (rotation: Rotation) =>
  positionsOf(rotation).map(({ id, name }) => ({ id, key: foldName(name) }));

const placesBySubarea = ({ subareas }: Rotation) =>
  subareas.flatMap((subarea) =>
    subarea.positions.map(({ id, name }) => ({ id, key: `${foldName(subarea.name)}\n${foldName(name)}` })),
  );

export interface LeftOut {
  readonly shift: string;
  readonly rotation: string;
  readonly why: LeftReason;
  readonly position?: string;
}

export interface Fill {
  readonly seats: readonly ShiftPlacement[];
  readonly left: readonly LeftOut[];
}

/** Everybody of one rotation on the positions of the same name of another, if they work then and it is open. */
export function fillFromRotation(day: Layout, from: Rotation, to: Rotation): Fill {
  const former = positionsByShift(from);
  return fillFrom(day, to, { from, formerOf: ({ id }) => former.get(id)?.position ?? 'no-seat' });
}

type FormerOf = (shift: Shift) => Position | LeftReason;

function fillFrom(
  day: Layout,
  to: Rotation,
  { from, formerOf }: { from: Rotation; formerOf: FormerOf },
): Fill {
  const matches = matchPositions(from, to);
  const duties = dutiesIn(day, to);
  const open = new Set(positionsOf(to).flatMap(({ id, seats }) => (seats.length === 0 ? [id] : [])));
  const left: LeftOut[] = [];
  const seats: ShiftPlacement[] = [];
  for (const shift of unassigned(day.shifts, to, day.dayStart)) {
    const former = formerOf(shift);
    const at = { shift: shift.id, rotation: to.id };
    if (typeof former === 'string') {
      left.push({ ...at, why: former });
      continue;
    }
    const position = matches.get(former.id);
    if (position === undefined || !isWanted(duties, position))
      left.push({ ...at, why: 'no-position', position: former.name });
    else if (!open.has(position)) left.push({ ...at, why: 'taken', position: former.name });
    else seats.push({ ...at, position });
  }
  return { seats: inFormerOrder(seats, from), left };
}

/** Those who shared a position sit there in the order that they had. */
function inFormerOrder(seats: readonly ShiftPlacement[], from: Rotation): readonly ShiftPlacement[] {
  const order = new Map(positionsOf(from).flatMap(({ seats: ids }) => ids.map((id, index) => [id, index])));
  return [...seats].sort((one, other) => (order.get(one.shift) ?? 0) - (order.get(other.shift) ?? 0));
}

/** A person's present id, of an id that may belong to somebody who was merged with them. */
type PersonOf = (person: string) => string;

interface FromDay {
  /** Only these; all without. */
  readonly rotation?: string;
  readonly personOf?: PersonOf;
}

/** People where they were on another day: in the rotation of the same name, or the one of about the same time. */
export function fillFromDay(
  day: Layout,
  source: Layout,
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
function matchRotations(day: Layout, source: Layout): ReadonlyMap<string, Rotation> {
  const matches = new Map<string, Rotation>();
  const free = [...source.rotations];
  const match = (to: Rotation, index: number) => {
    const [from] = index < 0 ? [] : free.splice(index, 1);
    if (from) matches.set(to.id, from);
  };
  for (const to of day.rotations)
    match(
      to,
      free.findIndex(({ name }) => foldName(name) === foldName(to.name)),
    );
  for (const to of day.rotations) {
    if (matches.has(to.id)) continue;
    const shared = free.map((from) => sharedMinutes(spanOf(to, day.dayStart), spanOf(from, source.dayStart)));
    const most = Math.max(0, ...shared);
    if (most > 0) match(to, shared.indexOf(most));
  }
  return matches;
}

/** By their person in the crew; by the exact name where either day doesn't know the person. A name that two people have says nothing. */
function formerPlaces(
  day: Layout,
  source: Layout,
  { from, personOf }: { from: Rotation; personOf: PersonOf },
): FormerOf {
  const places = positionsByShift(from);
  const persons = new Map<string, Position | 'no-seat'>();
  const names = new Map<string, { place: Position | 'no-seat'; person: string | undefined }>();
  for (const shift of source.shifts) {
    const place = places.get(shift.id)?.position ?? 'no-seat';
    const person = shift.person === undefined ? undefined : personOf(shift.person);
    const name = foldName(shift.teamMember);
    if (person !== undefined && isBetter(place, persons.get(person))) persons.set(person, place);
    if (isBetter(place, names.get(name)?.place)) names.set(name, { place, person });
  }
  const shared = new Set([...sharedNames(day, personOf), ...sharedNames(source, personOf)]);
  return ({ person, teamMember }) => {
    const known = person === undefined ? undefined : personOf(person);
    const byPerson = known === undefined ? undefined : persons.get(known);
    if (byPerson) return byPerson;
    const namesake = names.get(foldName(teamMember));
    if (!namesake || (known !== undefined && namesake.person !== undefined)) return 'new';
    return shared.has(foldName(teamMember)) ? 'same-name' : namesake.place;
  };
}

/** Somebody may have several shifts; the first with a seat counts. */
const isBetter = (place: Position | 'no-seat', known: Position | 'no-seat' | undefined): boolean =>
  known === undefined || (known === 'no-seat' && place !== 'no-seat');

/** Names of a day that two people have: other people in the crew, or shifts that nobody can work both of. */
function sharedNames(day: Layout, personOf: PersonOf): ReadonlySet<string> {
  const known = new Map<string, { persons: Set<string>; spans: Span[] }>();
  const shared = new Set<string>();
  for (const shift of day.shifts) {
    const name = foldName(shift.teamMember);
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

/** A plan for the day, not for this moment: no break counts. */
const plannedAhead = { minute: Number.NEGATIVE_INFINITY, now: 0 };

/** Who fits by the label of their shift comes first, then the others, spread over the subareas. Nobody's history counts. */
export function fillByJob(day: Layout) {
  const seats: ShiftPlacement[] = [];
  let filled = day;
  for (const { id } of inTime(day.rotations, day.dayStart)) {
    const rotation = filled.rotations.find((each) => each.id === id);
    const placed = rotation ? fillRotation(filled, rotation) : [];
    seats.push(...placed);
    // so that people stay where the rotation before put them
    filled = fillOpen(filled, placed);
  }
  const left = filled.rotations.flatMap((rotation) =>
    unassigned(filled.shifts, rotation, day.dayStart).map(({ id }) => ({
      ...{ shift: id, rotation: rotation.id, why: 'full' as const },
    })),
  );
  return { seats, left };
}

interface OpenPlace {
  readonly position: Position;
  readonly subarea: string;
  readonly candidates: readonly SeatCandidate[];
  readonly taken: Shift[];
}

function fillRotation(day: CoveredDay, rotation: Rotation): readonly ShiftPlacement[] {
  const waiting = new Set(unassigned(day.shifts, rotation, day.dayStart).map(({ id }) => id));
  if (waiting.size === 0) return [];
  const duties = dutiesIn(day, rotation);
  const places = rotation.subareas.flatMap(({ id: subarea, positions }) =>
    positions
      .filter(({ id, seats }) => seats.length === 0 && isWanted(duties, id))
      .map((position): OpenPlace => {
        const candidates = candidatesFor(day, { rotation, position }, plannedAhead);
        return { position, subarea, candidates, taken: [] };
      }),
  );
  const placed: ShiftPlacement[] = [];
  const take = (place: OpenPlace, suits: (candidate: SeatCandidate) => boolean): boolean => {
    const found = place.candidates.find((each) => waiting.has(each.shift.id) && suits(each));
    if (!found) return false;
    waiting.delete(found.shift.id);
    place.taken.push(found.shift);
    placed.push({ shift: found.shift.id, rotation: rotation.id, position: place.position.id });
    return true;
  };
  const fillEach = (suits: (candidate: SeatCandidate, place: OpenPlace) => boolean) => {
    for (const place of places) {
      if (place.taken.length === 0) take(place, (candidate) => suits(candidate, place));
    }
  };

  const before = lastPositions(day, rotation);
  const stays = ({ shift }: SeatCandidate, { position }: OpenPlace) => before.get(shift.id) === position.name;
  fillEach((candidate, place) => candidate.job !== null && stays(candidate, place));
  fillEach(({ job }) => job === 'position');
  fillEach(({ job }) => job === 'subarea');
  fillEach(stays);
  fillSpread(rotation, places, (place) => take(place, () => true));
  // a position can pass from who leaves to who comes later
  const isFree = ({ taken }: OpenPlace, { shift }: SeatCandidate) =>
    taken.every((other) => !areThereAtOnce(other, shift, day));
  for (const isWanted of [({ job }: SeatCandidate) => job !== null, () => true]) {
    for (const place of places) {
      while (take(place, (candidate) => isWanted(candidate) && isFree(place, candidate)));
    }
  }
  return placed;
}

function lastPositions({ rotations, dayStart }: CoveredDay, rotation: Rotation): ReadonlyMap<string, string> {
  const start = (each: Rotation) => spanOf(each, dayStart).start;
  const earlier = inTime(rotations, dayStart).filter((each) => start(each) < start(rotation));
  return new Map(
    earlier.flatMap((each) => [...positionsByShift(each)].map(([id, { position }]) => [id, position.name])),
  );
}

/** One place after the other, always in the subarea of which the smallest part is taken. */
function fillSpread(
  { subareas }: Rotation,
  places: readonly OpenPlace[],
  take: (place: OpenPlace) => boolean,
): void {
  const open = places.filter(({ taken }) => taken.length === 0);
  const count = new Map(subareas.map(({ id, positions }) => [id, { of: positions.length, open: 0 }]));
  for (const { subarea } of open) {
    const counted = count.get(subarea);
    if (counted) counted.open += 1;
  }
  const takenPart = ({ subarea }: OpenPlace) => {
    const { of, open: left } = count.get(subarea) ?? { of: 1, open: 0 };
    return (of - left) / of;
  };
  while (open.length > 0) {
    const next = open.reduce((least, place) => (takenPart(place) < takenPart(least) ? place : least));
    open.splice(open.indexOf(next), 1);
    const counted = count.get(next.subarea);
    if (take(next) && counted) counted.open -= 1;
  }
}

function areThereAtOnce(one: Shift, other: Shift, { dayStart }: CoveredDay): boolean {
  const first = presentSpan(one, dayStart);
  const second = presentSpan(other, dayStart);
  return first !== null && second !== null && spansOverlap(first, second);
}
