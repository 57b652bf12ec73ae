import { expect, test } from 'vitest';
import { buildLayout, buildShift } from '../../../test/builders.ts';
import { askIfNotThere } from './record-on-day.ts';

const minutes = (hour: number, minute = 0) => hour * 60 + minute;
const recorded = { at: 0, by: null };
const wes = buildShift('wes', '1:00 PM', '9:00 PM', { teamMember: 'Wes Hill' });
const why = (shift: typeof wes, minute: number) =>
  askIfNotThere(buildLayout({ shifts: [shift] }), shift, minute);

test('[BR38] a break of who is not there is asked about: not come yet, late, gone or out', () => {
  expect(why(wes, minutes(10, 56))).toBe('Wes starts at 1:00. Start anyway?');
  expect(why(wes, minutes(13))).toBeNull();
  expect(why(wes, minutes(21))).toBe('Wes left at 9:00. Start anyway?');
  const late = { ...wes, late: { expected: '1:30 PM', ...recorded } };
  expect(why(late, minutes(13, 10))).toBe('Wes is expected at 1:30. Start anyway?');
  expect(why(late, minutes(13, 30))).toBeNull();
  expect(why({ ...wes, late: { expected: null, ...recorded } }, minutes(13, 10))).toBe(
    'Wes is late. Start anyway?',
  );
  const out = { ...wes, out: { reason: 'sent-home', from: '3:00 PM', ...recorded } } as const;
  expect(why(out, minutes(14))).toBeNull();
  expect(why(out, minutes(15))).toBe('Wes is out: sent home. Start anyway?');
});
