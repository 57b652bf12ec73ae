import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseScheduleFile } from '../../client/files/schedule-file.ts';
import type { FileContext } from '../../domain/schedule/schedule-entry.ts';
import { likeliestSheet, parseScheduleTable } from '../../domain/schedule/schedule-table.ts';
import { sentence } from '../../server/words.ts';
import { said } from '../words.ts';
import { filesIn } from './files-in.ts';

/** The day that every file is read for: from 6 AM to 11 PM. */
const day: FileContext = {
  date: '2026-11-21',
  dayStart: '4:00 AM',
  rotations: [
    { startTime: '6:00 AM', endTime: '2:00 PM' },
    { startTime: '2:00 PM', endTime: '11:00 PM' },
  ],
  timeZone: 'America/Chicago',
};

interface Understood {
  /** The people on the date and their times. */
  readonly people: readonly (readonly [name: string, start: string, end: string])[];
  readonly otherDates?: number;
  readonly skipped?: readonly string[];
  /** The hints shown with a shift. */
  readonly remarks?: readonly string[];
  /** Not selected in the review. */
  readonly repeated?: number;
  /** Times that a person is asked about, with what they could mean. */
  readonly asked?: readonly string[];
  /** The file didn't have the date. */
  readonly isAssumed?: boolean;
  /** The one that is used, if there are several. */
  readonly sheet?: string;
  readonly terms?: Partial<FileContext>;
}

const chloe = ['Chloe Davis', '9:00 AM', '5:00 PM'] as const;
const justChloe: Understood = { people: [chloe] };
const nineToFive = (name: string) => [name, '9:00 AM', '5:00 PM'] as const;
const untilClose = 'Ends at close: 11:00 PM, when the last rotation ends.';

