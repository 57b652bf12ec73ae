import { describe, expect, it } from 'vitest';
import type { LawRow } from '../day/law-row.ts';
import { owedBreaks, type Standing } from './owed-breaks.ts';
import type { PlannerSettings, PlannerShift } from './planner-day.ts';

const settings = (
  laws: readonly Omit<LawRow, 'cite'>[],
  more: Partial<PlannerSettings> = {},
): PlannerSettings => ({
  variety: 'rotate',
  classCap: 240,
  minSeat: 30,
  rush: [],
  outCap: new Map(),
  edge: 60,
  gap: 45,
  breakMinMinutes: 300,
  breakTimerMinutes: 20,
  laws: laws.map((row) => ({ ...row, cite: '' })),
  ...more,
});

const shift = (start: number, end: number, age: number | null = 30): PlannerShift => ({
  id: 's',
  name: 'Ana',
  label: '',
  start,
  end,
  age,
  skills: new Map(),
  likes: new Set(),
  dislikes: new Set(),
  past: new Map(),
});

const meal = { id: 'meal', kind: 'meal', minutes: 30 } as const;
const rest = { id: 'rest', kind: 'rest', minutes: 10 } as const;

const rows = (laws: readonly Omit<LawRow, 'cite'>[], who: PlannerShift) =>
  owedBreaks(who, settings(laws)).breaks.map(({ row }) => row);
const times = (who: PlannerShift, laws: readonly Omit<LawRow, 'cite'>[], standing?: Standing) =>
  owedBreaks(who, settings(laws), standing).breaks.map(({ earliest, latest }) => [earliest, latest]);

