import { expect, test, vi } from 'vitest';
import { countCalls } from '../../test/count-calls.ts';
import {
  addDays,
  businessDay,
  type IsoDate,
  isIsoDate,
  isTimeZone,
  minutesInto,
  showDate,
  startOfDate,
  wallClock,
  weekday,
} from './date.ts';

test.each([
  ['2026-11-21', true],
  ['2024-02-29', true],
  ['2000-02-29', true],
  ['2026-02-29', false],
  ['1900-02-29', false],
  ['2026-04-31', false],
  ['2026-13-01', false],
  ['2026-00-10', false],
  ['2026-1-1', false],
  ['0999-01-01', false],
  ['', false],
  [20261121, false],
])('[D1] %j is a day: %s', (text, expected) => {
  expect(isIsoDate(text)).toBe(expected);
});

test.each([
  ['2026-11-21', '11/21/2026'],
  ['2026-01-02', '1/2/2026'],
  ['soon', 'soon'],
])('[D6] %s is shown as %s', (date, shown) => {
  expect(showDate(date)).toBe(shown);
});

test.each([
  ['2026-11-21', 1, '2026-11-22'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2024-03-01', -1, '2024-02-29'],
])('[D1] %s and %i days is %s', (date, days, expected) => {
  expect(addDays(date, days)).toBe(expected);
});

test('[D1] a date has its day of the week', () => {
  expect(weekday('2026-11-21')).toBe('Saturday');
  expect(weekday('never')).toBe('');
});

// 2026-11-22 06:30 UTC is 12:30 AM in Chicago and 7:30 AM in Berlin.
const night = Date.UTC(2026, 10, 22, 6, 30);

test.each([
  ['America/Chicago', '12:00 AM', '2026-11-22'],
  ['America/Chicago', '4:00 AM', '2026-11-21'],
  ['America/Chicago', '12:30 AM', '2026-11-22'],
  ['America/Chicago', '12:31 AM', '2026-11-21'],
  ['Europe/Berlin', '4:00 AM', '2026-11-22'],
  ['Pacific/Honolulu', '4:00 AM', '2026-11-21'],
])('[D3] [D7] in %s, with a day from %s, it is %s', (timeZone, dayStart, date) => {
  expect(businessDay(night, timeZone, dayStart)).toBe(date);
});

// On 2026-11-01 at 2:00 AM, clocks in Chicago go back to 1:00 AM; in Havana, at 1:00 AM to midnight.
test.each([
  ['America/Chicago', '1:30 AM', '06:29', '2026-10-31'],
  ['America/Chicago', '1:30 AM', '06:30', '2026-11-01'],
  ['America/Chicago', '1:30 AM', '07:00', '2026-11-01'],
  ['America/Chicago', '1:30 AM', '07:29', '2026-11-01'],
  ['America/Chicago', '1:30 AM', '07:30', '2026-11-01'],
  ['America/Chicago', '1:59 AM', '06:58', '2026-10-31'],
  ['America/Chicago', '1:59 AM', '07:05', '2026-11-01'],
  ['America/Chicago', '2:30 AM', '07:45', '2026-10-31'],
  ['America/Chicago', '4:00 AM', '07:29', '2026-10-31'],
  ['America/Havana', '12:30 AM', '04:29', '2026-10-31'],
  ['America/Havana', '12:30 AM', '05:10', '2026-11-01'],
  ['Australia/Lord_Howe', '1:45 AM', '06:30', '2026-11-01'],
])('in %s, with a day from %s, at %s UTC of 11/1/2026 it is %s', (timeZone, dayStart, time, date) => {
  expect(businessDay(Date.parse(`2026-11-01T${time}:00Z`), timeZone, dayStart)).toBe(date);
});

test('[D3] minutes run on past midnight, and back before the date', () => {
  expect(minutesInto('2026-11-21', night, 'America/Chicago')).toBe(1440 + 30);
  expect(minutesInto('2026-11-23', night, 'America/Chicago')).toBe(30 - 1440);
});

test.each([
  ['America/Chicago', true],
  ['UTC', true],
  ['america/chicago', true],
  ['Nowhere/Land', false],
  [' UTC', false],
  ['', false],
])('%j is a time zone: %s, however often it is asked', (name, expected) => {
  expect([isTimeZone(name), isTimeZone(name)]).toEqual([expected, expected]);
});

test('[HI6] a date begins at its first minute, also where clocks change at midnight', () => {
  expect(startOfDate('2026-11-21', 'UTC')).toBe(Date.parse('2026-11-21T00:00:00Z'));
  expect(startOfDate('2026-11-21', 'America/Chicago')).toBe(Date.parse('2026-11-21T06:00:00Z'));
  expect(startOfDate('2026-11-21', 'Pacific/Kiritimati')).toBe(Date.parse('2026-11-20T10:00:00Z'));
  expect(startOfDate('2026-11-21', 'Pacific/Pago_Pago')).toBe(Date.parse('2026-11-21T11:00:00Z'));
  // Clocks in Havana go from midnight to 1:00 AM.
  expect(startOfDate('2026-03-08', 'America/Havana')).toBe(Date.parse('2026-03-08T05:00:00Z'));
  expect(startOfDate('2026-11-01', 'America/Havana')).toBe(Date.parse('2026-11-01T04:00:00Z'));
});

test('the begin of a date is searched for once, and a hundred are remembered', () => {
  const dates = Array.from({ length: 100 }, (_, day) => addDays('2031-01-01', day));
  const begin = (date: IsoDate) => countCalls(() => startOfDate(date, 'Europe/Lisbon'));
  startOfDate('2030-06-01', 'Europe/Lisbon');
  const searched = begin('2030-06-02');
  const known = begin('2030-06-02');
  expect(known).toBeLessThan(searched / 2);
  for (const date of dates) startOfDate(date, 'Europe/Lisbon');
  expect(begin('2030-06-02')).toBe(searched);
});

test('a time zone is looked up once, in its own spelling alone: there are no end of others', () => {
  const looked = vi.spyOn(Intl, 'DateTimeFormat');
  for (const zone of ['Europe/Vienna', 'Europe/Vienna', 'europe/vienna', 'europe/vienna'])
    expect(isTimeZone(zone)).toBe(true);
  expect(looked).toHaveBeenCalledTimes(3);
  looked.mockRestore();
});

test('of the spellings of a time zone, not all are remembered', () => {
  const spelled = (nth: number) =>
    [...'america/chicago'].map((letter, at) => (nth & (1 << at) ? letter.toUpperCase() : letter)).join('');
  const looked = vi.spyOn(Intl, 'DateTimeFormat');
  for (let nth = 0; nth < 2; nth++) wallClock(0, spelled(1));
  expect(looked).toHaveBeenCalledTimes(1);
  for (let nth = 2; nth < 1_400; nth++) wallClock(0, spelled(nth));
  looked.mockClear();
  wallClock(0, spelled(1));
  expect(looked).toHaveBeenCalledTimes(1);
  looked.mockRestore();
});
