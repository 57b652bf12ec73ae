import { expect, test } from 'vitest';
import {
  buildLayout,
  buildRotation,
  buildShift,
  buildTemplate,
  changed,
  refusal,
} from '../../test/builders.ts';
import { english } from '../../test/words.ts';
import type { SingleChange } from '../change/change.ts';
import { inverse } from '../change/inverse.ts';
import { changedSince } from '../history/differences.ts';
import { phraseOf } from '../history/phrases.ts';
import { type Chart, chartFor, chartLimit, type Duty, dutiesFor } from '../plan/charts.ts';
import type { ChartCell } from './chart-changes.ts';
import { headcountOf } from './headcount.ts';

const positions = ['till', 'drinks', 'fries', 'expo'];
const lunch = buildRotation('lunch', '11:00 AM', '2:00 PM', positions);
const five: Chart = { people: 5, coveredBy: { drinks: 'till', expo: null } };
const seven: Chart = { people: 7, coveredBy: { fries: 'drinks' } };
const charted = { ...lunch, charts: [five, seven] };

const set = (people: number, ...cells: ChartCell[]): SingleChange => ({
  ...{ type: 'chart.set', rotation: 'lunch', people, cells },
});
const remove = (people: number): SingleChange => ({ type: 'chart.remove', rotation: 'lunch', people });
const setUp = (people: number | null): SingleChange => ({
  ...{ type: 'rotation.headcount', rotation: 'lunch', people },
});

const shown = (duties: ReadonlyMap<string, Duty>) =>
  positions.map((id) => {
    const duty = duties.get(id);
    return duty?.kind === 'covered' ? duty.by : (duty?.kind ?? '');
  });
const chartsOf = (body: { rotations: readonly { charts?: readonly Chart[] | undefined }[] }) =>
  body.rotations[0]?.charts;

test.each([
  [0, 'seat seat seat seat'],
  [4, 'seat seat seat seat'],
  [5, 'seat till seat closed'],
  [6, 'seat till seat closed'],
  [7, 'seat seat drinks seat'],
  [8, 'seat seat seat seat'],
])('[HC1] with %i people', (people, expected) => {
  expect(shown(dutiesFor(charted, people)).join(' ')).toBe(expected);
  expect(shown(dutiesFor(lunch, people)).join(' ')).toBe('seat seat seat seat');
});

test('[HC1] a chart takes its number alone where it is the highest, and the lower one rules up to the next', () => {
  expect(chartFor(charted, 6)).toBe(five);
  expect(chartFor(charted, 7)).toBe(seven);
  expect(chartFor({ charts: [five] }, 6)).toBeNull();
});

test.each<[string, Chart['coveredBy'], string]>([
  ['a chain', { fries: 'drinks', drinks: 'till' }, 'seat till till seat'],
  ['a chain to a closed one', { fries: 'drinks', drinks: null }, 'seat closed closed seat'],
  ['a circle', { fries: 'drinks', drinks: 'fries' }, 'seat seat seat seat'],
  ['a circle of three', { fries: 'drinks', drinks: 'expo', expo: 'fries' }, 'seat seat seat seat'],
  ['a way into a circle', { till: 'fries', fries: 'drinks', drinks: 'fries' }, 'seat seat seat seat'],
  ['a deleted one', { drinks: 'gone', gone: 'till' }, 'seat seat seat seat'],
  ['itself', { drinks: 'drinks' }, 'seat seat seat seat'],
])('[HC2] covered from %s', (_, coveredBy, expected) => {
  const duties = dutiesFor({ ...lunch, charts: [{ people: 5, coveredBy }] }, 5);
  expect(shown(duties).join(' ')).toBe(expected);
});

test('[HC3] two who edit a chart at once both win, and a number without a chart gets one', () => {
  const before = buildTemplate({ rotations: [lunch] });
  const after = changed(
    before,
    set(5, { position: 'drinks', by: 'till' }),
    set(5, { position: 'expo', by: null }),
    set(7, { position: 'fries', by: 'drinks' }, { position: 'till' }),
  );
  expect(chartsOf(after)).toEqual([five, seven]);
  expect(chartsOf(changed(after, set(5, { position: 'expo' })))).toEqual([
    { people: 5, coveredBy: { drinks: 'till' } },
    seven,
  ]);
  expect(chartsOf(changed(after, remove(5)))).toEqual([seven]);
  expect(JSON.stringify(changed(after, remove(5), remove(7)))).toBe(JSON.stringify(before));
  expect(changed(after, remove(6))).toEqual(after);
});

