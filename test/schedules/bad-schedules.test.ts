import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseScheduleFile } from '../../client/files/schedule-file.ts';
import { parseScheduleTable } from '../../domain/schedule/schedule-table.ts';
import { sentence } from '../../server/words.ts';
import { filesIn } from './files-in.ts';

const notATable = 'We can’t read that file. Choose a CSV, TSV, Excel (XLSX), or calendar (ICS) file.';
const unreadable = 'That Excel file can’t be read. Save it as XLSX again, or as CSV.';
const noSchedule = 'That ZIP file has no calendar in it. Open it and choose the file with the schedule.';
const locked =
  'That Excel file is in an old format or has a password. Save it as XLSX without a password, or as CSV.';

/** The sentence that refuses each file of bad-schedules/. */
const sentences: Readonly<Record<string, string>> = {
  'archive-of-nothing.xlsx': noSchedule,
  'archive-of-photos.xlsx': noSchedule,
  'blank-lines.csv': 'That file is empty.',
  'bom-alone.csv': 'That file is empty.',
  'commas-alone.csv': 'That file is empty.',
  'compressed.csv': notATable,
  'date-in-words.csv': 'We couldn’t read any shifts. Row 2: “tomorrow” in Date is not a date.',
  'date-missing.csv': 'We couldn’t read any shifts. Row 2: the date is missing.',
  'date-of-february-30.csv': 'We couldn’t read any shifts. Row 2: “2026-02-30” in Date is not a date.',
  'date-of-month-31.csv': 'We couldn’t read any shifts. Row 2: “31/31/2026” in Date is not a date.',
  'empty.csv': 'That file is empty.',
  'far-cell.xlsx':
    'Cell XFD4000 is too far from the schedule. Delete it, or save only the sheet with the schedule.',
  'foreign-header.csv': 'We couldn’t find a column for name, start time, end time.',
  'header-alone.csv': 'That file has a header row but no shifts under it.',
  'huge-cell.csv':
    'We couldn’t read any shifts. Row 2: “9999999999999999999999999999999999999999” in Start Time is not a time.',
  'list.csv': notATable,
  'locked.xlsx': locked,
  'mixed-separators.csv': 'We couldn’t read any shifts. Row 2: Start is missing.',
  'moved-columns.csv': 'We couldn’t read any shifts. Row 2: “Chloe Davis” in Start Time is not a time.',
  'name-as-formula.csv':
    'We couldn’t read any shifts. Row 2: Name is a formula. Save the file with values only.',
  'no-date.csv': 'We couldn’t find a column for date.',
  'no-end.csv': 'We couldn’t find a column for end time.',
  'no-known-columns.csv': 'We couldn’t find a column for name, start time, end time.',
  'no-name.csv': 'We couldn’t find a column for name.',
  'no-start.csv': 'We couldn’t find a column for start time.',
  'null-bytes.csv': notATable,
  'object.csv': notATable,
  'old-workbook.xls': locked,
  'page-xml.csv': notATable,
  'page.csv': notATable,
  'picture.csv': notATable,
  'portable.csv': notATable,
  'program.csv': notATable,
  'prose.csv': notATable,
  'quote-unbalanced.csv': 'We couldn’t read any shifts. Row 2: Start Time is missing.',
  'rich-text.csv': notATable,
  'right-to-left-header.csv': 'We couldn’t find a column for name, start time, end time.',
  'row-cut-short.csv': 'We couldn’t read any shifts. Row 2: “9:0” in Start Time is not a time.',
  'sheet-empty.xlsx': 'That file is empty.',
  'sheet-header-alone.xlsx': 'That file has a header row but no shifts under it.',
  'sheet-of-a-gigabyte.xlsx': 'That file has too much data. Save only the sheet with the schedule.',
  'sheet-torn.xlsx': unreadable,
  'sheet-without-columns.xlsx': 'We couldn’t find a column for name, start time, end time.',
  'time-as-formula.csv':
    'We couldn’t read any shifts. Row 2: Start Time is a formula. Save the file with values only.',
  'time-missing.csv': 'We couldn’t read any shifts. Row 2: Start Time is missing.',
  'time-negative.csv': 'We couldn’t read any shifts. Row 2: “-9:00” in Start Time is not a time.',
  'time-of-13-pm.csv': 'We couldn’t read any shifts. Row 2: “13:00 PM” in Start Time is not a time.',
  'time-of-36.csv': 'We couldn’t read any shifts. Row 2: “36:00” in End Time is not a time.',
  'time-with-60-minutes.csv': 'We couldn’t read any shifts. Row 2: “9:60” in Start Time is not a time.',
  'utf-16-without-mark.csv': notATable,
  'workbook-cut-short.xlsx': unreadable,
  'workbook-without-sheets.xlsx': unreadable,
};

const files = filesIn(new URL('bad-schedules/', import.meta.url));

async function understand(file: Blob) {
  const rows = await parseScheduleFile(file);
  return rows.ok ? parseScheduleTable(rows.value[0]?.rows ?? []) : rows;
}

test('every file of the folder has its line here', () => {
  expect([...files.keys()].sort()).toEqual(Object.keys(sentences).sort());
});

test.each(Object.entries(sentences))('[SC4] %s is refused whole: %s', async (name, said) => {
  const outcome = await understand(new Blob([readFileSync(files.get(name) ?? '')]));
  expect(outcome.ok ? outcome.value : sentence(outcome.problem)).toBe(said);
});

test('[SC4] of 100,000 rows no more are looked at than it takes to refuse them', async () => {
  const rows = 'Chloe Davis,11/21/2026,9:00 AM,5:00 PM\n'.repeat(100_000);
  const file = new Blob([`Name,Date,Start Time,End Time\n${rows}`]);
  const cells = await parseScheduleFile(file);
  expect(cells.ok && cells.value[0]?.rows.length).toBeLessThan(25_000);
  const outcome = await understand(file);
  expect(outcome.ok || sentence(outcome.problem)).toBe('That file has too many rows. The limit is 5000.');
});
