import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseScheduleTable } from '../schedule/schedule-table.ts';
import { type DayOfTimes, parseRange, type RangeReading, rotationLengths } from './am-or-pm.ts';
import { fromMinutes, isClockTime, lengthOf, parseTime, spanOf, type TimeRange } from './clock-time.ts';
import { formatShortTime } from './formats.ts';
import { readingsOf } from './typed-times.ts';

const short = (time: string) => formatShortTime(time, 'h:mm AM/PM');
const shortRange = ({ startTime, endTime }: TimeRange) => `${short(startTime)}–${short(endTime)}`;

/** From 6 AM to 1 AM. */
const day: DayOfTimes = {
  dayStart: '4:00 AM',
  rotations: [
    { startTime: '6:00 AM', endTime: '10:30 AM' },
    { startTime: '10:30 AM', endTime: '5:00 PM' },
    { startTime: '5:00 PM', endTime: '1:00 AM' },
  ],
};
const lunch: DayOfTimes = { ...day, rotations: [{ startTime: '11:00 AM', endTime: '2:00 PM' }] };
const noRotations: DayOfTimes = { ...day, rotations: [] };

const typed = (text: string) => {
  const [start = '', end = ''] = text.split(' to ');
  return { start, end };
};

/** '9a–5p'; what is asked has a question mark, and what can be kept is in brackets. */
function told(reading: RangeReading): string {
  if (reading.kind === 'unreadable') return `unreadable ${reading.field}`;
  if (reading.kind === 'read') return shortRange(reading.range);
  const kept = reading.typed ? ` (${shortRange(reading.typed)})` : '';
  return `${reading.choices.map(shortRange).join(' or ')}?${kept}`;
}

test.each([
  ['9', '9:00 AM, 9:00 PM'],
  ['11', '11:00 AM, 11:00 PM'],
  ['12', '12:00 AM, 12:00 PM'],
  ['9:00', '9:00 AM, 9:00 PM'],
  ['930', '9:30 AM, 9:30 PM'],
  ['1130', '11:30 AM, 11:30 PM'],
  ['12:15', '12:15 AM, 12:15 PM'],
  [' 5:15 ', '5:15 AM, 5:15 PM'],
  ['09:00', '9:00 AM, 9:00 PM'],
  ['09:00:00', '9:00 AM, 9:00 PM'],
  ['9p', '9:00 PM'],
  ['9:00 AM', '9:00 AM'],
  ['13:00', '1:00 PM'],
  ['1530', '3:30 PM'],
  ['17', '5:00 PM'],
  ['00:30', '12:30 AM'],
  ['0:30', '12:30 AM'],
  ['0030', '12:30 AM'],
  ['noon', '12:00 PM'],
  ['', ''],
  ['0', ''],
  ['00', ''],
  ['24', ''],
  ['9:5', ''],
  ['960', ''],
  ['13p', ''],
  ['soon', ''],
])('[T6] %j can mean: %s', (text, readings) => {
  expect(readingsOf(text).join(', ')).toBe(readings);
});

test.each([
  ['5:15 to 9:30', '5:15p–9:30p', 'the morning is before the first rotation'],
  ['9:00 to 5:00', '9a–5p', 'the night would end after the last one'],
  ['9 to 5', '9a–5p', 'minutes can be left out'],
  ['11 to 7', '11a–7p', ''],
  ['5 to 1', '5p–1a', 'past midnight, and within the last rotation'],
  ['930 to 530', '9:30a–5:30p', ''],
  ['9 to 9', '9a–9p', '12 hours are not too many'],
  ['7 to 9 PM', '7p–9p', 'what is typed with AM or PM settles the other'],
  ['9:00 AM to 5', '9a–5p', ''],
  ['09:00 to 17:00', '9a–5p', 'a 24-hour clock in the other field'],
  ['9 to 17', '9a–5p', ''],
  ['22:00 to 6:00', '10p–6a', ''],
  ['10:00 PM to 6:00 AM', '10p–6a', 'AM and PM stay as typed, also outside the rotations'],
  ['11:00 AM to 12:00 PM', '11a–12p', 'and for an hour'],
  ['7 to 11', '7a–11a or 7p–11p?', 'both are possible'],
  ['4:30 to 12:30', '4:30p–12:30a', ''],
  ['9 to 10', '9a–10a or 9p–10p or 9a–10p or 9p–10a?', 'no reading is 2 to 12 hours'],
  ['9:00 AM to 10', '9a–10a or 9a–10p?', ''],
  ['9:00 PM to 5', '9p–5a?', 'the only one of 2 to 12 hours is not within the day'],
  ['9:00 AM to 5:00 AM', '9a–5p? (9a–5a)', '20 hours'],
  ['9:00 AM to 9:00 AM', '9a–9p? (9a–9a)', '24 hours'],
  ['06:00 to 20:00', '6a–8a or 6p–8p? (6a–8p)', '14 hours, on a 24-hour clock'],
  ['soon to 5', 'unreadable startTime', ''],
  ['9 to 25:00', 'unreadable endTime', ''],
])('[T7] [T16] %s: %s (%s)', (text, expected) => {
  expect(told(parseRange(typed(text), day))).toBe(expected);
});

