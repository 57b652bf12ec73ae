import { expect, test } from 'vitest';
import { timelineRows } from '../../../domain/day/timeline.ts';
import { buildLayout, buildRotation, buildShift } from '../../../test/builders.ts';
import { groupRows, searchRows } from './scale.ts';

const grill = buildRotation('lunch', '11:00 AM', '2:00 PM', ['Register', 'Grill']);
Object.assign(grill.subareas[0]?.positions[1] ?? {}, { seats: ['Zoë Park'] });
const rows = timelineRows(
  buildLayout({
    rotations: [grill],
    shifts: [
      buildShift('Ana Lee', '8:00 AM', '4:00 PM', { schedule: 'Server' }),
      buildShift('Zoë Park', '9:00 AM', '5:00 PM', { schedule: 'Cook' }),
      buildShift('Bo Park', '10:00 AM', '6:00 PM', { schedule: ' ' }),
    ],
  }),
);
const names = (found: typeof rows) => found.map(({ shift }) => shift.teamMember);

test.each([
  ['', ['Ana Lee', 'Zoë Park', 'Bo Park']],
  [' park ', ['Zoë Park', 'Bo Park']],
  ['ZOE grill', ['Zoë Park']],
  ['server', ['Ana Lee']],
  ['nobody', []],
])('[TL7] %j finds %j', (typed, expected) => {
  expect(names(searchRows(rows, typed))).toEqual(expected);
});

test('[TL7] people are grouped by label, or by the subarea they have first', () => {
  const groups = (by: 'none' | 'job' | 'subarea') =>
    groupRows(rows, by).map((group) => [group.title, ...names(group.rows)]);
  expect(groups('none')).toEqual([['', 'Ana Lee', 'Zoë Park', 'Bo Park']]);
  expect(groups('job')).toEqual([
    ['Cook', 'Zoë Park'],
    ['No job', 'Bo Park'],
    ['Server', 'Ana Lee'],
  ]);
  expect(groups('subarea')).toEqual([
    ['Front', 'Zoë Park'],
    ['No position', 'Ana Lee', 'Bo Park'],
  ]);
});
