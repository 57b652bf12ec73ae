import { expect, test } from 'vitest';
import { buildLayout, buildRotation, buildShift, changed, seatsIn } from '../../test/builders.ts';
import { readWords } from '../../words/read-words.ts';
import { positionsOf, type Rotation } from '../plan/rotation.ts';
import { starterTemplate } from '../team/starter-sets.ts';
import { fillByJob } from './fill.ts';
import type { Layout } from './layout.ts';

const filled = (day: Layout): Layout => {
  const { seats } = fillByJob(day);
  return changed(day, { type: 'seats.fill', from: 'jobs', seats });
};
const works = (id: string, schedule: string, start = '6:00 AM', end = '10:00 PM') =>
  buildShift(id, start, end, { schedule });

/** Two subareas with the positions named. */
const rotation = (
  id: string,
  startTime: string,
  endTime: string,
  front: string[],
  kitchen: string[],
): Rotation => ({
  ...buildRotation(id, startTime, endTime),
  subareas: [['Front Counter', front] as const, ['Kitchen', kitchen] as const].map(([name, positions]) => ({
    id: `${id} ${name}`,
    name,
    positions: positions.map((position) => ({ id: `${id} ${position}`, name: position, seats: [] })),
  })),
});

test('[DS21] a label puts people on the position of its name, then on one of its subarea; other words for it count', () => {
  const day = buildLayout({
    shifts: [
      works('any', 'Crew'),
      works('cook', 'Cook'),
      works('griller', 'grill'),
      works('money', 'Cashier'),
      works('two', 'Fries / Prep'),
    ],
    rotations: [
      rotation('lunch', '11:00 AM', '2:00 PM', ['Expo', 'Register 2'], ['Prep', 'Grill 1', 'Line']),
    ],
  });
  expect(seatsIn(filled(day), 'lunch')).toEqual({
    'lunch Expo': ['any'],
    'lunch Register 2': ['money'],
    'lunch Prep': ['two'],
    'lunch Grill 1': ['griller'],
    'lunch Line': ['cook'],
  });
});

test('[DS21] people without a fitting label are spread over the subareas, and positions stay open', () => {
  const day = buildLayout({
    shifts: ['a', 'b', 'c', 'd'].map((id) => works(id, 'Manual')),
    rotations: [rotation('lunch', '11:00 AM', '2:00 PM', ['F1', 'F2', 'F3'], ['K1', 'K2', 'K3'])],
  });
  const seats = seatsIn(filled(day), 'lunch');
  expect(Object.keys(seats).filter((each) => seats[each]?.length === 1)).toEqual([
    'lunch F1',
    'lunch F2',
    'lunch K1',
    'lunch K2',
  ]);
});

test('[DS22] every rotation is filled with who works then; people stay where they were, and one Undo takes all off', () => {
  const names = [['Register 1', 'Register 2'], ['Grill 1']] as const;
  const day = buildLayout({
    shifts: [
      works('all', 'Register', '6:00 AM', '9:00 PM'),
      works('early', 'Register', '6:00 AM', '2:00 PM'),
      works('late', 'Cook', '2:00 PM', '9:00 PM'),
      buildShift('sick', '6:00 AM', '9:00 PM', {
        out: { reason: 'sick', from: '6:00 AM', at: 1, by: null },
      }),
    ],
    rotations: [
      rotation('morning', '6:00 AM', '2:00 PM', [...names[0]].reverse(), [...names[1]]),
      rotation('evening', '2:00 PM', '9:00 PM', [...names[0]], [...names[1]]),
      rotation('night', '9:00 PM', '11:00 PM', [...names[0]], [...names[1]]),
    ],
  });
  const after = filled(day);
  expect(seatsIn(after, 'morning')).toEqual({
    'morning Register 2': ['all'],
    'morning Register 1': ['early'],
    'morning Grill 1': [],
  });
  expect(seatsIn(after, 'evening')).toEqual({
    'evening Register 1': [],
    'evening Register 2': ['all'],
    'evening Grill 1': ['late'],
  });
  expect(Object.values(seatsIn(after, 'night')).flat()).toEqual([]);
  expect(fillByJob(after)).toEqual({ seats: [], left: [] });
});

test('[DS21] who has a position keeps it; with none open, who comes takes over from who leaves, and the rest are left', () => {
  const till = { id: 'till', name: 'Till', seats: [] };
  const grill = { id: 'grill', name: 'Grill', seats: ['there'] };
  const lunch = { ...buildRotation('lunch', '11:00 AM', '3:00 PM'), subareas: [] };
  const day = buildLayout({
    shifts: [
      works('there', 'Till'),
      works('leaves', 'Till', '6:00 AM', '1:00 PM'),
      works('comes', 'Till', '1:00 PM', '9:00 PM'),
      works('extra', 'Till'),
    ],
    rotations: [{ ...lunch, subareas: [{ id: 'front', name: 'Front', positions: [till, grill] }] }],
  });
  const { seats, left } = fillByJob(day);
  expect(seats.map(({ shift }) => shift)).toEqual(['extra']);
  expect(left.map(({ shift }) => shift)).toEqual(['leaves', 'comes']);
  const without = { ...day, shifts: day.shifts.filter(({ id }) => id !== 'extra') };
  expect(seatsIn(filled(without), 'lunch')).toEqual({ till: ['leaves', 'comes'], grill: ['there'] });
});

test('[DS22] a first day of 40 people fills every rotation up to its positions or its people', () => {
  let made = 0;
  const jobs = ['Grill', 'Cashier', 'Drive Thru', 'Fries', 'Kitchen', 'Crew', 'Expo'];
  const day = buildLayout({
    shifts: Array.from({ length: 40 }, (_, index) =>
      index < 20
        ? works(`s${index}`, jobs[index % 7] ?? '', '6:00 AM', '3:00 PM')
        : works(`s${index}`, jobs[index % 7] ?? '', '2:00 PM', '11:30 PM'),
    ),
    rotations: starterTemplate(() => `id${++made}`, 'burgers', 'Restaurant', readWords('en', 'starter'))
      .rotations,
  });
  const after = filled(day);
  for (const each of after.rotations) {
    const taken = positionsOf(each).filter(({ seats }) => seats.length > 0).length;
    expect(taken, each.name).toBe(Math.min(positionsOf(each).length, each.name === 'Afternoon' ? 40 : 20));
  }
});
