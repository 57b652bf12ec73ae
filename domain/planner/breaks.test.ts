import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cheapestBreaks } from '../../test/planner/break-referee.ts';
import { checkBreaks, countCost } from '../../test/planner/checker/check-breaks.ts';
import { readDay } from '../../test/planner/checker/read-day.ts';
import goodDay from '../../test/planner/day-45.json' with { type: 'json' };
import { type DayFile, generateDay, oddDays } from '../../test/planner/days.ts';
import lawsOnFile from '../../test/planner/laws.json' with { type: 'json' };
import goodPlan from '../../test/planner/plan-45.json' with { type: 'json' };
import type { LawRow } from '../day/law-row.ts';
import { costOf } from './break-cost.ts';
import { planBreaks } from './breaks.ts';
import { plannerDay } from './from-layout.ts';
import { owedBreaks } from './owed-breaks.ts';
import type { PlannedBreak, PlannerDay, PlannerPosition, PlannerShift, Seating } from './planner-day.ts';
import { planSeats } from './seats.ts';

const allLaws = lawsOnFile as unknown as Readonly<Record<string, readonly LawRow[]>>;
const lawsOf = ({ planner }: Pick<DayFile, 'planner'>) => allLaws[planner.settings.jurisdiction ?? ''] ?? [];
const read = (file: DayFile): PlannerDay => plannerDay(file.layout, file.planner, { laws: lawsOf(file) });

const day45 = read(goodDay as unknown as DayFile);
const seats45: readonly Seating[] = goodPlan.seats;

/** What is wrong with the planned breaks of a day, by the checker. */
function faultsOf(file: DayFile): string[] {
  const day = read(file);
  const { seats, points } = planSeats(day);
  const { breaks, cost } = planBreaks(day, seats);
  const problems = day.shifts.flatMap((shift) =>
    owedBreaks(shift, day.settings).problems.map(() => `No room for the breaks of ${shift.name}`),
  );
  const onFile = breaks.map((each) => ({
    ...each,
    relief: each.relief.map(({ position, start, end, by }) => ({ position, from: start, to: end, by })),
  }));
  const checked = readDay(file, lawsOf(file));
  const plan = { seats, points, breaks: onFile, cost, problems };
  const counted = countCost(checked, plan);
  const faults = checkBreaks(checked, plan);
  return counted === cost ? faults : [...faults, `${cost}, but it costs ${counted}`];
}

describe('planned breaks', () => {
  it('[BP3] [BP4] [BP6] [BP7] [BP8] of drawn days break no rule and count their cost right', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), (seed) => {
        const size = { shifts: 3 + (seed % 20), rotations: 1 + (seed % 6) };
        expect(faultsOf(generateDay(seed, size))).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });

  it.for(oddDays.map((file) => [file.name, file] as const))(
    '[BP5] [BP7] go as far as they can: %s',
    ([, file]) => {
      expect(faultsOf(file)).toEqual([]);
    },
  );

  it('[BP9] are cheaper than those of another program, and the same each time', () => {
    const plan = planBreaks(day45, seats45);
    expect(plan.cost).toBeLessThan(goodPlan.cost);
    expect(costOf(day45, seats45, plan.breaks)).toBe(plan.cost);
    expect(planBreaks(day45, seats45)).toEqual(plan);
  });

  it.for([
    [1, 'WA'],
    [3, 'CA'],
    [5, 'OR'],
  ] as const)('[BP9] of a small day are as cheap as they can be: %i in %s', async ([seed, jurisdiction]) => {
    const hours = { start: 360, end: 900 };
    const day = read(generateDay(seed, { shifts: 6, rotations: 1, overlapping: false, jurisdiction, hours }));
    const { seats } = planSeats(day);
    const { breaks, cost } = planBreaks(day, seats);
    expect(await cheapestBreaks(day, seats)).toMatchObject({ isProved: true, cost });
    const fewest = await cheapestBreaks(day, seats, { mustMinutes: true });
    expect(fewest).toMatchObject({ isProved: true, cost: openMustMinutes(day, breaks) });
  });
});

