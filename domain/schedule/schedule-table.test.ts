import { expect, test } from 'vitest';
import { said, sentence } from '../../test/words.ts';
import { addDays } from '../time/date.ts';
import type { FileContext } from './schedule-entry.ts';
import {
  findHeaderRow,
  parseScheduleTable,
  rowDays,
  type ScheduleTable,
  scheduleRowLimit,
} from './schedule-table.ts';

const cellsOf = (text: string): string[][] => text.split('\n').map((line) => line.split(','));

function understood(text: string) {
  const table = parseScheduleTable(cellsOf(text));
  if (!table.ok) throw new Error(sentence(table.problem));
  return table.value;
}

function refusal(text: string): string {
  const table = parseScheduleTable(cellsOf(text));
  if (table.ok) throw new Error('was understood');
  return sentence(table.problem);
}

const withSaid = (row: ScheduleTable['skipped'][number]) => ({ ...row, reason: said(row.reason) });

test.each([
  ['other names', 'Employee,Day,In,Out\nAna,11/21/2026,9a,5p'],
  [
    'capitals, dots and a mark before the first',
    '\uFEFFTEAM-MEMBER,Date,Clock In.,CLOCK_OUT\nAna,2026-11-21,09:00,17:00',
  ],
  ['date and time in one cell', 'Name,Start,End\nAna,2026-11-21 09:00,2026-11-21 17:00'],
  ['the same, the American way', 'Name,Start,End\nAna,11/21/2026 9:00 AM,11/21/2026 5:00 PM'],
  ['the same, the standard way', 'Name,Start,End\nAna,2026-11-21T09:00:00,2026-11-21T17:00:00'],
  ['blank lines', '\n,,\nName,Date,Start,End\n\n  Ana  ,2026-11-21,9:00 AM,5:00 PM\n\n'],
  [
    'first and last name',
    'Last Name,First Name,Date,Start,End\n,Ana,2026-11-21,9,17:00'.replace(',9,', ',9 am,'),
  ],
  ['a name copied from a phone', 'Name,Date,Start,End\n\u202aAna\u202c,2026-11-21,9:00 AM,5:00 PM'],
])('[SC2] columns and times are understood: %s', (_, text) => {
  const { shifts, skipped } = understood(text);
  expect(skipped).toEqual([]);
  expect(shifts).toEqual([
    {
      id: 'csv:Ana:2026-11-21 9:00 AM',
      date: '2026-11-21',
      teamMember: 'Ana',
      startTime: '9:00 AM',
      endTime: '5:00 PM',
      job: 'CSV',
      note: '',
      role: '',
    },
  ]);
});

const head = 'Name,Start Date,Start Time,End Date,End Time,Role,Note,Published,Open\n';

