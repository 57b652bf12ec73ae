import { grouped } from '../list/list.ts';
import type { Priority } from '../plan/rotation.ts';
import type { Span } from '../time/clock-time.ts';
import { levelAt, minutesIn } from './fit.ts';
import type {
  PlannerDay,
  PlannerPosition,
  PlannerRotation,
  PlannerSettings,
  PlannerShift,
  Seating,
  SkillLevel,
  ToughClass,
} from './planner-day.ts';

// What a seat is worth. The planner adds these up, and the reasons name them: there is no second opinion.

/** A minute of a position with somebody on it. */
export const priorityPoints: Readonly<Record<Priority, number>> = { must: 60, should: 30, nice: 12 };
const levelPoints: Readonly<Record<SkillLevel, number>> = { 1: -10, 2: 0, 3: 6 };
const jobPoints = 4;
const likedPoints = 2;
const dislikedPoints = -3;
/** A minute of a station that is covered by somebody who has no level there. */
const uncoveredPoints = -6;
/** Hours above the team's average, beyond which it counts no more. */
const fairest = -3;
const unfairest = 6;
/** Once, for the same station in two rotations in a row. */
const sameStationPoints = 240;
/** A minute in a class beyond what a day may have. */
const overCapPoints = -3;

/** One part of what a seat is worth, in points for the whole of it. */
export type Summand = { readonly points: number } & (
  | { readonly kind: 'priority' }
  | { readonly kind: 'level'; readonly level: SkillLevel }
  | { readonly kind: 'job' }
  | { readonly kind: 'likes' }
  | { readonly kind: 'dislikes' }
  /** Hours more than the team's average; below 0 for less. */
  | { readonly kind: 'fairness'; readonly class: ToughClass; readonly hours: number }
  /** Covers this position, without knowing how. */
  | { readonly kind: 'covers'; readonly position: string }
  /** On the same station in the rotation before or after. */
  | { readonly kind: 'same-station'; readonly rotation: string }
  | { readonly kind: 'over-cap'; readonly class: ToughClass; readonly minutes: number }
);

export const total = (summands: readonly Summand[]): number =>
  summands.reduce((sum, { points }) => sum + points, 0);

/** What a seat is worth by itself, whatever the others are. `covers`: what is covered from it. */
export function summandsAlone(
  day: Pick<PlannerDay, 'average'>,
  shift: PlannerShift,
  rotation: Span,
  position: PlannerPosition,
  covers: readonly PlannerPosition[],
): readonly Summand[] {
  const minutes = minutesIn(shift, rotation);
  const { station } = position;
  const summands: Summand[] = [{ kind: 'priority', points: minutes * priorityPoints[position.priority] }];
  if (station !== null) {
    const level = levelAt(shift, position);
    if (level !== null) summands.push({ kind: 'level', level, points: minutes * levelPoints[level] });
    if (shift.label === position.area) summands.push({ kind: 'job', points: minutes * jobPoints });
    if (shift.likes.has(station)) summands.push({ kind: 'likes', points: minutes * likedPoints });
    if (shift.dislikes.has(station)) summands.push({ kind: 'dislikes', points: minutes * dislikedPoints });
    for (const tough of position.classes) {
      const hours = hoursAboveAverage(day, shift, tough);
      if (hours !== 0) summands.push({ kind: 'fairness', class: tough, hours, points: minutes * -hours });
    }
  }
  for (const covered of covers) {
    if (levelAt(shift, covered) === null)
      summands.push({ kind: 'covers', position: covered.id, points: minutes * uncoveredPoints });
  }
  return summands;
}

/** As the price of fairness counts them: whole hours, and neither many more nor many less. */
function hoursAboveAverage(
  { average }: Pick<PlannerDay, 'average'>,
  { past }: PlannerShift,
  tough: ToughClass,
): number {
  const hours = Math.trunc(((past.get(tough) ?? 0) - (average.get(tough) ?? 0)) / 60);
  // without the -0 that a division can leave
  return Math.min(Math.max(hours, fairest), unfairest) || 0;
}

/** What it is worth to be on a station for two rotations in a row. */
export const sameStation = ({ variety }: PlannerSettings): number =>
  variety === 'stay' ? sameStationPoints : -sameStationPoints;