test('the day counts: its rotations, or all of it', () => {
  expect(told(parseRange(typed('7 to 11'), noRotations))).toBe('7a–11a or 7p–11p?');
  expect(told(parseRange(typed('9 to 5'), noRotations))).toBe('9a–5p');
  expect(told(parseRange(typed('11 to 2'), lunch))).toBe('11a–2p');
  expect(told(parseRange(typed('7 to 11'), lunch))).toBe('7a–11a or 7p–11p?');
  expect(
    told(
      parseRange(typed('12:30 to 3'), {
        dayStart: '4:00 AM',
        rotations: [{ startTime: '12:00 AM', endTime: '3:30 AM' }],
      }),
    ),
  ).toBe('12:30a–3a');
});

test('[T14] a rotation lasts half an hour at least', () => {
  expect(told(parseRange(typed('10:30 AM to 11'), day, rotationLengths))).toBe('10:30a–11a');
});

const table = (...ranges: string[]) => {
  const rows = ranges
    .map(typed)
    .map(({ start, end }, index) => [`Person ${index}`, '2026-11-21', start, end]);
  const read = parseScheduleTable([['Name', 'Date', 'Start', 'End'], ...rows], {
    date: '2026-11-21',
    ...day,
  });
  if (!read.ok) throw new Error(read.problem.code);
  const { shifts, asked } = read.value;
  return { read: shifts.map(shortRange), asked: asked.map(({ written }) => written) };
};

test('[T8] ‘7:00 to 11:00’ is in the morning beside ‘14:00 to 22:00’, and ‘9:00 to 5:00’ is asked about', () => {
  const { read, asked } = table('7:00 to 11:00', '9:00 to 5:00', '14:00 to 22:00');
  expect(read).toEqual(['7a–11a', '2p–10p']);
  expect(asked).toHaveLength(1);
});

test('in any other file each row is read by itself, and what stays unclear is asked', () => {
  const { read, asked } = table('7:00 to 11:00', '9:00 to 5:00', '2:00 PM to 10:00 PM');
  expect(read).toEqual(['9a–5p', '2p–10p']);
  expect(asked).toEqual(['7:00 – 11:00']);
});

const minute = fc.integer({ min: 0, max: 1439 });
const days = fc.record({
  dayStart: fc.constantFrom('12:00 AM', '4:00 AM', '12:00 PM'),
  rotations: fc.array(fc.record({ startTime: minute.map(fromMinutes), endTime: minute.map(fromMinutes) }), {
    maxLength: 4,
  }),
});
const texts = fc.oneof(
  minute.map(fromMinutes),
  minute.map((each) => fromMinutes(each).replace(/ .M$/, '')),
  minute.map((each) => `${Math.floor(each / 60)}:${String(each % 60).padStart(2, '0')}`),
  fc.constantFrom('9', '11', '530', '', 'soon'),
  fc.string({ maxLength: 8 }),
);

test('the result is one of the readings of both texts, and AM and PM are never changed', () => {
  fc.assert(
    fc.property(texts, texts, days, (start, end, someDay) => {
      const reading = parseRange({ start, end }, someDay);
      if (reading.kind === 'unreadable') return;
      const ranges =
        reading.kind === 'read' ? [reading.range] : reading.typed ? [reading.typed] : reading.choices;
      for (const { startTime, endTime } of ranges) {
        expect([isClockTime(startTime), isClockTime(endTime)]).toEqual([true, true]);
        for (const [text, time] of [[start, startTime] as const, [end, endTime] as const]) {
          if (/[ap]/i.test(text)) expect(time).toBe(parseTime(text));
          else expect([...readingsOf(text), ...readingsOf(text, true)]).toContain(time);
        }
      }
    }),
  );
});

test('[T17] nothing of more than 12 hours is read without asking, and no other reading was as good', () => {
  fc.assert(
    fc.property(texts, texts, days, (start, end, someDay) => {
      const reading = parseRange({ start, end }, someDay);
      if (reading.kind !== 'read') return;
      expect(lengthOf(reading.range)).toBeLessThanOrEqual(720);
      const is24 = [start, end].some((text) => /^\s*(1[3-9]|2[0-3]|0?0[:\d])/.test(text));
      const others = readingsOf(start, is24)
        .flatMap((startTime) => readingsOf(end, is24).map((endTime) => ({ startTime, endTime })))
        .filter((range) => shortRange(range) !== shortRange(reading.range))
        .filter((range) => lengthOf(range) >= 120 && lengthOf(range) <= 720);
      const spans = (
        someDay.rotations.length > 0
          ? someDay.rotations
          : [{ startTime: someDay.dayStart, endTime: someDay.dayStart }]
      ).map((range) => spanOf(range, someDay.dayStart));
      for (const other of others.map((range) => spanOf(range, someDay.dayStart))) {
        const isWithin =
          other.start >= Math.min(...spans.map((each) => each.start)) &&
          other.end <= Math.max(...spans.map((each) => each.end));
        expect(isWithin).toBe(false);
      }
    }),
  );
});

test('[T22] on a team with the 24-hour format, a typed 3:30 is the morning', () => {
  const allDay = { dayStart: '12:00 AM', rotations: [] };
  const typed = { start: '3:30', end: '11:15' };
  expect(parseRange(typed, allDay, undefined, true)).toEqual({
    kind: 'read',
    range: { startTime: '3:30 AM', endTime: '11:15 AM' },
  });
  expect(parseRange(typed, allDay)).toMatchObject({ kind: 'ask' });
});
