import { expect, test } from 'vitest';
import {
  buildLayout,
  buildRotation,
  buildShift,
  buildTemplate,
  changed,
  refusal,
  seatsIn,
} from '../../test/builders.ts';
import type { PlanChange, SingleChange } from '../change/change.ts';
import { inverse } from '../change/inverse.ts';
import { unassigned } from '../day/who-is-there.ts';
import type { Plan } from './plan.ts';
import { positionsOf, type Rotation, rotationAt } from './rotation.ts';

const [lunch, dinner, close] = [
  buildRotation('lunch', '11:00 AM', '2:00 PM'),
  buildRotation('dinner', '5:00 PM', '9:00 PM'),
  buildRotation('close', '9:00 PM', '2:00 AM'),
];
const kitchen = { id: 'kitchen', name: 'Kitchen', positions: [{ id: 'prep', name: 'Prep', seats: [] }] };
const wide: Rotation = { ...lunch, subareas: [...lunch.subareas, kitchen] };
const template = buildTemplate({ rotations: [wide, dinner, close] });
const layout = changed(
  buildLayout({
    shifts: [buildShift('ana', '10:00 AM', '8:00 PM', { breaks: [null] })],
    rotations: template.rotations,
  }),
  { type: 'shift.seat', shift: 'ana', rotation: 'lunch', position: 'till', before: null },
  { type: 'shift.seat', shift: 'ana', rotation: 'dinner', position: 'till', before: null },
);

/** 'lunch(front:till,grill kitchen:prep)' */
const shown = (plan: Plan): string =>
  plan
    .map(({ id, subareas }) => {
      const inside = subareas.map((each) => `${each.id}:${each.positions.map((position) => position.id)}`);
      return `${id}(${inside.join(' ')})`;
    })
    .join(' ');
const lunchAfter = (change: PlanChange): string => shown(changed(template, change).rotations.slice(0, 1));
const order = (plan: Plan): string => plan.map(({ id }) => id).join(' ');

test.each<[string, Partial<Rotation>]>([
  ['no name', { name: ' ' }],
  ['no start', { startTime: '' }],
  ['no end', { endTime: '' }],
  ['a time that is none', { endTime: '14:00' }],
])('[RO1] a rotation with %s is refused', (_, over) => {
  const rotation = { ...buildRotation('new', '2:00 PM', '5:00 PM'), ...over };
  expect(refusal(template, { type: 'rotation.add', rotation, before: null })).toBe('Invalid name or time');
  const { name, startTime, endTime } = rotation;
  expect(refusal(template, { type: 'rotation.edit', rotation: 'lunch', name, startTime, endTime })).toBe(
    'Invalid name or time',
  );
});

test('new times of a rotation take off shifts that no longer overlap it', () => {
  const times = { type: 'rotation.edit', rotation: 'dinner', name: 'Dinner' } as const;
  expect(
    seatsIn(changed(layout, { ...times, startTime: '7:59 PM', endTime: '9:00 PM' }), 'dinner').till,
  ).toEqual(['ana']);
  const later = changed(layout, { ...times, startTime: '8:00 PM', endTime: '9:00 PM' });
  expect(seatsIn(later, 'dinner').till).toEqual([]);
  expect(seatsIn(later, 'lunch').till).toEqual(['ana']);
});

test('a new name and new times from two people are both kept', () => {
  const rename = { type: 'rotation.edit', rotation: 'lunch', name: 'Midday' } as const;
  const later = { type: 'rotation.edit', rotation: 'lunch', endTime: '3:00 PM' } as const;
  for (const order of [
    [rename, later],
    [later, rename],
  ]) {
    expect(changed(layout, ...order).rotations[0]).toMatchObject({
      name: 'Midday',
      startTime: '11:00 AM',
      endTime: '3:00 PM',
    });
  }
  expect(changed(layout, { type: 'rotation.edit', rotation: 'lunch' })).toEqual(layout);
  const others = changed(layout, rename, later);
  expect(changed(others, inverse(layout, rename) ?? rename).rotations[0]).toMatchObject({
    name: 'lunch',
    endTime: '3:00 PM',
  });
});

test('[PL4] [IN1] those on what was deleted are unassigned, and come back with it', () => {
  for (const change of [
    { type: 'rotation.delete', rotation: 'lunch' },
    { type: 'subarea.delete', rotation: 'lunch', subarea: 'front' },
    { type: 'position.delete', rotation: 'lunch', position: 'till' },
  ] as const) {
    const after = changed(layout, change);
    const rotation = after.rotations.find(({ id }) => id === 'lunch');
    if (rotation) expect(unassigned(after.shifts, rotation, '12:00 AM').map(({ id }) => id)).toEqual(['ana']);
    expect(changed(after, inverse(layout, change) ?? change)).toEqual(layout);
  }
});

