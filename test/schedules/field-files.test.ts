import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseScheduleFile } from '../../client/files/schedule-file.ts';
import type { FileQuestion } from '../../domain/schedule/file-questions.ts';
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

const letters = (names: string) =>
  `Some letters in this file may be wrong: ${names}. Check these names, or save the file as CSV UTF-8.`;

/** Shifts first, with the day of the month where it isn't the 13th, then what is said. */
const read: Readonly<Record<string, readonly string[]>> = {
  'asked-off-in-notes.csv': [
    'Cy Roe 4:00 PM–11:00 PM',
    'Row 2: “REQ OFF” isn’t a shift.',
    'Row 3: “called out” isn’t a shift.',
  ],
  'canceled-in-cells.csv': [
    'Ana Lopez 9:00 AM–5:00 PM',
    'Row 3: “x9-5x” in Sat is not a time.',
    'Row 4: “~~9-5~~” in Sat is not a time.',
    'Row 5: “CANCELLED” isn’t a shift.',
  ],
  'covering-in-cells.csv': [
    'Ana Lopez 9:00 AM–5:00 PM, Bo covering',
    'Bo Li 9:00 AM–5:00 PM, for Ana',
    'Dee Vo 4:00 PM–11:00 PM, swapped w/ Ed',
    'Row 4: “NO SHOW” isn’t a shift.',
    'The cell says “Bo covering”.',
    'The cell says “for Ana”.',
    'The cell says “swapped w/ Ed”.',
  ],
  'day-with-a-typo.csv': [
    '12: Ana Lopez 9:00 AM–5:00 PM',
    'Ana Lopez 9:00 AM–5:00 PM',
    'Row 1: “Sunda 3/14” isn’t a day, so the times below it were skipped.',
  ],
  'french-week.csv': ['12: Ana Lopez 9:00 AM–5:00 PM', 'Ana Lopez 9:00 AM–5:00 PM', 'Bo Li 4:00 PM–12:30 AM'],
  'french.csv': ['Ana Lopez 9:00 AM–5:30 PM, Caisse', 'Bo Li 4:00 PM–12:30 AM, Cuisine'],
  'german-week.csv': ['Ana Lopez 9:00 AM–5:30 PM', 'Bo Li 5:00 PM–11:30 PM', '14: Cy Roe 9:00 AM–5:30 PM'],
  'german-weekdays.csv': [
    '08: Ana Lopez 9:00 AM–5:00 PM',
    '10: Ana Lopez 9:00 AM–5:00 PM',
    'Ana Lopez 9:00 AM–5:00 PM',
    '09: Bo Li 4:00 PM–11:00 PM',
    '11: Bo Li 4:00 PM–11:00 PM',
    '14: Bo Li 4:00 PM–11:00 PM',
  ],
  'kinds.csv': [
    'Ana Lopez 9:00 AM–5:00 PM',
    'Ed Wu 9:00 AM–10:00 AM',
    'Flo Ha 9:00 AM–12:00 PM',
    'Row 3: “Time Off” isn’t a shift.',
    'Row 4: “Unavailability” isn’t a shift.',
    'Row 5: “Preferred” isn’t a shift.',
  ],
  'lines-in-names.csv': ['Ana Lopez 9:00 AM–5:00 PM'],
  'nine-to-close.csv': [
    '12: Ana Lopez 9:00 PM–11:00 PM',
    'Bo Li 4:00 PM–11:00 PM',
    'Row 4: “open to 3” in Sat is not a time.',
    'Row 5: “O-3” in Sat is not a time.',
    'Ends at close: 11:00 PM, when the last rotation ends.',
    'Ends at close: 11:00 PM, when the last rotation ends.',
    'Asked: 9:00 – close: 9:00 PM to 11:00 PM or 9:00 AM to 11:00 PM',
  ],
  'nobodies.csv': [
    'New Hire 9:00 AM–5:00 PM',
    'Row 2: this is an open shift with no one assigned.',
    'Row 3: “Available” isn’t a shift.',
    'Row 4: the name is missing.',
    'Row 6: “Trainee 1” isn’t a shift.',
    'Row 7: “Ana Lopez / Bo Li” is more than one person. Give each a row.',
    'Row 8: “Ana & Bo” is more than one person. Give each a row.',
    'Row 9: the name is missing.',
  ],
  'notes-in-cells.csv': [
    'Ana Lopez 9:00 AM–5:00 PM, leave by 4 for class',
    'Bo Li 4:00 PM–11:00 PM, train w/ Ana',
    'Row 4: “10-6 or 11-7?” in Sat is not a time.',
    'Row 5: “call in” isn’t a shift.',
    'Row 6: “ON CALL” isn’t a shift.',
    'The cell says “leave by 4 for class”.',
  ],
  'pay-date.csv': [
    'Ana Lopez 9:00 AM–1:00 PM',
    'Ana Lopez 1:30 PM–5:00 PM',
    'Cy Roe 4:00 PM–12:15 AM',
    'Row 4: Time In is missing.',
  ],
  'position-title.csv': [
    'LOPEZ ANA 9:00 AM–5:00 PM, Cashier',
    'LI BO 4:00 PM–12:30 AM, Cook',
    'ROE CY 5:00 AM–1:00 PM, Prep',
  ],
  'spanish-names.csv': ['Ana Lopez Ruiz 9:00 AM–5:00 PM', 'Bo Li 4:00 PM–11:00 PM'],
  'week-without-saturday.csv': [
    '08: Ana Lopez 9:00 AM–5:00 PM',
    '09: Ana Lopez 9:00 AM–5:00 PM',
    '10: Ana Lopez 9:00 AM–5:00 PM',
    '11: Ana Lopez 9:00 AM–5:00 PM',
    '12: Ana Lopez 9:00 AM–5:00 PM',
  ],
  'wrong-weekday.csv': ['Bo Li 9:00 AM–5:00 PM', 'Row 2: “Fri 3/13/2027” in Date is not a date.'],
  'zone-names.csv': ['Ana Lopez 8:00 AM–4:00 PM', 'Bo Li 4:00 PM–11:00 PM'],
  'asked-off.csv': [
    '12: Ana Lopez 9:00 AM–5:00 PM',
    'Ha Li 9:00 AM–5:00 PM, Grill',
    'Row 2: “asked off” isn’t a shift.',
    'Row 3: “R/O” isn’t a shift.',
    'Row 4: “wants off” isn’t a shift.',
    'Row 5: “pending RTO” isn’t a shift.',
    'Row 6: “REQ” isn’t a shift.',
    'Row 7: “libre” isn’t a shift.',
  ],
  'backslash-at-the-end.csv': ['Ana 9:00 AM–5:00 PM', 'Bo 9:00 AM–5:00 PM'],
  'backslash-quotes.csv': [
    'Dwayne "DJ" Hill 9:00 AM–5:00 PM, Grill',
    'Ana Lopez 10:00 AM–6:00 PM, Cashier',
    'Bo Li 4:00 PM–11:00 PM, Fry',
  ],
  'escapes.csv': [
    "O'Brien, Pat 9:00 AM–5:00 PM",
    'José Li 9:00 AM–5:00 PM',
    'Muñoz Li 9:00 AM–5:00 PM',
    'Bo "B" 9:00 AM–5:00 PM',
  ],
  'letters-of-dos.csv': [
    'Jos‚ Pe¤a 9:00 AM–5:00 PM',
    'Mar¡a N£¤ez 10:00 AM–6:00 PM',
    "Matthew O'Brien 10:00 AM–6:00 PM",
    letters('Jos‚, Pe¤a, Mar¡a, N£¤ez'),
  ],
  'letters-read-twice.csv': [
    'José Peña 9:00 AM–5:00 PM',
    'María Núñez 10:00 AM–6:00 PM',
    'Matthew OBrien 10:00 AM–6:00 PM',
    letters('José, Peña, María, Núñez'),
  ],
  'lost-letter.csv': ['Jos\ufffd Li 9:00 AM–5:00 PM', letters('Jos\ufffd')],
  'mac-roman-once.csv': ['José Li 9:00 AM–5:00 PM'],
  'mac-roman.csv': [
    'José Peña 9:00 AM–5:00 PM',
    'María Núñez 10:00 AM–6:00 PM',
    'Matthew O’Brien 10:00 AM–6:00 PM',
  ],
  'saturday-schedule-minor.csv': [
    'Ana Lopez 6:00 AM–3:00 PM, Kitchen',
    'Bo Li 7:00 AM–4:00 PM, Counter',
    'Cy Roe 7:00 PM–11:00 PM',
    'Dee Vo 4:00 PM–9:00 PM, Drive-Thru',
    'Row 1: “Saturday Schedule” is above the header row.',
    'Row 3: the name is missing.',
  ],
  'stray-bytes.csv': [
    'José Peña 9:00 AM–5:00 PM',
    'María Núñez 10:00 AM–6:00 PM',
    'Matthew O’Brien 10:00 AM–6:00 PM',
    'Renée Silva 9:00 AM–5:00 PM',
    'Anÿa 9:00 AM–5:00 PM',
    letters('Renée, Anÿa'),
  ],
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

/** What is asked about a whole file, each answer, and what comes of it. */
const asked: readonly (readonly [name: string, answer: FileContext, lines: readonly string[] | string])[] = [
  ['two-stores.csv', {}, 'This file has 2 locations: Maple & 4th, Oak Mall. Choose yours.'],
  [
    'two-stores.csv',
    { location: 'Maple & 4th' },
    [
      'Ana Lopez 9:00 AM–5:00 PM, Cashier',
      'Bo Li 7:00 AM–11:00 AM, Grill',
      'Dee Vo 4:00 PM–11:00 PM, Fry',
      '3 rows are at another location, Oak Mall: 4, 5, 6.',
    ],
  ],
  [
    'two-stores.csv',
    { location: '' },
    [
      'Ana Lopez 9:00 AM–5:00 PM, Cashier',
      'Bo Li 7:00 AM–11:00 AM, Grill',
      'Bo Li 12:00 PM–6:00 PM, Grill',
      'Cy Roe 10:00 AM–6:00 PM, Cashier',
      'Ed Wu 3:00 PM–11:00 PM, Fry',
      'Dee Vo 4:00 PM–11:00 PM, Fry',
    ],
  ],
  ['two-stores.csv', { location: 'Elm' }, 'This file has 2 locations: Maple & 4th, Oak Mall. Choose yours.'],
  ['locations-above.csv', {}, 'This file has 2 locations: Maple & 4th, Oak Mall. Choose yours.'],
  [
    'locations-above.csv',
    { location: 'Oak Mall' },
    [
      'Cy Roe 10:00 AM–6:00 PM',
      'Row 1: “Location: Maple & 4th” is above the header row.',
      'Row 3: this shift is at another location, Maple & 4th.',
      'Row 5: Start is missing.',
      'Row 6: this is the header row again.',
    ],
  ],
  [
    'stations-as-locations.csv',
    {},
    ['Ana Lopez 9:00 AM–5:00 PM, Grill', 'Bo Li 10:00 AM–6:00 PM, Drive-Thru'],
  ],
  [
    'excel-dates-for-shifts.csv',
    {},
    [
      'Cy Roe 4:00 PM–11:00 PM',
      'Flo Hart 11:00 AM–7:30 PM',
      'Row 2: “5-Sep” in Sat 3/13 is a date. A spreadsheet may have made it of a shift.',
      'Row 3: “2-Oct” in Sat 3/13 is a date. A spreadsheet may have made it of a shift.',
      'Row 5: “7-Nov” in Sat 3/13 is a date. A spreadsheet may have made it of a shift.',
      'Row 6: “8-Dec” in Sat 3/13 is a date. A spreadsheet may have made it of a shift.',
      'Ends at close: 11:00 PM, when the last rotation ends.',
      'shiftDates: 4 as 5-Sep: 9-5 or 5-9',
    ],
  ],
  [
    'excel-dates-for-shifts.csv',
    { shiftDates: 'month-first' },
    [
      'Ana Lopez 9:00 AM–5:00 PM',
      'Bo Li 10:00 AM–2:00 PM',
      'Cy Roe 4:00 PM–11:00 PM',
      'Dee Vo 11:00 AM–7:00 PM',
      'Ed Wu 12:00 PM–8:00 PM',
      'Flo Hart 11:00 AM–7:30 PM',
      'The file has the date 5-Sep.',
      'The file has the date 2-Oct.',
      'Ends at close: 11:00 PM, when the last rotation ends.',
      'The file has the date 7-Nov.',
      'The file has the date 8-Dec.',
      'shiftDates: 4 as 5-Sep: 9-5 or 5-9',
    ],
  ],
  [
    'excel-dates-first.csv',
    {},
    [
      'Bo Li 11:00 AM–7:00 PM',
      'Row 2: “5-Sep” in Sat 3/13 is a date. A spreadsheet may have made it of a shift.',
      'Row 2: “2-Oct” in Sun 3/14 is a date. A spreadsheet may have made it of a shift.',
      'shiftDates: 2 as 5-Sep: 9-5 or 5-9',
    ],
  ],
  [
    'midnight-as-start.csv',
    {},
    [
      'Ana Lopez 8:00 PM–12:00 AM, Bar',
      '14: Bo Li 12:00 AM–4:00 AM, Bar',
      '14: Cy Roe 12:00 AM–4:00 AM, Bar',
      'Dee Vo 12:00 AM–4:00 AM, Bar',
      'nights: 2 before 4:00 AM, in the night before',
    ],
  ],
  [
    'night-under-sunday.txt',
    {},
    ['14: Ana 9:00 AM–5:00 PM', '14: Bo 12:00 AM–8:00 AM', 'nights: 1 before 4:00 AM, in the night before'],
  ],
  [
    'night-under-sunday.txt',
    { nights: 'after' },
    ['14: Ana 9:00 AM–5:00 PM', '15: Bo 12:00 AM–8:00 AM', 'nights: 1 before 4:00 AM, in the night after'],
  ],
  [
    'twelve-hours-without-halves.csv',
    {},
    [
      'Asked: 12:30 – 5:30: 12:30 PM to 5:30 PM or 12:30 PM to 5:30 AM',
      'Asked: 9:00 – 5:00: 9:00 AM to 5:00 PM or 9:00 AM to 5:00 AM',
      'Asked: 4:00 – 11:00: 4:00 PM to 11:00 PM or 4:00 AM to 11:00 AM',
      'clock: 12:30 – 5:30',
    ],
  ],
  [
    'twelve-hours-without-halves.csv',
    { clock: '12-hour' },
    ['Ana Lopez 12:30 PM–5:30 PM', 'Bo Li 9:00 AM–5:00 PM', 'Cy Roe 4:00 PM–11:00 PM', 'clock: 12:30 – 5:30'],
  ],
  ['availability.csv', {}, 'That file is titled “Availability”. Choose the file with the schedule.'],
  ['durations.csv', {}, 'We couldn’t find a column for end time.'],
  ['minutes-of-the-day.csv', {}, 'We couldn’t read any shifts. Row 2: “540” in Start is not a time.'],
  ['no-show-column.csv', {}, 'We couldn’t read any shifts. Row 2: “No Show” isn’t a shift.'],
  [
    'stores-above-each-other.csv',
    {},
    'This file has 2 locations: 12 - Maple & 4th, 31 - Oak Mall. Choose yours.',
  ],
  ['week-with-locations.csv', {}, 'This file has 2 locations: Maple, Oak. Choose yours.'],
];

const files = filesIn(new URL('field-files/', import.meta.url));

async function saidOf(name: string, terms: FileContext = {}): Promise<readonly string[] | string> {
  const file = await parseScheduleFile(new Blob([readFileSync(files.get(name) ?? '')]));
  if (!file.ok) return sentence(file.problem);
  const table = parseScheduleTable(file.value[0]?.rows ?? [], { ...day, ...terms });
  if (!table.ok) return sentence(table.problem);
  const { shifts, skipped, remarks, asked, questions } = table.value;
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
    ...questions.map(shown),
    ...file.value.flatMap(({ notices }) => notices.map(said)),
  ];
}

function shown(question: FileQuestion): string {
  if (question.about === 'clock') return `clock: ${question.text}`;
  if (question.about === 'nights')
    return `nights: ${question.count} before ${question.until}, in the night ${question.used}`;
  const choices = question.choices.map(({ shift }) => shift).join(' or ');
  return `shiftDates: ${question.count} as ${question.text}: ${choices}`;
}

test('every file of the folder has its line here', () => {
  const named = [...Object.keys(read), ...asked.map(([name]) => name)];
  // calendars have their own test
  const tables = [...files.keys()].filter((name) => !/\.(ics|zip)$/.test(name));
  expect(tables.sort()).toEqual([...new Set(named)].sort());
});

test.each(asked)('[SC102] [SC104] [SC105] [SC106] [SC117] %s with %j', async (name, answer, lines) => {
  expect(await saidOf(name, answer)).toEqual(lines);
});

test.each(Object.entries(read))(
  '[SC44] [SC100] [SC101] [SC112] [SC113] [SC114] [SC115] [SC116] [SC140] %s comes in right, or says what doesn’t',
  async (name, lines) => {
    expect(await saidOf(name)).toEqual(lines);
  },
);
