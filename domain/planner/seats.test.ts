import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkSeats, countPoints } from '../../test/planner/checker/check-seats.ts';
import { readDay } from '../../test/planner/checker/read-day.ts';
import goodDay from '../../test/planner/day-45.json' with { type: 'json' };
import { type DayFile, generateDay, oddDays, typicalDay } from '../../test/planner/days.ts';
import goodPlan from '../../test/planner/plan-45.json' with { type: 'json' };
import { referee } from '../../test/planner/referee.ts';
import { plannerDay } from './from-layout.ts';
import type { PlannerDay, Seating } from './planner-day.ts';
import { pointsOf } from './points.ts';
import { planSeats } from './seats.ts';

const read = ({ layout, planner }: Pick<DayFile, 'layout' | 'planner'>): PlannerDay =>
  plannerDay(layout, planner, { laws: [] });

/** What is wrong with the plan of a day, by the checker. It leaves it to the list of problems to name locks that can't hold. */
function faultsOf(file: DayFile): string[] {
  const day = readDay(file, []);
  const { seats, points } = planSeats(read(file));
  const counted = countPoints(day, seats);
  const faults = checkSeats(day, { seats, problems: ['locks'] });
  return counted === points ? faults : [...faults, `${points} points, but there are ${counted}`];
}

test('[FP1] [FP2] [FP3] [FP4] [FP5] plans of drawn days break no rule and count their points right', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), (seed) => {
      const size = { shifts: 3 + (seed % 28), rotations: 1 + (seed % 6) };
      expect(faultsOf(generateDay(seed, size))).toEqual([]);
    }),
    { numRuns: 25 },
  );
});

test.for(oddDays.map((file) => [file.name, file] as const))(
  '[FP1] [FP2] [FP3] [FP4] a plan as far as it goes: %s',
  ([, file]) => {
    expect(faultsOf(file)).toEqual([]);
  },
);

test('[FP6] a day of 45 shifts has the points that are proved to be the most', () => {
  const day = read(goodDay as unknown as DayFile);
  expect(planSeats(day).points).toBe(goodPlan.points);
  expect(pointsOf(day, goodPlan.seats)).toBe(goodPlan.points);
});

/** The best that one rotation can have, by trying all there is. */
function triedAll(file: DayFile): number {
  const day = readDay(file, []);
  const { shifts, rotations } = read(file);
  const places = rotations.flatMap(({ id, seats }) =>
    seats.map((seat) => ({ rotation: id, position: seat.id })),
  );
  let best = Number.NEGATIVE_INFINITY;
  const tryFrom = (at: number, seats: readonly Seating[]): void => {
    const shift = shifts[at]?.id;
    if (shift === undefined) {
      if (checkSeats(day, { seats, problems: ['locks'] }).length === 0)
        best = Math.max(best, countPoints(day, seats));
      return;
    }
    tryFrom(at + 1, seats);
    for (const place of places) tryFrom(at + 1, [...seats, { ...place, shift }]);
  };
  tryFrom(0, []);
  return best;
}

test('[FP6] no seats of one rotation are worth more than the planned ones', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), (seed) => {
      const file = generateDay(seed, { shifts: 3, rotations: 1, isPlain: true });
      const rotations = file.layout.rotations.map((rotation) => ({
        ...rotation,
        subareas: rotation.subareas.slice(seed % 3, (seed % 3) + 1),
      }));
      const small: DayFile = { ...file, layout: { ...file.layout, rotations } };
      expect(planSeats(read(small)).points).toBe(triedAll(small));
    }),
    { numRuns: 8 },
  );
});

test.for([3, 4, 6])('[FP6] the whole day is as good as the best plan of it: day %d', async (seed) => {
  const day = read(typicalDay(seed, 14));
  const best = await referee(day, { nodes: 2_000 });
  expect(best.isProved).toBe(true);
  const { points } = planSeats(day);
  expect(points).toBeLessThanOrEqual(best.points);
  expect(best.points - points).toBeLessThanOrEqual(best.points / 1_000);
});

test('[FP7] a rotation with more than 250 people keeps its locked seats and gets no others', () => {
  const file = typicalDay(1, 80);
  const shifts = Array.from({ length: 4 }, (_, copy) =>
    file.layout.shifts.map((shift) => ({
      ...shift,
      id: `${shift.id}-${copy}`,
      startTime: '6:00 AM',
      endTime: '10:00 AM',
    })),
  ).flat();
  const [rotation] = file.layout.rotations;
  const lock = {
    shift: shifts[0]?.id ?? '',
    rotation: rotation?.id ?? '',
    position: rotation?.subareas[0]?.positions[0]?.id ?? '',
  };
  const day = read({ layout: { ...file.layout, shifts }, planner: { ...file.planner, locks: [lock] } });
  expect(planSeats(day).seats).toEqual([lock]);
});
