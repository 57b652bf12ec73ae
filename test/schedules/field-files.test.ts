import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseScheduleFile } from '../../client/files/schedule-file.ts';
import type { FileContext } from '../../domain/schedule/schedule-entry.ts';
import { parseScheduleTable } from '../../domain/schedule/schedule-table.ts';
import { sentence } from '../../server/words.ts';
import { said } from '../words.ts';
import { filesIn } from './files-in.ts';

/** Files that came in wrong without a word once, and all that comes of each on this day, a Saturday. */
const day: FileContext = {
  date: '2027-03-13',
  dayStart: '4:00 AM',
  rotations: [{ startTime: '6:00 AM', endTime: '11:00 PM' }],
  timeZone: 'America/Chicago',
};

/** Shifts first, with the day of the month where it isn't the 13th, then what is said. */
const read: Readonly<Record<string, readonly string[]>> = {
  'days-beside-ranges.tsv': [
    'Ana Lopez 9:00 AM–5:00 PM',
    '14: Bo Li 10:00 AM–6:00 PM',
    'Cy Roe 4:00 PM–11:00 PM',
  ],
  'hours-past-24.csv': [
    'Ana Lopez 5:00 PM–1:00 AM, Hall',
    'Bo Li 10:00 PM–2:30 AM, Kitchen',
    'Cy Roe 8:00 PM–5:00 AM, Kitchen',
    'Dee Vo 9:00 AM–5:00 PM, Hall',
  ],
  'moments-in-one-cell.csv': ['Ana Lopez 9:00 AM–5:30 PM', 'Bo Li 10:30 AM–6:00 PM'],
  'moments-of-programs.csv': [
    'Ana Lopez 9:00 AM–5:30 PM',
    'Bo Li 10:30 AM–6:15 PM',
    'Cy Roe 4:00 PM–12:45 AM',
    'Dee Vo 11:00 AM–7:30 PM',
  ],
  'moments-with-an-offset.csv': [
    'Ana Lopez 9:00 AM–5:30 PM, Cashier',
    'Bo Li 10:30 AM–6:15 PM, Grill',
    'Cy Roe 4:00 PM–12:45 AM, Fry',
    '14: Dee Vo 9:00 AM–5:20 PM, Prep',
  ],
  'pasted-with-an-odd-row.tsv': [
    'Ana 9:00 AM–5:00 PM, Grill',
    'Bo 10:30 AM–5:00 PM, Fry',
    'Cy 4:00 PM–11:00 PM, Grill',
  ],
  'ranges-among-starts.tsv': [
    'Ana Lopez 9:00 AM–5:00 PM',
    'Bo Li 10:30 AM–5:00 PM',
    'Cy Roe 11:00 AM–5:00 PM',
  ],
  'shift-over-two-columns.tsv': ['Ana Lopez 9:00 AM–5:00 PM', 'Bo 10:30 AM–5:00 PM', 'Cy 4:00 PM–11:00 PM'],
};

const files = filesIn(new URL('field-files/', import.meta.url));

async function saidOf(name: string, terms: FileContext = {}): Promise<readonly string[] | string> {
  const file = await parseScheduleFile(new Blob([readFileSync(files.get(name) ?? '')]));
  if (!file.ok) return sentence(file.problem);
  const table = parseScheduleTable(file.value[0]?.rows ?? [], { ...day, ...terms });
  if (!table.ok) return sentence(table.problem);
  const { shifts, skipped, remarks, asked } = table.value;
  return [
    ...shifts.map(({ date, teamMember, startTime, endTime, job }) => {
      const label = job === 'CSV' || job === 'Manual' ? '' : `, ${job}`;
      const other = date === day.date ? '' : `${date.slice(8)}: `;
      return `${other}${teamMember} ${startTime}–${endTime}${label}`;
    }),
    ...skipped.map(({ reason }) => said(reason)),
    ...[...remarks.values()].map(said),
    ...asked.map(
      ({ written, choices }) =>
        `Asked: ${written}: ${choices.map(({ startTime, endTime }) => `${startTime} to ${endTime}`).join(' or ')}`,
    ),
    ...file.value.flatMap(({ notices }) => notices.map(said)),
  ];
}

test.each(Object.entries(read))(
  '[SC44] [SC100] [SC101] %s comes in right, or says what doesn’t',
  async (name, lines) => {
    expect(await saidOf(name)).toEqual(lines);
  },
);
