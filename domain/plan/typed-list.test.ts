import { describe, expect, test } from 'vitest';
import { buildTemplate, changed } from '../../test/builders.ts';
import { countCalls } from '../../test/count-calls.ts';
import { sentence } from '../../test/words.ts';
import { readWords } from '../../words/read-words.ts';
import { inverse } from '../change/inverse.ts';
import {
  type Additions,
  additionSteps,
  areasListed,
  describeAdditions,
  positionsListed,
} from './list-additions.ts';
import { positionLimit, type Rotation, subareaLimit } from './rotation.ts';
import { guessAreasIn, listLimit, newNames, readAreas, readNames } from './typed-list.ts';

const area = (name: string, positions: readonly string[]) => ({
  id: name,
  name,
  positions: positions.map((each) => ({ id: each, name: each, seats: [] })),
});
const lunch: Rotation = {
  id: 'lunch',
  name: 'Lunch',
  startTime: '10:30 AM',
  endTime: '2:00 PM',
  subareas: [area('Front Counter', ['Register 1', 'Expo'])],
};
const many = (count: number, name: string) => Array.from({ length: count }, (_, at) => `${name}${at}`);
/** 'Drive-Thru: Window, Runner | Kitchen: Grill' */
const outline = (text: string, areasIn?: 'row' | 'column') =>
  readAreas(text, areasIn)
    .map(({ name, entries }) => (entries.length > 0 ? `${name}: ${entries.join(', ')}` : name))
    .join(' | ');
const problemOf = ({ problem }: Additions) => problem && sentence(problem);

test.each([
  ['Register 1, Register 2, Fries', ['Register 1', 'Register 2', 'Fries']],
  [' Register 1 ,, Fries , ', ['Register 1', 'Fries']],
  ['Register 1\r\nRegister 2\n\n Fries\n', ['Register 1', 'Register 2', 'Fries']],
  ['Register 1\tRegister 2\nFries\t\n', ['Register 1', 'Register 2', 'Fries']],
  ['- Register 1\n• Fries\n3. Grill\n4) Prep', ['Register 1', 'Fries', 'Grill', 'Prep']],
  ['"Says ""hi"""\n2nd window', ['Says "hi"', '2nd window']],
  [' \t\n , ', []],
])('[TB1] %j is a list of names', (text, names) => {
  expect(readNames(text)).toEqual(names);
});

test.each([
  ['Register 1-4', ['Register 1', 'Register 2', 'Register 3', 'Register 4']],
  ['Register 9 – 11', ['Register 9', 'Register 10', 'Register 11']],
  ['Register 1 to 2', ['Register 1', 'Register 2']],
  ['Register x3', ['Register 1', 'Register 2', 'Register 3']],
  ['2 x Order Taker', ['Order Taker 1', 'Order Taker 2']],
  ['Grill ×2', ['Grill 1', 'Grill 2']],
  ...['Register 4-1', 'Register 1-999', '1-4', 'x4', 'Register x0', 'Register x99', 'Back-up 2'].map(
    (name): [string, string[]] => [name, [name]],
  ),
])('[TB2] %s adds %j', (entry, names) => {
  expect(newNames([entry], []).names).toEqual(names);
});

test('[TB2] a number of positions takes the names that are free', () => {
  expect(newNames(['Register x2', 'Fries x2'], ['register 1', 'Register 3']).names).toEqual([
    'Register 2',
    'Register 4',
    'Fries 1',
    'Fries 2',
  ]);
});

describe('[TB3] areas and their positions', () => {
  test.each([
    ['Drive-Thru: Order taker, Window', 'Drive-Thru: Order taker, Window'],
    ['Drive-Thru: Window\nKitchen: Grill', 'Drive-Thru: Window | Kitchen: Grill'],
    [
      'Drive-Thru\n  Order taker\n  Window, Runner\nKitchen',
      'Drive-Thru: Order taker, Window, Runner | Kitchen',
    ],
    ['  Drive-Thru\n\tWindow\n  Kitchen\n    Grill', 'Drive-Thru: Window | Kitchen: Grill'],
    ['Drive-Thru\n- Window\n- Runner\nKitchen\n* Grill', 'Drive-Thru: Window, Runner | Kitchen: Grill'],
    ['- Drive-Thru\n  - Window\n- Kitchen', 'Drive-Thru: Window | Kitchen'],
    ['Drive-Thru:\nWindow\nRunner\n\nKitchen:\nGrill', 'Drive-Thru: Window, Runner | Kitchen: Grill'],
    ['Drive-Thru, Kitchen\nPatio', 'Drive-Thru | Kitchen | Patio'],
    ['1. Drive-Thru\n2. Kitchen', 'Drive-Thru | Kitchen'],
    ['Open 5:30', 'Open 5:30'],
  ])('%j', (text, read) => {
    expect(outline(text)).toBe(read);
  });
});