test.each([
  ['before the first', 6 * 60, 'lunch'],
  ['in the first', 11 * 60, 'lunch'],
  ['at its end', 14 * 60, 'dinner'],
  ['in the last', 22 * 60, 'close'],
  ['past midnight', 25 * 60, 'close'],
  ['after the last', 26 * 60, 'close'],
  ['the day before', -60, 'lunch'],
])('[RO3] %s', (_, minutes, expected) => {
  expect(rotationAt([close, lunch, dinner], minutes, '12:00 AM')?.id).toBe(expected);
});

test('[RO3] with a day from 4 AM, 1 AM is in the night after; a day without rotations has none', () => {
  const early = buildRotation('early', '12:30 AM', '3:00 AM');
  expect(rotationAt([early, lunch], 25 * 60, '4:00 AM')?.id).toBe('early');
  expect(rotationAt([], 600, '12:00 AM')).toBeUndefined();
});

test('[OV3] Bo, who comes during the rotation and sits nowhere, is unassigned', () => {
  const bo = buildShift('bo', '1:00 PM', '5:00 PM');
  const ids = (rotation: Rotation | undefined) =>
    rotation && unassigned([...layout.shifts, bo], rotation, '12:00 AM').map(({ id }) => id);
  expect(ids(layout.rotations[0])).toEqual(['bo']);
  expect(ids(layout.rotations[1])).toEqual([]);
  expect(ids(lunch)).toEqual(['ana', 'bo']);
});

test.each([
  [null, 'dinner close lunch'],
  ['close', 'dinner lunch close'],
  ['lunch', 'lunch dinner close'],
  ['gone', 'dinner close lunch'],
])('[PL1] lunch moved before %s', (before, expected) => {
  expect(order(changed(template, { type: 'rotation.move', rotation: 'lunch', before }).rotations)).toBe(
    expected,
  );
});

test('a rotation is added before the one named', () => {
  const rotation = buildRotation('tea', '2:00 PM', '5:00 PM');
  const after = changed(template, { type: 'rotation.add', rotation, before: 'dinner' });
  expect(order(after.rotations)).toBe('lunch tea dinner close');
});

const inLunch = { rotation: 'lunch', before: null } as const;
const added = { id: 'new', name: 'New', seats: [] };

test.each<[PlanChange, string]>([
  [
    { type: 'subarea.add', ...inLunch, subarea: { id: 'new', name: 'New', positions: [] } },
    'lunch(front:till,grill kitchen:prep new:)',
  ],
  [
    {
      type: 'subarea.add',
      rotation: 'lunch',
      before: 'front',
      subarea: { id: 'new', name: 'New', positions: [] },
    },
    'lunch(new: front:till,grill kitchen:prep)',
  ],
  [
    { type: 'subarea.move', rotation: 'lunch', subarea: 'kitchen', before: 'front' },
    'lunch(kitchen:prep front:till,grill)',
  ],
  [
    { type: 'subarea.move', rotation: 'lunch', subarea: 'kitchen', before: 'kitchen' },
    'lunch(front:till,grill kitchen:prep)',
  ],
  [{ type: 'subarea.delete', rotation: 'lunch', subarea: 'front' }, 'lunch(kitchen:prep)'],
  [
    { type: 'position.add', ...inLunch, subarea: 'front', position: added },
    'lunch(front:till,grill,new kitchen:prep)',
  ],
  [
    { type: 'position.add', rotation: 'lunch', before: 'grill', subarea: 'front', position: added },
    'lunch(front:till,new,grill kitchen:prep)',
  ],
  [
    { type: 'position.move', rotation: 'lunch', position: 'grill', subarea: 'front', before: 'till' },
    'lunch(front:grill,till kitchen:prep)',
  ],
  [
    { type: 'position.move', rotation: 'lunch', position: 'grill', subarea: 'kitchen', before: 'prep' },
    'lunch(front:till kitchen:grill,prep)',
  ],
  [{ type: 'position.delete', rotation: 'lunch', position: 'till' }, 'lunch(front:grill kitchen:prep)'],
])('%j', (change, expected) => {
  expect(lunchAfter(change)).toBe(expected);
});

test.each<PlanChange>([
  { type: 'subarea.add', ...inLunch, subarea: { id: 'new', name: ' ', positions: [] } },
  { type: 'subarea.rename', rotation: 'lunch', subarea: 'front', name: '' },
  { type: 'position.add', ...inLunch, subarea: 'front', position: { ...added, name: '\t' } },
  { type: 'position.rename', rotation: 'lunch', position: 'till', name: '  ' },
])('[PL2] a blank name is refused: %j', (change) => {
  expect(refusal(template, change)).toBe('Invalid name');
});

