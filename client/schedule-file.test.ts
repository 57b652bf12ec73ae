import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { type Outcome, sentence } from '../domain/problem.ts';
import { readScheduleFile } from './schedule-file.ts';

const fileOf = (content: BlobPart) => new Blob([content]);
const said = (outcome: Outcome<unknown>) => (outcome.ok ? 'understood' : sentence(outcome.problem));

test("[SC] a store's real-looking schedule is understood whole", async () => {
  const outcome = await readScheduleFile(
    fileOf(await readFile(new URL('../test/data/schedule-2026-11-21.csv', import.meta.url))),
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
    expect(said(await readScheduleFile(fileOf(rows(separator))))).toBe('understood');
  }
  const utf16 = Buffer.from(`\uFEFF${rows('\t')}`, 'utf16le');
  expect(said(await readScheduleFile(fileOf(utf16)))).toBe('understood');
  const windows = await readScheduleFile(fileOf(Buffer.from(rows(','), 'latin1')));
  expect(windows.ok && windows.value.shifts[0]?.teamMember).toBe('Renée');
});

test.each([
  ['an empty file', '', 'That file is empty.'],
  ['blank lines', '\n\n \n', 'That file is empty.'],
  ['a spreadsheet', 'PK\u0003\u0004rest', 'That file is not a CSV file.'],
  ['a PDF', '%PDF-1.7', 'That file is not a CSV file.'],
  ['a picture', '\u0089PNG\r\n\u0000\u0000', 'That file is not a CSV file.'],
  ['a web page', '<!doctype html><p>1,2', 'That file is not a CSV file.'],
  ['prose', 'Dear team see you at nine', 'That file is not a CSV file.'],
])('[SC] %s is refused with a sentence', async (_, content, expected) => {
  expect(said(await readScheduleFile(fileOf(content)))).toBe(expected);
});

test('[SC] 20 MB are refused before they are read', async () => {
  expect(said(await readScheduleFile(fileOf('x'.repeat(20_000_000))))).toBe(
    'That file is too large: 5 MB at most.',
  );
});