/** What so many minutes of a class in a day cost. */
export const overCap = ({ classCap }: PlannerSettings, minutes: number): number =>
  minutes > classCap ? (minutes - classCap) * overCapPoints : 0;

/** A seat with what its ids stand for. */
export interface KnownSeat {
  readonly shift: PlannerShift;
  readonly rotation: PlannerRotation;
  readonly position: PlannerPosition;
}

/** Finds what seats are by their ids; null for one that the day doesn't have, or that is no seat of the chart. */
export function seatFinder(day: PlannerDay): (seat: Seating) => KnownSeat | null {
  const shifts = new Map(day.shifts.map((shift) => [shift.id, shift]));
  const rotations = new Map(
    day.rotations.map((rotation) => [
      rotation.id,
      { rotation, positions: new Map(rotation.seats.map((position) => [position.id, position])) },
    ]),
  );
  return (seat) => {
    const shift = shifts.get(seat.shift);
    const at = rotations.get(seat.rotation);
    const position = at?.positions.get(seat.position);
    return shift && at && position ? { shift, rotation: at.rotation, position } : null;
  };
}

/** What is covered from a seat. */
export const coveredFrom = (
  { covered }: PlannerRotation,
  { id }: PlannerPosition,
): readonly PlannerPosition[] => covered.filter(({ by }) => by === id).map(({ position }) => position);

/** What all seats are worth together. Seats that the day doesn't have count nothing. */
export function pointsOf(day: PlannerDay, seats: readonly Seating[]): number {
  const find = seatFinder(day);
  const known = seats.flatMap((seat) => find(seat) ?? []);
  const alone = known.reduce(
    (sum, { shift, rotation, position }) =>
      sum + total(summandsAlone(day, shift, rotation, position, coveredFrom(rotation, position))),
    0,
  );
  return alone + pointsOfDays(day, grouped(known, ({ shift }) => shift).values());
}

/** What the seats of one person make together: the same station again, and too much of a class. */
function pointsOfDays(
  { settings }: Pick<PlannerDay, 'settings'>,
  days: Iterable<readonly KnownSeat[]>,
): number {
  let points = 0;
  for (const seats of days) {
    for (const one of seats) {
      for (const next of seats) if (isSameStationNext(one, next)) points += sameStation(settings);
    }
    for (const minutes of minutesByClass(seats).values()) points += overCap(settings, minutes);
  }
  return points;
}

const isSameStationNext = (one: KnownSeat, next: KnownSeat): boolean =>
  one.rotation.end === next.rotation.start &&
  one.position.station !== null &&
  one.position.station === next.position.station;

function minutesByClass(seats: readonly KnownSeat[]): ReadonlyMap<ToughClass, number> {
  const minutes = new Map<ToughClass, number>();
  for (const { shift, rotation, position } of seats) {
    for (const tough of position.classes)
      minutes.set(tough, (minutes.get(tough) ?? 0) + minutesIn(shift, rotation));
  }
  return minutes;
}

/** All that a seat is worth with the others there, in the order of the list above. */
export function summandsOf(day: PlannerDay, seats: readonly Seating[], seat: Seating): readonly Summand[] {
  const find = seatFinder(day);
  const known = find(seat);
  if (!known) return [];
  const { shift, rotation, position } = known;
  const others = seats.flatMap((other) => {
    const at =
      other.shift === seat.shift && (other.rotation !== seat.rotation || other.position !== seat.position)
        ? find(other)
        : null;
    return at ?? [];
  });
  const again = others.filter((other) => isSameStationNext(other, known) || isSameStationNext(known, other));
  const before = minutesByClass(others);
  return [
    ...summandsAlone(day, shift, rotation, position, coveredFrom(rotation, position)),
    ...again.map(
      (other): Summand => ({
        kind: 'same-station',
        rotation: other.rotation.id,
        points: sameStation(day.settings),
      }),
    ),
    ...position.classes.flatMap((tough): Summand[] => {
      const elsewhere = before.get(tough) ?? 0;
      const minutes = elsewhere + minutesIn(shift, rotation);
      const points = overCap(day.settings, minutes) - overCap(day.settings, elsewhere);
      return points === 0
        ? []
        : [{ kind: 'over-cap', class: tough, minutes: minutes - day.settings.classCap, points }];
    }),
  ];
}