test('[HC3] undoing one cell leaves another that somebody changed meanwhile', () => {
  const before = buildTemplate({ rotations: [charted] });
  const mine = set(5, { position: 'drinks', by: null }, { position: 'till', by: 'fries' });
  const now = changed(before, mine, set(5, { position: 'fries', by: 'till' }));
  const back = inverse(before, mine);
  if (!back) throw new Error('Nothing takes it back.');
  expect(changedSince(now, { change: mine, undo: back })).toEqual([]);
  expect(chartsOf(changed(now, back))?.[0]?.coveredBy).toEqual({ ...five.coveredBy, fries: 'till' });
});

test('[HC3] a removed chart comes back whole, also what it says of a position that was deleted', () => {
  const old: Chart = { people: 5, coveredBy: { ...five.coveredBy, gone: 'till' } };
  const before = buildLayout({ rotations: [{ ...lunch, charts: [old] }] });
  const back = inverse(before, remove(5));
  expect(back && changed(changed(before, remove(5)), back)).toEqual(before);
});

test('[HC3] a 41st chart is refused, and one of a rotation that is gone', () => {
  const many = Array.from({ length: chartLimit }, (_, index) => ({ people: index, coveredBy: {} }));
  const full = buildTemplate({ rotations: [{ ...lunch, charts: many }] });
  expect(refusal(full, set(chartLimit))).toContain('40');
  expect(refusal(full, set(39, { position: 'till', by: null }))).toBeNull();
  for (const change of [set(5), remove(5), setUp(5)]) {
    expect(refusal(buildLayout(), change)).toBe('That rotation no longer exists.');
  }
});

test('[HC3] a chart has at most as many positions as a rotation', () => {
  const cells = Array.from({ length: 1_441 }, (_, index) => ({ position: `p${index}`, by: null }));
  const template = buildTemplate({ rotations: [lunch] });
  expect(refusal(template, set(5, ...cells))).toContain('1440');
  expect(refusal(template, set(5, ...cells.slice(1)))).toBeNull();
});

test('[HC4] a lead chooses for how many people a rotation is set up, and lets go', () => {
  const day = buildLayout({ rotations: [lunch] });
  const six = changed(day, setUp(6));
  expect(six.rotations[0]?.people).toBe(6);
  expect(changed(six, setUp(null))).toEqual(day);
  expect(inverse(six, setUp(4))).toEqual(setUp(6));
  expect(refusal(buildTemplate({ rotations: [lunch] }), setUp(6))).not.toBeNull();
});

test('[HC5] people count by their minutes of the rotation, from 30 of them on, and late without a time not at all', () => {
  const late = { expected: null, at: 0, by: null };
  const shifts = [
    buildShift('all', '9:00 AM', '5:00 PM'),
    buildShift('half', '9:00 AM', '12:30 PM'),
    buildShift('rest', '12:30 PM', '5:00 PM'),
    buildShift('short', '9:00 AM', '11:29 AM'),
    buildShift('late', '9:00 AM', '5:00 PM', { late }),
  ];
  expect(headcountOf(buildLayout({ shifts }), lunch)).toBe(2);
  expect(headcountOf(buildLayout({ shifts: shifts.slice(0, 2) }), lunch)).toBe(1);
  expect(headcountOf(buildLayout({ shifts }), { ...lunch, people: 7 })).toBe(7);
});

test.each<[SingleChange, string]>([
  [set(6), 'added the chart for 6 people to lunch'],
  [set(5, { position: 'drinks' }), 'made drinks a seat with 5 people in lunch'],
  [set(5, { position: 'fries', by: null }), 'closed fries with 5 people in lunch'],
  [set(5, { position: 'fries', by: 'till' }), 'set fries to be covered from till with 5 people in lunch'],
  [set(5, { position: 'drinks' }, { position: 'expo' }), 'changed the chart for 5 people of lunch'],
  [remove(5), 'removed the chart for 5 people from lunch'],
  [setUp(1), 'set up lunch for 1 person'],
  [setUp(null), 'set up lunch for whoever is there'],
])('[HI1] %j', (change, expected) => {
  const before = buildLayout({ rotations: [{ ...charted, people: 4 }] });
  const after = changed(before, change);
  expect(phraseOf(before, change, after, english)).toBe(expected);
});
