import { expect, test } from 'vitest';
import { buildLayout, buildRotation, buildShift, changed } from '../../test/builders.ts';
import { countCalls } from '../../test/count-calls.ts';
import { board } from '../../test/words.ts';
import { readWords } from '../../words/read-words.ts';
import type { SingleChange } from '../change/change.ts';
import { positionsOf } from '../plan/rotation.ts';
import { candidatesFor, reasonsOf } from './candidates.ts';
import { fromUntilText } from './coverage.ts';
import type { Layout } from './layout.ts';

const now = 1_795_000_000_000;
const onBreak = [{ startedAt: now - 60_000, startedBy: null, endedAt: null, endedBy: null }];
const seat = (shift: string, position: string, rotation = 'lunch'): SingleChange => ({
  type: 'shift.seat',
  shift,
  rotation,
  position,
  before: null,
});

const day = changed(
  buildLayout({
    shifts: [
      buildShift('alone', '9:00 AM', '5:00 PM'),
      buildShift('away', '9:00 AM', '5:00 PM', { breaks: onBreak }),
      buildShift('cook', '9:00 AM', '5:00 PM', { schedule: 'Fries' }),
      buildShift('free', '9:00 AM', '5:00 PM'),
      buildShift('fryer', '9:00 AM', '5:00 PM'),
      buildShift('gone', '9:00 AM', '5:00 PM'),
      buildShift('leaver', '9:00 AM', '1:00 PM'),
      buildShift('one', '9:00 AM', '5:00 PM'),
      buildShift('other', '9:00 AM', '5:00 PM'),
      buildShift('later', '12:30 PM', '5:00 PM'),
      buildShift('tardy', '11:00 AM', '5:00 PM'),
      buildShift('unheard', '11:00 AM', '5:00 PM'),
      buildShift('night', '5:00 PM', '11:00 PM'),
    ],
    rotations: [
      buildRotation('lunch', '11:00 AM', '2:00 PM', ['Fries 2', 'Till', 'Grill', 'Shakes']),
      buildRotation('breakfast', '9:00 AM', '11:00 AM', ['Fries']),
    ],
  }),
  seat('fryer', 'Fries', 'breakfast'),
  seat('fryer', 'Till'),
  seat('alone', 'Shakes'),
  seat('one', 'Grill'),
  seat('other', 'Grill'),
  { type: 'shift.out', shift: 'gone', reason: 'sick', from: '9:00 AM', at: 1, by: null },
  { type: 'shift.late', shift: 'tardy', expected: '12:15 PM', at: 1, by: null },
  { type: 'shift.late', shift: 'unheard', expected: null, at: 1, by: null },
);

function candidates(of: Layout, rotationId: string, name: string, minute: number) {
  const rotation = of.rotations.find(({ id }) => id === rotationId);
  const position = rotation && positionsOf(rotation).find((each) => each.name === name);
  if (!rotation || !position) throw new Error('no such place');
  return candidatesFor(of, { rotation, position }, { minute, now });
}

test('[SE12] [SE13] who could take a position, best first, with what each leaves behind', () => {
  const found = candidates(day, 'lunch', 'Fries 2', 12 * 60);
  expect(
    found.map((each) => [
      each.shift.id,
      reasonsOf(each, fromUntilText(each, ...board), readWords('en', 'actions')).join(', '),
    ]),
  ).toEqual([
    ['cook', 'free'],
    ['free', 'free'],
    ['leaver', 'free, until 1:00'],
    ['away', 'free, on break'],
    ['fryer', 'was there today, leaves Till open'],
    ['one', 'from Grill'],
    ['other', 'from Grill'],
    ['later', 'from 12:30'],
    ['tardy', 'late, from 12:15'],
    ['unheard', 'late'],
    ['alone', 'leaves Shakes open'],
  ]);
});

test('[SE13] at the start of a rotation that is not going on, no break counts', () => {
  const found = candidates(day, 'breakfast', 'Fries', 12 * 60);
  expect(found.find(({ shift }) => shift.id === 'away')).toMatchObject({ state: 'here', leaves: null });
  expect(found.map(({ shift }) => shift.id)).not.toContain('later');
});

test('[SE12] a day with 120 people and 24 rotations takes a few thousand steps', () => {
  const positions = Array.from({ length: 40 }, (_, index) => `Position ${index}`);
  const full = buildLayout({
    shifts: Array.from({ length: 120 }, (_, index) => buildShift(`s${index}`, '6:00 AM', '10:00 PM')),
    rotations: Array.from({ length: 24 }, (_, index) => {
      const rotation = buildRotation(`r${index}`, '9:00 AM', '9:00 PM', positions);
      const [front] = rotation.subareas;
      const seated =
        front?.positions.map((each, at) => ({ ...each, seats: [`s${at}`, `s${at + 40}`] })) ?? [];
      return { ...rotation, subareas: [{ id: 'front', name: 'Front', positions: seated }] };
    }),
  });
  let count = 0;
  const calls = countCalls(() => {
    count = candidates(full, 'r3', 'Position 1', 12 * 60).length;
  });
  expect(count).toBe(118);
  expect(calls).toBeLessThan(10_000);
});