const understood: Readonly<Record<string, Understood>> = {
  'blank-lines-between.csv': justChloe,
  'bom.csv': justChloe,
  'date-day-first.csv': justChloe,
  'date-with-dots.csv': justChloe,
  'deputy.csv': { people: [chloe], skipped: ['Row 3: this is an open shift with no one assigned.'] },
  'emoji.csv': { people: [['Chloe 🍔 Davis', '9:00 AM', '5:00 PM']] },
  'ends-before-it-starts.csv': { people: [['Chloe Davis', '10:00 PM', '6:00 AM']] },
  'last-first-in-the-title.csv': {
    people: [chloe, ['Cher', '10:00 AM', '4:00 PM'], ['Prince', '10:00 AM', '4:00 PM']],
  },
  'last-first.csv': {
    people: [
      chloe,
      ['Maria Elena Garcia Lopez', '10:00 AM', '4:00 PM'],
      ['John Smith Jr.', '11:00 AM', '7:00 PM'],
      ['Cher', '5:00 PM', '9:00 PM'],
    ],
  },
  'line-in-a-cell.csv': justChloe,
  'old-line-ends.csv': justChloe,
  'right-to-left.csv': { people: [['חלי כהן', '9:00 AM', '5:00 PM']] },
  'semicolons.csv': justChloe,
  'sheet-dates-as-numbers.xlsx': justChloe,
  'sheet-times-as-numbers.xlsx': justChloe,
  'tabs.tsv': justChloe,
  'time-in-words.csv': { people: [chloe], skipped: ['Row 3: “noonish” in Start Time is not a time.'] },
  'titles-totals-and-bad-rows.csv': {
    people: [chloe, chloe],
    skipped: [
      'Row 1: “Store 12 - Maple & 4th” is above the header row.',
      'Row 2: “Week of Nov 16 2026” is above the header row.',
      'Row 6: “noonish” in Start is not a time.',
      'Row 7: the name is missing.',
      'Row 8: End is a formula. Save the file with values only.',
      'Row 9: this is the header row again.',
      'Row 10: End is missing.',
      'Row 12: this is a total.',
    ],
    repeated: 1,
    remarks: ['Row 11 is the same as row 5.'],
  },
  'twice.csv': { people: [chloe, chloe], repeated: 1, remarks: ['Row 3 is the same as row 2.'] },
  'utf-16-big-end.csv': justChloe,
  'utf-16.csv': justChloe,
  'windows-1252.csv': { people: [['Renée Silva', '9:00 AM', '5:00 PM']] },
  'workbook-from-1904.xlsx': {
    people: [chloe, ['Liam Park', '4:00 PM', '12:00 AM'], ['Ana Silva', '4:00 PM', '12:00 AM']],
  },
  'workbook-moments.xlsx': justChloe,
  'workbook-of-a-week.xlsx': {
    people: [chloe, ['Liam Park', '4:00 PM', '11:00 PM']],
    otherDates: 2,
    skipped: ['Row 1: “Store 12 – schedule” is above the header row.'],
    remarks: [untilClose],
  },
  'workbook-of-raw-numbers.xlsx': {
    people: [chloe, ['Liam Park', '12:00 PM', '6:00 PM'], ['Maya Ortiz', '6:00 PM', '12:00 AM']],
  },
  'workbook-of-several-sheets.xlsx': { people: [chloe], sheet: 'This week' },
  'workbook-text.xlsx': justChloe,
  'workbook-until-midnight.xlsx': {
    people: [
      chloe,
      ['Liam Park', '4:00 PM', '12:00 AM'],
      ['Maya Ortiz', '5:00 PM', '12:00 AM'],
      ['Ana Silva', '4:00 PM', '12:00 AM'],
    ],
  },
  'workbook-with-formulas.xlsx': {
    people: [chloe],
    skipped: ['Row 3: End is a formula. Save the file with values only.'],
  },
  'workbook.xlsx': justChloe,
  'commas-in-a-table-of-semicolons.csv': {
    people: [chloe],
    otherDates: 1,
    skipped: ['Row 1: “Store 12, Maple, and 4th, North” is above the header row.'],
  },
  'dates-in-many-forms.csv': { people: [...'ABCDEFGHI'].map(nineToFive), otherDates: 1 },
  'dates-unclear-decided-by-the-day.csv': { people: [chloe], otherDates: 1, terms: { date: '2026-06-05' } },
  'dates-unclear-said.csv': {
    people: [['Liam Park', '10:00 AM', '6:00 PM']],
    otherDates: 1,
    terms: { date: '2026-11-10', dateOrder: 'day-first' },
  },
  'dates-without-a-year.csv': { people: [chloe], otherDates: 1 },
  'moments-with-zones.csv': {
    people: [
      chloe,
      ['Liam Park', '9:00 AM', '5:00 PM'],
      ['Maya Ortiz', '9:00 PM', '2:00 AM'],
      ['Ana Silva', '8:00 AM', '4:00 PM'],
    ],
  },
  'neither-am-nor-pm.csv': {
    people: [chloe, ['Liam Park', '5:15 PM', '9:30 PM'], ['Maya Ortiz', '9:00 AM', '5:00 PM']],
    asked: ['7:00 – 11:00: 7:00 AM to 11:00 AM or 7:00 PM to 11:00 PM'],
  },
  'no-date-column-but-a-title.csv': {
    people: [chloe],
    skipped: [
      'Row 1: “Schedule for Sat Nov 21” is above the header row.',
      'Row 2: “Printed 11/15/2026” is above the header row.',
    ],
    terms: { date: '2026-11-21' },
  },
  'no-date-column.csv': { people: [chloe], isAssumed: true },
  'one-day-across.csv': justChloe,
  'raw-numbers-until-midnight.csv': {
    people: [
      chloe,
      ['Liam Park', '4:30 PM', '12:00 AM'],
      ['Maya Ortiz', '4:30 PM', '1:00 AM'],
      ['Ana Silva', '6:00 PM', '12:00 AM'],
    ],
  },
  'ranges-under-another-title.csv': justChloe,
  'ranges.csv': {
    people: [
      chloe,
      ['Liam Park', '9:00 AM', '5:00 PM'],
      ['Maya Ortiz', '9:00 AM', '1:00 PM'],
      ['Maya Ortiz', '5:00 PM', '9:00 PM'],
      ['Ana Silva', '4:00 PM', '11:00 PM'],
      ['Bo Chen', '10:00 AM', '6:30 PM'],
    ],
    skipped: ['Row 7: “OFF” isn’t a shift.', 'Row 8: Shift is missing.'],
    remarks: [untilClose],
  },
  'scheduled-times.csv': justChloe,
  'sep-line.csv': justChloe,
  'times-in-many-forms.csv': {
    people: [
      ...[...'ABCD'].map(nineToFive),
      ['E', '9:00 AM', '5:30 PM'],
      ['F', '5:00 PM', '12:00 AM'],
      ['G', '12:00 PM', '8:00 PM'],
      nineToFive('H'),
      ['I', '6:00 PM', '12:00 AM'],
      nineToFive('J'),
    ],
  },
  'twenty-four-hours-by-a-column.csv': {
    people: [chloe, ['Liam Park', '7:00 AM', '11:00 AM'], ['Maya Ortiz', '6:00 PM', '12:00 AM']],
  },
  'twenty-hours.csv': {
    people: [chloe],
    asked: ['9:00 AM – 5:00 AM: 9:00 AM to 5:00 AM or 9:00 AM to 5:00 PM'],
  },
  'until-close-without-rotations.csv': {
    people: [chloe],
    skipped: ['Row 3: the shift ends at close, but this day has no rotations.'],
    terms: { rotations: [] },
  },
  'until-close.csv': {
    people: [
      ['Chloe Davis', '5:00 PM', '11:00 PM'],
      ['Liam Park', '4:00 PM', '11:00 PM'],
      ['Maya Ortiz', '3:00 PM', '11:00 PM'],
    ],
    remarks: [untilClose, untilClose, untilClose],
  },
  'week-of-dates.csv': {
    people: [
      chloe,
      ['Liam Park', '9:00 AM', '1:00 PM'],
      ['Liam Park', '5:00 PM', '9:00 PM'],
      ['Maya Ortiz', '4:00 PM', '11:00 PM'],
    ],
    otherDates: 4,
    skipped: ['Row 4: “9ish” in Sun 11/22 is not a time.', 'Row 5: this is a total.'],
    remarks: [untilClose, untilClose],
  },
  'week-of-days-by-its-title.csv': {
    people: [chloe],
    otherDates: 1,
    skipped: ['Row 1: “Store 12 - Week of 11/15/2026” is above the header row.'],
  },
  'week-of-days-day-first.csv': { people: [chloe], otherDates: 1 },
  'week-of-in-and-out.csv': {
    people: [chloe, ['Maya Ortiz', '4:00 PM', '11:00 PM']],
    otherDates: 2,
    skipped: ['Row 5: “9:00 AM” in Sun 11/22 is not a time.'],
    remarks: [untilClose],
  },
  'shift-in-and-out.csv': { people: [chloe] },
  'week-of-days.csv': { people: [chloe], otherDates: 2, isAssumed: true },
  'week-of-two-rows-of-titles.csv': {
    people: [chloe],
    skipped: ['Row 1: “Week ending 11/22/2026” is above the header row.'],
  },
};