test.each([
  ['Ana,2026-11-21,9:00,2026-11-21,17:00,,,TRUE,TRUE', 'Row 2: this is an open shift with no one assigned.'],
  ['Open Shift,2026-11-21,9:00,2026-11-21,17:00,,,,', 'Row 2: this is an open shift with no one assigned.'],
  ['Ana,2026-11-21,9:00,2026-11-21,17:00,,,no,', 'Row 2: this shift isn’t published.'],
  [',2026-11-21,9:00,2026-11-21,17:00,,,TRUE,FALSE', 'Row 2: the name is missing.'],
  [`${'a'.repeat(101)},2026-11-21,9:00,,17:00,,,,`, 'Row 2: the name is longer than 100 characters.'],
  ['Ana,2026-11-21,9:00,2026-11-23,8:00,,,,', 'Row 2: start and end are more than 24 hours apart.'],
  ['Ana,2026-11-21,09:00,2026-11-22,09:01,,,,', 'Row 2: start and end are more than 24 hours apart.'],
  ['Ana,2026-11-21,9:00,2026-11-20,17:00,,,,', 'Row 2: start and end are more than 24 hours apart.'],
  ['Ana,2026-11-21,36:00,,17:00,,,,', 'Row 2: “36:00” in Start Time is not a time.'],
  ['Ana,2026-11-21,9:00,,,,,,', 'Row 2: End Time is missing.'],
  ['Ana,,9:00,,17:00,,,,', 'Row 2: the date is missing.'],
  ['Ana,2026-02-30,9:00,,17:00,,,,', 'Row 2: “2026-02-30” in Start Date is not a date.'],
  ['Ana,2026-11-21,9:00,2026-31-31,17:00,,,,', 'Row 2: “2026-31-31” in End Date is not a date.'],
  ['Total,,,,,312,,,', 'Row 2: this is a total.'],
  ['Total hours: 312', 'Row 2: this is a total.'],
  [head.trim(), 'Row 2: this is the header row again.'],
  ['Ana,2026-11-21,=A1+1,,17:00,,,,', 'Row 2: Start Time is a formula. Save the file with values only.'],
  ['=A1,2026-11-21,9:00,,17:00,,,,', 'Row 2: Name is a formula. Save the file with values only.'],
])('[SC3] [SC44] a row that is no shift is left out by itself and said: %s', (row, reason) => {
  const good = 'Bo,2026-11-21,9:00,,17:00,,,,';
  const { rows, shifts, skipped } = understood(`${head}${row}\n${good}`);
  expect({ rows, names: shifts.map(({ teamMember }) => teamMember), skipped: skipped.map(withSaid) }).toEqual(
    {
      rows: 2,
      names: ['Bo'],
      skipped: [{ row: 2, reason }],
    },
  );
  expect(refusal(`${head}${row}`)).toBe(`We couldn’t read any shifts. ${reason}`);
});

test('a formula in a label or a note is left out, the shift stays', () => {
  const { shifts, skipped } = understood(`${head}Ana,2026-11-21,9 am,,5 pm,=B7,=NOW(),,`);
  expect(shifts).toMatchObject([{ teamMember: 'Ana', job: 'CSV', role: '', note: '' }]);
  expect(skipped.map(({ reason }) => said(reason))).toEqual([
    'Row 2: the formula in Role was skipped.',
    'Row 2: the formula in Note was skipped.',
  ]);
});

test('titles of columns are found below other lines, which are said', () => {
  const { shifts, skipped } = understood(
    'Store 12 – Week of Nov 16\n\nPrinted 11/15/2026,by Pat\nName,Date,In Time,Out Time\nAna,2026-11-21,9a,5p',
  );
  expect(shifts).toMatchObject([{ teamMember: 'Ana', startTime: '9:00 AM', endTime: '5:00 PM' }]);
  expect(skipped.map(withSaid)).toEqual([
    { row: 1, reason: 'Row 1: “Store 12 – Week of Nov 16” is above the header row.' },
    { row: 3, reason: 'Row 3: “Printed 11/15/2026” is above the header row.' },
  ]);
});

test('dates that could be in either order are asked about where it matters', () => {
  const rows = cellsOf('Name,Date,Start,End\nAna,05/06/2026,9a,5p\nBo,06/05/2026,9a,5p');
  const read = parseScheduleTable(rows, { date: '2026-05-06' });
  expect(read.ok || sentence(read.problem)).toBe(
    '05/06/2026 could be two different dates. Choose whether the month or the day comes first.',
  );
  const names = (terms: FileContext) => {
    const table = parseScheduleTable(rows, { date: '2026-05-06', ...terms });
    return (
      table.ok && table.value.shifts.flatMap((shift) => (shift.date === '2026-05-06' ? shift.teamMember : []))
    );
  };
  expect(names({ dateOrder: 'month-first' })).toEqual(['Ana']);
  expect(names({ dateOrder: 'day-first' })).toEqual(['Bo']);
  expect(parseScheduleTable(rows, { date: '2026-11-21' })).toMatchObject({ ok: true });
});

