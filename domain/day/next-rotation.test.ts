import { expect, test } from 'vitest';
import { buildLayout, buildShift } from '../../test/builders.ts';
import type { Rotation } from '../plan/rotation.ts';
import { nextMoves, rotationToCome } from './next-rotation.ts';

const rotation = (
  id: string,
  hours: readonly [string, string],
  seats: Record<string, string[]>,
): Rotation => ({
  ...{ id, name: id, startTime: hours[0], endTime: hours[1] },
  subareas: [
    {
      ...{ id: `${id} kitchen`, name: 'Kitchen' },
      positions: Object.entries(seats).map(([name, seated]) => ({
        id: `${id} ${name}`,
        name,
        seats: seated,
      })),
    },
  ],
});

const lunch = rotation('lunch', ['10:00 AM', '2:00 PM'], {
  Grill: ['ana'],
  Fryer: ['ben'],
  Prep: ['cleo'],
  Dishes: ['dan'],
});
const dinner = rotation('dinner', ['2:00 PM', '6:00 PM'], {
  Grill: ['ana'],
  Fryer: ['eve'],
  Prep: ['fay'],
  Dishes: ['gus'],
  Window: ['ben'],
  Float: [],
});
const day = buildLayout({
  shifts: [
    ...['ana', 'ben', 'cleo', 'fay'].map((id) => buildShift(id, '9:00 AM', '6:00 PM')),
    buildShift('dan', '9:00 AM', '2:00 PM'),
    buildShift('eve', '2:00 PM', '6:00 PM'),
    buildShift('gus', '3:00 PM', '6:00 PM'),
  ],
  rotations: [dinner, lunch],
});
const at = (hour: number, minute = 0) => hour * 60 + minute;

test('[PA46] the next rotation shows in the last 15 minutes of the current one', () => {
  expect(rotationToCome(day, lunch, at(13, 44))).toBeNull();
  expect(rotationToCome(day, lunch, at(13, 45))?.id).toBe('dinner');
  expect(rotationToCome(day, lunch, at(13, 59))?.id).toBe('dinner');
  expect(rotationToCome(day, lunch, at(14))).toBeNull();
  expect(rotationToCome(day, dinner, at(17, 50)), 'the last of the day').toBeNull();
  const late = rotation('late', ['6:31 PM', '10:00 PM'], {});
  expect(rotationToCome({ ...day, rotations: [lunch, dinner, late] }, dinner, at(17, 50))).toBeNull();
});

test('[PA46] it says what is open, who moves, who comes and who has no position, and nothing of who stays', () => {
  const moves = nextMoves(day, lunch, dinner, { minute: at(13, 50), now: 0 });
  const said = moves.map((move) => {
    const to = 'to' in move ? move.to.name : null;
    const who = 'shift' in move ? move.shift.id : 'comes' in move ? (move.comes?.shift.id ?? null) : null;
    return [move.type, who, to, 'from' in move ? (move.from?.name ?? null) : null];
  });
  expect(said).toEqual([
    ['open', 'gus', 'Dishes', null],
    ['open', null, 'Float', null],
    ['move', 'fay', 'Prep', null],
    ['move', 'ben', 'Window', 'Fryer'],
    ['come', 'eve', 'Fryer', null],
    ['unplaced', 'cleo', null, 'Prep'],
  ]);
});
