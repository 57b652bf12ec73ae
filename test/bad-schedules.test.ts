import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readScheduleFile } from '../client/schedule-file.ts';
import { sentence } from '../domain/problem.ts';
import { readScheduleTable } from '../domain/schedule-file/schedule-table.ts';

const notATable = 'That file isn’t a CSV, TSV, or Excel file.';
const unreadable = 'That Excel file can’t be read. Save it as XLSX again, or as CSV.';
const locked =
  'That Excel file is in an old format or has a password. Save it as XLSX without a password, or as CSV.';

/** What each file of test/bad-schedules/ is answered with. */
const sentences: Readonly<Record<string, string>> = {
  'archive-of-nothing.xlsx': unreadable,
  'archive-of-photos.xlsx': unreadable,
  'blank-lines.csv': 'That file is empty.',
  'bom-alone.csv': 'That file is empty.',
  'calendar.ics': notATable,
  'commas-alone.csv': 'That file is empty.',
  'compressed.csv': notATable,
  'date-day-first.csv': 'Row 2: “21/11/2026” in Date is not a date.',
  'date-in-words.csv': 'Row 2: “tomorrow” in Date is not a date.',
  'date-missing.csv': 'Row 2: “” in Date is not a date.',
  'date-of-february-30.csv': 'Row 2: “2026-02-30” in Date is not a date.',
  'date-of-month-31.csv': 'Row 2: “31/31/2026” in Date is not a date.',
  'date-with-dots.csv': 'Row 2: “21.11.2026” in Date is not a date.',
  'empty.csv': 'That file is empty.',
  'foreign-header.csv': 'No column for name, start time, end time was found.',
  'header-alone.csv': 'That file has a header row but no shifts under it.',
  'huge-cell.csv': 'Row 2: “9999999999999999999999999999999999999999” in Start Time is not a time.',
  'list.csv': notATable,
  'locked.xlsx': locked,
  'mixed-separators.csv': 'Row 2: “” in Start is not a time.',
  'moved-columns.csv': 'Row 2: “Chloe Davis” in Start Time is not a time.',
  'no-date.csv': 'No column for date was found.',
  'no-end.csv': 'No column for end time was found.',
  'no-header.csv': 'No column for name, start time, end time was found.',
  'no-known-columns.csv': 'No column for name, start time, end time was found.',
  'no-name.csv': 'No column for name was found.',
  'no-start.csv': 'No column for start time was found.',
  'null-bytes.csv': notATable,
  'object.csv': notATable,
  'old-workbook.xls': locked,
  'page-xml.csv': notATable,
  'page.csv': notATable,
  'picture.csv': notATable,
  'portable.csv': notATable,
  'program.csv': notATable,
  'prose.csv': notATable,
  'quote-unbalanced.csv': 'Row 2: “” in Start Time is not a time.',
  'rich-text.csv': notATable,
  'right-to-left-header.csv': 'No column for name, start time, end time was found.',
  'row-cut-short.csv': 'Row 2: “9:0” in Start Time is not a time.',
  'sheet-dates-as-numbers.xlsx': 'Row 2: “46347” in Date is not a date.',
  'sheet-empty.xlsx': 'That file is empty.',
  'sheet-header-alone.xlsx': 'That file has a header row but no shifts under it.',
  'sheet-of-a-gigabyte.xlsx': 'That file holds too much. Save only the sheet with the schedule.',
  'sheet-times-as-numbers.xlsx': 'Row 2: “0.375” in Start is not a time.',
  'sheet-torn.xlsx': unreadable,
  'sheet-without-columns.xlsx': 'No column for name, start time, end time was found.',
  'time-as-formula.csv': 'Row 2: “=HYPERLINK("https://example.com")” in Start Time is not a time.',
  'time-in-words.csv': 'Row 3: “noonish” in Start Time is not a time.',
  'time-missing.csv': 'Row 2: “” in Start Time is not a time.',
  'time-negative.csv': 'Row 2: “-9:00” in Start Time is not a time.',
  'time-of-13-pm.csv': 'Row 2: “13:00 PM” in Start Time is not a time.',
  'time-of-25.csv': 'Row 2: “25:00” in End Time is not a time.',
  'time-with-60-minutes.csv': 'Row 2: “9:60” in Start Time is not a time.',
  'utf-16-without-mark.csv': notATable,
  'workbook-cut-short.xlsx': unreadable,
  'workbook-without-sheets.xlsx': unreadable,
};

const chloe = ['Chloe Davis', '9:00 AM', '5:00 PM'];

/** Who works when on 2026-11-21 in each file of test/odd-schedules/. */
const understood: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'blank-lines-between.csv': [chloe],
  'bom.csv': [chloe],
  'deputy.csv': [chloe],
  'emoji.csv': [['Chloe 🍔 Davis', '9:00 AM', '5:00 PM']],
  'ends-before-it-starts.csv': [['Chloe Davis', '10:00 PM', '6:00 AM']],
  'formula.csv': [["=cmd|' /C calc'!A0", '9:00 AM', '5:00 PM']],
  'line-in-a-cell.csv': [['Davis, Chloe', '9:00 AM', '5:00 PM']],
  'old-line-ends.csv': [chloe],
  'right-to-left.csv': [['חלי כהן', '9:00 AM', '5:00 PM']],
  'semicolons.csv': [chloe],
  'tabs.tsv': [chloe],
  'twice.csv': [chloe, chloe],
  'utf-16-big-end.csv': [chloe],
  'utf-16.csv': [chloe],
  'windows-1252.csv': [['Renée Silva', '9:00 AM', '5:00 PM']],
  'workbook-moments.xlsx': [chloe],
  'workbook-text.xlsx': [chloe],
  'workbook.xlsx': [chloe],
};

const folder = (name: string) => new URL(`${name}/`, import.meta.url);

async function understand(file: Blob) {
  const rows = await readScheduleFile(file);
  return rows.ok ? readScheduleTable(rows.value) : rows;
}
const fileOf = (place: string, name: string) => new Blob([readFileSync(new URL(name, folder(place)))]);

test('every file of the folders has its line here', () => {
  expect(readdirSync(folder('bad-schedules')).sort()).toEqual(Object.keys(sentences).sort());
  expect(readdirSync(folder('odd-schedules')).sort()).toEqual(Object.keys(understood).sort());
});

test.each(Object.entries(sentences))('[SC4] %s is refused whole: %s', async (name, said) => {
  const outcome = await understand(fileOf('bad-schedules', name));
  expect(outcome.ok ? outcome.value : sentence(outcome.problem)).toBe(said);
});

test.each(Object.entries(understood))('[SC1] %s comes in', async (name, people) => {
  const outcome = await understand(fileOf('odd-schedules', name));
  if (!outcome.ok) throw new Error(sentence(outcome.problem));
  const { shifts } = outcome.value;
  expect(shifts.map(({ teamMember, startTime, endTime }) => [teamMember, startTime, endTime])).toEqual(
    people,
  );
  expect(shifts.every(({ date }) => date === '2026-11-21')).toBe(true);
});

test('[SC4] of 100,000 rows no more are looked at than it takes to refuse them', async () => {
  const rows = 'Chloe Davis,11/21/2026,9:00 AM,5:00 PM\n'.repeat(100_000);
  const file = new Blob([`Name,Date,Start Time,End Time\n${rows}`]);
  const cells = await readScheduleFile(file);
  expect(cells.ok && cells.value.length).toBeLessThan(25_000);
  const outcome = await understand(file);
  expect(outcome.ok || sentence(outcome.problem)).toBe('That file has too many rows. The limit is 5000.');
});
