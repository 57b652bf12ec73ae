import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyLayout } from '../test/arbitraries.ts';
import { buildRotation, changed } from '../test/builders.ts';
import { inverse } from './inverse.ts';
import { byId, nextIdAfter } from './list.ts';
import { nameLimit } from './name.ts';
import { copyName, duplicateRotation, duplicateSubarea } from './plan-copy.ts';
import { positionsOf, type Rotation, readRotation } from './rotation.ts';

/** Everything of a rotation that a person sees. */
const shown = ({ startTime, endTime, subareas }: Rotation) => ({
  startTime,
  endTime,
  subareas: subareas.map(({ name, positions }) => [name, ...positions.map((position) => position.name)]),
});
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
        const copy = duplicateRotation(rotation, counting());
        expect(shown(copy)).toEqual(shown(rotation));
        expect(new Set([...idsOf(copy), ...idsOf(rotation)]).size).toBe(
          idsOf(copy).length + new Set(idsOf(rotation)).size,
        );
        expect(positionsOf(copy).flatMap(({ seats }) => seats)).toEqual([]);
        expect(readRotation(copy)).toEqual({ ok: true, value: copy });

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

test('[PL7] a copy of a subarea fits the rotation it was made in', () => {
  fc.assert(
    fc.property(anyLayout, (layout) => {
      for (const rotation of layout.rotations) {
        for (const subarea of rotation.subareas) {
          const copy = duplicateSubarea(subarea, counting());
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

test.each([
  ['Lunch', 'Lunch copy'],
  ['Lunch copy', 'Lunch copy copy'],
  ['x'.repeat(nameLimit), `${'x'.repeat(95)} copy`],
  [`${'x'.repeat(94)}😀😀`, `${'x'.repeat(94)} copy`],
  [`${'x'.repeat(90)}     y`, `${'x'.repeat(90)} copy`],
])('[RO6] the copy of %s is called %s', (name, expected) => {
  expect(copyName(name)).toBe(expected);
  const rotation = { ...buildRotation('r', '9:00 AM', '5:00 PM'), name };
  expect(readRotation(duplicateRotation(rotation, counting()))).toMatchObject({ ok: true });
});
