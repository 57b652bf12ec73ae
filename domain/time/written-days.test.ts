import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, weekday } from './date.ts';
import { dateOrderOf, datesOfWeek, parseTitleDays, parseWrittenDay } from './written-days.ts';

const near = '2026-11-21';
const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July'].concat(
  ...['August', 'September', 'October', 'November', 'December'],
);
const partsOf = (date: string) => {
  const [year = '', month = '', day = ''] = date.split('-');
  return {
    year,
    month: Number(month),
    day: Number(day),
    name: months[Number(month) - 1] ?? '',
    of: weekday(date),
  };
};

/** Forms that name the year. */
const whole: Readonly<Record<string, (date: string) => string>> = {
  '2026-11-21': (date) => date,
  '2026/11/21': (date) => date.replaceAll('-', '/'),
  '20261121': (date) => date.replaceAll('-', ''),
  'Nov 21, 2026': (date) => {
    const { name, day, year } = partsOf(date);
    return `${name.slice(0, 3)} ${day}, ${year}`;
  },
  '21 November 2026': (date) => {
    const { name, day, year } = partsOf(date);
    return `${day} ${name} ${year}`;
  },
  '21-Nov-26': (date) => {
    const { name, day, year } = partsOf(date);
    return `${day}-${name.slice(0, 3)}-${year.slice(2)}`;
  },
  'Saturday, November 21st, 2026': (date) => {
    const { name, day, year, of } = partsOf(date);
    return `${of}, ${name} ${day}th, ${year}`;
  },
  'a number': (date) => String(Date.parse(date) / 86_400_000 + 25_569),
};

const anyDay = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2010-01-01', days));

test.each(Object.entries(whole))('[SC33] every date written like %s reads back', (_, print) => {
  fc.assert(
    fc.property(anyDay, (date) => {
      expect(parseWrittenDay(print(date), { order: 'month-first' })).toBe(date);
    }),
  );
});

test('[SC33] every date in numbers reads back by its order, and without a year where it is near', () => {
  const separator = fc.constantFrom('/', '.', '-');
  fc.assert(
    fc.property(fc.integer({ min: -150, max: 150 }), separator, (days, dot) => {
      const date = addDays(near, days);
      const { year, month, day, of, name } = partsOf(date);
      const american = [month, day, year].join(dot);
      const european = [day, month, year].join(dot);
      expect(parseWrittenDay(american, { order: 'month-first' })).toBe(date);
      expect(parseWrittenDay(european, { order: 'day-first' })).toBe(date);
      expect(parseWrittenDay(`${of.slice(0, 3)} ${month}/${day}`, { order: 'month-first', near })).toBe(date);
      expect(parseWrittenDay(`${month}/${day}`, { order: 'month-first', near })).toBe(date);
      expect(parseWrittenDay(`${name} ${day}`, { order: 'day-first', near })).toBe(date);
    }),
  );
});

test.each([
  ['Sat', '2026-11-21'],
  ['Monday', '2026-11-23'],
  ['Wed', '2026-11-18'],
  ['Mon 16', '2026-11-16'],
  ['11/21 (Sat)', '2026-11-21'],
  ['11/21/2026 0:00', '2026-11-21'],
  ['11/21/2026 12:00:00 AM', '2026-11-21'],
  ['2026-11-21T00:00:00.000Z', '2026-11-21'],
])('near 11/21/2026, %s is %s', (text, date) => {
  expect(parseWrittenDay(text, { order: 'month-first', near })).toBe(date);
});

test.each(['', 'tomorrow', '2026-02-30', '31/31/2026', '9:00 AM', 'Smarch 3, 2026', '12345', '11/21/026'])(
  '%j is no day',
  (text) => {
    expect(parseWrittenDay(text, { order: 'month-first', near })).toBeNull();
  },
);

test.each([
  [['11/21/2026'], 'month-first'],
  [['05/06/2026', '21/11/2026'], 'day-first'],
  [['05/06/2026'], 'month-first'],
  [['05.06.2026'], 'day-first'],
  [['Sat 5/12/2026'], 'day-first'],
  [['10/11/2026'], 'day-first'],
  [['11/10/2026', '10/11/2026'], null],
  [['11/11/2026'], 'month-first'],
])('[SC103] for 11/10/2026, dates %j are %s', (texts, order) => {
  expect(dateOrderOf(texts, '2026-11-10')).toBe(order);
});

test.each([
  ['Store 12 – Week of Nov 16, 2026', { day: null, week: { from: '2026-11-16' } }],
  ['11/16/2026 - 11/22/2026', { day: null, week: { from: '2026-11-16' } }],
  ['Week ending 11/22/2026', { day: null, week: { until: '2026-11-22' } }],
  ['Saturday, Nov 21', { day: '2026-11-21', week: null }],
  ['Printed on 11/20/2026', { day: null, week: null }],
  ['Store 12', { day: null, week: null }],
])('the title %j says %j', (line, said) => {
  expect(parseTitleDays([line], { order: 'month-first', near })).toMatchObject(said);
});

test('[SC111] weekdays in a row are those of one week', () => {
  const from = (days: readonly number[], title: Parameters<typeof datesOfWeek>[1]) =>
    datesOfWeek(days, title, near).map((date) => date?.slice(5));
  const none = { day: null, week: null, found: [] };
  const fromMonday = [1, 2, 3, 4, 5, 6, 0];
  expect(from(fromMonday, none)).toEqual(['11-16', '11-17', '11-18', '11-19', '11-20', '11-21', '11-22']);
  expect(from([0, 1, 6], none)).toEqual(['11-15', '11-16', '11-21']);
  expect(from(fromMonday, { ...none, week: { until: '2026-11-15' } })[0]).toBe('11-09');
  expect(from([0, 1], { ...none, week: { from: '2026-11-29' } })).toEqual(['11-29', '11-30']);
});
