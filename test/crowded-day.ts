import type { Change, ChangeOf } from '../domain/change/change.ts';
import type { Layout } from '../domain/day/layout.ts';
import { rotationLimit, shiftLimit } from '../domain/plan/rotation.ts';
import { buildLayout, buildRotation, buildShift } from './builders.ts';

const shiftsOf = (count: number, idOf: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => buildShift(idOf(index), '9:00 AM', '5:00 PM'));

/** Everybody on one position in each rotation; as many as there may be by default. */
export function crowdedDay(
  people = shiftLimit,
  rotations = rotationLimit,
  idOf = (index: number) => `${index}`,
): Layout {
  const shifts = shiftsOf(people, idOf);
  const positions = [{ id: 'till', name: 'till', seats: shifts.map(({ id }) => id) }];
  return buildLayout({
    shifts,
    rotations: Array.from({ length: rotations }, (_, hour) => ({
      ...buildRotation(`hour-${hour}`, '10:00 AM', '4:00 PM'),
      subareas: [{ id: 'front', name: 'Front', positions }],
    })),
  });
}

export const creationOf = (layout: Layout): Change => ({ type: 'layout.create', layout });

/** Takes so many off the positions, of each rotation as many as of the others. */
export function emptying({ shifts, rotations }: Layout, count: number): ChangeOf<'plan.take'> {
  const seats = Array.from({ length: count }, (_, index) => ({
    rotation: rotations[index % rotations.length]?.id ?? '',
    shift: shifts[Math.floor(index / rotations.length)]?.id ?? '',
    ...{ position: null, was: 'till', there: [] },
  }));
  return { type: 'plan.take', seats, breaks: [] };
}
