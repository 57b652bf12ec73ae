import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseScheduleFile } from '../../client/files/schedule-file.ts';
import type { FileContext } from '../../domain/schedule/schedule-entry.ts';
import { parseScheduleTable } from '../../domain/schedule/schedule-table.ts';
import type { ColumnTitles } from '../../domain/team/team.ts';
import { sentence } from '../../server/words.ts';
import { said } from '../words.ts';
import { filesIn } from './files-in.ts';

/** Files in the manner of schedulers and of people, and all that comes of each on this day. */
const day: FileContext = {
  date: '2026-11-21',
  dayStart: '4:00 AM',
  rotations: [{ startTime: '6:00 AM', endTime: '11:00 PM' }],
};

const chloe = 'Chloe Davis 9:00 AM–5:00 PM';
const liam = 'Liam Park 10:00 AM–6:00 PM';
const split = ['Liam Park 9:00 AM–1:00 PM', 'Liam Park 5:00 PM–9:00 PM'];

/** Shifts first, then what is said. */
const read: Readonly<Record<string, readonly string[]>> = {
  '7shifts-kinds.csv': [
    chloe,
    '3 rows with “Time Off” aren’t shifts: 3, 5, 6.',
    'Row 4: “Availability” isn’t a shift.',
  ],
  '7shifts-status.csv': [
    'Chloe Davis 9:00 AM–5:00 PM, Cook',
    'Row 3: “Cancelled” isn’t a shift.',
    'Row 4: this shift isn’t published.',
    'Row 5: “Deleted” isn’t a shift.',
    'Row 6: “Declined” isn’t a shift.',
  ],
  'clocked-alone.csv': ['Chloe Davis 9:00 AM–5:00 PM, Cook'],
  'crunchtime-meals.csv': [
    chloe,
    'Liam Park 9:00 AM–5:00 PM',
    'Maya Ortiz 9:00 AM–5:00 PM',
    'Ana Silva 9:00 AM–5:00 PM',
  ],
  'deputy-leave-column.csv': [
    'Chloe Davis 9:00 AM–5:00 PM, Grill',
    'Row 3: “Leave” isn’t a shift.',
    'Row 4: “Annual leave” isn’t a shift.',
  ],
  'employee-numbers.csv': [chloe, liam],
  'grid-hours-below-names.csv': ['Chloe Davis 9:00 AM–5:00 PM, Cook', liam],
  'grid-meals.csv': [chloe, ...split],
  'grid-store-lines.csv': [
    chloe,
    'Row 2: “Store hours” isn’t a shift.',
    'Row 3: “MOD” isn’t a shift.',
    'Row 4: this is an open shift with no one assigned.',
    'Row 6: this is a total.',
    'Row 7: this is a total.',
  ],
  'grid-untitled-jobs-first.csv': [chloe, liam],
  'grid-with-jobs-first.csv': ['Chloe Davis 9:00 AM–5:00 PM, Grill', 'Liam Park 10:00 AM–6:00 PM, Fry'],
  'homebase-canceled-column.csv': [
    chloe,
    'Row 3: “Cancelled” isn’t a shift.',
    'Row 4: “Deleted” isn’t a shift.',
  ],
  'hotschedules-house.csv': [
    'Chloe Davis 9:00 AM–5:00 PM, Cook',
    'Liam Park 10:00 AM–6:00 PM, Cook',
    'Row 3: this is an open shift with no one assigned.',
  ],
  'hours-after-ranges.csv': [chloe],
  'jolt-pos.csv': ['Chloe Davis 9:00 AM–5:00 PM, Grill'],
  'labor-rows.csv': [chloe, 'Row 3: “Projected Sales” isn’t a shift.', 'Row 4: this is a total.'],
  'lines-leave.txt': [
    chloe,
    'Row 2: “Liam PTO” isn’t a shift.',
    'Row 3: “unavailable” isn’t a shift.',
    'Row 4: this is an open shift with no one assigned.',
  ],
  'mealsheet-footer.csv': [
    chloe,
    'Row 1: “MealSheet Weekly” is above the header row.',
    'Row 4: this is a total.',
    'Row 5: Start is missing.',
    'Row 6: Start is missing.',
  ],
  'no-header.csv': [chloe, chloe, 'Row 2 is the same as row 1.'],
  'paste-sheet.tsv': [chloe],
  'paste-times-first.tsv': ['Chloe Davis 9:00 AM–5:00 PM, Grill', 'Liam Park 10:00 AM–6:00 PM, Grill'],
  'paste-without-titles.tsv': [chloe, liam],
  'paste-jobs-first.csv': ['Chloe Davis 9:00 AM–5:00 PM, Cook', 'Liam Park 10:00 AM–6:00 PM, Fry'],
  'paste-times-then-jobs.tsv': ['Chloe Davis 9:00 AM–5:00 PM, Grill', 'Liam Park 10:00 AM–6:00 PM, Grill'],
  'sheet-changed-by-hand.csv': [chloe, 'Row 3: “9-5 was 8-4” in Shift is not a time.'],
  'sheet-names-with-leave.csv': [
    chloe,
    'Row 3: “Maria PTO” isn’t a shift.',
    'Row 4: “OFF” isn’t a shift.',
    'Row 5: “Vacation” isn’t a shift.',
    'Row 6: “Manager” isn’t a shift.',
  ],
  'week-of-two-pairs.csv': split,
  'week-with-hours.csv': [chloe],
  'published-and-status.csv': [chloe, '2 rows aren’t published: 3, 4.'],
  'roles-behind-names.csv': [
    'María Gutiérrez 9:00 AM–5:00 PM, Cashier',
    'Renée Silva 9:00 AM–5:00 PM',
    'José Peña 9:00 AM–5:00 PM, Cook',
    'Zoë Nuñez 9:00 AM–5:00 PM',
  ],
  'sling-grid-leave.csv': [
    chloe,
    'Row 3: “Unavailable” isn’t a shift.',
    'Row 4: “REQ OFF” isn’t a shift.',
    'Row 5: “PTO” isn’t a shift.',
  ],
  'sling-status-pending.csv': [chloe, 'Status is “Pending swap”.'],
  'split-half-missing.csv': [chloe, 'Row 2: Out is missing.'],
  'split-in-out.csv': [chloe, ...split],
  'split-numbered.csv': [chloe, ...split],
  'split-ranges.csv': [chloe, ...split],
  'square-timecards.csv': [chloe],
  'stars-and-tags.csv': [chloe, 'Chloë Müller 9:00 AM–5:00 PM', 'Anna-Lena Öztürk 9:00 AM–5:00 PM'],
  'time-off-many.csv': [chloe, '7 rows with “Time Off” aren’t shifts: 3, 4, 5, 6, 7, and 2 more.'],
  'timesheet-range-and-punches.csv': [chloe],
  'toast-scheduled-and-clocked.csv': ['Chloe Davis 9:00 AM–5:00 PM, Cook'],
  'week-in-one-row-of-titles.csv': [chloe, liam],
  'wheniwork-open.csv': [
    'Chloe Davis 9:00 AM–5:00 PM, Cook',
    '3 rows are open shifts with no one assigned: 3, 4, 5.',
  ],
};

