import { type Span, sharedMinutes } from '../time/clock-time.ts';
import { isBarred, levelAt, minutesIn } from './fit.ts';
import type { PlannerDay, PlannerRotation, Seating } from './planner-day.ts';
import { type KnownSeat, seatFinder } from './points.ts';
import { type Choice, type RotationModel, rotationModel } from './rotation-model.ts';
import { SeatSearch, seatsOf } from './seat-search.ts';
import { excludes, isTooLarge, keptLocks } from './seats.ts';

export interface Move {
  readonly rotation: string;
  readonly shift: string;
  /** The position before and after; null for none. */
  readonly from: string | null;
  readonly to: string | null;
}

export interface Mended {
  readonly seats: readonly Seating[];
  /** Who sits elsewhere than before, in the order of the rotations. Who is gone isn't in it. */
  readonly moves: readonly Move[];
  /** Minutes in which positions that must have somebody have somebody again. */
  readonly regained: number;
}

/** What a move costs, in points: 25 minutes of a position that must have somebody are worth it. */
const movePoints = -1_500;

export interface Mending {
  /** Shifts that take no part from now on. */
  readonly gone: readonly string[];
  readonly now: number;
  /** The rotations to mend. Where nobody says so, those that lost a seat, or all if none did. */
  readonly rotations?: readonly string[];
}

/**
 * Mends seats with few moves after somebody is gone or came, or a rotation is run with another number of people. `day` is the day as
 * it is now, `seats` what was planned. Rotations that are over stay; of the one that runs, what is left counts.
 */
export function replan(
  day: PlannerDay,
  seats: readonly Seating[],
  { gone, now, rotations }: Mending,
): Mended {
  const left = new Set(gone);
  const there: PlannerDay = {
    ...day,
    shifts: day.shifts.filter(({ id }) => !left.has(id)),
    locks: day.locks.filter(({ shift }) => !left.has(shift)),
  };
  const over = new Set(day.rotations.flatMap(({ id, end }) => (end <= now ? [id] : [])));
  const find = seatFinder(there);
  const standing = seats.flatMap((seat) => find(seat) ?? []);
  const locks = keptLocks(there);
  const ahead = there.rotations.filter(({ id }) => !over.has(id)).map(({ id }) => id);
  const wanted = rotations ?? seats.flatMap((seat) => (find(seat) ? [] : [seat.rotation]));
  const lost = ahead.filter((id) => wanted.includes(id));
  const asked = new Set(rotations || lost.length > 0 ? lost : ahead);
  const models = there.rotations.map((rotation) =>
    over.has(rotation.id)
      ? rotationModel({ ...there, shifts: [] }, rotation, {
          window: rotation,
          fixed: standing.filter((seat) => seat.rotation === rotation),
          isMerged: false,
        })
      : modelOf(there, rotation, { now, standing, locks, isAsked: asked.has(rotation.id) }),
  );
  const before = models.map(
    ({ rotation: { id } }) =>
      new Map(seats.flatMap(({ rotation, shift, position }) => (rotation === id ? [[shift, position]] : []))),
  );
  const wasAt = ({ shift }: Choice, at: number) => before[at]?.get(shift.id);
  const search = new SeatSearch(there, models, (choice, at) => {
    const was = wasAt(choice, at);
    // who had a seat and gets none has moved as well
    const moves = (was === choice.place.position.id ? 0 : 1) - (was === undefined ? 0 : 1);
    return moves * movePoints;
  });
  const kept = models.map(({ choices }, at) =>
    choices.flatMap((choice, index) => (wasAt(choice, at) === choice.place.position.id ? [index] : [])),
  );
  const stillToCome = (some: readonly Seating[]) => some.filter(({ rotation }) => !over.has(rotation));
  const { chosen } = search.improve(
    kept,
    models.flatMap(({ rotation }, at) => (asked.has(rotation.id) ? [at] : [])),
  );
  const mended = stillToCome(seatsOf(models, chosen));
  return {
    seats: [...seats.filter(({ rotation }) => over.has(rotation)), ...mended],
    moves: movesBetween(there, stillToCome(seats), mended),
    regained: mustMinutes(there, mended, now) - mustMinutes(there, stillToCome(seatsOf(models, kept)), now),
  };
}

const keyOf = (rotation: string, shift: string): string => JSON.stringify([rotation, shift]);

interface Asked {
  readonly now: number;
  readonly standing: readonly KnownSeat[];
  readonly locks: readonly KnownSeat[];
  /** Whether it is mended; else all stays. */
  readonly isAsked: boolean;
}

/** What can be chosen of what is left of a rotation. */
function modelOf(
  day: PlannerDay,
  rotation: PlannerRotation,
  { now, standing, locks, isAsked }: Asked,
): RotationModel {
  const window: Span = { start: Math.max(rotation.start, now), end: rotation.end };
  const free = standing.filter((seat) => !locks.some((lock) => excludes(lock, seat)));
  const own = free.filter((seat) => seat.rotation === rotation);
  const stays = (seat: KnownSeat) =>
    sharedMinutes(seat.shift, window) <= 0 ||
    !isByTheRules(day, seat) ||
    free.some((other) => other !== seat && excludes(other, seat));
  const fixed = [...locks.filter((lock) => lock.rotation === rotation), ...own.filter(stays)];
  const shifts = !isAsked || isTooLarge(day, rotation) ? [] : day.shifts;
  return rotationModel({ ...day, shifts }, rotation, {
    window,
    fixed: shifts.length === 0 ? [...fixed, ...own.filter((seat) => !fixed.includes(seat))] : fixed,
    isMerged: false,
    maySitShort: (shift, position) => own.some((seat) => seat.shift === shift && seat.position === position),
  });
}

/** Where people were put against the rules, somebody wanted it so: they stay as well. */
const isByTheRules = ({ settings }: PlannerDay, { shift, rotation, position }: KnownSeat): boolean =>
  levelAt(shift, position) !== null &&
  !isBarred(shift, position) &&
  minutesIn(shift, rotation) >= settings.minSeat;

/** Who sits elsewhere than before, in the order of the rotations. */
export function movesBetween(
  { rotations, shifts }: Pick<PlannerDay, 'rotations' | 'shifts'>,
  before: readonly Seating[],
  after: readonly Seating[],
): readonly Move[] {
  const positions = (seats: readonly Seating[]) =>
    new Map(seats.map(({ rotation, shift, position }) => [keyOf(rotation, shift), position]));
  const [were, are] = [positions(before), positions(after)];
  return rotations.flatMap(({ id: rotation }) =>
    shifts.flatMap(({ id: shift }): Move[] => {
      const key = keyOf(rotation, shift);
      const [from, to] = [were.get(key) ?? null, are.get(key) ?? null];
      return from === to ? [] : [{ rotation, shift, from, to }];
    }),
  );
}

/** Minutes from now on in which positions that must have somebody have somebody. */
function mustMinutes(day: PlannerDay, seats: readonly Seating[], now: number): number {
  const find = seatFinder(day);
  return seats.reduce((sum, seating) => {
    const seat = find(seating);
    if (seat?.position.priority !== 'must') return sum;
    const { start, end } = seat.rotation;
    return sum + minutesIn(seat.shift, { start: Math.max(start, now), end });
  }, 0);
}
