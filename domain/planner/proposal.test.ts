import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyLayout } from '../../test/arbitraries.ts';
import { buildLayout, buildRotation, buildShift, changed, seatsIn } from '../../test/builders.ts';
import type { Change } from '../change/change.ts';
import { positionsOf } from '../plan/rotation.ts';
import { breaksTo, movesTo, seatsAfter, takeOf, withNeeded, withoutThese } from './proposal.ts';

const seat = (shift: string, position: string): Change => ({
  type: 'shift.seat',
  ...{ shift, rotation: 'lunch', position, before: null },
});
const day = changed(
  buildLayout({
    shifts: ['ana', 'bo', 'cy'].map((name) => buildShift(name, '9:00 AM', '5:00 PM')),
    rotations: [buildRotation('lunch', '11:00 AM', '2:00 PM', ['till', 'grill', 'fries'])],
  }),
  seat('ana', 'till'),
  seat('bo', 'grill'),
);
const planned = [
  ['cy', 'till'],
  ['ana', 'grill'],
  ['bo', 'fries'],
].map(([shift = '', position = '']) => ({ rotation: 'lunch', shift, position }));
const shiftsOf = (moves: readonly { shift: string }[]) => moves.map(({ shift }) => shift).sort();

test('[PT6] who has a position keeps it unless the day is planned anew', () => {
  const fillers = [{ rotation: 'lunch', shift: 'cy', position: 'fries' }];
  expect(movesTo(day, fillers, { keeps: true })).toMatchObject([
    { shift: 'cy', position: 'fries', was: null, there: [], needs: [] },
  ]);
  expect(shiftsOf(movesTo(day, fillers, { keeps: false }))).toEqual(['ana', 'bo', 'cy']);
  expect(movesTo(day, planned, { keeps: true }), 'ana stays on the till').toEqual([]);
});

test('[PT6] a move brings along those that make room for it, and without one of them it isn’t made', () => {
  const moves = movesTo(day, planned, { keeps: false });
  const idOf = (shift: string) => moves.find((move) => move.shift === shift)?.id ?? '';
  expect(withNeeded(moves, new Set([idOf('cy')]))).toEqual(new Set(moves.map(({ id }) => id)));
  expect(withNeeded(moves, new Set([idOf('bo')]))).toEqual(new Set([idOf('bo')]));
  const all = new Set(moves.map(({ id }) => id));
  expect(withoutThese(moves, all, [idOf('bo')])).toEqual(new Set());
  expect(withoutThese(moves, all, [idOf('cy')])).toEqual(new Set([idOf('ana'), idOf('bo')]));
  const taken = changed(day, takeOf(moves, []) as Change);
  expect(seatsIn(taken, 'lunch')).toEqual({ till: ['cy'], grill: ['ana'], fries: ['bo'] });
});

test('[PT6] any seats: all moves taken lead there, as the breaks are planned for', () => {
  fc.assert(
    fc.property(anyLayout, fc.infiniteStream(fc.nat(20)), (layout, draws) => {
      const next = () => draws.next().value ?? 0;
      const seats = layout.rotations.flatMap((rotation) => {
        const positions = positionsOf(rotation);
        return layout.shifts.flatMap(({ id: shift }) => {
          const position = positions[next()]?.id;
          return position === undefined ? [] : [{ rotation: rotation.id, shift, position }];
        });
      });
      const moves = movesTo(layout, seats, { keeps: next() % 2 === 0 });
      const after = seatsAfter(layout, moves);
      const places = new Set(after.map(({ rotation, shift }) => JSON.stringify([rotation, shift])));
      expect(places.size).toBe(after.length);
      const known = new Set(moves.map(({ id }) => id));
      expect(moves.flatMap(({ needs }) => needs).every((id) => known.has(id))).toBe(true);
    }),
  );
});

test('[PT6] breaks are proposed to those for whom they change', () => {
  const lunch = { shift: 'ana', row: null, kind: 'meal' as const, start: 720, minutes: 30 };
  const relief = [{ position: 'till', start: 720, end: 750, by: 'cy' }];
  const rows = breaksTo(day, [{ ...lunch, relief }]);
  expect(rows).toEqual([
    {
      shift: 'ana',
      planned: [
        {
          ...{ kind: 'meal', start: '12:00 PM', minutes: 30 },
          relief: [{ position: 'till', from: '12:00 PM', to: '12:30 PM', by: 'cy' }],
        },
      ],
      was: [],
    },
  ]);
  const taken = changed(day, takeOf([], rows) as Change);
  expect(breaksTo(taken, [{ ...lunch, relief }])).toEqual([]);
  expect(breaksTo(taken, [])).toMatchObject([{ shift: 'ana', planned: [] }]);
  expect(takeOf([], [])).toBeNull();
});

test('[PT13] a break that was taken, or stays, is as it was planned, in the order of the plan', () => {
  const rest = { kind: 'rest', row: 'rest-1', start: '11:20 AM', minutes: 10, relief: [] } as const;
  const meal = { kind: 'meal', row: 'meal-1', start: '12:25 PM', minutes: 30, relief: [] } as const;
  const [ana] = day.shifts;
  if (!ana) throw new Error('nobody is there');
  const known = { ...day, shifts: [{ ...ana, planned: [rest, meal] }] };
  const made = [
    { shift: 'ana', kind: 'rest', row: 'rest-1', start: 745, minutes: 30, relief: [] },
    { shift: 'ana', kind: 'meal', row: 'meal-1', start: 779, minutes: 10, relief: [] },
  ] as const;
  const standing = [
    { shift: 'ana', start: 779, planned: rest },
    { shift: 'ana', start: 745, planned: meal },
  ];
  expect(breaksTo(known, made, standing)).toEqual([]);
  expect(breaksTo(known, made)).toHaveLength(1);
});