describe('the breaks that a shift earns', () => {
  it('[BP1] are those of the rows for its length, the age and the clock', () => {
    const eight = shift(600, 1_080);
    expect(rows([{ ...meal, over: 480 }], eight)).toEqual([null]);
    expect(rows([{ ...meal, over: 479, upTo: 480 }], eight)).toEqual(['meal']);
    expect(rows([{ ...meal, atLeast: 481 }], eight)).toEqual([null]);
    expect(rows([{ ...meal, ageTo: 17 }], eight)).toEqual([null]);
    expect(rows([{ ...meal, ageTo: 17 }], shift(600, 1_080, 17))).toEqual(['meal']);
    expect(rows([{ ...meal, ageFrom: 18 }], shift(600, 1_080, 17))).toEqual([null]);
    expect(rows([{ ...meal, startsBefore: '10:00 AM' }], eight)).toEqual([null]);
    expect(rows([{ ...meal, startsFrom: '10:00 AM', endsAfter: '5:00 PM' }], eight)).toEqual(['meal']);
    expect(rows([{ ...meal, spans: ['11:00 AM', '2:00 PM'] }], eight)).toEqual(['meal']);
    expect(rows([{ ...meal, spans: ['9:00 AM', '2:00 PM'] }], eight)).toEqual([null]);
  });

  it('[BP1] are over before the last hours of the shift, however long it is', () => {
    const row = { ...meal, earliest: 120, notWithinLast: 120 };
    expect(times(shift(600, 1_050), [row])).toEqual([[720, 900]]);
    expect(times(shift(600, 1_200), [row])).toEqual([[720, 1_050]]);
  });

  it('[BP1] count hours that go over midnight', () => {
    const late = { ...meal, startsFrom: '1:00 PM', startsBefore: '6:00 AM' } as const;
    expect(rows([late], shift(1_500, 1_900))).toEqual(['meal']);
    expect(rows([late], shift(780, 1_180))).toEqual(['meal']);
    expect(rows([late], shift(720, 1_180))).toEqual([null]);
    const within = { ...meal, within: ['11:30 PM', '1:00 AM'] } as const;
    expect(times(shift(1_300, 1_700), [within])).toEqual([[1_410, 1_470]]);
  });

  it('[BP1] are for grown-ups where nobody knows the age', () => {
    expect(rows([{ ...meal, ageTo: 17 }], shift(600, 1_080, null))).toEqual([null]);
    expect(rows([{ ...meal, ageFrom: 18 }], shift(600, 1_080, null))).toEqual(['meal']);
  });

  it('[BP1] are the team’s own where no row applies', () => {
    const team = (length: number) => owedBreaks(shift(600, 600 + length), settings([])).breaks;
    expect(team(300)).toEqual([]);
    expect(team(301).map(({ minutes, row }) => [minutes, row])).toEqual([[20, null]]);
    expect(team(901)).toHaveLength(3);
    expect(owedBreaks(shift(600, 1_400), settings([], { breakMinMinutes: 0 })).breaks).toEqual([]);
    expect(owedBreaks(shift(600, 1_400), settings([], { breakMinMinutes: Number.NaN })).breaks).toEqual([]);
  });

  it('[BP2] take turns, the rest first', () => {
    const laws = [
      meal,
      { ...meal, id: 'meal 2' },
      rest,
      { ...rest, id: 'rest 2' },
      { ...rest, id: 'rest 3' },
    ];
    expect(rows(laws, shift(600, 1_320))).toEqual(['rest', 'meal', 'rest 2', 'meal 2', 'rest 3']);
    expect(rows([{ ...meal, latest: 150 }, rest], shift(600, 1_080))).toEqual(['meal', 'rest']);
  });

  it('[BP3] start on the grid, in the law’s hours, and not near the ends', () => {
    expect(times(shift(602, 1_082), [{ ...meal, earliest: 100, latest: 203 }])).toEqual([[705, 805]]);
    expect(times(shift(600, 1_080), [meal])).toEqual([[660, 990]]);
    expect(times(shift(600, 1_080), [rest])).toEqual([[630, 1_040]]);
    expect(times(shift(600, 1_080), [{ ...meal, midway: 20 }])).toEqual([[820, 860]]);
    // the law leaves no other start
    expect(times(shift(600, 1_080), [{ ...meal, latest: 40 }])).toEqual([[600, 640]]);
  });

  it('[BP4] leave room for each other wherever they are', () => {
    // 30 minutes and 45 of work between the starts
    const both = [
      { ...meal, latest: 240 },
      { ...meal, id: 'meal 2', latest: 270 },
    ];
    expect(times(shift(600, 1_080), both)).toEqual([
      [660, 795],
      [735, 870],
    ]);
  });

  it('[BP5] are as near as they can be to hours that can’t be met, and closer together before that', () => {
    const never = owedBreaks(shift(600, 1_080), settings([{ ...meal, earliest: 300, latest: 100 }]));
    expect(never.breaks.map(({ earliest, latest }) => [earliest, latest])).toEqual([[700, 700]]);
    expect(never.problems).toEqual([{ shift: 's', index: 0, row: 'meal', why: 'law' }]);
    const close = owedBreaks(
      shift(600, 1_080),
      settings([
        { ...meal, latest: 90 },
        { ...meal, id: 'meal 2', latest: 100 },
      ]),
    );
    expect(close.gap).toBe(10);
    expect(close.problems.map(({ why }) => why)).toEqual(['gap', 'gap']);
    const none = owedBreaks(shift(600, 620), settings([meal]));
    expect(none.breaks).toEqual([]);
    expect(none.problems.map(({ why }) => why)).toEqual(['room']);
  });

  it('[BP10] come after what was taken and after now; the law outranks the distance', () => {
    const laws = [
      { ...rest, latest: 200 },
      { ...meal, latest: 295 },
    ];
    const taken = { shift: 's', index: 0, start: 851, minutes: 12, relief: [] };
    const owed = owedBreaks(shift(600, 1_080), settings(laws), { fixed: [taken], now: 870 });
    expect(owed.breaks.map(({ earliest, latest }) => [earliest, latest])).toEqual([
      [851, 851],
      [870, 895],
    ]);
    expect(owed.problems.map(({ why, row }) => [why, row])).toEqual([['gap', 'meal']]);
    expect(times(shift(600, 1_080), [meal], { now: 803 })).toEqual([[805, 990]]);
    const late = owedBreaks(shift(600, 1_080), settings(laws.slice(1)), { now: 933 });
    expect(late.breaks.map(({ earliest, latest }) => [earliest, latest])).toEqual([[935, 935]]);
    expect(late.problems.map(({ why }) => why)).toEqual(['law']);
  });
});
