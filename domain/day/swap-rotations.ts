import { grouped } from '../list/list.ts';
import { positionsOf, type Rotation } from '../plan/rotation.ts';
import { matchPositions } from './fill.ts';
import type { Layout } from './layout.ts';
import type { ShiftPlacement } from './seat.ts';
import { maySit } from './who-is-there.ts';

/** Why somebody stays where they are: they don't work then, nothing has the position's name, or somebody stays on it. */
export type StayReason = 'not-working' | 'no-position' | 'taken';

export type RotationSwap = ReturnType<typeof swapRotations>;

/** Who can't go stays where they are, in both rotations, and so does whoever would have come to their position. */
export function swapRotations(day: Layout, one: Rotation, other: Rotation) {
  const moves = [...movesOf(one, other), ...movesOf(other, one)];
  const shifts = new Map(day.shifts.map((shift) => [shift.id, shift]));
  const stay = new Map<string, StayReason>();
  for (const { shift: id, to, position } of moves) {
    const shift = shifts.get(id);
    if (!shift || !maySit(shift, to, day.dayStart)) stay.set(id, 'not-working');
    else if (position === undefined && !stay.has(id)) stay.set(id, 'no-position');
  }
  const comingTo = grouped(moves, ({ to, position }) => placeKey(to.id, position));
  const movesOfShift = grouped(moves, ({ shift }) => shift);
  // A stay blocks those who would come there, who then stay too, and block others.
  const staying = [...stay.keys()];
  for (let id = staying.pop(); id !== undefined; id = staying.pop()) {
    for (const { from, home } of movesOfShift.get(id) ?? []) {
      for (const { shift } of comingTo.get(placeKey(from.id, home)) ?? []) {
        if (stay.has(shift)) continue;
        stay.set(shift, 'taken');
        staying.push(shift);
      }
    }
  }
  const going = moves.filter(({ shift }) => !stay.has(shift));
  return {
    taken: going.map(({ shift, from, home }) => ({ shift, rotation: from.id, position: home })),
    given: going.flatMap(({ shift, to, position }): readonly ShiftPlacement[] =>
      position === undefined ? [] : [{ shift, rotation: to.id, position }],
    ),
    stay: [...stay].map(([shift, why]) => ({ shift, why })),
  };
}

function movesOf(from: Rotation, to: Rotation) {
  const matches = matchPositions(from, to);
  return positionsOf(from).flatMap(({ id: home, seats }) =>
    seats.map((shift) => ({ shift, from, home, to, position: matches.get(home) })),
  );
}

const placeKey = (rotation: string, position: string | undefined): string =>
  JSON.stringify([rotation, position]);
