import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readScheduleFile } from '../client/schedule-file.ts';
import { sentence } from '../domain/problem.ts';
import type { FileTerms } from '../domain/schedule-file/entry.ts';
import { readScheduleTable } from '../domain/schedule-file/schedule-table.ts';

/** The day that every file is read for: from 6 AM to 11 PM. */
const day: FileTerms = {
  date: '2026-11-21',
  dayStart: '4:00 AM',
  rotations: [
    { startTime: '6:00 AM', endTime: '2:00 PM' },
    { startTime: '2:00 PM', endTime: '11:00 PM' },
  ],
  timeZone: 'America/Chicago',
};

interface Understood {
  /** Who works when on the day. */
  readonly people: readonly (readonly [name: string, start: string, end: string])[];
  readonly otherDates?: number;
  readonly skipped?: readonly string[];
  /** What is told of a shift. */
  readonly remarks?: readonly string[];
  /** Not selected in the review. */
  readonly repeated?: number;
  /** Times that a person is asked about, with what they could mean. */
  readonly asked?: readonly string[];
  /** The day was not told by the file. */
  readonly isAssumed?: boolean;
  /** Of a file with several, the one that has the shifts. */
  readonly sheet?: string;
  readonly terms?: Partial<FileTerms>;
}

const chloe = ['Chloe Davis', '9:00 AM', '5:00 PM'] as const;
const justChloe: Understood = { people: [chloe] };

const understood: Readonly<Record<string, Understood>> = {
  'blank-lines-between.csv': justChloe,
  'bom.csv': justChloe,
  'date-day-first.csv': justChloe,
  'date-with-dots.csv': justChloe,
  'deputy.csv': { people: [chloe], skipped: ['Row 3: an open shift with nobody assigned.'] },
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
      'Row 9: the header row repeated.',
      'Row 10: End is missing.',
      'Row 12: a total.',
    ],
    repeated: 1,
    remarks: ['Row 11 is the same as row 5.'],
  },
  'twice.csv': { people: [chloe, chloe], repeated: 1, remarks: ['Row 3 is the same as row 2.'] },
  'utf-16-big-end.csv': justChloe,
  'utf-16.csv': justChloe,
  'windows-1252.csv': { people: [['Renée Silva', '9:00 AM', '5:00 PM']] },
  'workbook-moments.xlsx': justChloe,
  'workbook-text.xlsx': justChloe,
  'workbook.xlsx': justChloe,
};

const folder = new URL('odd-schedules/', import.meta.url);

test('every file of the folder has its line here', () => {
  expect(readdirSync(folder).sort()).toEqual(Object.keys(understood).sort());
});

test.each(Object.entries(understood))('[SC1] %s comes in', async (name, expected) => {
  const file = await readScheduleFile(new Blob([readFileSync(new URL(name, folder))]));
  if (!file.ok) throw new Error(sentence(file.problem));
  const sheet = file.value.find((each) => !expected.sheet || each.name === expected.sheet);
  const outcome = readScheduleTable(sheet?.rows ?? [], { ...day, ...expected.terms });
  if (!outcome.ok) throw new Error(sentence(outcome.problem));
  const { shifts, skipped, remarks, repeated, asked, assumed } = outcome.value;
  const ofTheDay = shifts.filter(({ date }) => date === (expected.terms?.date ?? day.date));
  expect({
    people: ofTheDay.map(({ teamMember, startTime, endTime }) => [teamMember, startTime, endTime]),
    otherDates: shifts.length - ofTheDay.length,
    skipped: skipped.map(({ reason }) => reason),
    remarks: [...remarks.values()],
    repeated: repeated.size,
    asked: asked.map(({ printed, choices }) =>
      [`${printed}:`, choices.map((each) => `${each.startTime} to ${each.endTime}`).join(' or ')].join(' '),
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
