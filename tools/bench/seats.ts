import { plannerDay } from '../../domain/planner/from-layout.ts';
import type { PlannerDay, Seating } from '../../domain/planner/planner-day.ts';
import { pointsOf } from '../../domain/planner/points.ts';
import { whyNot } from '../../domain/planner/reasons.ts';
import { replan } from '../../domain/planner/replan.ts';
import { planSeats } from '../../domain/planner/seats.ts';
import { typicalDay } from '../../test/planner/days.ts';
import { referee } from '../../test/planner/referee.ts';
import { printTable, quantile } from './samples.ts';

// How good planned seats are, measured against HiGHS over the whole day, and what they cost this thread. HiGHS proves a day in 2 to 30 s.

const nodes = 20_000;

export async function run({ isQuick }: { isQuick: boolean }): Promise<void> {
  const days = Array.from({ length: isQuick ? 3 : 30 }, (_, at) => typical(at + 1, 45));
  // the first plan compiles the code
  planSeats(typical(0, 45));
  const [gaps, lost, ms, mendMs, moves, whyMs]: number[][] = [[], [], [], [], [], []];
  let [proved, asGood, mendings] = [0, 0, 0];
  for (const [at, day] of days.entries()) {
    const [plan, cost] = measured(() => planSeats(day));
    ms?.push(cost);
    const best = await referee(day, { nodes });
    if (best.isProved) {
      proved++;
      gaps?.push((100 * (best.points - plan.points)) / best.points);
      lost?.push(mustMinutes(day, best.seats) - mustMinutes(day, plan.seats));
    }
    for (const turn of [0, 1]) {
      const seat = plan.seats[(at * 37 + turn * 53) % plan.seats.length] as Seating;
      const now = Math.min(
        ...plan.seats.filter(({ shift }) => shift === seat.shift).map((each) => rotationOf(day, each).start),
      );
      const [mended, mendCost] = measured(() => replan(day, plan.seats, { gone: [seat.shift], now }));
      mendMs?.push(mendCost);
      moves?.push(mended.moves.length);
      const before = plan.seats.filter(({ shift }) => shift !== seat.shift);
      const after = {
        ...day,
        shifts: day.shifts.filter(({ id }) => id !== seat.shift),
        locks: plan.seats.filter((each) => rotationOf(day, each).end <= now),
      };
      const exact = await referee(after, { nodes, before });
      const points = pointsOf(after, mended.seats) - 1_500 * mended.moves.length;
      mendings++;
      if (exact.isProved && points >= exact.points - 1_500 * before.length) asGood++;
      const other = plan.seats.find((each) => each.rotation === seat.rotation && each.shift !== seat.shift);
      if (other) whyMs?.push(measured(() => whyNot(day, plan, { ...seat, shift: other.shift }))[1]);
    }
  }
  const large = Array.from({ length: isQuick ? 2 : 10 }, (_, at) => typical(at + 1, 80));
  const largeMs = large.map((day) => measured(() => planSeats(day))[1]);
  console.log(`seats: ${proved} of ${days.length} days proved`);
  printTable(
    ['', 'median', 'p95', 'worst'],
    [
      row('gap to the proved optimum, %', gaps, 4),
      row('must-minutes lost against it', lost),
      row('ms of the thread, 45 shifts', ms),
      row('ms of the thread, 80 shifts', largeMs),
      row('ms of the thread, a call-out', mendMs),
      row('moves, a call-out', moves),
      row('ms of the thread, why not somebody', whyMs),
    ],
  );
  console.log(`${asGood} of ${mendings} call-outs are mended as well as can be`);
}

const typical = (seed: number, shifts: number): PlannerDay => {
  const { layout, planner } = typicalDay(seed, shifts);
  return plannerDay(layout, planner, { laws: [] });
};

function measured<T>(work: () => T): [T, number] {
  const before = process.threadCpuUsage();
  const result = work();
  const { user, system } = process.threadCpuUsage(before);
  return [result, (user + system) / 1_000];
}

const rotationOf = (day: PlannerDay, { rotation }: Seating) =>
  day.rotations.find(({ id }) => id === rotation) ?? { start: 0, end: 0, seats: [] };

function mustMinutes(day: PlannerDay, seats: readonly Seating[]): number {
  return seats.reduce((sum, seat) => {
    const rotation = rotationOf(day, seat);
    const position = rotation.seats.find(({ id }) => id === seat.position);
    const shift = day.shifts.find(({ id }) => id === seat.shift);
    if (position?.priority !== 'must' || !shift) return sum;
    return sum + Math.min(shift.end, rotation.end) - Math.max(shift.start, rotation.start);
  }, 0);
}

const row = (about: string, values: readonly number[] = [], digits = 0): readonly string[] => [
  about,
  ...[0.5, 0.95, 1].map((share) => quantile(values, share).toFixed(digits)),
];
