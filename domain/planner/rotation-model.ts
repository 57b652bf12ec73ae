import { grouped } from '../list/list.ts';
import { clip, type Span, spansOverlap } from '../time/clock-time.ts';
import { isBarred, isOutIn, levelAt } from './fit.ts';
import type {
  PlannerDay,
  PlannerPosition,
  PlannerRotation,
  PlannerShift,
  SkillLevel,
} from './planner-day.ts';
import { coveredFrom, type KnownSeat, summandsAlone, total } from './points.ts';

// What can be chosen for one rotation, and what can't be chosen at once.

/** Positions of a rotation that are alike in everything that counts: who has one of them could have any. */
export interface Place {
  readonly position: PlannerPosition;
  readonly ids: readonly string[];
  readonly covers: readonly PlannerPosition[];
}

/** Somebody on one of the positions of a place, as far as the hard rules of people and stations go. */
export interface Choice extends Span {
  readonly shift: PlannerShift;
  readonly place: Place;
  readonly minutes: number;
  readonly level: SkillLevel;
  /** What it is worth whatever the others are. */
  readonly alone: number;
}

export interface RotationModel {
  readonly rotation: PlannerRotation;
  readonly places: readonly Place[];
  readonly choices: readonly Choice[];
  /** Seats that stay as they are. */
  readonly fixed: readonly KnownSeat[];
}

/** How many of these choices can be made at once. */
export interface Limit {
  readonly max: number;
  readonly choices: readonly number[];
  /** Each of these that is made makes room for one more. */
  readonly helpers: readonly number[];
}

/** How many people the solver takes on in one rotation. */
export const solverLimit = 250;

export interface ModelRules {
  /** Seats of this rotation that stay. */
  readonly fixed: readonly KnownSeat[];
  /** What is planned of it: all of it, or what is left. */
  readonly window: Span;
  /** Whether positions that are alike may be exchanged for each other. */
  readonly isMerged: boolean;
  /** Whether somebody may sit in it for less than the team's least time. */
  readonly maySitShort?: (shift: PlannerShift, position: PlannerPosition) => boolean;
}

export function rotationModel(
  day: PlannerDay,
  rotation: PlannerRotation,
  { fixed, window, isMerged, maySitShort }: ModelRules,
): RotationModel {
  const held = new Set(fixed.map(({ position }) => position.id));
  const places = placesOf(rotation, (position) => !isMerged || held.has(position.id));
  const seated = new Set(fixed.map(({ shift }) => shift.id));
  const choices = day.shifts.flatMap((shift) => {
    const span = clip(shift, window);
    if (!span || seated.has(shift.id) || isOutIn(shift, rotation)) return [];
    const minutes = span.end - span.start;
    return places.flatMap((place): Choice[] => {
      const { position, covers } = place;
      const level = levelAt(shift, position);
      const isLong = minutes >= day.settings.minSeat || maySitShort?.(shift, position) === true;
      const isHeld =
        held.has(position.id) &&
        fixed.some((seat) => seat.position.id === position.id && spansOverlap(seat.shift, span));
      if (level === null || !isLong || isHeld) return [];
      if (isBarred(shift, position) || covers.some((covered) => isBarred(shift, covered))) return [];
      const alone = total(summandsAlone(day, shift, window, position, covers));
      return [{ shift, place, minutes, level, alone, ...span }];
    });
  });
  return { rotation, places, choices: withinReach(choices, fixed), fixed };
}

function placesOf(rotation: PlannerRotation, isAlone: (position: PlannerPosition) => boolean): Place[] {
  const places = new Map<string, { position: PlannerPosition; ids: string[]; covers: PlannerPosition[] }>();
  for (const position of rotation.seats) {
    const covers = coveredFrom(rotation, position);
    const alike = [
      position.subarea,
      position.station,
      position.priority,
      position.equipment,
      position.classes,
      covers.map((covered) => [covered.station, covered.equipment]),
      isAlone(position) ? position.id : null,
    ];
    const key = JSON.stringify(alike);
    const place = places.get(key);
    if (place) place.ids.push(position.id);
    else places.set(key, { position, ids: [position.id], covers: [...covers] });
  }
  return [...places.values()];
}

const isTrainee = ({ level, place }: Choice): boolean => level === 1 && place.position.station !== null;
/** Who is the best at their own station makes room for a trainee. */
const isBest = ({ level, place }: Choice): boolean => level === 3 && place.position.station !== null;

/** How many trainees a subarea can take, and how many of the best sit there already. */
function trainingIn(subarea: string, fixed: readonly KnownSeat[]) {
  const there = fixed.filter(({ position }) => position.subarea === subarea && position.station !== null);
  const levels = there.map(({ shift, position }) => levelAt(shift, position));
  return {
    room: levels.includes(1) ? 0 : 1,
    best: levels.filter((level) => level === 3).length,
  };
}

/** Without trainees in subareas where nobody could be the best, or that have one already. */
function withinReach(choices: readonly Choice[], fixed: readonly KnownSeat[]): readonly Choice[] {
  const subareas = new Map<string, boolean>();
  for (const { place } of choices) {
    const { subarea } = place.position;
    if (subareas.has(subarea)) continue;
    const { room, best } = trainingIn(subarea, fixed);
    const isPossible =
      best > 0 || choices.some((choice) => isBest(choice) && choice.place.position.subarea === subarea);
    subareas.set(subarea, room > 0 && isPossible);
  }
  return choices.filter((choice) => !isTrainee(choice) || subareas.get(choice.place.position.subarea));
}

/** Nobody sits twice, no position has two people at a minute, and no trainee is without somebody who is the best. */
export function limitsOf({ choices, fixed }: RotationModel): readonly Limit[] {
  const numbers = choices.map((_, at) => at);
  const choice = (at: number) => choices[at] as Choice;
  const limits: Limit[] = [...grouped(numbers, (at) => choice(at).shift).values()].map((own) => ({
    max: 1,
    choices: own,
    helpers: [],
  }));
  for (const [place, own] of grouped(numbers, (at) => choice(at).place)) {
    const max = place.ids.length;
    for (const crowd of crowds(own, choices)) {
      if (crowd.length > max) limits.push({ max, choices: crowd, helpers: [] });
    }
  }
  const trainees = numbers.filter((at) => isTrainee(choice(at)));
  for (const [subarea, own] of grouped(trainees, (at) => choice(at).place.position.subarea)) {
    limits.push({ max: 1, choices: own, helpers: [] });
    if (trainingIn(subarea, fixed).best > 0) continue;
    const best = numbers.filter((at) => isBest(choice(at)) && choice(at).place.position.subarea === subarea);
    limits.push({ max: 0, choices: own, helpers: best });
  }
  return limits;
}

/** All that are there at one minute, for each minute at which that isn't a part of another minute's. */
function crowds(items: readonly number[], choices: readonly Choice[]): number[][] {
  const span = (at: number) => choices[at] as Choice;
  const sorted = [...items].sort((one, other) => span(one).start - span(other).start);
  const found: number[][] = [];
  let there: number[] = [];
  for (const at of sorted) {
    const { start } = span(at);
    const left = there.filter((other) => span(other).end > start);
    if (left.length < there.length) found.push(there);
    there = [...left, at];
  }
  if (there.length > 0) found.push(there);
  return found;
}
