import { expect, test } from 'vitest';
import { said } from '../../test/words.ts';
import { noJob } from '../day/shift.ts';
import type { FileContext } from './schedule-entry.ts';
import { parseScheduleTable } from './schedule-table.ts';

const terms: FileContext = {
  date: '2026-11-21',
  dayStart: '4:00 AM',
  rotations: [{ startTime: '6:00 AM', endTime: '11:00 PM' }],
  places: ['Register 1', 'Grill 1', 'Order Taker', 'Drive-Thru', 'Kitchen'],
};
const read = (text: string, over: FileContext = {}) => {
  const rows = text.split('\n').map((line) => line.split('\t'));
  const table = parseScheduleTable(rows, { ...terms, ...over });
  if (!table.ok) return { problem: table.problem.code, shifts: [], skipped: [], remarks: [], asked: [] };
  const { shifts, skipped, remarks, asked } = table.value;
  return {
    shifts: shifts.map(({ teamMember, startTime, endTime, job, date }) =>
      [teamMember, startTime, endTime, job === noJob ? '' : job, ...(date === terms.date ? [] : [date])].join(
        ', ',
      ),
    ),
    skipped: skipped.map(({ reason }) => said(reason)),
    remarks: [...remarks.values()].map(said),
    asked: asked.map(({ teamMember }) => teamMember),
  };
};

test.each([
  ['Maria 9-5', 'Maria, 9:00 AM, 5:00 PM, '],
  ['Maria 9-5 Grill', 'Maria, 9:00 AM, 5:00 PM, Grill'],
  ['Maria Sample 9a-5p', 'Maria Sample, 9:00 AM, 5:00 PM, '],
  ['9-5 Maria Sample', 'Maria Sample, 9:00 AM, 5:00 PM, '],
  ['9-5 Maria, Grill', 'Maria, 9:00 AM, 5:00 PM, Grill'],
  ['9-5: Maria - Opener', 'Maria, 9:00 AM, 5:00 PM, Opener'],
  ['• Maria: 9am–5:30pm (Opener)', 'Maria, 9:00 AM, 5:30 PM, Opener'],
  ['1. Maria from 9 to 5, Opener, training', 'Maria, 9:00 AM, 5:00 PM, Opener'],
  ['Grill: Maria 4p-11p', 'Maria, 4:00 PM, 11:00 PM, Grill'],
  ['Maria\t9-5\tOpener', 'Maria, 9:00 AM, 5:00 PM, Opener'],
  ['11/22 Maria 9-5', 'Maria, 9:00 AM, 5:00 PM, , 2026-11-22'],
  ['Maria, Sun, 9-5', 'Maria, 9:00 AM, 5:00 PM, , 2026-11-22'],
  ['Mo Salim 9-5', 'Mo Salim, 9:00 AM, 5:00 PM, '],
  ['Ann-Kathrin O’Neil 9-5', 'Ann-Kathrin O’Neil, 9:00 AM, 5:00 PM, '],
])('[SC127] %j is the shift %s', (text, shift) => {
  expect(read(text)).toEqual({ shifts: [shift], skipped: [], remarks: [], asked: [] });
});

test('[SC127] both ranges of a line are shifts of the person', () => {
  expect(read('Maria 9-1, 4-8 Grill').shifts).toEqual([
    'Maria, 9:00 AM, 1:00 PM, Grill',
    'Maria, 4:00 PM, 8:00 PM, Grill',
  ]);
});

test('[SC127] lines below a day or a job are of that day or job', () => {
  const text = ['Sunday 11/22', 'Kitchen', 'Maria 9-5', 'Bo 10-6 Grill', 'Closers:', 'Ana 3p-11p'].join('\n');
  expect(read(text).shifts).toEqual([
    'Maria, 9:00 AM, 5:00 PM, Kitchen, 2026-11-22',
    'Bo, 10:00 AM, 6:00 PM, Grill, 2026-11-22',
    'Ana, 3:00 PM, 11:00 PM, Closers, 2026-11-22',
  ]);
});

test.each([
  ['Maria, Ana 9-5'],
  ['9-5 Maria and Ana'],
  ['Maria 9-5 Ana 10-6'],
  ['Sat Maria 9-5'],
  ['Maria 555-1234 9-5'],
  ['Grill 9-5'],
  ['11-21 9-5 Maria'],
  ['Maria 9 10-6'],
])('%j is listed, not guessed', (text) => {
  const { shifts, skipped } = read(`Bo 9-5\n${text}\nCy 9-5`);
  expect(shifts).toHaveLength(2);
  expect(skipped).toEqual([expect.stringMatching(/^Row 2: “.*” isn’t clear\./)]);
});

test('lines without times, open shifts and totals are listed', () => {
  expect(read('Bo 9-5\nAna is on vacation\nOpen 10-6\nCy 9-5\nTotal hours').skipped).toEqual([
    'Row 2: “Ana is on vacation” has no start and end time.',
    'Row 3: this is an open shift with no one assigned.',
    'Row 5: this is a total.',
  ]);
  expect(read('Call me later').problem).toBe('columns-missing');
});

test('a position at the end of a name is its job if most lines are written so; else the line says so', () => {
  expect(read('Maria Grill 9-5\nBo Sand Order Taker 10-6\nTim Cook 9-5').shifts).toEqual([
    'Maria, 9:00 AM, 5:00 PM, Grill',
    'Bo Sand, 10:00 AM, 6:00 PM, Order Taker',
    'Tim, 9:00 AM, 5:00 PM, Cook',
  ]);
  const { shifts, remarks } = read('Maria Lee 9-5\nBo Sand 10-6\nTim Cook 9-5');
  expect(shifts[2]).toBe('Tim Cook, 9:00 AM, 5:00 PM, ');
  expect(remarks).toEqual(['If “Cook” is the job, write it after the times.']);
});

test('names are turned if most are written last name first, and are not mistaken for jobs', () => {
  expect(read('Sample, Maria 9-5\nLee, Bo 10-6 Opener\nDiaz, Ana 9-5').shifts).toEqual([
    'Maria Sample, 9:00 AM, 5:00 PM, ',
    'Bo Lee, 10:00 AM, 6:00 PM, Opener',
    'Ana Diaz, 9:00 AM, 5:00 PM, ',
  ]);
  expect(read('Maria, Opener 9-5\nBo, Opener 10-6\nAna, Closer 9-5')).toMatchObject({ shifts: [] });
});
