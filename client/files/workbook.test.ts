import fc from 'fast-check';
import { unzipSync, Zip, ZipDeflate, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import { fromMinutes } from '../../domain/time/clock-time.ts';
import { addDays } from '../../domain/time/date.ts';
import { rowsOf, workbookFile } from '../../test/schedules/workbook-file.ts';
import { sentence } from '../words/sentence.ts';
import { builtInFormat, formatNumber, parseNumberFormat, parseWorkbook } from './workbook.ts';

const parsed = (bytes: Uint8Array) => {
  const outcome = parseWorkbook(bytes);
  return outcome.ok ? outcome.value.map(({ name, rows }) => ({ name, rows })) : sentence(outcome.problem);
};
const noticesIn = (bytes: Uint8Array) => {
  const outcome = parseWorkbook(bytes);
  return outcome.ok && outcome.value.flatMap(({ notices }) => notices.map(sentence));
};
const sheet = (data: string, name = 'Week') => ({ name, data });

test('every moment that a spreadsheet program writes reads back as a date with a time', async () => {
  const minutes = fc.sample(fc.integer({ min: 0, max: 40 * 365 * 1440 }), { numRuns: 200, seed: 7 });
  const start = Date.parse('2000-01-01T00:00:00Z');
  const data = minutes.map((each) => [
    { value: new Date(start + each * 60_000), type: Date, format: 'mm/dd/yyyy h:mm AM/PM' },
  ]);
  const written = await writeExcelFile(data, { sheet: 'S' }).toBuffer();
  const read = parseWorkbook(new Uint8Array(written));
  expect(read.ok && read.value[0]?.rows.map(([cell]) => cell)).toEqual(
    minutes.map((each) => `${addDays('2000-01-01', Math.floor(each / 1440))} ${fromMinutes(each % 1440)}`),
  );
});

test('every time of day reads back, midnight too, from 1900 and from 1904', () => {
  for (const isFrom1904 of [false, true]) {
    for (let minute = 0; minute < 1440; minute += 7) {
      const format = builtInFormat(18);
      expect(formatNumber(String(minute / 1440), format, isFrom1904)).toBe(fromMinutes(minute));
    }
    expect(formatNumber('1', builtInFormat(18), isFrom1904)).toBe('12:00 AM');
  }
  expect(formatNumber('46347', builtInFormat(22), false)).toBe('2026-11-21 12:00 AM');
  expect(formatNumber('44885.375', builtInFormat(22), true)).toBe('2026-11-21 9:00 AM');
  expect(formatNumber('46347', builtInFormat(14), false)).toBe('2026-11-21');
});

test.each([
  ['m/d/yyyy', 'date'],
  ['[$-409]d\\-mmm\\-yy;@', 'date'],
  ['mmmm', 'date'],
  ['h:mm AM/PM', 'time'],
  ['[h]:mm', 'time'],
  ['mm:ss', 'time'],
  ['m/d/yy h:mm', 'date and time'],
  ['General', ''],
  ['0.00', ''],
  ['#,##0 "hours"', ''],
  ['0" days"', ''],
  ['[Red]0', ''],
  ['"day "@', ''],
])('the format %s shows: %s', (code, shown) => {
  const { hasDate, hasTime } = parseNumberFormat(code);
  expect([hasDate && 'date', hasTime && 'time'].filter(Boolean).join(' and ')).toBe(shown);
});

test('[SC36] text in all its forms, yes and no, errors and formulas', () => {
  const data = `<row r="1"><c r="A1" t="s"><v>1</v></c><c r="C1" t="str"><f>A1</f><v>R&amp;D &#x1F354;</v></c></row>
    <row r="3"><c r="A3" t="b"><v>1</v></c><c r="B3" t="e"><v>#N/A</v></c><c r="C3"><f>A1+1</f></c><c><v>8.5</v></c>
    <c r="F3" t="inlineStr"><is><r><t>Ana </t></r><r><t>Bo</t></r><rPh><t>no</t></rPh></is></c></row>`;
  expect(parsed(workbookFile([sheet(data)], { strings: ['x', 'Chloe'] }))).toEqual([
    {
      name: 'Week',
      rows: [['Chloe', '', 'R&D 🍔'], [], ['TRUE', '', '=A1+1', '8.5', '', 'Ana Bo']],
    },
  ]);
});

test('cells with formulas are counted where their saved values are used', () => {
  const saved = '<c r="A1" t="str"><f>X1</f><v>Chloe</v></c>';
  const unsaved = '<c r="C1"><f>B1+1</f></c>';
  const wb = (cells: string) => workbookFile([sheet(`<row r="1">${cells}</row>`)]);
  expect(noticesIn(wb(unsaved))).toEqual([]);
  expect(noticesIn(wb(`${saved}${unsaved}`))).toEqual([
    'The saved values were used for 1 cell with a formula.',
  ]);
  expect(noticesIn(wb(`${saved}<c r="B1"><f t="shared" si="0"/><v>9</v></c>`))).toEqual([
    'The saved values were used for 2 cells with formulas.',
  ]);
});

test('[SC36] sheets with something in them are found by name, hidden ones are not', () => {
  const file = workbookFile([
    sheet('', 'Empty'),
    sheet(rowsOf([['a']]), 'Q&amp;A'),
    { ...sheet(rowsOf([['secret']]), 'Hidden'), isHidden: true },
    sheet(rowsOf([['b']]), 'Two'),
  ]);
  expect(parsed(file)).toEqual([
    { name: 'Q&A', rows: [['a']] },
    { name: 'Two', rows: [['b']] },
  ]);
});

test('[SC36] a sheet for each day of a year is found, and no file has sheets without end', () => {
  const file = (count: number) =>
    workbookFile(Array.from({ length: count }, (_, day) => sheet(rowsOf([['a']]), `Day ${day}`)));
  expect(parsed(file(366))).toHaveLength(366);
  expect(parsed(file(500))).toHaveLength(400);
});

test('[SC36] an archive with its sizes behind the data, as some programs write it, reads the same', () => {
  const rows = Array.from({ length: 3_000 }, (_, nth) => [`Name ${nth}`, `${(nth * 7919) % 1009}`]);
  const file = workbookFile([sheet(rowsOf(rows))]);
  const parts: Uint8Array[] = [];
  const zip = new Zip((_, part) => parts.push(part));
  for (const [path, bytes] of Object.entries(unzipSync(file))) {
    const packed = new ZipDeflate(path);
    zip.add(packed);
    packed.push(bytes, true);
  }
  zip.end();
  expect(parsed(new Uint8Array(Buffer.concat(parts)))).toEqual([{ name: 'Week', rows }]);
});

test('hidden rows, columns and sheets are left out and counted, and rows keep their numbers', () => {
  const cell = (address: string, text: string) =>
    `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const row = (number: number, more: string, ...texts: string[]) =>
    `<row r="${number}" ${more}>${texts.map((text, at) => cell(`${'ABC'[at]}${number}`, text)).join('')}</row>`;
  const columns = '<cols><col min="2" max="2" hidden="1"/></cols>';
  const data = [
    row(1, '', 'Name', 'Wage', 'Start'),
    row(2, 'hidden="1"', 'Chloe', '19', '9a'),
    row(3, 'hidden="0"', 'Ana', '20', '10a'),
    row(4, 'hidden="true"', 'Bo', '21', '11a'),
    '<row r="5" hidden="1"/>',
  ].join('');
  const other = { ...sheet(rowsOf([['secret']]), 'Lists'), isHidden: true };
  const file = workbookFile([{ ...sheet(data), columns }, other]);
  expect(parsed(file)).toEqual([{ name: 'Week', rows: [['Name', '', 'Start'], [], ['Ana', '', '10a']] }]);
  expect(noticesIn(file)).toEqual(['Skipped 2 hidden rows, 1 hidden column, 1 hidden sheet.']);
});

test('a cell far away is refused by its name, before any row is as wide', () => {
  const far = workbookFile([sheet('<row r="4000"><c r="XFD4000" t="inlineStr"><is><t>x</t></is></c></row>')]);
  expect(far.byteLength).toBeLessThan(2_000);
  expect(parsed(far)).toBe(
    'Cell XFD4000 is too far from the schedule. Delete it, or save only the sheet with the schedule.',
  );
});

test('blank cells far away cost nothing, and rows far below are not looked at', () => {
  const data = `${rowsOf([['a', 'b']])}<row r="2"><c r="XFD2" s="1"/></row>
    <row r="1048576"><c r="A1048576" t="inlineStr"><is><t>x</t></is></c></row>`;
  expect(parsed(workbookFile([sheet(data)]))).toEqual([{ name: 'Week', rows: [['a', 'b']] }]);
});

test('another sheet with a far cell costs that sheet alone', () => {
  const file = workbookFile([
    sheet('<row r="1"><c r="ZZ1" t="str"><v>x</v></c></row>', 'Far'),
    sheet(rowsOf([['a']]), 'Near'),
  ]);
  expect(parsed(file)).toEqual([{ name: 'Near', rows: [['a']] }]);
});

const tooMuch = 'That file has too much data. Save only the sheet with the schedule.';

test('what is unpacked is limited; pictures are not', () => {
  const part = ' '.repeat(10_000_000);
  const parts = (kind: string) =>
    Object.fromEntries([1, 2, 3, 4, 5].map((nth) => [`xl/media/picture${nth}.${kind}`, part]));
  expect(parsed(workbookFile([sheet(rowsOf([['a']]))], {}, parts('xml')))).toBe(tooMuch);
  expect(parsed(workbookFile([sheet(rowsOf([['a']]))], {}, parts('png')))).toEqual([
    { name: 'Week', rows: [['a']] },
  ]);
});

test('an archive that declares less than it contains is cut off there', () => {
  const file = workbookFile([sheet(`<!--${' '.repeat(60_000_000)}-->`)]);
  const view = new DataView(file.buffer);
  for (let at = 0; at < file.byteLength - 46; at++) {
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 100, true);
  }
  expect(parsed(file)).toBe('That Excel file can’t be read. Save it as XLSX again, or as CSV.');
});

test.each([
  ['no directory', new Uint8Array([0x50, 0x4b, 3, 4, 9, 9])],
  ['no workbook', new Uint8Array(zipSync({ 'a.xml': new Uint8Array(3) }))],
  ['a document type', workbookFile([sheet('</sheetData></worksheet><!DOCTYPE x [<!ENTITY a "b">]>')])],
  ['a tag that does not end', workbookFile([sheet('<row r="1')])],
  ['no sheets', workbookFile([])],
  [
    'a sheet that ends after some of its rows',
    workbookFile(
      [sheet('')],
      {},
      { 'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row><c t="str"><v>Ana</v></c></row><row>' },
    ),
  ],
])('[SC4] %s cannot be read', (_, bytes) => {
  expect(parsed(bytes)).toBe('That Excel file can’t be read. Save it as XLSX again, or as CSV.');
});

test.each([
  ['a cell', (deep: string) => workbookFile([sheet(`<row><c>${deep}</c></row>`)])],
  [
    'a shared text',
    (deep: string) =>
      workbookFile([sheet('')], {}, { 'xl/sharedStrings.xml': `<sst><si>${deep}</si></sst>` }),
  ],
])('elements 51 deep in %s are refused: each text costs as much as it is deep', (_, fileWith) => {
  const nested = (depth: number) => fileWith(`${'<t>x'.repeat(depth)}${'</t>'.repeat(depth)}`);
  expect(parsed(nested(20))).not.toEqual(expect.any(String));
  expect(parsed(nested(51))).toBe('That Excel file can’t be read. Save it as XLSX again, or as CSV.');
});

test('of a cell, 500 characters are looked at, and of a sheet, 20,000 rows', () => {
  const long = `<row r="1"><c t="inlineStr"><is><t>${'x'.repeat(600)}</t></is></c></row>`;
  const last = '<row r="20001"><c t="inlineStr"><is><t>too far</t></is></c></row>';
  expect(parsed(workbookFile([sheet(long + last)]))).toEqual([{ name: 'Week', rows: [['x'.repeat(500)]] }]);
});

test('a tag is looked through once, however long it is', () => {
  const file = workbookFile([sheet(`<row><c ${'x'.repeat(400_000)}/></row>${rowsOf([['Ana']])}`)]);
  expect(parsed(file)).toEqual([{ name: 'Week', rows: [['Ana']] }]);
});

test('no bytes throw', () => {
  const whole = workbookFile([sheet(rowsOf([['Name', [0.375, 2]]]))]);
  fc.assert(
    fc.property(
      fc.nat(whole.length - 1),
      fc.integer({ min: 0, max: 255 }),
      fc.boolean(),
      (at, byte, isCut) => {
        const bytes = isCut ? whole.slice(0, at) : whole.slice();
        if (!isCut) bytes[at] = byte;
        parseWorkbook(bytes);
      },
    ),
  );
});
