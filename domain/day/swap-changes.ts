import { onePlace } from '../change/cost.ts';
import { defineChange, type Steps } from '../change/define-change.ts';
import { id } from '../change/fields.ts';
import { byId, replace } from '../list/list.ts';
import { fullNameIn } from '../plan/board-names.ts';
import { mapSeatsIn } from '../plan/plan.ts';
import { positionsOf, type Rotation } from '../plan/rotation.ts';
import { done, type Outcome, refuse } from '../problem/problem.ts';

interface Swap {
  readonly shift: string;
  /** Where `shift` goes, and `other` sits before. */
  readonly position: string;
  readonly other: string;
  /** Where `other` goes, and `shift` sits before. */
  readonly otherPosition: string;
}

export const swapChanges = {
  /** Two people take each other's place. It names where each of them goes, so that two who swap the same people agree. */
  'shift.swap': defineChange({
    fields: { rotation: id, shift: id, position: id, other: id, otherPosition: id },
    fits: ['layout'],
    may: 'lead',
    apply: (layout, change) => {
      for (const each of [change.shift, change.other]) {
        if (!byId(layout.shifts, each)) return refuse('shift-missing');
      }
      const rotation = byId(layout.rotations, change.rotation);
      if (!rotation) return refuse('rotation-missing');
      const swapped = swap(rotation, change, (shift) => fullNameIn(layout, shift));
      return swapped.ok ? done({ ...layout, rotations: replace(layout.rotations, swapped.value) }) : swapped;
    },
    inverse: (_, { rotation, shift, position, other, otherPosition }): Steps => [
      { type: 'shift.swap', rotation, shift, position: otherPosition, other, otherPosition: position },
    ],
    describe: (layout, { shift, other }) =>
      `${fullNameIn(layout, shift)} and ${fullNameIn(layout, other)} swapped`,
    cost: onePlace,
  }),
};

function swap(rotation: Rotation, change: Swap, nameOf: (shift: string) => string): Outcome<Rotation> {
  const { shift, position: to, other, otherPosition: from } = change;
  const positions = positionsOf(rotation);
  const [target, origin] = [byId(positions, to), byId(positions, from)];
  if (!target || !origin) return refuse('position-missing');
  if (target.seats.includes(shift) && origin.seats.includes(other)) return done(rotation);
  if (!origin.seats.includes(shift)) {
    return refuse('swap-moved', { details: { name: nameOf(shift), position: origin.name } });
  }
  if (!target.seats.includes(other)) {
    return refuse('swap-moved', { details: { name: nameOf(other), position: target.name } });
  }
  return done(
    mapSeatsIn(rotation, ({ id, seats }) => {
      if (id === to) return seats.map((each) => (each === other ? shift : each));
      return id === from ? seats.map((each) => (each === shift ? other : each)) : seats;
    }),
  );
}