test('a person’s answer about times is used; until then the shift is left out', () => {
  const rows = cellsOf('Name,Date,Start,End\nAna,11/21/2026,7:00,11:00\nBo,11/22/2026,7:00,11:00');
  const terms = {
    date: '2026-11-20',
    dayStart: '4:00 AM',
    rotations: [{ startTime: '6:00 AM', endTime: '11:00 PM' }],
  };
  const read = parseScheduleTable(rows, terms);
  expect(read).toMatchObject({ ok: true, value: { asked: [{ row: 2 }] } });
  if (!read.ok) return;
  expect(read.value.shifts.map(({ teamMember }) => teamMember)).toEqual(['Bo']);
  const [asked] = read.value.asked;
  const [, evening] = asked?.choices ?? [];
  const answers = new Map(asked && evening ? [[asked.key, evening]] : []);
  const answered = parseScheduleTable(rows, { ...terms, answers });
  expect(answered.ok && answered.value.shifts[0]).toMatchObject({ teamMember: 'Ana', startTime: '7:00 PM' });
  expect(answered.ok && answered.value.asked).toEqual(read.value.asked);
});

test('the row with the titles can be pointed at', () => {
  const rows = cellsOf('Name,Date,Start,End\nold,2026-11-21,9a,5p\nWho,Date,Start,End\nAna,2026-11-21,9a,5p');
  expect(parseScheduleTable(rows)).toMatchObject({ ok: true, value: { rows: 2 } });
  const pointed = parseScheduleTable(rows, { headerRow: 3 });
  expect(pointed.ok && pointed.value.shifts.map(({ teamMember }) => teamMember)).toEqual(['Ana']);
  expect(findHeaderRow(rows, { headerRow: 3 }).header).toEqual(['Who', 'Date', 'Start', 'End']);
  expect(parseScheduleTable(rows, { headerRow: 2 })).toMatchObject({ ok: false });
});

test('[SC3] a shift of exactly 24 hours, and one whose end date was left at the start, come in', () => {
  const { shifts } = understood(
    `${head}Ana,2026-11-21,9:00,2026-11-22,9:00,,,,\nBo,2026-11-21,21:00,2026-11-21,2:00,,,,`,
  );
  expect(shifts.map((shift) => shift.endTime)).toEqual(['9:00 AM', '2:00 AM']);
});

test.each([
  ['nothing', '', 'That file is empty.'],
  ['blanks', ' ,\n,', 'That file is empty.'],
  ['prose', 'Dear all,\nsee you tomorrow', 'We couldn’t find a column for name, start time, end time.'],
  ['no end', 'Name,Date,Start\nAna,2026-11-21,9:00', 'We couldn’t find a column for end time.'],
  ['no date', 'Name,Start,End\nAna,9:00,17:00', 'We couldn’t find a column for date.'],
  ['a header alone', 'Name,Date,Start,End', 'That file has a header row but no shifts under it.'],
])('[SC4] [SC42] a table that cannot be read is refused whole: %s', (_, text, said) => {
  expect(refusal(text)).toBe(said);
});

test('[SC4] 5,000 rows are read, one more is refused', () => {
  const table = (rows: number) => [
    ['Name', 'Date', 'Start', 'End'],
    ...Array.from({ length: rows }, (_, index) => [`P${index}`, '2026-11-21', '9:00', '17:00']),
  ];
  expect(parseScheduleTable(table(scheduleRowLimit))).toMatchObject({ ok: true });
  expect(parseScheduleTable(table(scheduleRowLimit + 1))).toMatchObject({
    ok: false,
    problem: { code: 'rows-too-many' },
  });
});

test('the same row twice gives two shifts, with the same ids at every reading; the second is marked', () => {
  const text = `${head}Ana,2026-11-21,9a,,12p,,,,\nAna,2026-11-21,9a,,12p,,,,`;
  const ids = understood(text).shifts.map((shift) => shift.id);
  expect(ids).toEqual(['csv:Ana:2026-11-21 9:00 AM', 'csv:Ana:2026-11-21 9:00 AM:2']);
  expect(understood(text).shifts.map((shift) => shift.id)).toEqual(ids);
  expect([...understood(text).repeated]).toEqual([ids[1]]);
  expect([...understood(text).remarks].map(([id, remark]) => [id, said(remark)])).toEqual([
    [ids[1], 'Row 3 is the same as row 2.'],
  ]);
});

