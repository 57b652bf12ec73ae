import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromMinutes } from './clock-time.ts';
import { parseWrittenEnd, parseWrittenRanges, parseWrittenTime } from './written-times.ts';

const minute = fc.integer({ min: 0, max: 1439 });
const two = (number: number) => String(number).padStart(2, '0');

/** Forms in which schedules print a time, all unambiguous. */
const forms: Readonly<Record<string, (minutes: number) => string>> = {
  '9:05 AM': fromMinutes,
  '9:05am': (minutes) => fromMinutes(minutes).replace(' ', '').toLowerCase(),
  '9:05 A.M.': (minutes) => fromMinutes(minutes).replace('AM', 'A.M.').replace('PM', 'P.M.'),
  '9:05a': (minutes) => fromMinutes(minutes).replace(' ', '').replace('M', '').toLowerCase(),
  '9a': (minutes) => fromMinutes(minutes).replace(':00', '').replace(' ', '').replace('M', '').toLowerCase(),
  '09:05': (minutes) => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`,
  '09:05:00': (minutes) => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:00`,
  '09.05': (minutes) => `${two(Math.floor(minutes / 60))}.${two(minutes % 60)}`,
  '0905': (minutes) => `${two(Math.floor(minutes / 60))}${two(minutes % 60)}`,
  '09h05': (minutes) => `${two(Math.floor(minutes / 60))}h${two(minutes % 60)}`,
  '0.37847': (minutes) => String(minutes / 1440),
  '9:05\u202fAM': (minutes) => fromMinutes(minutes).replace(' ', '\u202f'),
};

test.each(Object.entries(forms))('[SC34] every time written like %s reads back', (_, print) => {
  fc.assert(
    fc.property(minute, (minutes) => {
      expect(parseWrittenTime(print(minutes))?.minutes).toBe(minutes);
    }),
  );
});

test.each([
  ['9', 540, 'either'],
  ['9:00', 540, 'either'],
  ['930', 570, 'either'],
  ['09:00', 540, 'zero'],
  ['17', 1020, 'hours'],
  ['24:00', 1440, 'hours'],
  ['24:30', 1470, 'hours'],
  ['29:00', 1740, 'hours'],
  ['0:30', 30, 'hours'],
  ['12:00 PM', 720, 'half'],
  ['noon', 720, 'exact'],
  ['Midnight', 0, 'exact'],
  ['0.5', 720, 'exact'],
  ['0', 0, 'exact'],
])('[SC34] %j is minute %i, settled by %s', (text, minutes, by) => {
  expect(parseWrittenTime(text)).toEqual({ minutes, by });
});

test.each([
  '',
  'soon',
  '36:00',
  '2401',
  '13p',
  '0p',
  '9:60',
  '9:5',
  '-9:00',
  '9:00 to',
  '1.5',
  '99999',
  '9 m',
])('[SC34] %j is no time', (text) => {
  expect(parseWrittenTime(text)).toBeNull();
});

test.each(['CL', 'C/L', 'Close', 'c', 'closing', 'Closing Time', 'close time', 'CLS', 'til close'])(
  '[SC109] %s is the end of the day',
  (text) => {
    expect(parseWrittenEnd(text)).toBe('close');
  },
);

test('[SC108] every range of two such times reads back, whatever stands between and beside them', () => {
  const form = fc.constantFrom(...Object.keys(forms).filter((name) => name !== '0.37847'));
  const between = fc.constantFrom('-', ' - ', '–', ' to ', ' — ');
  const beside = fc.constantFrom('', ' Cook', ' (Grill)', ', Front of House');
  fc.assert(
    fc.property(minute, minute, form, form, between, beside, (start, end, one, other, dash, label) => {
      const read = parseWrittenRanges(`${forms[one]?.(start)}${dash}${forms[other]?.(end)}${label}`);
      expect(read?.ranges).toMatchObject([{ start: { minutes: start }, end: { minutes: end } }]);
      expect(read?.rest).toBe(label.replace(/[ (),]*([\w ]+?)[)]?$/, '$1'));
    }),
  );
});

test.each([
  ['9a-1p / 5p-9p', ['540-780', '1020-1260'], ''],
  ['9a-1p\n5p-9p', ['540-780', '1020-1260'], ''],
  ['9a-1p 5p-9p', ['540-780', '1020-1260'], ''],
  ['Grill 4p-CL', ['960-close'], 'Grill'],
  ['4p-C/L Grill', ['960-close'], 'Grill'],
  ['4p - closing time', ['960-close'], ''],
  ['10-6, keys', ['600-360'], 'keys'],
  ['5p til close', ['1020-close'], ''],
  // what is named for a meal and lasts hours is work
  ['11a-3p / Dinner 5p-9p', ['660-900', '1020-1260'], 'Dinner'],
  ['11a-3p, 5p-9p Dinner', ['660-900', '1020-1260'], 'Dinner'],
  ['Lunch 11a-3p', ['660-900'], 'Lunch'],
  ['9-5 lunch 12-1, break 3-3:15', ['540-300'], ''],
])('[SC108] %j has the shifts %j', (text, expected, rest) => {
  const read = parseWrittenRanges(text);
  const shown = read?.ranges.map(
    ({ start, end }) => `${start.minutes}-${end === 'close' ? end : end.minutes}`,
  );
  expect([shown, read?.rest]).toEqual([expected, rest]);
});

test.each(['', 'OFF', '9a', '8.0', '2026-11-21', '11/21/2026', '555-1234-99', 'A-B', '9a-'])(
  '[SC108] %j has none',
  (text) => {
    expect(parseWrittenRanges(text)).toBeNull();
  },
);

test('[SC34] of a long text only the beginning is read', () => {
  for (const part of ['9a-', '9:00 ', '1', '(', '9 9-', '- ', ' ']) {
    // read whole, some of these would take hours
    expect(parseWrittenRanges(part.repeat(100_000))).toEqual(parseWrittenRanges(part.repeat(300)));
    expect(parseWrittenTime(part.repeat(1_000))).toBeNull();
  }
  const late = `${' x'.repeat(200)} 9a-5p`;
  expect(parseWrittenRanges(late)).toBeNull();
});
