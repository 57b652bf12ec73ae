import fc from 'fast-check';
import { type Layout, parseLayout } from '../domain/day/layout.ts';
import type { Rotation } from '../domain/plan/rotation.ts';
import { fromMinutes } from '../domain/time/clock-time.ts';
import { buildLayout, buildShift } from './builders.ts';

const people = ['a', 'b', 'c', 'd', 'e', 'f'] as const;
const hour = (from: number, to: number) =>
  fc.integer({ min: from, max: to }).map((each) => fromMinutes(each * 60));

const rotationAt = (id: string, startTime: string, endTime: string): fc.Arbitrary<Rotation> =>
  fc
    .record({
      names: fc.array(fc.constantFrom('Till', 'Grill', 'Fries'), { maxLength: 5 }),
      seats: fc.array(fc.nat(4), { minLength: people.length, maxLength: people.length }),
    })
    .map(({ names, seats }) => ({
      ...{ id, name: id, startTime, endTime },
      subareas: ['Front', 'Drive'].map((name, subarea) => ({
        id: `${id} ${name}`,
        name,
        positions: names.flatMap((position, at) =>
          at % 2 === subarea
            ? [{ id: `${id} ${at}`, name: position, seats: people.filter((_, index) => seats[index] === at) }]
            : [],
        ),
      })),
    }));

/** A day of two rotations whose positions share names, with most people on one. */
export const anySeatedDay: fc.Arbitrary<Layout> = fc
  .record({
    shifts: fc.tuple(
      ...people.map((id) =>
        fc
          .record({ start: hour(7, 12), end: hour(12, 17) })
          .map(({ start, end }) => buildShift(id, start, end)),
      ),
    ),
    rotations: fc.tuple(
      rotationAt('breakfast', '8:00 AM', '12:00 PM'),
      rotationAt('lunch', '12:00 PM', '4:00 PM'),
    ),
  })
  .map((day) => {
    const layout = parseLayout(buildLayout(day));
    if (!layout.ok) throw new Error(layout.problem.code);
    return layout.value;
  });
