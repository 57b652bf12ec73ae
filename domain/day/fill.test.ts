import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildLayout, buildRotation, buildShift, changed, seatsIn } from '../../test/builders.ts';
import { anySeatedDay } from '../../test/seated-day.ts';
import { english } from '../../test/words.ts';
import type { Change } from '../change/change.ts';
import { inverse } from '../change/inverse.ts';
import { phraseOf } from '../history/phrases.ts';
import { positionsOf, type Rotation, seatedIn } from '../plan/rotation.ts';
import { fillFromRotation } from './fill.ts';
import type { Layout } from './layout.ts';
import { maySit } from './who-is-there.ts';

const seated = (rotation: Rotation, seats: Record<string, readonly string[]>): Rotation => ({
  ...rotation,
  subareas: rotation.subareas.map((subarea) => ({
    ...subarea,
    positions: subarea.positions.map((each) => ({ ...each, seats: seats[each.id] ?? [] })),
  })),
});

const fillOf = (layout: Layout, from: string, to: string): Change => ({
  type: 'seats.fill',
  from,
  seats: planOf(layout, from, to).seats,
});
function planOf(layout: Layout, from: string, to: string) {
  const rotation = (id: string) => layout.rotations.find((each) => each.id === id) as Rotation;
  return fillFromRotation(layout, rotation(from), rotation(to));
}

/** Ana and Bo work all day, Cy until noon, Di from noon. */
const day = buildLayout({
  shifts: [
    buildShift('ana', '8:00 AM', '6:00 PM'),
    buildShift('bo', '8:00 AM', '6:00 PM'),
    buildShift('cy', '8:00 AM', '12:00 PM'),
    buildShift('di', '12:00 PM', '6:00 PM'),
  ],
  rotations: [
    seated(buildRotation('breakfast', '8:00 AM', '12:00 PM', ['till', 'grill', 'fries']), {
      till: ['ana'],
      grill: ['bo'],
      fries: ['cy'],
    }),
    buildRotation('lunch', '12:00 PM', '3:00 PM', ['till', 'fries']),
  ],
});

test('[DS1] [DS2] [DS6] people go on the positions of the same name; who has none there is said', () => {
  expect(planOf(day, 'breakfast', 'lunch').left).toEqual([
    { shift: 'bo', rotation: 'lunch', why: 'no-position', position: 'grill' },
    { shift: 'di', rotation: 'lunch', why: 'no-seat' },
  ]);
  const filled = changed(day, fillOf(day, 'breakfast', 'lunch'));
  expect(seatsIn(filled, 'lunch')).toEqual({ till: ['ana'], fries: [] });
});

test('[DS2] [DS6] a position that somebody has stays theirs, and so do people who are seated or out', () => {
  const taken = changed(
    day,
    { type: 'shift.seat', shift: 'di', rotation: 'lunch', position: 'till', before: null },
    { type: 'shift.out', shift: 'bo', reason: 'sick', from: '1:00 PM', at: 0, by: null },
  );
  const { seats, left } = planOf(taken, 'breakfast', 'lunch');
  expect(seats).toEqual([]);
  expect(left).toEqual([{ shift: 'ana', rotation: 'lunch', why: 'taken', position: 'till' }]);
  const moved = changed(day, {
    ...{ type: 'shift.seat', shift: 'ana', rotation: 'lunch', position: 'fries', before: null },
  } as Change);
  expect(changed(moved, fillOf(moved, 'breakfast', 'lunch'))).toEqual(moved);
});

describe('[DS1] positions of one name', () => {
  const two = (id: string, ...subareas: readonly [string, readonly string[]][]): Rotation => ({
    ...buildRotation(id, '8:00 AM', '6:00 PM'),
    subareas: subareas.map(([name, positions], at) => ({
      id: `${id}${at}`,
      name,
      positions: positions.map((position, index) => ({
        id: `${id} ${name} ${index}`,
        name: position,
        seats: [],
      })),
    })),
  });
  const from = two('one', ['Front', ['Till', 'Till']], ['Drive', ['Till', 'Bags']]);
  const to = two('two', ['Drive', ['bags ', 'Till']], ['Lobby', ['Till']], ['Front', ['Till']]);
  const people = ['a', 'b', 'c', 'd'].map((id) => buildShift(id, '8:00 AM', '6:00 PM'));
  const [front0 = '', front1 = '', drive0 = '', drive1 = ''] = positionsOf(from).map(({ id }) => id);
  const layout = buildLayout({
    shifts: people,
    rotations: [seated(from, { [front0]: ['a'], [front1]: ['b'], [drive0]: ['c'], [drive1]: ['d'] }), to],
  });

  test('are matched by subarea, then anywhere, in order', () => {
    expect(seatsIn(changed(layout, fillOf(layout, 'one', 'two')), 'two')).toEqual({
      'two Front 0': ['a'],
      'two Lobby 0': ['b'],
      'two Drive 1': ['c'],
      'two Drive 0': ['d'],
    });
  });
});

test('[DS4] one message counts, and one undo takes off those whom the fill placed', () => {
  const change = fillOf(day, 'breakfast', 'lunch');
  const filled = changed(day, change);
  expect(phraseOf(day, change, filled, english)).toBe('filled lunch from breakfast: 1 placed, 2 left');
  const others = changed(filled, {
    ...{ type: 'shift.seat', shift: 'di', rotation: 'lunch', position: 'fries', before: null },
  } as Change);
  const undo = inverse(day, change, filled) as Change;
  expect(seatsIn(changed(others, undo), 'lunch')).toEqual({ till: [], fries: ['di'] });
});

test('[DS5] a fill that arrives late leaves Di, who was seated meanwhile, on the till', () => {
  const change = fillOf(day, 'breakfast', 'lunch');
  const others = changed(day, {
    ...{ type: 'shift.seat', shift: 'di', rotation: 'lunch', position: 'till', before: null },
  } as Change);
  expect(changed(others, change)).toEqual(others);
});

test('[DS2] any two rotations: nobody moves, everybody may sit there, and the second time changes nothing', () => {
  let placed = 0;
  fc.assert(
    fc.property(anySeatedDay, (layout) => {
      const [from, to] = layout.rotations;
      if (!from || !to) return;
      const plan = fillFromRotation(layout, from, to);
      const filled = changed(layout, { type: 'seats.fill', from: 'there', seats: plan.seats });
      placed += plan.seats.length;
      const after = filled.rotations.find(({ id }) => id === to.id) as Rotation;
      expect(seatedIn(after).size).toBe(seatedIn(to).size + plan.seats.length);
      for (const { id, seats } of positionsOf(to)) {
        if (seats.length > 0) expect(positionsOf(after).find((each) => each.id === id)?.seats).toEqual(seats);
      }
      for (const shift of filled.shifts.filter(({ id }) => seatedIn(after).has(id))) {
        expect(maySit(shift, after, filled.dayStart)).toBe(true);
      }
      const again = fillFromRotation(filled, from, after);
      expect(changed(filled, { type: 'seats.fill', from: 'there', seats: again.seats })).toEqual(filled);
    }),
    { numRuns: 1_000 },
  );
  expect(placed).toBeGreaterThan(20);
});