test('the label is the area, else the role; role and note are kept', () => {
  expect(understood(`${head}Ana,2026-11-21,9a,,12p,Cook,Keys,,`).shifts[0]).toMatchObject({
    job: 'Cook',
    role: 'Cook',
    note: 'Keys',
  });
});

test('[SC24] columns that a person pointed out are taken, in files that have all of them', () => {
  const titles = { name: 'Wer', date: 'Kiedy', start: 'Od', end: 'Do', job: 'Ort' };
  const foreign = [
    ['Ort', 'wer', 'Kiedy', 'OD', 'Do', 'Name'],
    ['Küche', 'Chloe', '2026-11-21', '09:00', '17:00', 'Shift 1'],
  ];
  const outcome = parseScheduleTable(foreign, { titles });
  expect(outcome.ok && outcome.value.shifts).toMatchObject([
    { teamMember: 'Chloe', startTime: '9:00 AM', endTime: '5:00 PM', job: 'Küche', role: 'Küche' },
  ]);
  const known = [
    ['Name', 'Date', 'Start', 'End'],
    ['Chloe', '2026-11-21', '09:00', '17:00'],
  ];
  expect(parseScheduleTable(known, { titles })).toEqual(parseScheduleTable(known));
  expect(findHeaderRow([[''], ...foreign], { titles: { ...titles, job: 'Küche' } })).toEqual({
    header: foreign[0],
    columns: { name: 'Name', date: 'Kiedy' },
    below: 2,
  });
});

test('[CR15] a column with ids of people goes along with their shifts', () => {
  const { shifts } = understood(
    'Name,Employee ID,Date,Start,End\nAna,0042,2026-11-21,9:00 AM,5:00 PM\nBo,,2026-11-21,9:00 AM,5:00 PM',
  );
  expect(shifts.map(({ person }) => person)).toEqual(['0042', undefined]);
});

test('[SC151] a week whose dates are chosen or stand above it is not said to have none', () => {
  const week = 'Name,Mon,Tue,Sat\nAna,9a-5p,,10a-6p';
  const assumed = (text: string, terms: FileContext = {}) => {
    const read = parseScheduleTable(cellsOf(text), { date: '2027-02-20', ...terms });
    return read.ok && read.value.assumed;
  };
  expect(assumed(week)).toBe('2027-02-20');
  expect(assumed(week, { rowsFor: '2027-02-06' })).toBe(null);
  expect(assumed(`Saturday 2/6/2027\n${week}`)).toBe(null);
});

test('[SC151] this layout’s date and the one in use can be chosen, however many dates the file has', () => {
  const sixty = Array.from(
    { length: 60 },
    (_, nth) => `${addDays('2026-11-01', nth)},,\nAna,9:00 AM,5:00 PM`,
  );
  const days = (rowsFor?: string) =>
    rowDays(cellsOf(`Name,Start,End\n${sixty.join('\n')}`), { date: '2027-02-06', rowsFor });
  expect(days()?.dates).toContain('2027-02-06');
  expect(days('2026-12-29')?.dates).toContain('2026-12-29');
});

test('[SC140] ‘N/A’ in a column of leave is no leave, and ‘None’ in place of a name is nobody', () => {
  const { shifts, skipped } = understood(
    'Name,Date,Start,End,Leave\nAna,2/6/2027,9a,5p,N/A\nBo,2/6/2027,9a,5p,None\nCy,2/6/2027,9a,5p,PTO\nNone,2/6/2027,9a,5p,',
  );
  expect(shifts.map(({ teamMember }) => teamMember)).toEqual(['Ana', 'Bo']);
  expect(skipped.map(({ reason }) => said(reason))).toEqual([
    'Row 4: “PTO” isn’t a shift.',
    'Row 5: this is an open shift with no one assigned.',
  ]);
});