describe('[TB4] areas in a table', () => {
  test.each([
    [
      'Drive-Thru\tKitchen\nWindow\tGrill\nRunner\tFryer',
      'row',
      'Drive-Thru: Window, Runner | Kitchen: Grill, Fryer',
    ],
    [
      'Drive-Thru\tKitchen\tPatio\nWindow\t\tHost\n\tGrill',
      'row',
      'Drive-Thru: Window | Kitchen: Grill | Patio: Host',
    ],
    ['Drive-Thru\tWindow\n\tRunner\nKitchen\tGrill', 'column', 'Drive-Thru: Window, Runner | Kitchen: Grill'],
    ['Drive-Thru\tWindow\nDrive-Thru\tRunner', 'column', 'Drive-Thru: Window | Drive-Thru: Runner'],
    ['Drive-Thru\tWindow\nKitchen\tGrill\tFryer', 'column', 'Drive-Thru: Window | Kitchen: Grill, Fryer'],
    ['Drive-Thru\tWindow\tRunner', null, 'Drive-Thru: Window, Runner'],
    ['Drive-Thru\n\tWindow', null, 'Drive-Thru: Window'],
  ] as const)('%j', (text, areasIn, read) => {
    expect(guessAreasIn(text)).toBe(areasIn);
    expect(outline(text)).toBe(read);
  });

  test('people can choose the other way', () => {
    const text = 'Drive-Thru\tWindow\nKitchen\tGrill';
    expect(outline(text, 'row')).toBe('Drive-Thru: Kitchen | Window: Grill');
    expect(outline(text, 'column')).toBe('Drive-Thru: Window | Kitchen: Grill');
  });
});

test('[TB5] a name that is listed twice is added once, and one that is there is left out', () => {
  const read = positionsListed('Fries, EXPO, fries, Register 1-2', lunch, 'Front Counter');
  expect(read).toMatchObject({
    areas: [{ id: 'Front Counter', positions: ['Fries', 'Register 2'] }],
    repeated: ['fries'],
    known: ['EXPO', 'Register 1'],
    problem: null,
  });
  expect(problemOf(positionsListed('expo', lunch, 'Front Counter'))).toBe('“expo” is already there.');
  expect(problemOf(areasListed('Front counter', lunch))).toBe('“Front counter” is already there.');
  expect(problemOf(areasListed(' \n', lunch))).toBe('Invalid name');
  expect(areasListed('front counter: Expo, Drinks\nKitchen: Grill\nkitchen: Fryer', lunch)).toMatchObject({
    areas: [
      { id: 'Front Counter', name: 'Front Counter', positions: ['Drinks'] },
      { id: null, name: 'Kitchen', positions: ['Grill', 'Fryer'] },
    ],
    known: ['Expo'],
  });
});

test('[TB6] a list that does not fit is refused as a whole', () => {
  const positions = (count: number) => positionsListed(many(count, 'p').join('\n'), lunch, 'Front Counter');
  expect(problemOf(positions(positionLimit - 2))).toBeNull();
  expect(problemOf(positions(positionLimit - 1))).toBe(
    'A subarea has up to 60 positions. Front Counter would have 61.',
  );
  const areas = (count: number) => areasListed(many(count, 'a').join('\n'), lunch);
  expect(problemOf(areas(subareaLimit - 1))).toBeNull();
  expect(problemOf(areas(subareaLimit))).toBe('A rotation has up to 24 subareas. This would make 25.');
  expect(problemOf(areasListed('x'.repeat(listLimit), lunch))).toMatch(/^That name is too long/);
  expect(problemOf(areasListed('x'.repeat(listLimit + 1), lunch))).toMatch(/^That text is too long/);
});

test('[TB6] the longest texts are read in a few steps a character', () => {
  const texts = ['Register 1-60,', 'a ', ' ', '\t', ':', '- ', '"', 'a\t', 'a\n ', 'x x4,'];
  for (const text of texts) {
    const long = text.repeat(listLimit / text.length);
    const calls = countCalls(() => {
      areasListed(long, lunch);
      positionsListed(long, lunch, 'Front Counter');
    });
    expect(calls).toBeLessThan(15 * listLimit);
  }
});

test('a list is one change, which Undo takes back', () => {
  let made = 0;
  const template = buildTemplate({ rotations: [lunch] });
  const read = areasListed('Front Counter: Drinks\nKitchen: Grill x2, Prep\nPatio', lunch);
  expect(describeAdditions(read, readWords('en', 'plan'))).toBe('2 subareas and 4 positions added');
  const changes = additionSteps('lunch', read, () => `new ${++made}`);
  const change = { type: 'batch', changes } as const;
  const after = changed(template, change);
  expect(
    after.rotations[0]?.subareas.map(({ name, positions }) => [name, ...positions.map((each) => each.name)]),
  ).toEqual([
    ['Front Counter', 'Register 1', 'Expo', 'Drinks'],
    ['Kitchen', 'Grill 1', 'Grill 2', 'Prep'],
    ['Patio'],
  ]);
  expect(changed(after, inverse(template, change) ?? change)).toEqual(template);
});

test.each([
  ['Grill', 'Front Counter', 'Grill added'],
  ['Grill x2', 'Front Counter', '2 positions added'],
  ['Patio', null, 'Patio added'],
  ['Patio: Host', null, 'Patio and Host added'],
])('%s: %s, %s', (text, into, said) => {
  const read = into === null ? areasListed(text, lunch) : positionsListed(text, lunch, into);
  expect(describeAdditions(read, readWords('en', 'plan'))).toBe(said);
});