test.each<[SingleChange, string]>([
  [{ type: 'rotation.add', rotation: lunch, before: null }, 'That rotation already exists.'],
  [
    { type: 'subarea.add', ...inLunch, subarea: { ...kitchen, positions: [] } },
    'That subarea already exists.',
  ],
  [{ type: 'subarea.add', ...inLunch, subarea: { ...kitchen, id: 'new' } }, 'That position already exists.'],
  [
    { type: 'position.add', ...inLunch, subarea: 'front', position: { ...added, id: 'prep' } },
    'That position already exists.',
  ],
  [
    { type: 'rotation.add', rotation: { ...wide, id: 'new', subareas: [kitchen, kitchen] }, before: null },
    'That subarea already exists.',
  ],
  [
    {
      type: 'rotation.add',
      rotation: { ...wide, id: 'new', subareas: [kitchen, { ...kitchen, id: 'k2' }] },
      before: null,
    },
    'That position already exists.',
  ],
])('an id twice is refused: %j', (change, sentence) => {
  expect(refusal(template, change)).toBe(sentence);
});

test('the same position may be in two rotations, each with its own people', () => {
  expect(template.rotations.map((rotation) => positionsOf(rotation)[0]?.id)).toEqual([
    'till',
    'till',
    'till',
  ]);
  const after = changed(layout, { type: 'shift.unseat', shift: 'ana', rotation: 'lunch', position: 'till' });
  expect(seatsIn(after, 'dinner').till).toEqual(['ana']);
});

test('deleting what is gone has no effect', () => {
  const deletions: PlanChange[] = [
    { type: 'rotation.delete', rotation: 'gone' },
    { type: 'subarea.delete', rotation: 'gone', subarea: 'front' },
    { type: 'subarea.delete', rotation: 'lunch', subarea: 'gone' },
    { type: 'position.delete', rotation: 'lunch', position: 'gone' },
  ];
  expect(changed(layout, ...deletions)).toEqual(layout);
  expect(order(changed(layout, { type: 'rotation.delete', rotation: 'lunch' }).rotations)).toBe(
    'dinner close',
  );
});

test.each<[PlanChange, string]>([
  [{ type: 'rotation.move', rotation: 'gone', before: null }, 'rotation'],
  [
    { type: 'rotation.edit', rotation: 'gone', name: 'a', startTime: '1:00 PM', endTime: '2:00 PM' },
    'rotation',
  ],
  [{ type: 'subarea.rename', rotation: 'lunch', subarea: 'gone', name: 'a' }, 'subarea'],
  [{ type: 'subarea.move', rotation: 'lunch', subarea: 'gone', before: null }, 'subarea'],
  [{ type: 'position.add', ...inLunch, subarea: 'gone', position: added }, 'subarea'],
  [{ type: 'position.move', ...inLunch, position: 'till', subarea: 'gone' }, 'subarea'],
  [{ type: 'position.rename', rotation: 'lunch', position: 'gone', name: 'a' }, 'position'],
  [{ type: 'position.move', ...inLunch, position: 'gone', subarea: 'front' }, 'position'],
])('any other change of what is gone is refused: %j', (change, what) => {
  expect(refusal(template, change)).toBe(`That ${what} no longer exists.`);
});

test('[PL5] moving and renaming keep who sits there', () => {
  const after = changed(
    layout,
    { type: 'position.move', rotation: 'lunch', position: 'till', subarea: 'kitchen', before: null },
    { type: 'position.rename', rotation: 'lunch', position: 'till', name: 'Register' },
    { type: 'subarea.rename', rotation: 'lunch', subarea: 'kitchen', name: 'Back' },
    { type: 'subarea.move', rotation: 'lunch', subarea: 'kitchen', before: 'front' },
    { type: 'rotation.move', rotation: 'lunch', before: null },
  );
  expect(seatsIn(after, 'lunch').till).toEqual(['ana']);
});

test('[PL6] there is no room beyond the limits', () => {
  const many = <T>(count: number, make: (id: string) => T) =>
    Array.from({ length: count }, (_, index) => make(`x${index}`));
  const said = (max: number) => `You’ve reached the limit of ${max}.`;
  const rotations = many(24, (id) => ({ ...lunch, id }));
  expect(refusal({ ...template, rotations }, { type: 'rotation.add', rotation: lunch, before: null })).toBe(
    said(24),
  );
  const subareas = many(24, (id) => ({ id, name: id, positions: [] }));
  const full = { ...template, rotations: [{ ...lunch, subareas }] };
  expect(refusal(full, { type: 'subarea.add', ...inLunch, subarea: kitchen })).toBe(said(24));
  const positions = many(60, (id) => ({ id, name: id, seats: [] }));
  const crowded = {
    ...template,
    rotations: [{ ...lunch, subareas: [{ ...kitchen, positions }, ...lunch.subareas] }],
  };
  expect(refusal(crowded, { type: 'position.add', ...inLunch, subarea: 'kitchen', position: added })).toBe(
    said(60),
  );
  expect(refusal(crowded, { type: 'position.move', ...inLunch, position: 'till', subarea: 'kitchen' })).toBe(
    said(60),
  );
});
