import { clip, type Span, sharedMinutes, spansOverlap } from '../time/clock-time.ts';
import { isBarred, isOutIn, levelAt, minutesIn } from './fit.ts';
import type {
  PlannerDay,
  PlannerPosition,
  PlannerRotation,
  PlannerShift,
  Seating,
  SeatPlan,
} from './planner-day.ts';
import { type KnownSeat, pointsOf, type Summand, seatFinder, summandsOf } from './points.ts';
import { type Move, movesBetween } from './replan.ts';
import { chosenOf, SeatSearch, seatsOf } from './seat-search.ts';
import { excludes, isTooLarge, keptLocks, modelsOf } from './seats.ts';

// Why seats are as they are, as data: who shows it finds the words.

export type Reason = Summand | { readonly kind: 'locked' };

/** The two best things about somebody's seat: what it is worth beside the priority of its position, which anybody there would have. */
export function whySeat(day: PlannerDay, seats: readonly Seating[], seat: Seating): readonly Reason[] {
  const summands = summandsOf(day, seats, seat);
  const isLocked = day.locks.some((lock) => isSame(lock, seat));
  const good = summands
    .filter(({ kind, points }) => kind !== 'priority' && points > 0)
    .sort((one, other) => other.points - one.points);
  const rest = [
    ...summands.filter((summand) => summand.kind === 'level' && summand.points <= 0),
    ...summands.filter(({ kind }) => kind === 'priority'),
  ];
  const locked: Reason[] = isLocked ? [{ kind: 'locked' }] : [];
  return [...locked, ...good, ...rest].slice(0, 2);
}

const isSame = (one: Seating, other: Seating): boolean =>
  one.rotation === other.rotation && one.position === other.position && one.shift === other.shift;

/** Why somebody can't have a seat at all. */
export type Bar =
  | 'no-seat'
  | 'too-short'
  | 'out'
  | 'untrained'
  | 'too-young'
  | 'locked'
  | 'training'
  | 'too-many-people';

export type WhyNot =
  | { readonly kind: 'sits-there' }
  | { readonly kind: 'cannot'; readonly bar: Bar }
  | {
      /** What was found is worth less than the plan, as much, or more: then it is a plan to take instead. */
      readonly kind: 'costs' | 'as-good' | 'better';
      /** How much less than the plan, or more. */
      readonly points: number;
      readonly plan: SeatPlan;
      readonly moves: readonly Move[];
      /** Whose own seats lose the most points; null when nobody's do. */
      readonly loser: { readonly shift: string; readonly points: number } | null;
    };

/** More than a rotation can be worth: who is asked for comes before all others. */
const wanted = 2 ** 30;

/** What it would take to have somebody on a seat. The answer is at least as good as anything found: nothing is proved by it. */
export function whyNot(day: PlannerDay, plan: SeatPlan, seat: Seating): WhyNot {
  if (plan.seats.some((each) => isSame(each, seat))) return { kind: 'sits-there' };
  const bar = barOf(day, seat);
  if (bar) return { kind: 'cannot', bar };
  const models = modelsOf(day);
  const asked = models.findIndex(({ rotation }) => rotation.id === seat.rotation);
  const search = new SeatSearch(day, models, ({ shift, place }, at) =>
    at === asked && shift.id === seat.shift && place.ids.includes(seat.position) ? wanted : 0,
  );
  const before = plan.seats.filter(
    (each) => each.shift !== seat.shift || each.rotation === seat.rotation || !isMeanwhile(day, each, seat),
  );
  const wished = new Map(plan.seats.map((each) => [keyOf(each), each.position])).set(
    keyOf(seat),
    seat.position,
  );
  const numbers = models.map((_, at) => at);
  const nearest = [...numbers].sort((one, other) => Math.abs(one - asked) - Math.abs(other - asked));
  const [first, second] = [nearest, [...numbers].reverse()].map((order) =>
    search.improve(chosenOf(models, before), [asked, ...order.filter((at) => at !== asked)]),
  );
  const found = first && second && second.points > first.points ? second : first;
  const seats = seatsOf(models, found?.chosen ?? [], (rotation, shift) =>
    wished.get(keyOf({ rotation, shift })),
  );
  if (
    !seats.some(
      (each) => each.shift === seat.shift && each.rotation === seat.rotation && isAlike(day, each, seat),
    )
  )
    return { kind: 'cannot', bar: 'training' };
  const points = pointsOf(day, seats);
  return {
    kind: points > plan.points ? 'better' : points === plan.points ? 'as-good' : 'costs',
    points: Math.abs(plan.points - points),
    plan: { seats, points },
    moves: movesBetween(day, plan.seats, seats),
    loser: loserOf(day, plan.seats, seats, seat.shift),
  };
}

const keyOf = ({ rotation, shift }: Pick<Seating, 'rotation' | 'shift'>): string =>
  JSON.stringify([rotation, shift]);

