import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { eventsAround, loadCalendarText, parseScheduleFile } from '../../client/files/schedule-file.ts';
import type { ScheduledShift } from '../../domain/schedule/schedule.ts';
import type { FileContext } from '../../domain/schedule/schedule-entry.ts';
import { likeliestSheet, parseScheduleTable } from '../../domain/schedule/schedule-table.ts';
import { parseCalendar } from '../../server/schedules/providers/calendar-feed.ts';
import { sentence } from '../../server/words.ts';
import { alone, neverAborted } from '../providers/test-fetch.ts';
import { said } from '../words.ts';
import { filesIn } from './files-in.ts';
import { rowsOf, workbookFile } from './workbook-file.ts';

/** Files as scheduling and timekeeping products document their exports, and all that comes of each on this day. */
const day: FileContext = {
  dayStart: '4:00 AM',
  rotations: [{ startTime: '6:00 AM', endTime: '11:00 PM' }],
};

/** The day that a file is read for, where it isn't the usual one. */
const days: Readonly<Record<string, string>> = { 'rotacloud-shifts.csv': '2026-12-05' };

const cook = 'Chloe Davis 9:00 AM–5:00 PM, Cook';
const cashier = 'Liam Park 4:30 PM–12:15 AM, Cashier';
const untilMidnight = 'Liam Park 4:30 PM–12:00 AM, Cashier';
const splits = ['Liam Park 10:00 AM–2:00 PM, Cashier', 'Liam Park 5:00 PM–9:00 PM, Cashier'];
const nobody = (row: number) => `Row ${row}: this is an open shift with no one assigned.`;
const severalPeople = 'Row 6: “Bo Chen, Ana Silva” is more than one person. Give each a row.';
const nameless = (row: number) => `Row ${row}: the name is missing.`;
const draft = (row: number) => `Row ${row}: this shift isn’t published.`;
const total = (row: number) => `Row ${row}: this is a total.`;
const not = (row: number, text: string) => `Row ${row}: “${text}” isn’t a shift.`;
const above = (row: number, text: string) => `Row ${row}: “${text}” is above the header row.`;

