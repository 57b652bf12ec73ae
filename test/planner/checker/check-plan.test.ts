import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkPlan } from './check-plan.ts';
import { findIdle, sittingsOf } from './check-seats.ts';
import { type DayOnFile, type Law, type Plan, readDay } from './read-day.ts';

const here = import.meta.dirname;
const read = (file: string) => JSON.parse(readFileSync(join(here, '..', file), 'utf8'));

type Loose<T> = T extends readonly (infer Item)[]
  ? Loose<Item>[]
  : T extends object
    ? { -readonly [Key in keyof T]: Loose<T[Key]> }
    : T;

const goodDay: DayOnFile = read('day-45.json');
const goodPlan: Plan = read('plan-45.json');
const laws: readonly Law[] = read('laws.json').CA;

test('[CK5] a plan that another program made and checked for 45 shifts holds, to the point', () => {
  expect(checkPlan(goodDay, laws, goodPlan)).toEqual([]);
  expect(findIdle(readDay(goodDay, laws), goodPlan.seats)).toEqual([]);
});

test('[CK5] the checker has nothing from outside of its folder', () => {
  for (const file of globSync('*.ts', { cwd: here }).filter((name) => !name.includes('.test.'))) {
    const imported = [...readFileSync(join(here, file), 'utf8').matchAll(/from '([^']+)'/g)];
    for (const [, from] of imported) expect(from, file).toMatch(/^\.\/[a-z-]+\.ts$/);
  }
});

type Edit = (day: Loose<DayOnFile>, plan: Loose<Plan>) => void;

const personOf = (day: Loose<DayOnFile>, shift: string) => {
  const { teamMember = '' } = day.layout.shifts.find(({ id }) => id === shift) ?? {};
  const person = day.planner.people[teamMember];
  if (!person) throw new Error(`nobody has ${shift}`);
  return person;
};
const need = <T>(found: T | undefined): T => {
  if (found === undefined) throw new Error('the day has nothing like that');
  return found;
};
const rotationOf = (day: Loose<DayOnFile>, id: string) =>
  need(day.layout.rotations.find((rotation) => rotation.id === id));
const breakOf = (plan: Loose<Plan>, shift: string, row: string) =>
  need(plan.breaks.find((each) => each.shift === shift && each.row === row));
const relieved = (plan: Loose<Plan>) =>
  need(plan.breaks.flatMap(({ relief }) => relief).find((task) => task.by !== null));
const stationOf = (day: Loose<DayOnFile>, position: string): string =>
  need(day.planner.positions[position]?.station ?? undefined);

