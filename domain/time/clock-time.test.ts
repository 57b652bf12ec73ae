import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromMinutes, isClockTime, lengthOf, overlaps, parseTime, spanOf, toMinutes } from './clock-time.ts';

const range = (text: string) => {
  const [startTime = '', endTime = ''] = text.split('–');
  return { startTime, endTime };
};

test.each([
  ['12:00 AM', 0],
  ['12:59 AM', 59],
  ['1:00 AM', 60],
  ['11:59 AM', 719],
  ['12:00 PM', 720],
  ['12:30 PM', 750],
  ['1:00 PM', 780],
  ['11:59 PM', 1439],
])('[T1] [T10] %s is minute %i', (time, minutes) => {
  expect(toMinutes(time)).toBe(minutes);
  expect(fromMinutes(minutes)).toBe(time);
  expect(isClockTime(time)).toBe(true);
});

test('[T10] every minute of the day comes back as it was', () => {
  for (let minute = 0; minute < 1440; minute++) expect(toMinutes(fromMinutes(minute))).toBe(minute);
  expect(fromMinutes(1440 + 61)).toBe('1:01 AM');
  expect(fromMinutes(-1)).toBe('11:59 PM');
});

test.each([
  '0:30 AM',
  '13:00 PM',
  '9:5 AM',
  '09:00 AM',
  '9:00',
  '9:00 am',
  '9:60 AM',
  '',
  ' 9:00 AM',
  null,
  900,
])('[T1] %j is no time as they are kept', (text) => {
  expect(isClockTime(text)).toBe(false);
});

test.each([
  ['3p', '3:00 PM'],
  ['3 P.M.', '3:00 PM'],
  ['3:30pm', '3:30 PM'],
  ['330p', '3:30 PM'],
  ['12a', '12:00 AM'],
  ['12p', '12:00 PM'],
  ['12:30 am', '12:30 AM'],
  ['15:30', '3:30 PM'],
  ['1530', '3:30 PM'],
  ['0:05', '12:05 AM'],
  ['09:00:00', '9:00 AM'],
  ['9:00:59 PM', '9:00 PM'],
  ['9:00\u202fAM', '9:00 AM'],
  ['  Noon ', '12:00 PM'],
  ['midnight', '12:00 AM'],
])('[T2] %j is read as %s', (typed, time) => {
  expect(parseTime(typed)).toBe(time);
});

test.each(['', '3', '24:00', '25:00', '13p', '0p', '9:60', '9:5', 'soon', '9 to 5', '-1:00', '2460', '1e3'])(
  '[T11] %j is refused',
  (typed) => {
    expect(parseTime(typed)).toBeNull();
  },
);

test('[T11] nothing that is typed throws, and what is read is a time', () => {
  fc.assert(
    fc.property(fc.string(), (typed) => {
      const time = parseTime(typed);
      expect(time === null || isClockTime(time)).toBe(true);
    }),
  );
});

test.each([
  ['9:00 AM–5:00 PM', 480],
  ['9:00 PM–2:00 AM', 300],
  ['11:59 PM–12:00 AM', 1],
  ['12:00 AM–12:00 AM', 1440],
  ['9:00 AM–9:00 AM', 1440],
  ['9:00 AM–8:59 AM', 1439],
])('[T3] %s lasts %i minutes', (text, minutes) => {
  expect(lengthOf(range(text))).toBe(minutes);
});

test.each([
  ['9:00 PM–2:00 AM', '12:00 AM', 1260, 1560],
  ['12:30 AM–3:00 AM', '12:00 AM', 30, 180],
  ['12:30 AM–3:00 AM', '4:00 AM', 1470, 1620],
  ['3:59 AM–4:00 AM', '4:00 AM', 1679, 1680],
  ['4:00 AM–4:00 AM', '4:00 AM', 240, 1680],
])('[T4] %s in a day from %s lies from %i to %i', (text, dayStart, start, end) => {
  expect(spanOf(range(text), dayStart)).toEqual({ start, end });
});

test.each([
  ['inside', '9:00 AM–5:00 PM', '10:00 AM–11:00 AM', '12:00 AM', true],
  ['a minute in common', '9:00 AM–11:01 AM', '11:00 AM–2:00 PM', '12:00 AM', true],
  ['touching its start', '9:00 AM–11:00 AM', '11:00 AM–2:00 PM', '12:00 AM', false],
  ['touching its end', '2:00 PM–5:00 PM', '11:00 AM–2:00 PM', '12:00 AM', false],
  ['both past midnight', '6:00 PM–1:00 AM', '9:00 PM–2:00 AM', '12:00 AM', true],
  ['24 hours', '9:00 AM–9:00 AM', '11:00 PM–11:30 PM', '12:00 AM', true],
])('[OV1] %s: %s and %s in a day from %s: %s', (_, shift, rotation, dayStart, expected) => {
  expect(overlaps(range(shift), range(rotation), dayStart)).toBe(expected);
  expect(overlaps(range(rotation), range(shift), dayStart)).toBe(expected);
});

test.each([
  ['9:00 PM–2:00 AM', '12:30 AM–3:00 AM', '4:00 AM', true],
  ['9:00 PM–2:00 AM', '12:30 AM–3:00 AM', '12:00 AM', false],
  ['9:00 PM–12:30 AM', '12:30 AM–3:00 AM', '4:00 AM', false],
  ['1:00 AM–3:00 AM', '12:30 AM–3:00 AM', '4:00 AM', true],
  ['5:00 AM–1:00 PM', '12:30 AM–5:30 AM', '4:00 AM', false],
])('%s and %s in a day from %s: %s', (shift, rotation, dayStart, expected) => {
  expect(overlaps(range(shift), range(rotation), dayStart)).toBe(expected);
});
