import { expect, test } from 'vitest';
import type { PlannerShift } from './planner-day.ts';
import { youngHours } from './young-hours.ts';

const shift = (start: number, end: number, age: number | null = 15): PlannerShift => ({
  ...{ id: 's', name: 'Ben', label: '', start, end, age },
  ...{ skills: new Map(), likes: new Set(), dislikes: new Set(), past: new Map() },
});
const why = (one: PlannerShift, date = '2026-11-29', jurisdiction?: string) =>
  youngHours({ shifts: [one] }, date, jurisdiction).map((each) => each.why);

test('[LW8] who is under 16 works from 7 AM to 7 PM, from June 1 to Labor Day to 9 PM', () => {
  expect(why(shift(420, 900))).toEqual([]);
  expect(why(shift(415, 600))).toEqual(['early']);
  expect(why(shift(900, 1_140))).toEqual([]);
  expect(why(shift(900, 1_141))).toEqual(['late']);
  const evening = shift(900, 1_260);
  const on = (...dates: string[]) => dates.map((date) => why(evening, date).length);
  expect(on('2026-05-31', '2026-06-01', '2026-09-07', '2026-09-08')).toEqual([1, 0, 0, 1]);
  expect(on('2025-09-01', '2025-09-02')).toEqual([0, 1]);
  expect(why(shift(900, 1_265), '2026-07-04')).toEqual(['late']);
});

test('[LW8] and for eight hours a day', () => {
  expect(why(shift(480, 960))).toEqual([]);
  expect(why(shift(480, 961))).toEqual(['long']);
  expect(why(shift(300, 1_320))).toEqual(['early', 'late', 'long']);
});

test('[LW8] who is older, or of no known age, is not asked about, and neither is anybody in another country', () => {
  const long = (age: number | null) => why(shift(300, 1_320, age));
  expect([long(16), long(17), long(null)]).toEqual([[], [], []]);
  expect([why(shift(300, 600), '2026-11-29', 'UK'), why(shift(300, 600), '2026-11-29', 'OR')]).toEqual([
    [],
    ['early'],
  ]);
});
