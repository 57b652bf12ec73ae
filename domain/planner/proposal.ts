import type { ChangeOf } from '../change/change.ts';
import { isSame } from '../change/same.ts';
import type { Layout } from '../day/layout.ts';
import { plannedOf, type SeatRow } from '../day/planning-changes.ts';
import type { StoredPlannedBreak } from '../day/shift.ts';
import { grouped } from '../list/list.ts';
import { positionsByShift, positionsOf } from '../plan/rotation.ts';
import { fromMinutes, spanOf } from '../time/clock-time.ts';
import type { PlannedBreak, Seating } from './planner-day.ts';

// A plan beside the day as it is: what taking it would change, row by row.

export interface ProposedMove extends SeatRow {
  readonly id: string;
  /** The moves that make room for this one. */
  readonly needs: readonly string[];
}

const idOf = ({ rotation, shift }: Pick<SeatRow, 'rotation' | 'shift'>): string =>
  JSON.stringify([rotation, shift]);

/**
 * The moves that lead to these seats. With `keeps`, who has a position stays there. A move to a position where somebody stays whom the
 * plan doesn't have there is left out: it was made for another day.
 */
export function movesTo(
  { rotations }: Pick<Layout, 'rotations'>,
  seats: readonly Seating[],
  { keeps }: { keeps: boolean },
): readonly ProposedMove[] {
  const planned = grouped(seats, ({ rotation }) => rotation);
  return rotations.flatMap((rotation) => {
    const places = positionsByShift(rotation);
    const wanted = new Map(planned.get(rotation.id)?.map(({ shift, position }) => [shift, position]));
    const seatsOn = new Map(positionsOf(rotation).map(({ id, seats }) => [id, seats]));
    const rows = new Map<string, SeatRow>();
    for (const shift of new Set([...wanted.keys(), ...places.keys()])) {
      const was = places.get(shift)?.position.id ?? null;
      const position = wanted.get(shift) ?? null;
      if (position === was || (keeps && was !== null)) continue;
      const there = position === null ? [] : (seatsOn.get(position) ?? []);
      rows.set(shift, { rotation: rotation.id, shift, position, was, there });
    }
    // without one move, those that waited for it are left out as well
    for (let before = -1; before !== rows.size; ) {
      before = rows.size;
      for (const [shift, { position, there }] of rows) {
        if (there.some((other) => !rows.has(other) && wanted.get(other) !== position)) rows.delete(shift);
      }
    }
    return [...rows.values()].map((row) => ({
      ...row,
      id: idOf(row),
      needs: row.there
        .filter((shift) => rows.has(shift))
        .map((shift) => idOf({ rotation: row.rotation, shift })),
    }));
  });
}

/** The moves of a mend in these rotations. Who has a position that nobody comes to keeps it. */
export function mendingMoves(
  layout: Pick<Layout, 'rotations'>,
  seats: readonly Seating[],
  rotations: ReadonlySet<string>,
): readonly ProposedMove[] {
  const moves = movesTo(layout, seats, { keeps: false }).filter(({ rotation }) => rotations.has(rotation));
  const makeRoom = new Set(moves.flatMap(({ needs }) => needs));
  return moves.filter(({ id, position }) => position !== null || makeRoom.has(id));
}

/** With all that make room for them. */
export function withNeeded(moves: readonly ProposedMove[], chosen: ReadonlySet<string>): ReadonlySet<string> {
  const needs = new Map(moves.map((move) => [move.id, move.needs]));
  const all = new Set(chosen);
  // a set also visits what is added while it is walked
  for (const id of all) for (const other of needs.get(id) ?? []) all.add(other);
  return all;
}

/** Those of the chosen that can be without these ones: who would come where one of them stays isn't moved either. */
export function withoutThese(
  moves: readonly ProposedMove[],
  chosen: ReadonlySet<string>,
  dropped: Iterable<string>,
): ReadonlySet<string> {
  const waiting = grouped(
    moves.flatMap(({ id, needs }) => needs.map((other) => ({ id, other }))),
    ({ other }) => other,
  );
  const gone = new Set(dropped);
  for (const id of gone) for (const each of waiting.get(id) ?? []) gone.add(each.id);
  return new Set([...chosen].filter((id) => !gone.has(id)));
}

/** Where everybody sits once these moves are made. */
export function seatsAfter(
  { rotations }: Pick<Layout, 'rotations'>,
  moves: readonly SeatRow[],
): readonly Seating[] {
  const moving = new Set(moves.map(idOf));
  const staying = rotations.flatMap((rotation) =>
    positionsOf(rotation).flatMap(({ id: position, seats }) =>
      seats.map((shift) => ({ rotation: rotation.id, position, shift })),
    ),
  );
  return [
    ...staying.filter((seat) => !moving.has(idOf(seat))),
    ...moves.flatMap(({ rotation, shift, position }) =>
      position === null ? [] : [{ rotation, shift, position }],
    ),
  ];
}

export type ProposedBreaks = ChangeOf<'plan.take'>['breaks'][number];

/** A break that stays: when it starts or was taken, in minutes of the day, and as it was planned. */
export interface StandingBreak {
  readonly shift: string;
  readonly start: number;
  readonly planned: StoredPlannedBreak;
}

/** The planned breaks of those for whom they would change. What stays is as it was planned, whenever it was taken. */
export function breaksTo(
  { shifts, dayStart }: Pick<Layout, 'shifts' | 'dayStart'>,
  breaks: readonly PlannedBreak[],
  standing: readonly StandingBreak[] = [],
): readonly ProposedBreaks[] {
  const planned = grouped(breaks, ({ shift }) => shift);
  const stand = grouped(standing, ({ shift }) => shift);
  const startOf = ({ start }: StoredPlannedBreak) =>
    spanOf({ startTime: start, endTime: start }, dayStart).start;
  return shifts.flatMap((shift) => {
    const was = plannedOf(shift);
    const next = (planned.get(shift.id) ?? [])
      .map((each) => {
        const stored = asStored(each);
        const same = stand.get(shift.id)?.find(({ start }) => start === each.start)?.planned;
        return same ? { ...same, relief: stored.relief } : stored;
      })
      .sort((one, other) => startOf(one) - startOf(other));
    return isSame(next, was) ? [] : [{ shift: shift.id, planned: next, was }];
  });
}

const asStored = ({ kind, row, start, minutes, relief }: PlannedBreak): StoredPlannedBreak => ({
  kind,
  ...(row !== null && { row }),
  start: fromMinutes(start),
  minutes,
  relief: relief.map((each) => ({
    position: each.position,
    from: fromMinutes(each.start),
    to: fromMinutes(each.end),
    by: each.by,
  })),
});

/** Null where there is nothing to take. */
export function takeOf(
  moves: readonly ProposedMove[],
  breaks: readonly ProposedBreaks[],
): ChangeOf<'plan.take'> | null {
  if (moves.length === 0 && breaks.length === 0) return null;
  return { type: 'plan.take', seats: moves.map(({ id: _, needs: __, ...row }) => row), breaks };
}
