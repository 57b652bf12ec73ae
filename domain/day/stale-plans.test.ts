import { expect, test } from 'vitest';
import { buildLayout, buildRotation, buildShift, changed } from '../../test/builders.ts';
import { inverse } from '../change/inverse.ts';
import { relieverOf } from './reliever.ts';
import { setUpMoves } from './set-up.ts';
import type { StoredPlannedBreak } from './shift.ts';

const meal = (start: string, relief: StoredPlannedBreak['relief'] = []): StoredPlannedBreak => ({
  ...{ kind: 'meal', start, minutes: 30, relief },
});
const [lunch, dinner] = [
  buildRotation('lunch', '9:00 AM', '3:00 PM', ['till', 'grill']),
  buildRotation('dinner', '3:00 PM', '6:00 PM', ['pass', 'oven']),
];
const planned = [
  meal('11:00 AM', [{ position: 'till', from: '11:00 AM', to: '11:30 AM', by: 'Bo' }]),
  meal('2:00 PM'),
];
const day = changed(
  buildLayout({
    breakMinMinutes: 300,
    shifts: [
      buildShift('Ana', '9:00 AM', '6:00 PM', { breaks: [null, null], planned }),
      buildShift('Bo', '9:00 AM', '6:00 PM', { breaks: [null] }),
    ],
    rotations: [lunch, dinner],
  }),
  { type: 'shift.seat', shift: 'Ana', rotation: 'lunch', position: 'till', before: null },
);
const shiftIn = (body: typeof day) => body.shifts.find(({ id }) => id === 'Ana');

test('[BR40] breaks that were planned for other times than the shift has now are none of it, and come back with its times', () => {
  const edit = { type: 'shift.edit', shift: 'Ana', endTime: '12:00 PM' } as const;
  const short = changed(day, edit);
  expect(shiftIn(short)?.breaks).toEqual([null]);
  const none = changed(day, { ...edit, startTime: '5:00 PM', endTime: '9:00 PM' });
  expect(shiftIn(none)?.breaks).toEqual([]);
  const back = inverse(day, edit, short);
  expect(back && changed(short, back)).toEqual(day);
});

const at = { minute: 665, now: Date.parse('2026-11-21T11:05:00-06:00') };
const planner = (body: typeof day) => {
  const shift = shiftIn(body);
  return shift ? relieverOf(body, { shift, index: 0 }, at, null)?.shift.id : undefined;
};
const out = { type: 'shift.out', shift: 'Bo', reason: 'sick', from: '9:00 AM', at: 0, by: null } as const;
const pause = { type: 'break.press', shift: 'Bo', slot: 0, wants: 'start', by: null } as const;
const move = {
  type: 'shift.seat',
  shift: 'Ana',
  rotation: 'lunch',
  position: 'grill',
  before: null,
} as const;

test('[PU11] a planned reliever is named while they are here, and their position is the one that is to be relieved', () => {
  expect(planner(day)).toBe('Bo');
  expect(planner(changed(day, out))).toBeUndefined();
  expect(planner(changed(day, { ...pause, at: at.now - 60_000 }))).toBeUndefined();
  expect(planner(changed(day, move))).toBeUndefined();
  expect(planner(changed(day, { type: 'shift.delete', shift: 'Bo' }))).toBeUndefined();
  expect(
    planner(changed(day, { type: 'position.delete', rotation: 'lunch', position: 'till' })),
  ).toBeUndefined();
});

test('[PT3] [HC10] a lock on a seat that its person left holds them nowhere else', () => {
  const chart = {
    type: 'chart.set',
    rotation: 'lunch',
    people: 2,
    cells: [{ position: 'grill', by: null }],
  } as const;
  const lock = (position: string) =>
    ({ type: 'seat.lock', shift: 'Ana', rotation: 'lunch', position, locked: true }) as const;
  const movesOf = (body: typeof day) => {
    const [rotation] = body.rotations;
    return rotation ? setUpMoves(body, rotation).map(({ shift, to }) => [shift.id, to.id]) : [];
  };
  const closed = changed(day, chart, { type: 'rotation.headcount', rotation: 'lunch', people: 2 });
  expect(movesOf(changed(closed, lock('till'), move))).toEqual([['Ana', 'till']]);
  expect(movesOf(changed(closed, move, lock('grill')))).toEqual([]);
});