/** What is asked, the answer, and what comes of it. */
const asked: Readonly<
  Record<
    string,
    { readonly question: string; readonly answer: ColumnTitles; readonly after: readonly string[] }
  >
> = {
  'two-dates.csv': {
    question: 'Both “Date” and “Business Date” could be the date. Choose which one to use.',
    answer: { name: 'Name', date: 'Business Date', start: 'Start', end: 'End' },
    after: [chloe],
  },
  'two-names.csv': {
    question: 'Both “Team Member” and “Employee” could be the name. Choose which one to use.',
    answer: { name: 'Team Member', date: 'Date', start: 'Start', end: 'End' },
    after: [chloe],
  },
  'two-starts.csv': {
    question: 'Both “Start” and “Shift Start” could be the start time. Choose which one to use.',
    answer: { name: 'Name', date: 'Date', start: 'Shift Start', end: 'End' },
    after: [chloe],
  },
};

const refused: Readonly<Record<string, string>> = {
  'grid-only-jobs.csv': 'We couldn’t find a column for name, start time, end time.',
};

const files = filesIn(new URL('printed-schedules/', import.meta.url));

async function saidOf(name: string, titles: ColumnTitles = {}): Promise<readonly string[] | string> {
  const file = await parseScheduleFile(new Blob([readFileSync(files.get(name) ?? '')]));
  const table = file.ok ? parseScheduleTable(file.value[0]?.rows ?? [], { ...day, titles }) : file;
  if (!table.ok) return sentence(table.problem);
  const { shifts, skipped, remarks, asked: times } = table.value;
  return [
    ...shifts.flatMap(({ date, teamMember, startTime, endTime, job }) => {
      const label = job === 'CSV' || job === 'Manual' ? '' : `, ${job}`;
      return date === day.date ? [`${teamMember} ${startTime}–${endTime}${label}`] : [];
    }),
    ...skipped.map(({ reason }) => said(reason)),
    ...[...remarks.values()].map(said),
    ...times.map(({ written }) => `Asked: ${written}`),
  ];
}

test('every file of the folder has its line here', () => {
  const named = [read, asked, refused].flatMap((each) => Object.keys(each));
  expect([...files.keys()].sort()).toEqual(named.sort());
});

test.each(Object.entries(read))('[SC1] [SC140] [SC144] %s is read exactly', async (name, lines) => {
  expect(await saidOf(name)).toEqual(lines);
});

test.each(Object.entries(asked))('%s asks once', async (name, { question, answer, after }) => {
  expect(await saidOf(name)).toBe(question);
  expect(await saidOf(name, answer)).toEqual(after);
});

test.each(Object.entries(refused))('[SC4] %s is refused whole', async (name, reason) => {
  expect(await saidOf(name)).toBe(reason);
});
