import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseScheduleFile } from '../../client/files/schedule-file.ts';
import type { FileContext } from '../../domain/schedule/schedule-entry.ts';
import { parseScheduleTable, rowDays } from '../../domain/schedule/schedule-table.ts';
import { sentence } from '../../server/words.ts';
import { filesIn } from './files-in.ts';

/** The day that every file is read for, a Saturday. */
const day: FileContext = { date: '2027-02-06', dayStart: '4:00 AM', rotations: [] };

const ana = '02-06 Ana Lopez 8:00 AM';
const bo = '02-06 Bo Chen 10:00 AM';
const secondWeek = ['02-13 Ana Lopez 11:00 AM'];
const week = ['02-01 Ana Lopez 9:00 AM', '02-02 Bo Chen 9:00 AM', ana, bo];
const threeDays = ['02-05 Ana Lopez 9:00 AM', ana, bo, '02-07 Bo Chen 11:00 AM'];
const tabs = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

interface Expected {
  readonly shifts: readonly string[];
  /** The sentence before a person chooses, and the choice. */
  readonly asks?: string;
  readonly choose?: string;
  /** What can be chosen. */
  readonly choices?: readonly string[];
  readonly tab?: FileContext['tab'];
  readonly date?: string;
}

const asks = 'We can’t tell which dates these rows are for. Choose a date.';

const expected: Readonly<Record<string, Expected>> = {
  'two-weeks-below.csv': {
    shifts: [
      ...week,
      '02-08 Ana Lopez 9:00 AM',
      '02-09 Bo Chen 9:00 AM',
      ...secondWeek,
      '02-13 Bo Chen 12:00 PM',
    ],
  },
  'two-weeks-below-dated.csv': {
    shifts: ['02-01 Ana Lopez 9:00 AM', ana, '02-08 Ana Lopez 9:00 AM', ...secondWeek],
  },
  'two-weeks-below-without-dates.csv': {
    shifts: [...week, '02-08 Ana Lopez 9:00 AM', ...secondWeek],
    ...{ asks, choose: '2027-02-06', choices: ['01-30', '02-06', '02-13'] },
  },
  'fourteen-days-without-dates.csv': {
    shifts: ['02-01 Ana Lopez 9:00 AM', ana, '02-09 Ana Lopez 9:00 AM', ...secondWeek],
    ...{ asks, choose: '2027-02-06' },
  },
  'fourteen-days-from-a-title.csv': {
    shifts: ['02-01 Ana Lopez 9:00 AM', ana, '02-09 Ana Lopez 9:00 AM', ...secondWeek],
  },
  'page-header-again.csv': { shifts: week },
  'day-headings-between.csv': { shifts: threeDays },
  'day-headings-before-each-header.csv': { shifts: threeDays },
  'weekday-headings.csv': { shifts: threeDays },
  'weekday-headings-twice.csv': {
    shifts: [ana, bo, '02-07 Bo Chen 11:00 AM', ...secondWeek],
    ...{ asks, choose: '2027-02-06' },
  },
  'three-days-above.csv': {
    shifts: [ana, bo],
    ...{ asks, choose: '2027-02-06', choices: ['02-05', '02-06', '02-07'] },
  },
  'stamp-with-a-time.csv': { shifts: [ana, bo], choices: ['02-04', '02-06'] },
  'stamp-with-a-word.csv': { shifts: [ana, bo], choices: ['02-04', '02-06'] },
  'stamp-without-a-word.csv': {
    shifts: [ana, bo],
    ...{ asks, choose: '2027-02-06', choices: ['02-04', '02-06'] },
  },
  'days-that-count-up.csv': {
    shifts: [1, 2, 3, 4, 5, 6, 7].map((nth) => `02-0${nth} ${nth === 2 ? 'Bo Chen' : 'Ana Lopez'} 9:00 AM`),
    date: '2027-01-02',
  },
  'in-and-out-in-one-row.csv': {
    shifts: ['02-01 Ana Lopez 9:00 AM', '02-05 Bo Chen 9:00 AM', ana, bo],
  },
  'tab-monday.csv': {
    shifts: [ana, bo].map((text) => text.replace('02-06', '02-01')),
    tab: { name: 'Mon', all: tabs },
    choices: ['02-01', '02-06'],
  },
  'tab-2-6.csv': { shifts: [ana, bo], tab: { name: '2-6', all: ['2-5', '2-6'] }, date: '2027-02-05' },
  'weekday-column-of-two-weeks.csv': {
    shifts: ['02-01 Ana Lopez 9:00 AM', ana, bo, '02-08 Ana Lopez 9:00 AM', ...secondWeek],
    ...{ asks, choose: '2027-02-06' },
  },
  'another-table-below.csv': { shifts: [ana, '02-07 Bo Chen 10:00 AM'] },
};

const files = filesIn(new URL('dated-schedules/', import.meta.url));

test('every file of the folder has its line here', () => {
  expect([...files.keys()].sort()).toEqual(Object.keys(expected).sort());
});

test.each(Object.entries(expected))('[SC148] %s comes in on its dates', async (name, said) => {
  const file = await parseScheduleFile(new Blob([readFileSync(files.get(name) ?? '')]));
  if (!file.ok) throw new Error(sentence(file.problem));
  const rows = file.value[0]?.rows ?? [];
  const terms: FileContext = { ...day, date: said.date ?? day.date, tab: said.tab };
  const unanswered = parseScheduleTable(rows, terms);
  expect(unanswered.ok ? undefined : sentence(unanswered.problem)).toBe(said.asks);
  if (said.choices) expect(rowDays(rows, terms)?.dates.map((date) => date.slice(5))).toEqual(said.choices);
  if (said.choose) expect(rowDays(rows, terms)?.dates).toContain(said.choose);
  const read = said.choose ? parseScheduleTable(rows, { ...terms, rowsFor: said.choose }) : unanswered;
  if (!read.ok) throw new Error(sentence(read.problem));
  const shifts = read.value.shifts.map((shift) =>
    [shift.date.slice(5), shift.teamMember, shift.startTime].join(' '),
  );
  expect(shifts.sort()).toEqual([...said.shifts].sort());
});
