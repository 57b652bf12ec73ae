import { expect, test } from 'vitest';
import { buildLayout, buildRotation, buildShift, changed } from '../../test/builders.ts';
import { sentence } from '../../test/words.ts';
import { inverse } from '../change/inverse.ts';
import type { PlanItem } from './plan.ts';
import { copyTo, dropMove } from './plan-move.ts';
import { positionsOf, type Rotation } from './rotation.ts';

const bare = (id: string, positions: readonly string[]) => ({
  id,
  name: id,
  positions: positions.map((name) => ({ id: name, name, seats: [] as string[] })),
});
const rotation = (id: string, startTime: string, endTime: string, subareas: Rotation['subareas']) => ({
  ...buildRotation(id, startTime, endTime),
  subareas,
});
const empty = buildLayout({
  shifts: [
    buildShift('ana', '10:00 AM', '8:00 PM', { breaks: [null] }),
    buildShift('bo', '10:00 AM', '3:00 PM'),
  ],
  rotations: [
    rotation('lunch', '11:00 AM', '2:00 PM', [bare('front', ['till', 'expo']), bare('kitchen', ['grill'])]),
    rotation('dinner', '5:00 PM', '9:00 PM', [bare('Front', ['Till', 'host'])]),
    rotation('close', '9:00 PM', '1:00 AM', []),
  ],
});
const layout = changed(
  empty,
  { type: 'shift.seat', shift: 'ana', rotation: 'lunch', position: 'expo', before: null },
  { type: 'shift.seat', shift: 'bo', rotation: 'lunch', position: 'expo', before: null },
);
let made = 0;
const newId = () => `new ${++made}`;
const position = (id: string, inRotation = 'lunch'): PlanItem => ({
  kind: 'position',
  rotation: inRotation,
  position: id,
});
const subarea = (id: string, inRotation = 'lunch'): PlanItem => ({
  kind: 'subarea',
  rotation: inRotation,
  subarea: id,
});

/** 'lunch(front:till,expo kitchen:grill)' */
const shown = (rotations: readonly Rotation[]): string =>
  rotations
    .map(({ name, subareas }) => {
      const inside = subareas.map((each) => `${each.name}:${each.positions.map((p) => p.name)}`);
      return `${name}(${inside.join(' ')})`;
    })
    .join(' ');

test.each<[string, PlanItem, PlanItem, string]>([
  [
    'a position on a position',
    position('expo'),
    position('host', 'dinner'),
    'front:till kitchen:grill|Front:Till,expo,host|',
  ],
  [
    'a position on a subarea',
    position('expo'),
    subarea('Front', 'dinner'),
    'front:till kitchen:grill|Front:Till,host,expo|',
  ],
  [
    'a subarea on a subarea',
    subarea('kitchen'),
    subarea('Front', 'dinner'),
    'front:till,expo|kitchen:grill Front:Till,host|',
  ],
  [
    'a subarea on a rotation',
    subarea('kitchen'),
    { kind: 'rotation', rotation: 'close' },
    'front:till,expo|Front:Till,host|kitchen:grill',
  ],
])('[TB14] %s of another rotation moves there, and Undo brings it back', (_, item, on, expected) => {
  const change = dropMove(layout.rotations, item, on, newId);
  if (!change) throw new Error('nothing to move');
  const after = changed(layout, change);
  const [lunch, dinner, close] = expected.split('|');
  expect(shown(after.rotations)).toBe(`lunch(${lunch}) dinner(${dinner}) close(${close})`);
  expect(changed(after, inverse(layout, change) ?? change)).toEqual(layout);
});

test.each<[string, PlanItem]>([
  ['position', position('expo')],
  ['subarea', subarea('front')],
])('[TB14] people who work then stay on a %s that moves', (_, item) => {
  const change = dropMove(layout.rotations, item, subarea('Front', 'dinner'), newId);
  const after = changed(layout, ...(change ? [change] : []));
  expect(after.rotations.flatMap((each) => positionsOf(each).flatMap(({ seats }) => seats))).toEqual(['ana']);
});

test.each<[string, PlanItem, PlanItem]>([
  ['a position on a rotation', position('expo'), { kind: 'rotation', rotation: 'close' }],
  ['a subarea on a position', subarea('kitchen'), position('host', 'dinner')],
  ['what is gone', position('gone'), position('host', 'dinner')],
])('[TB14] %s of another rotation moves nothing', (_, item, on) => {
  expect(dropMove(layout.rotations, item, on, newId)).toBeNull();
});

