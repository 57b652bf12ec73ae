import { onePlace } from '../change/cost.ts';
import { defineChange, type Steps } from '../change/define-change.ts';
import { id, idOrNull } from '../change/fields.ts';
import { byId } from '../list/list.ts';
import { fullNameIn } from '../plan/board-names.ts';
import { mapRotations, mapSeatsIn } from '../plan/plan.ts';
import { positionsOf } from '../plan/rotation.ts';
import { done, refuse } from '../problem/problem.ts';
import type { Layout } from './layout.ts';
import { seatShift, takenOff } from './seat.ts';
import { seatsLost } from './seats-lost.ts';

export const seatFields = { rotation: id, position: id, before: idOrNull };

const positionName = (layout: Layout | null, rotationId: string, position: string): string => {
  const rotation = byId(layout?.rotations ?? [], rotationId);
  return (rotation && byId(positionsOf(rotation), position)?.name) ?? 'a position';
};

export const seatChanges = {
  'shift.seat': defineChange({
    fields: { shift: id, ...seatFields },
    fits: ['layout'],
    may: 'lead',
    apply: (layout, change) => {
      const shift = byId(layout.shifts, change.shift);
      return shift ? seatShift(layout, shift, change) : refuse('shift-missing');
    },
    inverse: (before, { shift, rotation, position }, after): Steps => {
      const moved = seatsLost(before.rotations, after.rotations);
      if (moved.length > 0) return moved;
      const unseat = { type: 'shift.unseat', shift, rotation, position } as const;
      const home = byId(before.rotations, rotation);
      const seats = (home && byId(positionsOf(home), position)?.seats) ?? [];
      const index = seats.indexOf(shift);
      if (index < 0) return [unseat];
      return [unseat, { type: 'shift.seat', shift, rotation, position, before: seats[index + 1] ?? null }];
    },
    describe: (layout, { shift, rotation, position }) =>
      `${fullNameIn(layout, shift)} placed on ${positionName(layout, rotation, position)}`,
    cost: (size) => {
      size.places += 1;
      size.rotation += 1;
      return onePlace(size);
    },
  }),
  'shift.unseat': defineChange({
    fields: { shift: id, rotation: id, position: id },
    fits: ['layout'],
    may: 'lead',
    apply: (layout, change) => {
      const rotations = mapRotations(layout.rotations, (rotation) =>
        rotation.id === change.rotation
          ? mapSeatsIn(rotation, ({ id, seats }) =>
              id === change.position ? takenOff(seats, change.shift) : seats,
            )
          : rotation,
      );
      return done({ ...layout, rotations });
    },
    inverse: (before, { shift }, after): Steps | null =>
      byId(before.shifts, shift) ? seatsLost(before.rotations, after.rotations) : null,
    describe: (layout, { shift, rotation, position }) =>
      `${fullNameIn(layout, shift)} removed from ${positionName(layout, rotation, position)}`,
  }),
};