// In r1: s152 is on p3 (Register 1), s136 on p5 (Expo), s151 on p16 (Grill 1), s138 on p18 (Fryer 1). r28 follows.
const edits: Readonly<Record<string, readonly [Edit, RegExp]>> = {
  'a rotation that there isn’t': [
    (_, { seats }) => seats.push({ rotation: 'r0', position: 'p3', shift: 's152' }),
    /no rotation r0/,
  ],
  'a shift that there isn’t': [
    (_, { seats }) => seats.push({ rotation: 'r1', position: 'p4', shift: 's0' }),
    /shift s0/,
  ],
  'a position of another rotation': [
    (_, { seats }) => seats.push({ rotation: 'r1', position: 'p30', shift: 's164' }),
    /p30 of r1 wants nobody/,
  ],
  'two seats in a rotation': [
    (_, { seats }) => seats.push({ rotation: 'r1', position: 'p4', shift: 's152' }),
    /A1: s152 in r1 sits twice/,
  ],
  'a seat for fifteen minutes': [
    (_, { seats }) => seats.push({ rotation: 'r1', position: 'p4', shift: 's164' }),
    /A1: s164 in r1 is there for 15 minutes/,
  ],
  'two people on a position': [
    (_, { seats }) => seats.push({ rotation: 'r1', position: 'p3', shift: 's177' }),
    /A2: p3 of r1 has s152 and s177/,
  ],
  'a seat without a skill': [
    (day) => delete personOf(day, 's152').skills['Front Counter/Register'],
    /A3: s152/,
  ],
  'a child at the grill': [
    (day) => {
      personOf(day, 's151').age = 15;
    },
    /A4: s151 is too young/,
  ],
  'somebody of 17 with the slicer': [
    (day) => {
      need(day.planner.stations['Front Counter/Expo']).tags.push('slicer');
      personOf(day, 's136').age = 17;
    },
    /A4: s136 is too young/,
  ],
  'a child who covers the grill': [
    (day) => {
      rotationOf(day, 'r1').charts = [
        { people: 2, coveredBy: { p16: 'p5' } },
        { people: 40, coveredBy: {} },
      ];
      personOf(day, 's136').age = 15;
    },
    /A4: s136 is too young/,
  ],
  'two in training in a subarea': [
    (day) => {
      personOf(day, 's151').skills[stationOf(day, 'p16')] = 1;
      personOf(day, 's138').skills[stationOf(day, 'p18')] = 1;
    },
    /A5: 2 in training at Kitchen in r1/,
  ],
  'somebody in training without anybody to learn from': [
    (day, { seats }) => {
      for (const seat of seats) {
        const { skills } = personOf(day, seat.shift);
        const station = stationOf(day, seat.position);
        if (skills[station] === 3) skills[station] = 2;
      }
      personOf(day, 's152').skills['Front Counter/Register'] = 1;
    },
    /A5: nobody to learn from at Front Counter in r1/,
  ],
  'a lock that isn’t held': [
    (day) => day.planner.locks.push({ shift: 's152', rotation: 'r1', position: 'p5' }),
    /A6: the lock .*s152.* isn't held/,
  ],
  'a lock that cannot be held, and nobody says so': [
    (day) => day.planner.locks.push({ shift: 's0', rotation: 'r1', position: 'p5' }),
    /A6: no sentence/,
  ],
  'two places at a minute': [
    (day) => {
      rotationOf(day, 'r1').endTime = '11:00 AM';
    },
    /A7: s\d+ sits on r1 p\d+ and r28 p\d+ at once/,
  ],
  'a seat that the chart covers': [
    (day) => {
      rotationOf(day, 'r1').charts = [
        { people: 2, coveredBy: { p5: 'p3' } },
        { people: 40, coveredBy: {} },
      ];
    },
    /p5 of r1 wants nobody/,
  ],
  'a seat that the chart for a chosen number closes': [
    (day) => {
      const rotation = rotationOf(day, 'r1');
      rotation.people = 3;
      rotation.charts = [
        { people: 2, coveredBy: { p5: null } },
        { people: 4, coveredBy: {} },
      ];
    },
    /p5 of r1 wants nobody/,
  ],
  'who covers a position without its skill counts less': [
    (day) => {
      rotationOf(day, 'r1').charts = [
        { people: 2, coveredBy: { p4: 'p5' } },
        { people: 40, coveredBy: {} },
      ];
      delete personOf(day, 's136').skills['Front Counter/Register'];
    },
    // 4 h 30 min at -6
    /points, not 879450/,
  ],
  'a point too many': [
    (_, plan) => {
      plan.points += 1;
    },
    /879450 points, not 879451/,
  ],
  'a cost that is one too low': [
    (_, plan) => {
      plan.cost -= 1;
    },
    /cost 15005, not 15004/,
  ],
  'a break that nobody is owed': [
    (_, { breaks }) =>
      breaks.push({ ...breakOf({ breaks } as Loose<Plan>, 's136', 'ca-rest-1'), row: 'ca-rest-2' }),
    /s136 .* isn't owed the break ca-rest-2/,
  ],
  'a break too few': [(_, plan) => plan.breaks.splice(1, 1), /s136 .* has no break ca-meal-1/],
  'a break that is too short': [
    (_, plan) => {
      breakOf(plan, 's136', 'ca-meal-1').minutes = 20;
    },
    /s136 .* isn't owed the break ca-meal-1 of 20 minutes/,
  ],
  'a meal that is called a rest': [
    (_, plan) => {
      breakOf(plan, 's136', 'ca-meal-1').kind = 'rest';
    },
    /isn't owed the break ca-meal-1/,
  ],
  'a meal after the fifth hour': [
    (_, plan) => {
      // from 5:30 AM
      breakOf(plan, 's136', 'ca-meal-1').start = 630;
    },
    /B1, B2: the break ca-meal-1 of s136/,
  ],
  'a break off the grid': [
    (_, plan) => {
      breakOf(plan, 's136', 'ca-rest-1').start += 1;
    },
    /ca-rest-1 of s136 .* is off the grid/,
  ],
  'a rest at the beginning of the shift': [
    (_, plan) => {
      breakOf(plan, 's136', 'ca-rest-1').start = 355;
    },
    /B1, B2: the break ca-rest-1 of s136/,
  ],
  'a break outside of the shift': [
    (_, plan) => {
      breakOf(plan, 's136', 'ca-rest-1').start = 700;
    },
    /outside of the shift/,
  ],
  'two breaks that are too close': [
    (_, plan) => {
      breakOf(plan, 's136', 'ca-rest-1').start = breakOf(plan, 's136', 'ca-meal-1').start - 50;
    },
    /B3: the breaks of s136/,
  ],
  'a break that has no room, and nobody says so': [
    (day) => {
      day.planner.settings.gap = 400;
    },
    /No sentence says that the breaks of s136/,
  ],
  'a seat that a break leaves to nobody': [
    (_, plan) => breakOf(plan, 's136', 'ca-meal-1').relief.pop(),
    /opens no task at p5/,
  ],
  'a task at a seat that nobody leaves': [
    (_, plan) =>
      breakOf(plan, 's136', 'ca-meal-1').relief.push({ position: 'p3', from: 570, to: 600, by: null }),
    /has a task at p3 that it doesn't open/,
  ],
  'a task for half of the break': [
    (_, plan) => {
      need(breakOf(plan, 's136', 'ca-meal-1').relief[0]).to -= 15;
    },
    /opens no task at p5/,
  ],
  'a reliever who isn’t there': [
    (_, plan) => {
      relieved(plan).by = 's179';
    },
    /s179 cannot relieve .*not there/,
  ],
  'a reliever who is in training': [
    (day, plan) => {
      const { by, position } = relieved(plan);
      personOf(day, need(by ?? undefined)).skills[stationOf(day, position)] = 1;
    },
    /cannot relieve .*not trained/,
  ],
  'a reliever who is too young': [
    (day, plan) => {
      const { by, position } = relieved(plan);
      need(day.planner.stations[stationOf(day, position)]).tags.push('driving');
      personOf(day, need(by ?? undefined)).age = 17;
    },
    /cannot relieve .*too young/,
  ],
  'a reliever who has a seat of their own in another subarea': [
    (day, plan) => {
      need(breakOf(plan, 's136', 'ca-meal-1').relief[0]).by = 's151';
      personOf(day, 's151').skills['Front Counter/Expo'] = 3;
    },
    /s151 cannot relieve at p5 .*needed where they are/,
  ],
  'a reliever on a break of their own': [
    (_, plan) => {
      const pause = need(plan.breaks.find(({ relief }) => relief.some(({ by }) => by !== null)));
      const [task] = pause.relief;
      need(plan.breaks.find(({ shift }) => shift === task?.by)).start = pause.start;
    },
    /B4: s\d+ does two things at once/,
  ],
  'a reliever at two tasks': [
    (_, plan) => {
      const pause = need(plan.breaks.find(({ relief }) => relief.some(({ by }) => by !== null)));
      const copy = structuredClone(pause);
      copy.shift = 's152';
      plan.breaks.push(copy);
    },
    /B4: s\d+ does two things at once/,
  ],
};

