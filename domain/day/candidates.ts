import type { Words } from '../../words/words.ts';
import { type Position, positionsByShift, positionsOf, type Rotation } from '../plan/rotation.ts';
import { contains, spanOf } from '../time/clock-time.ts';
import type { CoveredDay, Moment, PersonState } from './coverage.ts';
import { isAwayNow } from './due-breaks.ts';
import { dutiesIn, isWanted } from './headcount.ts';
import { type JobFit, jobFitOf, kindOf } from './job-fit.ts';
import type { Shift } from './shift.ts';
import { certainSpan, isOutDuring } from './who-is-there.ts';

/** Somebody who could take a position, and what that leaves behind. */
export interface SeatCandidate {
  readonly shift: Shift;
  readonly state: Exclude<PersonState, 'gone'>;
  /** When somebody who isn't here comes, where that is known. */
  readonly from: number | null;
  /** When they leave, if that is before the rotation ends. */
  readonly until: number | null;
  /** Where they are in this rotation; null if nowhere. */
  readonly leaves: Position | null;
  /** Whether nobody would be left there. */
  readonly leavesOpen: boolean;
  /** Whether they were on a position of this name earlier in the day. */
  readonly worked: boolean;
  /** Whether their label is that of the position or its subarea. */
  readonly job: JobFit;
}

/** Who could take a position of a rotation at a moment, best first. People who are out are never among them. */
export function candidatesFor(
  day: CoveredDay,
  { rotation, position }: { rotation: Rotation; position: Position },
  moment: Moment,
): readonly SeatCandidate[] {
  const window = spanOf(rotation, day.dayStart);
  const isNow = contains(window, moment.minute);
  const minute = isNow ? moment.minute : window.start;
  const spans = new Map(day.shifts.map((shift) => [shift.id, certainSpan(shift, day.dayStart)]));
  const present = (id: string) => contains(spans.get(id) ?? { start: 0, end: 0 }, minute);
  const duties = dutiesIn(day, rotation);
  const places = positionsByShift(rotation);
  const worked = workedAt(day, rotation, position);
  const jobFit = jobFitOf(rotation, position);
  const found = day.shifts.flatMap((shift): SeatCandidate[] => {
    const leaves = places.get(shift.id)?.position ?? null;
    if (leaves?.id === position.id || isOutDuring(shift, rotation, day.dayStart)) return [];
    const span = spans.get(shift.id) ?? null;
    const planned = span ?? spanOf(shift, day.dayStart);
    if (planned.end <= minute || planned.start >= window.end) return [];
    const isAway = isNow && isAwayNow(shift, day, moment.now);
    const isComing = !span || minute < span.start;
    const coming = shift.late ? 'late' : 'arriving';
    return [
      {
        shift,
        state: isComing ? coming : isAway ? 'on-break' : 'here',
        from: span && isComing ? span.start : null,
        until: planned.end < window.end ? planned.end : null,
        leaves,
        leavesOpen:
          leaves !== null &&
          isWanted(duties, leaves.id) &&
          !leaves.seats.some((id) => id !== shift.id && present(id)),
        worked: worked.has(shift.id),
        job: jobFit(shift.schedule),
      },
    ];
  });
  // the sort is stable: who is equal stays in the order of the shifts
  return found
    .map((candidate) => ({ candidate, rank: rankOf(candidate) }))
    .sort((one, other) => compare(one.rank, other.rank))
    .map(({ candidate }) => candidate);
}

/** What a list says of a candidate: 'Free', 'until 2:00', 'leaves Fries 1 open'. `comings` is when they come and go. */
export function reasonsOf(
  { state, leaves, leavesOpen, worked }: SeatCandidate,
  comings: string,
  t: Words<'actions'>,
): readonly string[] {
  return [
    leaves === null && (state === 'here' || state === 'on-break') && t('free'),
    state === 'on-break' && t('on-break'),
    state === 'late' && t('late'),
    comings,
    worked && t('was-there-today'),
    leaves &&
      (leavesOpen
        ? t('leaves-open', { position: leaves.name })
        : t('from-position', { position: leaves.name })),
  ].filter((reason): reason is string => Boolean(reason));
}

/** The lower, the better. */
function rankOf({ state, until, leaves, leavesOpen, worked, job }: SeatCandidate): readonly number[] {
  const isComing = state === 'arriving' || state === 'late';
  const known = worked ? 0 : 1 + ['position', 'subarea', null].indexOf(job);
  return [
    groupOf({ isComing, isFree: leaves === null, knowsIt: worked || job !== null, leavesOpen }),
    ['here', 'on-break', 'arriving', 'late'].indexOf(state),
    known,
    leavesOpen ? 1 : 0,
    until === null ? 0 : 1,
  ];
}

function groupOf(of: { isComing: boolean; isFree: boolean; knowsIt: boolean; leavesOpen: boolean }): number {
  if (of.isComing) return of.isFree ? 3 : 5;
  if (of.isFree) return 0;
  if (of.knowsIt) return 1;
  return of.leavesOpen ? 4 : 2;
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((each, index) => each !== other[index]);
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}

/** Who was on a position of the same name in an earlier rotation of the day. */
function workedAt(
  { rotations, dayStart }: CoveredDay,
  rotation: Rotation,
  position: Position,
): ReadonlySet<string> {
  const name = kindOf(position.name);
  const start = spanOf(rotation, dayStart).start;
  return new Set(
    rotations
      .filter((each) => each.id !== rotation.id && spanOf(each, dayStart).start < start)
      .flatMap((each) => positionsOf(each).filter((other) => kindOf(other.name) === name))
      .flatMap(({ seats }) => seats),
  );
}
