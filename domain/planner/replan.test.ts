import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkSeats } from '../../test/planner/checker/check-seats.ts';
import { readDay } from '../../test/planner/checker/read-day.ts';
import { generateDay, typicalDay } from '../../test/planner/days.ts';
import { referee } from '../../test/planner/referee.ts';
import { plannerDay } from './from-layout.ts';
import type { PlannerDay, Seating } from './planner-day.ts';
import { pointsOf } from './points.ts';
import { replan } from './replan.ts';
import { planSeats } from './seats.ts';

const typical = (seed: number, shifts: number): PlannerDay => {
  const { layout, planner } = typicalDay(seed, shifts);
  return plannerDay(layout, planner, { laws: [] });
};

const without = (day: PlannerDay, gone: string): PlannerDay => ({
  ...day,
  shifts: day.shifts.filter(({ id }) => id !== gone),
  locks: day.locks.filter(({ shift }) => shift !== gone),
});

const have = (seats: readonly Seating[], one: Seating): boolean =>
  seats.some(
    ({ rotation, position, shift }) =>
      rotation === one.rotation && position === one.position && shift === one.shift,
  );

test.for([2, 3, 5, 8])('[FP8] a call-out is mended as well as can be: day %d', async (seed) => {
  const day = typical(seed, 16);
  const { seats } = planSeats(day);
  const gone = seats[seats.length >> 1]?.shift ?? '';
  const now = Math.min(...seats.filter(({ shift }) => shift === gone).map((seat) => startOf(day, seat)));
  const mended = replan(day, seats, { gone: [gone], now });
  const before = seats.filter(({ shift }) => shift !== gone);
  const over = seats.filter((seat) => endOf(day, seat) <= now);
  const after = { ...without(day, gone), locks: over };
  const best = await referee(after, { nodes: 2_000, before });
  expect(best.isProved).toBe(true);
  const points = pointsOf(after, mended.seats) - 1_500 * mended.moves.length;
  expect(points).toBe(best.points - 1_500 * before.length);
});

const rotationOf = (day: PlannerDay, { rotation }: Seating) =>
  day.rotations.find(({ id }) => id === rotation);
const startOf = (day: PlannerDay, seat: Seating): number => rotationOf(day, seat)?.start ?? 0;
const endOf = (day: PlannerDay, seat: Seating): number => rotationOf(day, seat)?.end ?? 0;

test('[FP8] [FP9] mended seats break no rule, moves say all that changed, and what is over stays', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), (seed) => {
      const file = generateDay(seed, { shifts: 8 + (seed % 20), rotations: 1 + (seed % 5) });
      const day = plannerDay(file.layout, file.planner, { laws: [] });
      const { seats } = planSeats(day);
      const gone = seats[seed % Math.max(1, seats.length)]?.shift ?? '';
      const now = 300 + (seed % 1_000);
      const mended = replan(day, seats, { gone: [gone], now });
      const isOver = (seat: Seating) => endOf(day, seat) <= now;
      expect(mended.seats.filter(isOver)).toEqual(seats.filter(isOver));
      const changed = mended.seats.filter((seat) => !have(seats, seat));
      expect(changed.map(({ rotation, shift }) => ({ rotation, shift }))).toEqual(
        expect.arrayContaining(
          mended.moves.flatMap(({ rotation, shift, to }) => (to === null ? [] : [{ rotation, shift }])),
        ),
      );
      expect(mended.seats.filter((seat) => seat.shift === gone && !isOver(seat))).toEqual([]);
      // who moves within a rotation that runs sits there from now on alone, which the checker can't know
      const ahead = mended.seats.filter((seat) => startOf(day, seat) >= now);
      const inRead = readDay(file, []);
      const faults = checkSeats(inRead, { seats: ahead, problems: ['locks'] });
      // locks of who is gone, and of what is over, aren't held anymore
      expect(faults.filter((fault) => !fault.startsWith('A6'))).toEqual([]);
    }),
    { numRuns: 25 },
  );
});

test('[FP8] nobody moves where nobody is gone', () => {
  const day = typical(4, 30);
  const { seats } = planSeats(day);
  expect(replan(day, seats, { gone: [], now: 0 })).toEqual({ seats, moves: [], regained: 0 });
});

test('[FP9] who was put somewhere without a skill stays there when others move', () => {
  const day = typical(4, 20);
  const { seats } = planSeats(day);
  const [first, second] = seats as readonly [Seating, Seating];
  const unskilled: PlannerDay = {
    ...day,
    shifts: day.shifts.map((shift) => (shift.id === second.shift ? { ...shift, skills: new Map() } : shift)),
  };
  const mended = replan(unskilled, seats, { gone: [first.shift], now: 0 });
  expect(have(mended.seats, second)).toBe(true);
});

test('[FP9] of a rotation that runs, what is left counts', () => {
  const day = typical(6, 24);
  const { seats } = planSeats(day);
  const [seat] = seats as readonly [Seating];
  const { start, end } = rotationOf(day, seat) ?? { start: 0, end: 0 };
  expect(replan(day, seats, { gone: [seat.shift], now: start }).moves.length).toBeGreaterThan(0);
  // the last 20 minutes are too short for anybody to come in
  const late = replan(day, seats, { gone: [seat.shift], now: end - 20 });
  expect(late.moves.filter(({ rotation }) => rotation === seat.rotation)).toEqual([]);
});

test('[FP10] somebody who comes in takes an open seat, and who is in the way of fewer seats moves', () => {
  const day = typical(7, 14);
  const [walkIn] = day.shifts;
  const before = planSeats(without(day, walkIn?.id ?? '')).seats;
  const mended = replan(day, before, { gone: [], now: 0 });
  expect(
    mended.moves.some(({ shift, from, to }) => shift === walkIn?.id && from === null && to !== null),
  ).toBe(true);

  // the first rotation closes the seats of its last subarea
  const { seats } = planSeats(day);
  const [rotation] = day.rotations;
  const closed = new Set(seats.slice(0, 1).map(({ position }) => position));
  const fewer: PlannerDay = {
    ...day,
    rotations: day.rotations.map((each) =>
      each === rotation ? { ...each, seats: each.seats.filter(({ id }) => !closed.has(id)) } : each,
    ),
  };
  const shrunk = replan(fewer, seats, { gone: [], now: 0 });
  expect(shrunk.moves.map(({ shift }) => shift)).toContain(seats[0]?.shift);
  expect(shrunk.moves.every((each) => each.rotation === rotation?.id)).toBe(true);
  expect(shrunk.seats.some(({ position }) => closed.has(position))).toBe(false);
});