/** Shifts first, then what is said. */
const read: Readonly<Record<string, readonly string[]>> = {
  '7shifts-hours-and-wages.csv': [cook, ...splits],
  '7shifts-week.csv': [
    ...[cook, 'Liam Park 4:00 PM–11:00 PM, Cashier'],
    ...[above(1, 'Maple Street - Weekly Schedule'), above(2, 'Nov 16, 2026 - Nov 22, 2026'), nobody(4)],
    'Row 7: “10:00AM - BD\nHost” in Fri Nov 20 is not a time.',
    'Row 7: “10:00AM - BD\nHost” in Sat Nov 21 is not a time.',
    ...[not(8, 'Unavailable'), total(9), 'Ends at close: 11:00 PM, when the last rotation ends.'],
  ],
  'adp-schedule.csv': [cook, cashier, not(4, 'Time Off')],
  'clover-shifts.csv': [cook, cashier],
  'connecteam-shifts.csv': [cook, 'Liam Park 4:30 PM–11:00 PM, Cashier', nameless(4), severalPeople],
  'connecteam-timesheet.csv': [cook, cashier, 'Row 2: In is missing.', not(6, 'Sick leave')],
  'deputy-schedules.csv': [
    ...['Chloe Davis 9:00 AM–5:00 PM, Kitchen', 'José Peña 6:00 PM–2:00 AM, Counter'],
    ...[nobody(4), draft(5)],
  ],
  'findmyshift-week.csv': [
    'Chloe Davis 9:00 AM–5:00 PM, Kitchen',
    ...['Liam Park 10:00 AM–2:00 PM, Bar', 'Liam Park 5:00 PM–9:00 PM, Bar'],
    ...[not(2, 'Notes'), nobody(6), nameless(7)],
  ],
  'google-calendar.ics': [
    ...[cook, cashier, 'Skipped 1 all-day event: “Maya Ortiz PTO”.', 'Skipped 1 canceled shift.'],
  ],
  'homebase-timesheets.csv': [
    ...[cook, cashier, above(1, 'Maple Street'), above(2, 'Payroll Period'), nameless(6)],
    ...[not(7, 'Sick'), total(8), 'Row 11: this is the header row again.'],
    ...[total(13), total(15)],
  ],
  'homebase-week.tsv': [
    ...[cook, untilMidnight, above(1, 'Maple Street'), nobody(3)],
    ...['2 rows with “Unavailable” aren’t shifts: 5, 6.', total(7)],
  ],
  'hotschedules-weekly-roster.csv': [
    'Chloe Davis 9:00 AM–5:00 PM, BOH General',
    ...['Liam Park 10:00 AM–2:00 PM, Cashier', 'Liam Park 5:00 PM–9:00 PM, FOH - Team Leader'],
    ...['José Peña 4:00 PM–11:00 PM, FOH General', nobody(6), 'No dates: 2026-11-21'],
  ],
  'humanity-shifts.csv': [cook, cashier, nobody(4), draft(5)],
  'microsoft-shifts.xlsx': [
    ...['Chloe Davis 9:00 AM–5:00 PM, Kitchen', 'Liam Park 4:30 PM–12:15 AM, Counter', draft(4)],
  ],
  'outlook-calendar.ics': [
    ...['Chloe Davis 9:00 AM–5:00 PM, Shift', 'Liam Park 4:30 PM–12:15 AM, Shift'],
    'Skipped 1 event such as time off or store hours.',
  ],
  'planday-shifts.csv': [
    ...['Chloe Davis 9:00 AM–5:00 PM, Grill', 'Liam Park 4:30 PM–12:15 AM, Till'],
    ...[nobody(4), not(5, 'Sickness')],
  ],
  'rotacloud-shifts.csv': [
    ...['Chloe Davis 9:00 AM–5:00 PM, Chef', 'Liam Park 4:30 PM–12:15 AM, Bar', nobody(4)],
  ],
  'sling-week.csv': [cook, ...splits, 'Maya Ortiz 10:00 PM–2:00 AM, Shift Lead', nobody(2)],
  'square-timecards.csv': [cook, cashier],
  'teamworx-week.tsv': [
    ...[cook, 'Liam Park Jr. 4:30 PM–12:15 AM, Cashier', above(1, 'Schedule by Employee')],
    ...[above(2, 'Location: 0412 Maple Street'), total(7), not(8, 'PROJECTED SALES')],
  ],
  'toast-time-entries.csv': [cook, cashier],
  'toast-time-punches.csv': [cook, 'Liam De La Cruz Jr. 4:30 PM–12:15 AM, Cashier'],
  'ukg-ready-schedule.csv': [cook, cashier, not(4, 'Vacation')],
  'when2work-shifts.csv': [cook, untilMidnight, nameless(4), draft(5)],
  'wheniwork-hours.csv': [cook, untilMidnight, total(5)],
  'wheniwork-team.ics': [cook, untilMidnight, 'Skipped 1 shift with nobody assigned.'],
  'zoomshift-shifts.csv': [cook, cashier, nobody(4), draft(5)],
};

/** Hours across, jobs in the cells: no start and end to read. */
const refused: Readonly<Record<string, string>> = {
  'excel-shift-schedule.xlsx': 'We couldn’t find a column for name, start time, end time.',
};

