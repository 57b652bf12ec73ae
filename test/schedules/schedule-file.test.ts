import { readFileSync } from 'node:fs';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { parseScheduleTable } from '../../domain/schedule/schedule-table.ts';
import { toMinutes } from '../../domain/time/clock-time.ts';
import { said } from '../words.ts';

test('[SC1] a real export comes in whole: 42 people, five past midnight, the open row said', () => {
  const file = readFileSync(new URL('../data/schedule-2026-11-21.csv', import.meta.url), 'utf8');
  const outcome = parseScheduleTable(Papa.parse<string[]>(file).data);
  if (!outcome.ok) throw new Error(outcome.problem.code);
  const { columns, rows, shifts, skipped } = outcome.value;
  expect(rows).toBe(43);
  expect(shifts).toHaveLength(42);
  expect(shifts.filter((shift) => toMinutes(shift.endTime) <= toMinutes(shift.startTime))).toHaveLength(5);
  expect(skipped.map(({ row, reason }) => [row, said(reason)])).toEqual([
    [44, 'Row 44: this is an open shift with no one assigned.'],
  ]);
  expect(new Set(shifts.map((shift) => shift.id)).size).toBe(42);
  expect(shifts[0]).toEqual({
    id: 'csv:Maria Gutiérrez:2026-11-21 5:30 AM',
    date: '2026-11-21',
    teamMember: 'Maria Gutiérrez',
    startTime: '5:30 AM',
    endTime: '1:30 PM',
    job: 'Front of House',
    note: '',
    role: 'Front of House',
  });
  expect(shifts.find((shift) => shift.teamMember === 'Noah Fisher')?.note).toBe(
    'Says "late bus", may be 10 min',
  );
  expect(columns).toMatchObject({ firstName: 'First Name', date: 'Start Date', job: 'Area' });
});
