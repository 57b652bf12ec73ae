import { solve } from 'yalps';
import { grouped } from '../list/list.ts';
import { clip, type Span, spansOverlap } from '../time/clock-time.ts';
import { isBarred, levelAt } from './fit.ts';
import type {
  PlannerDay,
  PlannerPosition,
  PlannerRotation,
  PlannerShift,
  SkillLevel,
} from './planner-day.ts';
import { coveredFrom, type KnownSeat, summandsAlone, total } from './points.ts';

// One rotation as a program in whole numbers: which of the allowed seats to choose, so that they are worth the most.

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
  /** What is planned of it: all of it, or what is left. */
  readonly window: Span;
  readonly places: readonly Place[];
  readonly choices: readonly Choice[];
  /** Seats that stay as they are. */
  readonly fixed: readonly KnownSeat[];
}

/** How many people the solver takes on in one rotation. */
export const solverLimit = 250;

export interface ModelRules {
  /** Seats of this rotation that stay. */
  readonly fixed: readonly KnownSeat[];
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
    if (!span || seated.has(shift.id)) return [];
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
  return { rotation, window, places, choices: withinReach(choices, fixed), fixed };
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

/** Steps that the solver may take over one rotation. Hardly any takes ten: the first answer is nearly always in whole numbers. */
const steps = 200;

/**
 * The choices that are worth the most together, as numbers in the list of the model; `values` has what each is worth, null where
 * it can't be. Null when the solver finds no answer within its steps.
 */
export function bestChoices(
  { choices, fixed }: RotationModel,
  values: readonly (number | null)[],
): readonly number[] | null {
  const trained = new Set<string>();
  choices.forEach((choice, at) => {
    if (isTrainee(choice) && (values[at] ?? 0) > 0) trained.add(choice.place.position.subarea);
  });
  const alive: number[] = [];
  choices.forEach((choice, at) => {
    const value = values[at] ?? null;
    if (value === null) return;
    // who is worth nothing by themselves can still make room for a trainee
    if (value > 0 || (isBest(choice) && trained.has(choice.place.position.subarea))) alive.push(at);
  });
  const constraints: [number, { max: number }][] = [];
  const coefficients = new Map<number, [number, number][]>(alive.map((at) => [at, [[0, values[at] ?? 0]]]));
  const add = (max: number, terms: Iterable<readonly [number, number]>) => {
    const row = constraints.length + 1;
    constraints.push([row, { max }]);
    for (const [at, factor] of terms) coefficients.get(at)?.push([row, factor]);
  };
  const once = (at: number) => [at, 1] as const;

  for (const own of grouped(alive, (at) => choices[at]?.shift).values()) add(1, own.map(once));
  for (const own of grouped(alive, (at) => choices[at]?.place).values()) {
    const capacity = choices[own[0] as number]?.place.ids.length ?? 0;
    for (const crowd of crowds(own, choices)) if (crowd.length > capacity) add(capacity, crowd.map(once));
  }
  for (const subarea of trained) {
    const there = alive.filter((at) => choices[at]?.place.position.subarea === subarea);
    const trainees = there.filter((at) => isTrainee(choices[at] as Choice));
    const best = there.filter((at) => isBest(choices[at] as Choice));
    const already = trainingIn(subarea, fixed).best;
    add(1, trainees.map(once));
    if (already === 0) add(0, [...trainees.map(once), ...best.map((at) => [at, -1] as const)]);
  }

  const { variables, result } = solve(
    { objective: 0, constraints, variables: coefficients, integers: true },
    { maxIterations: steps },
  );
  return Number.isNaN(result) ? null : variables.map(([at]) => at);
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
