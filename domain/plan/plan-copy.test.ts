import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyLayout } from '../../test/arbitraries.ts';
import { buildRotation, changed } from '../../test/builders.ts';
import { inverse } from '../change/inverse.ts';
import { byId, nextIdAfter } from '../list/list.ts';
import { nameLimit } from '../problem/name.ts';
import { copyName, duplicatePosition, duplicateRotation, duplicateSubarea, nextName } from './plan-copy.ts';
import { isInTime, parseRotation, placeInTime, positionsOf, type Rotation } from './rotation.ts';

/** What a person sees in a rotation. */
const shown = ({ subareas }: Rotation) =>
  subareas.map(({ name, positions }) => [name, ...positions.map((each) => [each.name, each.secondDuty])]);
const idsOf = ({ id, subareas }: Rotation): string[] => [
  id,
  ...subareas.flatMap((subarea) => [subarea.id, ...subarea.positions.map((position) => position.id)]),
];
function counting(): () => string {
  let made = 0;
  return () => `new ${++made}`;
}

test('[RO6] a copy has all that a rotation has, under ids of its own, and nobody sits on it', () => {
  fc.assert(
    fc.property(anyLayout, (layout) => {
      for (const rotation of layout.rotations) {
        const copy = duplicateRotation(rotation, layout.rotations, {
          dayStart: layout.dayStart,
          newId: counting(),
        });
        expect(shown(copy)).toEqual(shown(rotation));
        expect(new Set([...idsOf(copy), ...idsOf(rotation)]).size).toBe(
          idsOf(copy).length + new Set(idsOf(rotation)).size,
        );
        expect(positionsOf(copy).flatMap(({ seats }) => seats)).toEqual([]);
        expect(parseRotation(copy)).toEqual({ ok: true, value: copy });

        const change = {
          type: 'rotation.add',
          rotation: copy,
          before: nextIdAfter(layout.rotations, rotation.id),
        } as const;
        const after = changed(layout, change);
        expect(nextIdAfter(after.rotations, rotation.id)).toBe(copy.id);
        expect(byId(after.rotations, rotation.id)).toEqual(rotation);
        expect(changed(after, inverse(layout, change) ?? change)).toEqual(layout);
      }
    }),
  );
});

test('a copy of a subarea fits the rotation it was made in', () => {
  fc.assert(
    fc.property(anyLayout, (layout) => {
      for (const rotation of layout.rotations) {
        for (const subarea of rotation.subareas) {
          const copy = duplicateSubarea(subarea, rotation.subareas, counting());
          expect(copy.positions.map(({ name, seats }) => [name, seats])).toEqual(
            subarea.positions.map(({ name }) => [name, []]),
          );
          const add = { type: 'subarea.add', rotation: rotation.id, subarea: copy, before: null } as const;
          expect(byId(changed(layout, add).rotations, rotation.id)?.subareas.at(-1)).toEqual(copy);
        }
      }
    }),
  );
});

test('[TB13] a copy of a position has the next free number, and nobody on it', () => {
  const [one, two] = ['Register 1', 'Register 2'].map((name) => ({ id: name, name, seats: ['ana'] }));
  if (!one || !two) throw new Error('two positions');
  expect(duplicatePosition(one, [one, two], counting())).toEqual({
    id: 'new 1',
    name: 'Register 3',
    seats: [],
  });
  expect(duplicatePosition(two, [one, two], counting())).toMatchObject({ name: 'Register 3' });
});

test.each([
  ['Weekday', 'Weekday copy'],
  ['x'.repeat(nameLimit), `${'x'.repeat(95)} copy`],
  [`${'x'.repeat(94)}😀😀`, `${'x'.repeat(94)} copy`],
  [`${'x'.repeat(90)}     y`, `${'x'.repeat(90)} copy`],
])('[RO10] the copy of %s is called %s', (name, expected) => {
  expect(copyName(name)).toBe(expected);
});

test.each([
  ['Close', ['Close'], 'Close 2'],
  ['Close', ['Close', 'Close 2'], 'Close 3'],
  ['Close 2', ['Close', 'Close 2'], 'Close 3'],
  ['Close 2', ['Close', 'Close 2', 'close 3'], 'Close 4'],
  ['Register 9', ['Register 9'], 'Register 10'],
  ['2', ['2'], '2 2'],
  ['Shift 2026', ['Shift 2026'], 'Shift 2026 2'],
  ['x'.repeat(nameLimit), [], `${'x'.repeat(nameLimit - 2)} 2`],
])('[RO10] the copy of %s beside %j is called %s', (name, others, expected) => {
  expect(
    nextName(
      name,
      others.map((other) => ({ name: other })),
    ),
  ).toBe(expected);
  const rotation = { ...buildRotation('r', '9:00 AM', '5:00 PM'), name };
  const day = { dayStart: '4:00 AM', newId: counting() };
  expect(parseRotation(duplicateRotation(rotation, [rotation], day))).toMatchObject({ ok: true });
});

test('[RO7] a rotation from 12:30 AM stands after the one from 5 PM, before the one from 1 AM', () => {
  const day = [
    buildRotation('open', '5:00 AM', '11:00 AM'),
    buildRotation('lunch', '11:00 AM', '5:00 PM'),
    buildRotation('close', '5:00 PM', '1:00 AM'),
    buildRotation('night', '1:00 AM', '3:00 AM'),
  ];
  const place = (startTime: string) => placeInTime(day, { startTime, endTime: '4:00 AM' }, '4:00 AM');
  expect(['4:00 AM', '11:00 AM', '5:30 PM', '12:30 AM', '2:00 AM'].map(place)).toEqual([
    'open',
    'close',
    'night',
    'night',
    null,
  ]);
  expect(isInTime(day, '4:00 AM')).toBe(true);
  expect(isInTime(day, '12:00 AM')).toBe(false);
});