function openMustMinutes(day: PlannerDay, breaks: readonly PlannedBreak[]): number {
  const musts = new Set(
    day.rotations.flatMap(({ seats }) =>
      seats.filter((each) => each.priority === 'must').map(({ id }) => id),
    ),
  );
  return breaks
    .flatMap(({ relief }) => relief)
    .filter(({ by, position }) => by === null && musts.has(position))
    .reduce((sum, { start, end }) => sum + end - start, 0);
}

const position = (id: string, more: Partial<PlannerPosition> = {}): PlannerPosition => ({
  id,
  name: id,
  subarea: 'kitchen',
  area: 'Kitchen',
  station: 'Kitchen/Grill',
  priority: 'must',
  equipment: [],
  classes: [],
  ...more,
});

const shift = (id: string, more: Partial<PlannerShift> = {}): PlannerShift => ({
  id,
  name: id,
  label: '',
  start: 600,
  end: 1_080,
  age: null,
  skills: new Map([['Kitchen/Grill', 2]]),
  likes: new Set(),
  dislikes: new Set(),
  past: new Map(),
  ...more,
});

const meal: LawRow = { id: 'meal', kind: 'meal', minutes: 30, over: 300, cite: '' };

/** Two rotations; Ana's shift alone is long enough for a break. */
function small(
  others: readonly PlannerShift[],
  positions: readonly PlannerPosition[],
  settings: Partial<PlannerDay['settings']> = {},
): PlannerDay {
  const rotation = (id: string, start: number, end: number) => ({
    id,
    name: id,
    start,
    end,
    people: 2,
    seats: positions,
    covered: [],
  });
  return {
    ...day45,
    shifts: [shift('ana'), ...others],
    rotations: [rotation('early', 600, 840), rotation('late', 840, 1_080)],
    settings: { ...day45.settings, rush: [], outCap: new Map(), laws: [meal], ...settings },
  };
}

const short = (id: string, more: Partial<PlannerShift> = {}) =>
  shift(id, { start: 780, end: 1_080, ...more });
const early = (position: string, shift: string) => ({ rotation: 'early', position, shift });
const late = (position: string, shift: string) => ({ rotation: 'late', position, shift });
const anas = [early('grill', 'ana'), late('grill', 'ana')];
const breakOf = (plan: { breaks: readonly PlannedBreak[] }) =>
  plan.breaks.find((each) => each.shift === 'ana');

