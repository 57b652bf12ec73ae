import { expect, test } from 'vitest';
import { checkSeats, countPoints } from '../../test/planner/checker/check-seats.ts';
import { readDay } from '../../test/planner/checker/read-day.ts';
import { oddDays, typicalDay } from '../../test/planner/days.ts';
import { plannerDay } from './from-layout.ts';
import type { PlannerDay, PlannerPosition, PlannerRotation, PlannerShift } from './planner-day.ts';
import { pointsOf, summandsOf, total } from './points.ts';
import { problemsIn, whyNot, whyOpen, whySeat } from './reasons.ts';
import { planSeats } from './seats.ts';

const settings: PlannerDay['settings'] = {
  variety: 'stay',
  classCap: 240,
  minSeat: 30,
  rush: [],
  outCap: new Map(),
  edge: 60,
  gap: 45,
  breakMinMinutes: 300,
  breakTimerMinutes: 30,
  laws: [],
};

const position = (id: string, more: Partial<PlannerPosition> = {}): PlannerPosition => ({
  id,
  name: id,
  subarea: 'kitchen',
  area: 'Kitchen',
  station: `Kitchen/${id}`,
  priority: 'must',
  equipment: [],
  classes: [],
  ...more,
});

const shift = (
  id: string,
  skills: Record<string, 1 | 2 | 3>,
  more: Partial<PlannerShift> = {},
): PlannerShift => ({
  id,
  name: id,
  label: 'Manual',
  start: 600,
  end: 840,
  age: 30,
  skills: new Map(Object.entries(skills).map(([name, level]) => [`Kitchen/${name}`, level])),
  likes: new Set(),
  dislikes: new Set(),
  past: new Map(),
  ...more,
});

const rotation = (
  seats: readonly PlannerPosition[],
  more: Partial<PlannerRotation> = {},
): PlannerRotation => ({
  id: 'lunch',
  name: 'Lunch',
  start: 600,
  end: 840,
  people: seats.length,
  seats,
  covered: [],
  ...more,
});

const dayOf = (
  rotations: readonly PlannerRotation[],
  shifts: readonly PlannerShift[],
  more: Partial<PlannerDay> = {},
): PlannerDay => ({ rotations, shifts, settings, locks: [], seated: [], average: new Map(), ...more });

const at = (position: string, shift: string) => ({ rotation: 'lunch', position, shift });

test('[FP11] a seat says the two things that count the most for it, and that it is locked', () => {
  const grill = position('Grill', { classes: ['outdoor'] });
  const day = dayOf(
    [rotation([grill])],
    [shift('ana', { Grill: 3 }, { likes: new Set(['Kitchen/Grill']), past: new Map([['outdoor', 60]]) })],
    { average: new Map([['outdoor', 240]]) },
  );
  const { seats } = planSeats(day);
  expect(whySeat(day, seats, at('Grill', 'ana'))).toEqual([
    { kind: 'level', level: 3, points: 1_440 },
    { kind: 'fairness', class: 'outdoor', hours: -3, points: 720 },
  ]);
  const locked = { ...day, locks: [at('Grill', 'ana')] };
  expect(whySeat(locked, seats, at('Grill', 'ana')).map(({ kind }) => kind)).toEqual(['locked', 'level']);
  const plain = dayOf([rotation([position('Grill')])], [shift('ben', { Grill: 2 })]);
  expect(whySeat(plain, [at('Grill', 'ben')], at('Grill', 'ben')).map(({ kind }) => kind)).toEqual([
    'level',
    'priority',
  ]);
});

test('[FP11] what seats are worth alone adds up to the points of the plan', () => {
  const { layout, planner } = typicalDay(5, 20);
  const read = plannerDay(layout, planner, { laws: [] });
  const day = { ...read, rotations: read.rotations.slice(0, 1) };
  const { seats, points } = planSeats(day);
  expect(seats.reduce((sum, seat) => sum + total(summandsOf(day, seats, seat)), 0)).toBe(points);
});

test('[FP12] somebody else on a seat costs points, and says who loses', () => {
  const day = dayOf(
    [rotation([position('Grill'), position('Fryer', { priority: 'nice' })])],
    [shift('ana', { Grill: 3, Fryer: 2 }), shift('jamal', { Grill: 2, Fryer: 3 })],
  );
  const plan = planSeats(day);
  expect(whyNot(day, plan, at('Grill', 'ana'))).toEqual({ kind: 'sits-there' });
  const answer = whyNot(day, plan, at('Grill', 'jamal'));
  expect(answer).toMatchObject({
    kind: 'costs',
    points: 2_880,
    loser: { shift: 'ana', points: (66 - 12) * 240 },
    moves: [
      { shift: 'ana', from: 'Grill', to: 'Fryer' },
      { shift: 'jamal', from: 'Fryer', to: 'Grill' },
    ],
  });
});

test('[FP12] an answer that beats the plan is a plan', () => {
  const day = dayOf(
    [rotation([position('Grill')])],
    [shift('ana', { Grill: 2 }), shift('jamal', { Grill: 3 }), shift('cy', { Grill: 3 })],
  );
  const worse = { seats: [at('Grill', 'ana')], points: pointsOf(day, [at('Grill', 'ana')]) };
  expect(whyNot(day, worse, at('Grill', 'jamal'))).toMatchObject({
    kind: 'better',
    points: 1_440,
    plan: { seats: [at('Grill', 'jamal')], points: 66 * 240 },
  });
  const other = { seats: [at('Grill', 'cy')], points: 66 * 240 };
  expect(whyNot(day, other, at('Grill', 'jamal'))).toMatchObject({ kind: 'as-good', points: 0 });
});

