import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildLayout, buildRotation, buildShift, changed, seatsIn } from '../../test/builders.ts';
import { anySeatedDay } from '../../test/seated-day.ts';
import { english } from '../../test/words.ts';
import type { SingleChange } from '../change/change.ts';
import { inverse } from '../change/inverse.ts';
import { phraseOf } from '../history/phrases.ts';
import { positionsOf, type Rotation } from '../plan/rotation.ts';
import type { Layout } from './layout.ts';
import { swapRotations } from './swap-rotations.ts';
import { maySit } from './who-is-there.ts';

const seat = (shift: string, rotation: string, name: string): SingleChange => ({
  ...{ type: 'shift.seat', shift, rotation, position: `${rotation} ${name}`, before: null },
});
/** Positions have ids of their own in each rotation. */
const rotation = (id: string, startTime: string, endTime: string): Rotation => {
  const built = buildRotation(id, startTime, endTime, ['till', 'grill', 'fries']);
  const subareas = built.subareas.map((subarea) => ({
    ...subarea,
    positions: subarea.positions.map((each) => ({ ...each, id: `${id} ${each.name}` })),
  }));
  return { ...built, subareas };
};
const day = changed(
  buildLayout({
    shifts: [
      buildShift('ana', '8:00 AM', '6:00 PM'),
      buildShift('bo', '8:00 AM', '6:00 PM'),
      buildShift('cy', '8:00 AM', '12:00 PM'),
      buildShift('di', '8:00 AM', '6:00 PM'),
    ],
    rotations: [rotation('one', '8:00 AM', '12:00 PM'), rotation('two', '12:00 PM', '4:00 PM')],
  }),
  seat('ana', 'one', 'till'),
  seat('bo', 'one', 'grill'),
  seat('cy', 'one', 'fries'),
  seat('ana', 'two', 'grill'),
  seat('di', 'two', 'fries'),
);

function swapOf(layout: Layout) {
  const [one, two] = layout.rotations as [Rotation, Rotation];
  const { stay, ...seats } = swapRotations(layout, one, two);
  const change: SingleChange = { type: 'seats.swap', rotation: one.id, other: two.id, ...seats };
  return { change, stay };
}

test('[DS9] everybody goes on the position of the same name; who can’t go stays, as does who would come there', () => {
  const { change, stay } = swapOf(day);
  expect(stay).toEqual([
    { shift: 'cy', why: 'not-working' },
    { shift: 'di', why: 'taken' },
  ]);
  const swapped = changed(day, change);
  expect(seatsIn(swapped, 'one')).toEqual({ 'one till': [], 'one grill': ['ana'], 'one fries': ['cy'] });
  expect(seatsIn(swapped, 'two')).toEqual({ 'two till': ['ana'], 'two grill': ['bo'], 'two fries': ['di'] });
  expect(phraseOf(day, change, swapped, english)).toBe('swapped the people of one and two');
  const undo = inverse(day, change, swapped);
  expect(undo && changed(swapped, undo)).toEqual(day);
});

test('two who swap the same rotations at once swap them once', () => {
  const { change } = swapOf(day);
  const swapped = changed(day, change);
  expect(changed(swapped, change)).toEqual(swapped);
});

test('[DS9] any swap leaves everybody where they may sit, doubles nobody, and is undone whole', () => {
  let went = 0;
  fc.assert(
    fc.property(anySeatedDay, (layout) => {
      const { change, stay } = swapOf(layout);
      const swapped = changed(layout, change);
      const staying = new Set(stay.map(({ shift }) => shift));
      const seatsOf = (body: Layout) =>
        body.rotations.flatMap((each) => positionsOf(each).flatMap(({ seats }) => seats));
      expect([...seatsOf(swapped)].sort()).toEqual([...seatsOf(layout)].sort());
      for (const [index, each] of swapped.rotations.entries()) {
        const before = layout.rotations[index] as Rotation;
        for (const [at, { seats }] of positionsOf(each).entries()) {
          const stayed = positionsOf(before)[at]?.seats.filter((shift) => staying.has(shift)) ?? [];
          expect(seats.filter((shift) => staying.has(shift))).toEqual(stayed);
          if (stayed.length > 0) expect(seats.every((shift) => staying.has(shift))).toBe(true);
          for (const shift of swapped.shifts.filter(({ id }) => seats.includes(id))) {
            expect(maySit(shift, each, swapped.dayStart)).toBe(true);
          }
          went += seats.filter((shift) => !staying.has(shift)).length;
        }
      }
      const undo = inverse(layout, change, swapped);
      expect(undo ? changed(swapped, undo) : swapped).toEqual(layout);
    }),
    { numRuns: 500 },
  );
  expect(went).toBeGreaterThan(100);
});