test.each(Object.entries(edits))('[CK5] the checker finds %s', (_, [edit, sentence]) => {
  const [day, plan] = [structuredClone(goodDay), structuredClone(goodPlan)] as [
    Loose<DayOnFile>,
    Loose<Plan>,
  ];
  edit(day, plan);
  expect(checkPlan(day, laws, plan).join('\n')).toMatch(sentence);
});

test('[CK5] the checker finds a seat that somebody could have', () => {
  const day = readDay(goodDay, laws);
  for (const taken of goodPlan.seats) {
    const seats = goodPlan.seats.filter((seat) => seat !== taken);
    const [sitting] = sittingsOf(day, [taken]);
    // who is locked or in training may be worth nothing to the others
    if (sitting?.place.priority === 'must')
      expect(findIdle(day, seats).join('\n')).toContain(`${taken.shift} could be on ${taken.position}`);
  }
});

test('[CK5] who is late, out or there overnight is read as on the board', () => {
  const day = structuredClone(goodDay) as Loose<DayOnFile>;
  const shifts = day.layout.shifts as Loose<DayOnFile['layout']['shifts'][number]>[];
  const [first, second, third, fourth] = shifts;
  if (!first || !second || !third || !fourth) throw new Error('no shifts');
  first.out = { from: '10:00 AM' };
  second.late = { expected: '6:15 AM' };
  third.late = { expected: null };
  Object.assign(fourth, { startTime: '11:00 PM', endTime: '7:00 AM' });
  const { workers } = readDay(day, laws);
  expect(workers.get(first.id)).toMatchObject({ start: 330, end: 600 });
  expect(workers.get(second.id)).toMatchObject({ start: 375, end: 720 });
  expect(workers.has(third.id)).toBe(false);
  expect(workers.get(fourth.id)).toMatchObject({ start: 1_380, end: 1_860 });
});
