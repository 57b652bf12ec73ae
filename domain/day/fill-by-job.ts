import type { Position } from '../plan/position.ts';
import { positionsOf, type Rotation, unassigned } from '../plan/rotation.ts';
import { spanOf, spansOverlap } from '../time/clock-time.ts';
import { candidatesFor, type SeatCandidate } from './candidates.ts';
import type { CoveredDay } from './coverage.ts';
import { fillOpen, type Placed } from './fill-open.ts';
import type { Layout } from './layout.ts';
import { presentSpan } from './presence.ts';
import type { Shift } from './shift.ts';

/** A plan for the day, not for this moment: no break counts. */
const plannedAhead = { minute: Number.NEGATIVE_INFINITY, now: 0 };

export interface JobFill {
  readonly seats: readonly Placed[];
  /** Those for whom no position is open. */
  readonly left: readonly { readonly shift: string; readonly rotation: string; readonly why: 'full' }[];
}

/**
 * Everybody without a position on an open one, rotation by rotation, with nobody's history: who fits by the label of
 * their shift first, then the others, spread over the subareas; of those who fit, the one that the board ranks best.
 */
export function fillByJob(day: Layout): JobFill {
  const inOrder = [...day.rotations].sort(
    (one, other) => spanOf(one, day.dayStart).start - spanOf(other, day.dayStart).start,
  );
  const seats: Placed[] = [];
  let filled = day;
  for (const { id } of inOrder) {
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

function fillRotation(day: CoveredDay, rotation: Rotation): readonly Placed[] {
  const waiting = new Set(unassigned(day.shifts, rotation, day.dayStart).map(({ id }) => id));
  if (waiting.size === 0) return [];
  const places = rotation.subareas.flatMap(({ id: subarea, positions }) =>
    positions
      .filter(({ seats }) => seats.length === 0)
      .map((position): OpenPlace => {
        const candidates = candidatesFor(day, { rotation, position }, plannedAhead);
        return { position, subarea, candidates, taken: [] };
      }),
  );
  const placed: Placed[] = [];
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

/** Where people were last, before this rotation. */
function lastPositions({ rotations, dayStart }: CoveredDay, rotation: Rotation): ReadonlyMap<string, string> {
  const start = (each: Rotation) => spanOf(each, dayStart).start;
  const earlier = rotations
    .filter((each) => start(each) < start(rotation))
    .sort((one, other) => start(one) - start(other));
  return new Map(
    earlier.flatMap(positionsOf).flatMap(({ name, seats }) => seats.map((id) => [id, name] as const)),
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
  const [first, second] = [presentSpan(one, dayStart), presentSpan(other, dayStart)];
  return first !== null && second !== null && spansOverlap(first, second);
}
