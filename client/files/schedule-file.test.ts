import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { Outcome } from '../../domain/problem/problem.ts';
import { parseScheduleTable } from '../../domain/schedule/schedule-table.ts';
import { sentence } from '../words/sentence.ts';
import { parseScheduleFile } from './schedule-file.ts';

const fileOf = (content: BlobPart) => new Blob([content]);
const said = (outcome: Outcome<unknown>) => (outcome.ok ? 'understood' : sentence(outcome.problem));
const understand = async (file: Blob) => {
  const rows = await parseScheduleFile(file);
  return rows.ok ? parseScheduleTable(rows.value[0]?.rows ?? []) : rows;
};

test("[SC1] a store's real-looking schedule is understood whole", async () => {
  const outcome = await understand(
    fileOf(await readFile(new URL('../../test/data/schedule-2026-11-21.csv', import.meta.url))),
  );
  if (!outcome.ok) throw new Error(sentence(outcome.problem));
  expect(outcome.value.shifts).toHaveLength(42);
  expect(outcome.value.skipped).toHaveLength(1);
  expect(outcome.value.shifts.map((shift) => shift.teamMember)).toContain('Renée Silva');
});

test('[SC] tabs, semicolons, UTF-16 and Windows text are understood too', async () => {
  const rows = (separator: string) =>
    [
      ['Name', 'Date', 'Start', 'End'],
      ['Renée', '2026-11-21', '9:00 AM', '5p'],
    ]
      .map((row) => row.join(separator))
      .join('\r\n');
  for (const separator of ['\t', ';', ',']) {
    expect(said(await understand(fileOf(rows(separator))))).toBe('understood');
  }
  const utf16 = Buffer.from(`\uFEFF${rows('\t')}`, 'utf16le');
  expect(said(await understand(fileOf(utf16)))).toBe('understood');
  const windows = await understand(fileOf(Buffer.from(rows(','), 'latin1')));
  expect(windows.ok && windows.value.shifts[0]?.teamMember).toBe('Renée');
});

test('one byte of another encoding garbles no other name', async () => {
  const bytes = Buffer.from(
    'Name,Date,Start,End\nRenée,11/21/2026,9a,5p\nZoë,11/21/2026,9a,5p\nJos?,11/21/2026,9a,5p\n',
  );
  bytes[bytes.indexOf('?')] = 0xe9;
  const read = await understand(fileOf(bytes));
  expect(read.ok && read.value.shifts.map(({ teamMember }) => teamMember)).toEqual(['Renée', 'Zoë', 'José']);
});

test('20 MB are refused before they are read', async () => {
  expect(said(await understand(fileOf('x'.repeat(20_000_000))))).toBe(
    'That file is too large. The limit is 5 MB.',
  );
});

test('of text, 200 columns are looked at', async () => {
  const wide =
    `Name,Date,Start,End${',x'.repeat(5_000)}\nChloe,11/21/2026,9a,5p${',9a-5p'.repeat(5_000)}\n`.repeat(40);
  const cells = await parseScheduleFile(fileOf(wide));
  expect(cells.ok && Math.max(...(cells.value[0]?.rows ?? []).map(({ length }) => length))).toBe(200);
  const read = await understand(fileOf(wide));
  expect(read.ok && read.value.shifts.length).toBe(40);
});

test('of a cell, 500 characters are looked at', async () => {
  const cells = await parseScheduleFile(
    fileOf(`Name,Date,Start,End\n"${'a, '.repeat(1_500_000)}",x,9a,5p\n`),
  );
  expect(cells.ok && cells.value[0]?.rows[1]?.map(({ length }) => length)).toEqual([500, 1, 2, 2]);
});

test.each([
  ['with cells beyond', ',x', ['Only the first 200 columns were read.']],
  ['with blank cells beyond', ',', []],
])('text %s 200 columns', async (_, cell, notices) => {
  const sheets = await parseScheduleFile(fileOf(`Name,Date,Start,End${cell.repeat(197)}\n`));
  expect(sheets.ok && sheets.value[0]?.notices.map(sentence)).toEqual(notices);
});
