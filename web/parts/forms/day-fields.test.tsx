import { expect, test } from 'vitest';
import { breakCount } from '../../../domain/day/break.ts';
import { overdueSince } from '../../../domain/day/due-breaks.ts';
import { buildShift } from '../../../test/builders.ts';
import { breakHint } from './day-fields.tsx';

test.each([
  ['300', 'Shifts longer than 5 hours get one break, longer than 10 get two.'],
  ['60', 'Shifts longer than 1 hour get one break, longer than 2 get two.'],
  ['270', 'Shifts longer than 4 h 30 min get one break, longer than 9 h get two.'],
  ['45', 'Shifts longer than 45 min get one break, longer than 1 h 30 min get two.'],
  ['0', 'No breaks.'],
  ['', 'In minutes. 0 means no breaks.'],
  ['1441', 'In minutes. 0 means no breaks.'],
  ['5 hours', 'In minutes. 0 means no breaks.'],
])('[TE9] the hint of %j says what it means', (typed, hint) => {
  expect(breakHint(typed)).toBe(hint);
});

test('[TE9] [BR1] [BR32] a shift of exactly the length earns no break, and none of it is ever overdue', () => {
  const exactly = buildShift('Ana', '9:00 AM', '2:00 PM');
  const longer = buildShift('Bo', '9:00 AM', '2:01 PM');
  expect(breakHint('300')).toBe('Shifts longer than 5 hours get one break, longer than 10 get two.');
  expect([exactly, longer].map((shift) => breakCount(shift, 300))).toEqual([0, 1]);
  const terms = { breakMinMinutes: 300, dayStart: '4:00 AM' };
  const overdue = [exactly, longer].map((shift) =>
    overdueSince({ ...shift, breaks: [null] }, 14 * 60, terms),
  );
  expect(overdue, 'also with a break from before the length was changed').toEqual([null, 14 * 60]);
});
