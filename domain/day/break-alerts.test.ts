import { expect, test } from 'vitest';
import { buildLayout, buildShift } from '../../test/builders.ts';
import { readWords } from '../../words/read-words.ts';
import { alertText, breakAlerts } from './break-alerts.ts';

const zone = 'America/Chicago';
const at = (time: string) => Date.parse(`2026-11-21T${time}:00-06:00`);
const ana = (over = {}) => buildShift('Ana', '9:00 AM', '5:00 PM', { breaks: [null], ...over });
const alertsAt = (time: string, shift = ana()) =>
  breakAlerts(buildLayout({ shifts: [shift] }), at(time), zone).map(({ kind, time }) => `${kind} ${time}`);

test('a break is due after the team’s minutes, and that is news for a quarter of an hour', () => {
  expect(alertsAt('13:59')).toEqual([]);
  expect(alertsAt('14:00')).toEqual(['due 2:00 PM']);
  expect(alertsAt('14:14')).toEqual(['due 2:00 PM']);
  expect(alertsAt('14:15')).toEqual([]);
});

test('[PU2] a break is over when its timer has run out and nobody ended it', () => {
  const running = { startedAt: at('14:02'), startedBy: null, endedAt: null, endedBy: null };
  expect(alertsAt('14:31', ana({ breaks: [running] }))).toEqual([]);
  expect(alertsAt('14:32', ana({ breaks: [running] }))).toEqual(['over 2:32 PM']);
  expect(alertsAt('14:32', ana({ breaks: [{ ...running, endedAt: at('14:20') }] }))).toEqual([]);
});

test('[PU3] somebody who is out has no break due', () => {
  const out = { reason: 'sick', from: '1:00 PM', at: 0, by: null };
  expect(alertsAt('14:00', ana({ out }))).toEqual([]);
});

test('[PU2] a person reads about their own break, and a lead whose it is', () => {
  const clock = 'h:mm AM/PM';
  const t = readWords('en', 'push');
  const own = alertText(t, { kind: 'due', time: '1:30 PM' }, { name: null, clock });
  expect(own.title).toBe('Your break is due');
  expect(alertText(t, { kind: 'over', time: '1:30 PM' }, { name: 'Ana C.', clock })).toEqual({
    title: 'Ana C.: break over',
    body: 'It was until 1:30 PM',
  });
});