const files = filesIn(new URL('odd-schedules/', import.meta.url));

test('every file of the folder has its line here', () => {
  expect([...files.keys()].sort()).toEqual(Object.keys(understood).sort());
});

test.each(Object.entries(understood))('[SC1] [SC35] %s comes in', async (name, expected) => {
  const file = await parseScheduleFile(new Blob([readFileSync(files.get(name) ?? '')]));
  if (!file.ok) throw new Error(sentence(file.problem));
  const terms = { ...day, ...expected.terms };
  const sheet = file.value[likeliestSheet(file.value, terms)];
  if (expected.sheet) expect(sheet?.name).toBe(expected.sheet);
  const outcome = parseScheduleTable(sheet?.rows ?? [], terms);
  if (!outcome.ok) throw new Error(sentence(outcome.problem));
  const { shifts, skipped, remarks, repeated, asked, assumed } = outcome.value;
  const ofTheDay = shifts.filter(({ date }) => date === (expected.terms?.date ?? day.date));
  expect({
    people: ofTheDay.map(({ teamMember, startTime, endTime }) => [teamMember, startTime, endTime]),
    otherDates: shifts.length - ofTheDay.length,
    skipped: skipped.map(({ reason }) => said(reason)),
    remarks: [...remarks.values()].map(said),
    repeated: repeated.size,
    asked: asked.map(({ written, choices }) =>
      [`${written}:`, choices.map((each) => `${each.startTime} to ${each.endTime}`).join(' or ')].join(' '),
    ),
    isAssumed: assumed !== null,
  }).toEqual({
    people: expected.people,
    otherDates: expected.otherDates ?? 0,
    skipped: expected.skipped ?? [],
    remarks: expected.remarks ?? [],
    repeated: expected.repeated ?? 0,
    asked: expected.asked ?? [],
    isAssumed: expected.isAssumed ?? false,
  });
});