describe('the relief of a break', () => {
  const grill = position('grill');

  it('[BP6] is two tasks across a change of rotation, and each is done by one person or left', () => {
    const day = small([short('ben')], [grill], { laws: [{ ...meal, earliest: 225, latest: 225 }] });
    const plan = planBreaks(day, anas);
    expect(breakOf(plan)?.relief).toEqual([
      { position: 'grill', start: 825, end: 840, by: 'ben' },
      { position: 'grill', start: 840, end: 855, by: 'ben' },
    ]);
    const alone = planBreaks({ ...day, shifts: [shift('ana')] }, anas);
    expect(breakOf(alone)?.relief.map(({ by }) => by)).toEqual([null, null]);
    expect(alone.cost).toBe(30 * 60 + 3);
  });

  it('[BP6] isn’t needed by a breaker, who is free for others', () => {
    const day = small([short('ben')], [grill, position('breaker', { station: null })]);
    const plan = planBreaks(day, [...anas, early('breaker', 'ben'), late('breaker', 'ben')]);
    expect(breakOf(plan)?.relief.map(({ by }) => by)).toEqual(['ben']);
    expect(plan.cost).toBe(0);
    const breaker = planBreaks(day, [early('breaker', 'ana'), late('breaker', 'ana')]);
    expect(breakOf(breaker)?.relief).toEqual([]);
  });

  it.for([
    ['somebody in training', { skills: new Map([['Kitchen/Grill', 1]]) }, 30 * 60],
    ['somebody who is too young', { age: 15 }, 30 * 60],
    ['somebody who leaves before its end', { start: 600, end: 850 }, 30 * 60],
    ['somebody without a seat', {}, 0],
  ] as const)('[BP7] by %s', ([, more, cost]) => {
    const day = small(
      [short('ben', more as Partial<PlannerShift>)],
      [position('grill', { equipment: ['grill'] })],
      {
        laws: [{ ...meal, earliest: 240, latest: 240 }],
      },
    );
    expect(planBreaks(day, anas).cost).toBe(cost);
  });

  it.for([
    ['leaves a position that is nice to have', { area: 'Counter', priority: 'nice' }, 30 * 4],
    ['does two things in the subarea', { priority: 'should' }, 30 * 12],
    ['may not leave another subarea', { area: 'Counter', priority: 'should' }, 30 * 60],
  ] as const)('[BP7] [BP8] by somebody who %s', ([, more, cost]) => {
    const day = small([short('ben')], [grill, position('other', more)]);
    expect(planBreaks(day, [...anas, early('other', 'ben'), late('other', 'ben')]).cost).toBe(cost);
  });

  it('[BP8] costs more in a rush, far from an even spread, and with more away than the team wants', () => {
    const day = small([short('ben')], [grill], {
      laws: [{ ...meal, earliest: 260, latest: 260 }],
      rush: [
        { start: 870, end: 1_000 },
        { start: 880, end: 900 },
      ],
      outCap: new Map([['Kitchen', 0]]),
    });
    expect(planBreaks(day, anas).cost).toBe(20 * 10 + 4 + 6 * 500);
  });
});

describe('breaks that are planned again', () => {
  const grill = position('grill');
  const taken = { shift: 'ana', index: 0, start: 707, minutes: 33, relief: [] };

  it('[BP10] keep those that were taken, and nothing is planned in the past', () => {
    const day = small([short('ben')], [grill], { laws: [meal, { ...meal, id: 'meal 2' }] });
    const plan = planBreaks(day, anas, { fixed: [taken], now: 893 });
    const mine = plan.breaks.filter((each) => each.shift === 'ana');
    expect(mine.map(({ start, minutes, row }) => [start, minutes, row])).toEqual([
      [707, 33, 'meal'],
      [920, 30, 'meal 2'],
    ]);
    expect(planBreaks(day, anas, { now: 953 }).breaks.every(({ start }) => start >= 955)).toBe(true);
  });

  it('[BP10] keep the reliever of a break that runs busy', () => {
    const day = small([short('ben'), shift('cid', { skills: new Map() })], [grill, position('other')], {
      laws: [{ ...meal, earliest: 240, latest: 240 }],
    });
    const seats = [...anas, early('other', 'cid'), late('other', 'cid')];
    const relief = [{ position: 'other', start: 840, end: 870, by: 'ben' }];
    const fixed = [{ shift: 'cid', index: 0, start: 840, minutes: 30, relief }];
    const plan = planBreaks(day, seats, { fixed, now: 835 });
    expect(plan.breaks.find((each) => each.shift === 'cid')?.relief).toEqual(relief);
    expect(breakOf(plan)?.relief.map(({ by }) => by)).toEqual([null]);
  });

  it('[BP11] stay where people know of them, unless more is at stake', () => {
    const day = small([short('ben')], [grill]);
    const known = { ...(breakOf(planBreaks(day, anas)) as PlannedBreak), start: 900 };
    expect(breakOf(planBreaks(day, anas, { told: [known] }))?.start).toBe(900);
    const gone = { ...day, shifts: [shift('ana'), short('ben', { end: 910, start: 660 })] };
    expect(breakOf(planBreaks(gone, anas, { told: [known] }))).toMatchObject({ relief: [{ by: 'ben' }] });
  });
});