const copied = (item: Exclude<PlanItem, { kind: 'rotation' }>, ...into: string[]) => {
  const steps = copyTo(layout.rotations, item, into, newId);
  return steps.ok ? shown(changed(layout, steps.value).rotations.slice(1)) : sentence(steps.problem);
};

test('[TB15] items are copied to other rotations, into subareas of the same name', () => {
  const expo = { kind: 'position', rotation: 'lunch', position: 'expo' } as const;
  const front = { kind: 'subarea', rotation: 'lunch', subarea: 'front' } as const;
  expect(copied(expo, 'dinner', 'close')).toBe('dinner(Front:Till,host,expo) close(front:expo)');
  expect(copied(front, 'dinner', 'close')).toBe('dinner(Front:Till,host,expo) close(front:till,expo)');
  expect(copied({ ...expo, position: 'till' }, 'dinner')).toBe('“till” is already there.');
  expect(copied({ ...expo, position: 'gone' }, 'dinner')).toBe('That position no longer exists.');
  const steps = copyTo(layout.rotations, front, ['close'], newId);
  const after = changed(layout, ...(steps.ok ? [steps.value] : []));
  expect(positionsOf(after.rotations[2] ?? buildRotation('', '', '')).flatMap(({ seats }) => seats)).toEqual(
    [],
  );
});

const charted = (id: string, charts: Rotation['charts']): Rotation => {
  const found = layout.rotations.find((each) => each.id === id);
  if (!found) throw new Error(`There is no ${id}.`);
  return { ...found, ...(charts && { charts }) };
};
/** 'Expo: Till', 'grill: closed' for each number of people. */
const said = (rotations: readonly Rotation[], id: string) => {
  const found = rotations.find((each) => each.id === id);
  const names = new Map((found ? positionsOf(found) : []).map((each) => [each.id, each.name]));
  return (found?.charts ?? []).map(({ people, coveredBy }) =>
    [
      people,
      ...Object.entries(coveredBy).map(([at, by]) => `${names.get(at)}: ${names.get(by ?? '') ?? by}`),
    ].join(' '),
  );
};
const withCharts = {
  ...layout,
  rotations: [
    charted('lunch', [
      { people: 2, coveredBy: { expo: 'till', grill: 'expo' } },
      { people: 3, coveredBy: { expo: null } },
      { people: 4, coveredBy: { expo: null } },
    ]),
    charted('dinner', [
      { people: 2, coveredBy: { host: null } },
      { people: 3, coveredBy: {} },
    ]),
    charted('close', undefined),
  ],
};

test('[HC26] charts follow what is copied or moved into another rotation, for the numbers that both have', () => {
  const copies = copyTo(
    withCharts.rotations,
    { kind: 'position', rotation: 'lunch', position: 'expo' },
    ['dinner', 'close'],
    newId,
  );
  if (!copies.ok) throw new Error('It could not be copied.');
  const copied = changed(withCharts, copies.value);
  expect(said(copied.rotations, 'dinner')).toEqual(['2 host: null expo: Till', '3 expo: null']);
  expect(said(copied.rotations, 'close'), 'it has no charts').toEqual([]);
  const undo = inverse(withCharts, copies.value);
  expect(undo && changed(copied, undo).rotations).toEqual(withCharts.rotations);
  const move = dropMove(withCharts.rotations, position('expo'), subarea('Front', 'dinner'), newId);
  expect(move && said(changed(withCharts, move).rotations, 'dinner')).toEqual(
    said(copied.rotations, 'dinner'),
  );
  const kitchen = dropMove(
    withCharts.rotations,
    subarea('kitchen'),
    { kind: 'rotation', rotation: 'dinner' },
    newId,
  );
  const moved = kitchen && changed(withCharts, kitchen);
  expect(moved && said(moved.rotations, 'dinner'), 'who covers it isn’t there').toEqual([
    '2 host: null',
    '3',
  ]);
  const front = dropMove(
    withCharts.rotations,
    subarea('front'),
    { kind: 'rotation', rotation: 'dinner' },
    newId,
  );
  const both = front && changed(withCharts, front).rotations;
  expect(both && said(both, 'dinner'), 'who covers comes along').toEqual([
    '2 host: null expo: till',
    '3 expo: null',
  ]);
});
