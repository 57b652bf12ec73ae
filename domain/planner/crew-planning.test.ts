import { expect, test } from 'vitest';
import { buildLayout, buildRotation, buildShift } from '../../test/builders.ts';
import type { Crew } from '../crew/crew.ts';
import { emptyCrew } from '../crew/crew-document.ts';
import { newPerson } from '../crew/crew-index.ts';
import { workedIn } from '../day/worked.ts';
import { type Position, positionsOf } from '../plan/rotation.ts';
import { crewPlanning, personOfShift, toughMinutes } from './crew-planning.ts';
import { plannerDay } from './from-layout.ts';

const station = {
  id: 'Front/Till',
  name: 'Register',
  subarea: 'Front',
  equipment: ['grill'],
  classes: ['heat'],
} as const;
const crew: Crew = {
  ...emptyCrew,
  people: [
    {
      ...newPerson('ana', 'Ana'),
      ...{ skills: [{ station: 'Front/Till', level: 3 }], likes: ['Front/Till'], turns18On: '2027-01-01' },
    },
    newPerson('bo', 'Bo'),
  ],
  merged: [{ ...newPerson('old', 'Ana P.'), into: 'ana' }],
  stations: [station],
};

const withPositions = (...positions: readonly Position[]) => ({
  ...buildRotation('lunch', '11:00 AM', '2:00 PM'),
  subareas: [{ id: 'front', name: 'Front', positions }],
});
const day = buildLayout({
  shifts: [
    buildShift('s1', '9:00 AM', '1:00 PM', { person: 'old' }),
    buildShift('s2', '9:00 AM', '5:00 PM', { person: 'bo' }),
    buildShift('s3', '9:00 AM', '5:00 PM'),
  ],
  rotations: [
    withPositions(
      { id: 'p1', name: 'Till 1', seats: ['s1', 's3'] },
      { id: 'p2', name: 'Till 2', seats: ['s2'] },
      { id: 'p3', name: 'Relief', breaker: true, seats: [] },
      { id: 'p4', name: 'Expo', station: 'Front/Till', seats: [] },
    ),
  ],
});

test('[SK10] who stood where counts as far as they were there, and only of people of the crew', () => {
  expect(workedIn(day)).toEqual([
    { person: 'old', subarea: 'Front', name: 'Till', minutes: 120 },
    { person: 'bo', subarea: 'Front', name: 'Till', minutes: 180 },
  ]);
  const out = {
    reason: 'sick' as const,
    from: '12:00 PM',
    at: 0,
    by: null,
    stood: [{ rotation: 'lunch', position: 'p2' }],
  };
  const [lunch] = day.rotations;
  const left = {
    ...day,
    shifts: day.shifts.map((shift) => (shift.id === 's2' ? { ...shift, out } : shift)),
    rotations: lunch
      ? [
          withPositions(
            ...positionsOf(lunch).map((each) => (each.id === 'p2' ? { ...each, seats: [] } : each)),
          ),
        ]
      : [],
  };
  expect(workedIn(left)).toContainEqual({ person: 'bo', subarea: 'Front', name: 'Till', minutes: 60 });
  const late = { expected: null, at: 0, by: null };
  const never = {
    ...day,
    shifts: day.shifts.map((shift) => (shift.id === 's1' ? { ...shift, late } : shift)),
  };
  expect(workedIn(never).map(({ person }) => person)).toEqual(['bo']);
});

test('[SK11] minutes in a class are summed by person, and the average is of all who worked', () => {
  const worked = workedIn(day);
  const expo = { person: 'bo', subarea: 'Front', name: 'Expo', minutes: 90 };
  expect(
    toughMinutes(crew, [
      { date: '2026-11-20', worked },
      { date: '2026-11-21', worked: [...worked, expo] },
    ]),
  ).toEqual({
    past: new Map([
      ['ana', { heat: 240 }],
      ['bo', { heat: 360 }],
    ]),
    previous: { heat: 300 },
  });
});

test('[SK1] the planner is told what the crew knows: of a renamed station, a merged person, a minor, a breaker', () => {
  const known = crewPlanning(day, crew, toughMinutes(crew, []));
  const planning = {
    ...known,
    locks: [],
    settings: { variety: 'rotate', classCap: 240, minSeat: 30, rush: [], outCap: {}, edge: 60, gap: 45 },
  } as const;
  const planned = plannerDay(day, planning, { personOf: personOfShift(crew), laws: [] });
  const [ana, other] = [
    planned.shifts.find(({ id }) => id === 's1'),
    planned.shifts.find(({ id }) => id === 's3'),
  ];
  expect(ana).toMatchObject({
    age: 17,
    skills: new Map([['Front/Register', 3]]),
    likes: new Set(['Front/Register']),
  });
  expect(other).toMatchObject({ age: null, skills: new Map() });
  expect(planned.rotations[0]?.seats.map((each) => [each.name, each.station, each.equipment])).toEqual([
    ['Till 1', 'Front/Register', ['grill']],
    ['Till 2', 'Front/Register', ['grill']],
    ['Relief', null, []],
    ['Expo', 'Front/Register', ['grill']],
  ]);
});