/** Whether two rotations have minutes in common. */
function isMeanwhile({ rotations }: PlannerDay, one: Seating, other: Seating): boolean {
  const [first, second] = [one, other].map((seat) => rotations.find(({ id }) => id === seat.rotation));
  return first !== undefined && second !== undefined && spansOverlap(first, second);
}

/** The seat itself, or one that the solver takes for the same. */
function isAlike(day: PlannerDay, one: Seating, other: Seating): boolean {
  if (one.position === other.position) return true;
  const find = seatFinder(day);
  const [first, second] = [find(one)?.position, find(other)?.position];
  return (
    first?.subarea === second?.subarea &&
    first?.station === second?.station &&
    first?.priority === second?.priority
  );
}

function barOf(day: PlannerDay, seat: Seating): Bar | null {
  const known = seatFinder(day)(seat);
  if (!known) return 'no-seat';
  const { shift, rotation, position } = known;
  if (isTooLarge(day, rotation)) return 'too-many-people';
  if (minutesIn(shift, rotation) < day.settings.minSeat) return 'too-short';
  if (isOutIn(shift, rotation)) return 'out';
  if (keptLocks(day).some((lock) => excludes(lock, known))) return 'locked';
  if (levelAt(shift, position) === null) return 'untrained';
  const covers = rotation.covered.flatMap((each) => (each.by === position.id ? [each.position] : []));
  return [position, ...covers].some((each) => isBarred(shift, each)) ? 'too-young' : null;
}

function loserOf(
  day: PlannerDay,
  before: readonly Seating[],
  after: readonly Seating[],
  except: string,
): { shift: string; points: number } | null {
  const worth = (seats: readonly Seating[], shift: string) =>
    pointsOf(
      day,
      seats.filter((seat) => seat.shift === shift),
    );
  const losses = [...new Set(movesBetween(day, before, after).map(({ shift }) => shift))]
    .filter((shift) => shift !== except)
    .map((shift) => ({ shift, points: worth(before, shift) - worth(after, shift) }))
    .filter(({ points }) => points > 0);
  return losses.reduce<(typeof losses)[number] | null>(
    (most, loss) => (most && most.points >= loss.points ? most : loss),
    null,
  );
}

/** Why a position stands open. */
export type OpenCause =
  /** Nobody is there who could come for long enough. */
  | 'nobody-there'
  | 'nobody-trained'
  | 'all-minors'
  /** Only trainees are there, and a subarea has one at most, beside somebody who is the best. */
  | 'only-trainees'
  /** All who could are on other seats. */
  | 'short-handed'
  /** Who is free would be there at the same time as somebody who sits there, or costs more than it is worth. */
  | 'no-fit'
  | 'too-many-people';

export interface WhyOpen {
  readonly cause: OpenCause;
  /** When nobody sits there. */
  readonly spans: readonly Span[];
}

/** Why nobody sits on a position for some of its rotation; null for one that always has somebody, or that is no seat. */
export function whyOpen(
  day: PlannerDay,
  seats: readonly Seating[],
  { rotation: rotationId, position: positionId }: Pick<Seating, 'rotation' | 'position'>,
): WhyOpen | null {
  const rotation = day.rotations.find(({ id }) => id === rotationId);
  const position = rotation?.seats.find(({ id }) => id === positionId);
  if (!rotation || !position) return null;
  const find = seatFinder(day);
  const seated = seats.flatMap((seat) => find(seat) ?? []);
  const spans = gaps(
    rotation,
    seated
      .filter((seat) => seat.rotation === rotation && seat.position === position)
      .map(({ shift }) => shift),
  );
  return spans.length === 0 ? null : { cause: causeOf(day, { rotation, position, spans, seated }), spans };
}

interface Open {
  readonly rotation: PlannerRotation;
  readonly position: PlannerPosition;
  readonly spans: readonly Span[];
  readonly seated: readonly KnownSeat[];
}

function causeOf(day: PlannerDay, { rotation, position, spans, seated }: Open): OpenCause {
  if (isTooLarge(day, rotation)) return 'too-many-people';
  const there = day.shifts.filter(
    (shift) =>
      minutesIn(shift, rotation) >= day.settings.minSeat &&
      !isOutIn(shift, rotation) &&
      spans.some((span) => spansOverlap(shift, span)),
  );
  if (there.length === 0) return 'nobody-there';
  const trained = there.filter((shift) => levelAt(shift, position) !== null);
  if (trained.length === 0) return 'nobody-trained';
  const allowed = trained.filter((shift) => !isBarred(shift, position));
  if (allowed.length === 0) return 'all-minors';
  const isBusy = (shift: PlannerShift) =>
    seated.some(
      (seat) =>
        seat.shift === shift &&
        spans.some((span) => clip(span, seat.rotation) && sharedMinutes(shift, seat.rotation) > 0),
    );
  const able = allowed.filter((shift) => levelAt(shift, position) !== 1);
  if (able.length === 0) return 'only-trainees';
  return able.every(isBusy) ? 'short-handed' : 'no-fit';
}