const hours = ['7:00 AM', '8:00 AM', '9:00 AM', '10:00 AM', '11:00 AM', '12:00 PM', '1:00 PM'];
const workbooks: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
  'microsoft-shifts.xlsx': workbookFile([
    {
      name: 'Shifts',
      data: rowsOf([
        [
          ...['Member', 'Work Email', 'Group', 'Start Date', 'Start Time', 'End Date', 'End Time'],
          ...['Theme Color', 'Custom Label', 'Unpaid Break (minutes)', 'Notes', 'Shared'],
        ],
        [
          ...['Chloe Davis', 'chloe@example.com', 'Kitchen', '11/21/2026', '09:00', '11/21/2026', '17:00'],
          ...['2. Blue', 'Brunch', '30', '', '1. Shared'],
        ],
        [
          ...['Liam Park', 'liam@example.com', 'Counter', '11/21/2026', '16:30', '11/22/2026', '00:15'],
          ...['3. Green', '', '0', 'Count the drawer', '1. Shared'],
        ],
        [
          ...['Maya Ortiz', 'maya@example.com', 'Counter', '11/21/2026', '11:00', '11/21/2026', '15:00'],
          ...['3. Green', '', '0', '', '2. Not Shared'],
        ],
      ]),
    },
    {
      name: 'Time-Off',
      data: rowsOf([
        ['Member', 'Work Email', 'Start Date', 'Start Time', 'End Date', 'End Time', 'Time Off Reason'],
        ['Bo Chen', 'bo@example.com', '11/21/2026', '00:00', '11/22/2026', '00:00', 'Vacation'],
      ]),
    },
  ]),
  'excel-shift-schedule.xlsx': workbookFile([
    {
      name: 'Schedule',
      data: rowsOf([
        ['SHIFT SCHEDULE'],
        ['For the Week of:', [46342, 1]],
        ['SATURDAY', ...hours, 'SICK?', 'TOTAL'],
        ['Chloe Davis', '', '', 'manager', 'manager', 'manager', 'manager', '', '', [4, 0]],
        ['Maya Ortiz', '', '', '', '', '', '', '', 'sick', [0, 0]],
      ]),
    },
  ]),
};

const files = filesIn(new URL('documented-exports/', import.meta.url));

async function saidOf(name: string): Promise<readonly string[] | string> {
  const date = days[name] ?? '2026-11-21';
  const file = new Blob([workbooks[name] ?? readFileSync(files.get(name) ?? '')]);
  const calendar = await loadCalendarText(file);
  const shown = (shifts: readonly ScheduledShift[]) =>
    shifts.flatMap((shift) =>
      shift.date === date ? [`${shift.teamMember} ${shift.startTime}–${shift.endTime}, ${shift.job}`] : [],
    );
  if (calendar !== null) {
    const terms = { date, timeZone: 'America/Chicago', signal: neverAborted(), timeSlice: alone };
    const result = await parseCalendar(eventsAround(calendar, date), terms);
    return result.ok ? [...shown(result.value.shifts), ...result.value.warnings] : sentence(result.problem);
  }
  const sheets = await parseScheduleFile(file);
  if (!sheets.ok) return sentence(sheets.problem);
  const terms: FileContext = { ...day, date };
  const sheet = sheets.value[likeliestSheet(sheets.value, terms)];
  const all = sheets.value.map((each) => each.name);
  const table = parseScheduleTable(sheet?.rows ?? [], { ...terms, tab: { name: sheet?.name ?? '', all } });
  if (!table.ok) return sentence(table.problem);
  const { shifts, skipped, remarks, asked, assumed } = table.value;
  return [
    ...shown(shifts),
    ...skipped.map(({ reason }) => said(reason)),
    ...[...remarks.values()].map(said),
    ...asked.map(({ written }) => `Asked: ${written}`),
    ...(assumed ? [`No dates: ${assumed}`] : []),
  ];
}

test('every file of the folder has its line here', () => {
  const named = Object.keys({ ...read, ...refused });
  expect([...files.keys(), ...Object.keys(workbooks)].sort()).toEqual(named.sort());
});

test.each(Object.entries(read))('[SC1] %s is read exactly', async (name, lines) => {
  expect(await saidOf(name)).toEqual(lines);
});

test.each(Object.entries(refused))('[SC4] %s is refused whole', async (name, reason) => {
  expect(await saidOf(name)).toBe(reason);
});