test('[FP12] who can’t sit somewhere is told why', () => {
  const seats = [position('Grill', { equipment: ['grill'] }), position('Expo')];
  const people = [
    shift('ana', { Grill: 3, Expo: 2 }),
    shift('ben', { Grill: 3 }, { age: 15 }),
    shift('cy', { Expo: 1 }),
    shift('dee', { Expo: 2 }, { start: 820 }),
    shift('eli', { Expo: 2 }),
  ];
  const day = dayOf([rotation(seats)], people, { locks: [at('Expo', 'eli')] });
  const bar = (position: string, shift: string, of = day) => whyNot(of, planSeats(of), at(position, shift));
  expect(bar('Grill', 'ben')).toEqual({ kind: 'cannot', bar: 'too-young' });
  expect(bar('Grill', 'cy')).toEqual({ kind: 'cannot', bar: 'untrained' });
  expect(bar('Expo', 'dee')).toEqual({ kind: 'cannot', bar: 'too-short' });
  expect(bar('Expo', 'ana')).toEqual({ kind: 'cannot', bar: 'locked' });
  expect(bar('Sink', 'ana')).toEqual({ kind: 'cannot', bar: 'no-seat' });
  const alone = dayOf([rotation([position('Expo')])], [shift('cy', { Expo: 1 })]);
  expect(bar('Expo', 'cy', alone)).toEqual({ kind: 'cannot', bar: 'training' });
});

test('[FP12] what is offered breaks no rule and has the points it says', () => {
  const file = typicalDay(9, 24);
  const day = plannerDay(file.layout, file.planner, { laws: [] });
  const plan = planSeats(day);
  const read = readDay(file, []);
  for (const seat of plan.seats.slice(0, 8)) {
    const other = day.shifts.find(({ id }) => id !== seat.shift);
    const answer = whyNot(day, plan, { ...seat, shift: other?.id ?? '' });
    if (answer.kind === 'cannot' || answer.kind === 'sits-there') continue;
    expect(checkSeats(read, { seats: answer.plan.seats })).toEqual([]);
    expect(countPoints(read, answer.plan.seats)).toBe(answer.plan.points);
    expect(answer.moves.some(({ shift }) => shift === other?.id)).toBe(true);
  }
});

test('[FP13] an open position says why', () => {
  const expo = position('Expo', { equipment: ['slicer'] });
  const why = (shifts: readonly PlannerShift[], seats: readonly PlannerPosition[] = [expo]) => {
    const day = dayOf([rotation(seats)], shifts);
    return whyOpen(day, planSeats(day).seats, at('Expo', ''));
  };
  const whole = [{ start: 600, end: 840 }];
  expect(why([])).toEqual({ cause: 'nobody-there', spans: whole });
  expect(why([shift('ana', { Grill: 3 })])).toEqual({ cause: 'nobody-trained', spans: whole });
  expect(why([shift('ana', { Expo: 3 }, { age: 17 })])).toEqual({ cause: 'all-minors', spans: whole });
  expect(why([shift('ana', { Expo: 1 })])).toEqual({ cause: 'only-trainees', spans: whole });
  const two = [position('Grill'), { ...expo, priority: 'nice' as const }];
  expect(why([shift('ana', { Grill: 3, Expo: 3 })], two)).toEqual({ cause: 'short-handed', spans: whole });
  // two who overlap can't share it
  const [early, late] = [shift('ana', { Expo: 2 }, { end: 760 }), shift('ben', { Expo: 2 }, { start: 720 })];
  expect(why([early, late])).toEqual({ cause: 'no-fit', spans: [{ start: 760, end: 840 }] });
  expect(why([shift('ana', { Expo: 2 })])).toBeNull();
});

test.for([
  ['nobody trained for anything', 'nobody-skilled'],
  ['everything locked', 'lock'],
  ['25 hours of demand for eight people', 'open'],
  ['twins’ names', 'same-name'],
  ['overlapping rotations', 'overlapping'],
] as const)('[FP14] %s is told', ([name, kind]) => {
  const file = oddDays.find((each) => each.name === name);
  if (!file) throw new Error(`there is no day ${name}`);
  const day = plannerDay(file.layout, file.planner, { laws: [] });
  const problems = problemsIn(day, planSeats(day));
  expect(problems.map((problem) => problem.kind)).toContain(kind);
});

test('[FP7] [FP14] more than 250 people in a rotation are told, and each lock that is not held or against a rule', () => {
  const many = Array.from({ length: 251 }, (_, number) => shift(`s${number}`, { Grill: 2 }));
  const crowd = dayOf([rotation([position('Grill')])], many);
  expect(problemsIn(crowd, planSeats(crowd))).toContainEqual({
    kind: 'too-many-people',
    rotation: 'lunch',
    people: 251,
  });
  const people = [
    shift('ana', { Grill: 2 }),
    shift('ben', {}),
    shift('cy', { Grill: 2 }, { age: 15, end: 620 }),
  ];
  const locks = [
    at('Grill', 'ben'),
    at('Grill', 'ana'),
    at('Sink', 'ana'),
    at('Grill', 'zoe'),
    at('Grill', 'cy'),
  ];
  const day = dayOf([rotation([position('Grill')])], people, { locks });
  const faults = problemsIn(day, planSeats(day)).flatMap((problem) =>
    problem.kind === 'lock' ? [problem.fault] : [],
  );
  expect(faults).toEqual(['untrained', 'taken', 'no-seat', 'nobody', 'too-short']);
});