/** The parts of a span that none of the others has. */
function gaps(whole: Span, others: readonly Span[]): readonly Span[] {
  return others.reduce<readonly Span[]>(
    (left, other) =>
      left.flatMap((span) =>
        [
          { start: span.start, end: Math.min(span.end, other.start) },
          { start: Math.max(span.start, other.end), end: span.end },
        ].filter(({ start, end }) => start < end),
      ),
    [{ start: whole.start, end: whole.end }],
  );
}

export type LockFault = 'no-seat' | 'nobody' | 'too-short' | 'taken' | 'untrained' | 'too-young';

/** One thing that cannot be, or that a plan has to live with. Rotations, positions and shifts are ids. */
export type PlanProblem =
  | { readonly kind: 'nobody-skilled' }
  | {
      readonly kind: 'open';
      readonly cause: OpenCause;
      readonly rotation: string;
      readonly positions: readonly string[];
    }
  /** `no-seat` to `taken`: the lock isn't held; the others: it is, against a rule. */
  | { readonly kind: 'lock'; readonly fault: LockFault; readonly lock: Seating }
  | { readonly kind: 'too-many-people'; readonly rotation: string; readonly people: number }
  | { readonly kind: 'same-name'; readonly name: string; readonly shifts: readonly string[] }
  | { readonly kind: 'overlapping'; readonly rotations: readonly [string, string] };

/** All that cannot be about a plan, each thing once. */
export function problemsIn(day: PlannerDay, { seats }: Pick<SeatPlan, 'seats'>): readonly PlanProblem[] {
  return [
    ...(day.shifts.length > 0 && day.shifts.every(({ skills }) => skills.size === 0)
      ? [{ kind: 'nobody-skilled' } as const]
      : []),
    ...crowded(day),
    ...overlapping(day),
    ...sameNames(day),
    ...lockFaults(day),
    ...day.rotations.flatMap((rotation) => openIn(day, seats, rotation)),
  ];
}

const crowded = (day: PlannerDay): readonly PlanProblem[] =>
  day.rotations.flatMap((rotation) => {
    if (!isTooLarge(day, rotation)) return [];
    const people = day.shifts.filter((shift) => minutesIn(shift, rotation) >= day.settings.minSeat).length;
    return [{ kind: 'too-many-people', rotation: rotation.id, people }];
  });

/** Each rotation with the first one that begins before its end. */
const overlapping = ({ rotations }: PlannerDay): readonly PlanProblem[] =>
  rotations.flatMap((one, at): readonly PlanProblem[] => {
    const other = rotations.slice(at + 1).find((later) => spansOverlap(one, later));
    return other ? [{ kind: 'overlapping', rotations: [one.id, other.id] }] : [];
  });

/** Two people of one name at once are planned as two; if they are one, somebody is in two places. */
function sameNames({ shifts }: PlannerDay): readonly PlanProblem[] {
  const byName = new Map<string, PlannerShift[]>();
  for (const shift of shifts) byName.set(shift.name, [...(byName.get(shift.name) ?? []), shift]);
  return [...byName].flatMap(([name, own]): PlanProblem[] => {
    const atOnce = own.filter((one) => own.some((other) => other !== one && spansOverlap(one, other)));
    return atOnce.length === 0 ? [] : [{ kind: 'same-name', name, shifts: atOnce.map(({ id }) => id) }];
  });
}

function lockFaults(day: PlannerDay): readonly PlanProblem[] {
  const find = seatFinder(day);
  const known = new Set(day.shifts.map(({ id }) => id));
  const kept = keptLocks(day);
  return day.locks.flatMap((lock): PlanProblem[] => {
    const seat = find(lock);
    const fault = ((): LockFault | null => {
      if (!known.has(lock.shift)) return 'nobody';
      if (!seat) return 'no-seat';
      if (minutesIn(seat.shift, seat.rotation) < day.settings.minSeat) return 'too-short';
      if (
        !kept.some(({ shift, rotation, position }) =>
          isSame({ shift: shift.id, rotation: rotation.id, position: position.id }, lock),
        )
      )
        return 'taken';
      if (levelAt(seat.shift, seat.position) === null) return 'untrained';
      return isBarred(seat.shift, seat.position) ? 'too-young' : null;
    })();
    return fault === null ? [] : [{ kind: 'lock', fault, lock }];
  });
}

/** The positions of a rotation that stand open, by cause: for so long that somebody could have come. */
function openIn(
  day: PlannerDay,
  seats: readonly Seating[],
  rotation: PlannerRotation,
): readonly PlanProblem[] {
  const byCause = new Map<OpenCause, string[]>();
  for (const { id: position } of rotation.seats) {
    const open = whyOpen(day, seats, { rotation: rotation.id, position });
    const isLong = open?.spans.some(({ start, end }) => end - start >= day.settings.minSeat);
    // of too many people, one sentence is enough
    if (!open || !isLong || open.cause === 'too-many-people') continue;
    byCause.set(open.cause, [...(byCause.get(open.cause) ?? []), position]);
  }
  return [...byCause].map(([cause, positions]) => ({
    kind: 'open',
    cause,
    rotation: rotation.id,
    positions,
  }));
}
