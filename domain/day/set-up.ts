import { byId } from '../list/list.ts';
import type { Duty } from '../plan/charts.ts';
import { type Position, positionsOf, priorities, type Rotation, type Subarea } from '../plan/rotation.ts';
import { stationOf } from '../plan/station-key.ts';
import { spanOf } from '../time/clock-time.ts';
import { coveredSpans } from './coverage.ts';
import { dutiesIn, isCountedOn, isWanted } from './headcount.ts';
import { jobFitOf } from './job-fit.ts';
import type { Layout } from './layout.ts';
import { isLockedSeat } from './locks.ts';
import type { Shift } from './shift.ts';
import { certainSpan, maySit, unassigned } from './who-is-there.ts';

type Day = Pick<Layout, 'shifts' | 'dayStart' | 'locks'>;
type Duties = ReadonlyMap<string, Duty>;

/** Somebody on a position that the chart has no seat for, or on none, and the open seat they go to. */
export interface SetUpMove {
  readonly shift: Shift;
  readonly from: Position | null;
  readonly to: Position;
}

interface Place {
  readonly position: Position;
  readonly subarea: Subarea;
}

/**
 * Who moves so that the rotation is run as its chart says. Who has a seat of the chart stays, and who has none goes to the open
 * one that is most like theirs, or stays where none is left. `isMore`: there are more people than before, so who has no position
 * gets a seat that is left. Who has left by the minute `now` goes nowhere.
 */
export function setUpMoves(
  day: Day,
  rotation: Rotation,
  { isMore = false, now = 0 } = {},
): readonly SetUpMove[] {
  const duties = dutiesIn(day, rotation);
  if (duties.size === 0) return [];
  const places = rotation.subareas.flatMap((subarea) =>
    subarea.positions.map((position): Place => ({ position, subarea })),
  );
  const seatedOn = ({ seats }: Position) => seats.flatMap((id) => byId(day.shifts, id) ?? []);
  const window = spanOf(rotation, day.dayStart);
  const isFree = ({ position }: Place) =>
    isWanted(duties, position.id) && coveredSpans(seatedOn(position), window, day.dayStart).length === 0;
  const isThere = (shift: Shift) => (certainSpan(shift, day.dayStart)?.end ?? now + 1) > now;
  const going = places
    .filter(({ position }) => !isWanted(duties, position.id))
    .flatMap((from) =>
      seatedOn(from.position)
        .filter((shift) => maySit(shift, rotation, day.dayStart) && isThere(shift))
        .filter(
          ({ id: shift }) => !isLockedSeat(day, { shift, rotation: rotation.id, position: from.position.id }),
        )
        .map((shift) => ({ shift, from })),
    );
  const coming = (isMore ? unassigned(day.shifts, rotation, day.dayStart) : [])
    .filter((shift) => isCountedOn(shift, window, day.dayStart) && isThere(shift))
    .map((shift) => ({ shift, from: null }));
  const pairs = [...going, ...coming]
    .flatMap(({ shift, from }) =>
      places.filter(isFree).map((to) => ({
        move: { shift, from: from?.position ?? null, to: to.position },
        rank: rankOf(rotation, duties, { shift, from, to }),
      })),
    )
    // the sort is stable: what is equal stays in the order of the board
    .sort((one, other) => one.rank - other.rank);
  const moves: SetUpMove[] = [];
  for (const { move } of pairs) {
    if (!moves.some(({ shift, to }) => shift === move.shift || to === move.to)) moves.push(move);
  }
  return moves;
}

/**
 * The lower, the better: how like the place is to the one before, then how much it matters that somebody is there. Who has no position
 * waits for those who move.
 */
function rankOf(
  rotation: Rotation,
  duties: Duties,
  { shift, from, to }: { shift: Shift; from: Place | null; to: Place },
): number {
  const duty = duties.get(from?.position.id ?? '');
  const likes = [
    duty?.kind === 'covered' && duty.by === to.position.id,
    from && stationOf(from.subarea, from.position) === stationOf(to.subarea, to.position),
    jobFitOf(rotation, to.position)(shift.schedule) === 'position',
    from?.subarea === to.subarea,
    jobFitOf(rotation, to.position)(shift.schedule) === 'subarea',
    true,
  ];
  const like = likes.indexOf(true) + (from ? 0 : likes.length);
  return like * priorities.length + priorities.indexOf(to.position.priority ?? 'should');
}

/** What is another duty with other people or another number of them. */
export interface DutyChange {
  readonly position: Position;
  readonly duty: Duty;
  /** Who covers it, where it is covered. */
  readonly by: Position | null;
}

const change = (rotation: Rotation, position: Position, duty: Duty): DutyChange => {
  const by = duty.kind === 'covered' ? byId(positionsOf(rotation), duty.by) : undefined;
  return { position, duty, by: by ?? null };
};

/** The positions that are run in another way than before. */
export function dutyChanges(before: Duties, after: Duties, rotation: Rotation): readonly DutyChange[] {
  const keyOf = (duty: Duty) => (duty.kind === 'covered' ? `from ${duty.by}` : duty.kind);
  return positionsOf(rotation).flatMap((position) => {
    const [was, is] = [before, after].map((duties): Duty => duties.get(position.id) ?? { kind: 'seat' });
    return was && is && keyOf(was) !== keyOf(is) ? [change(rotation, position, is)] : [];
  });
}

/** What positions are that the chart has no seat for. */
export function sparedAmong(
  day: Day,
  rotation: Rotation,
  positions: readonly Position[],
): readonly DutyChange[] {
  const duties = dutiesIn(day, rotation);
  return positions.flatMap((position) => {
    const duty = duties.get(position.id);
    return duty && duty.kind !== 'seat' ? [change(rotation, position, duty)] : [];
  });
}
