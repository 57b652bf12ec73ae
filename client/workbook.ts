import { fromMinutes } from '../domain/clock-time.ts';
import { done, type Outcome, refuse } from '../domain/problem.ts';

/** Of the first sheet unpacked, in bytes: several times what the most rows that are taken need. */
const largestSheet = 16_000_000;

/** What begins like an Excel file of today, which is a ZIP archive. */
export const isArchive = (bytes: Uint8Array): boolean => startsWith(bytes, [0x50, 0x4b, 3, 4]);

/** Excel files of before 2007, and those with a password. */
export const isOldWorkbook = (bytes: Uint8Array): boolean => startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0]);

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);

/** The first sheet of an Excel file as text, with dates and times as people write them. */
export async function readWorkbook(bytes: Uint8Array<ArrayBuffer>): Promise<Outcome<string[][]>> {
  const sheets = sheetSizes(bytes);
  if (sheets.length === 0) return refuse('workbook-unreadable');
  if (sheets.some((size) => size > largestSheet)) return refuse('file-unpacked-too-large');
  const { readSheet } = await import('read-excel-file/universal');
  try {
    const rows = await readSheet(bytes.buffer, 1);
    return done(rows.map((row) => row.map(textOf)));
  } catch {
    return refuse('workbook-unreadable');
  }
}

/** A cell is text, a number, a yes or no, a moment or nothing. */
function textOf(cell: unknown): string {
  if (cell === null) return '';
  if (!(cell instanceof Date)) return String(cell);
  // a time alone lies on the day before Excel's first; seconds come from rounding
  const minute = Math.round(cell.getTime() / 60_000);
  const time = ((minute % 1_440) + 1_440) % 1_440;
  const date = new Date(minute * 60_000).toISOString().slice(0, 10);
  if (date < '1901') return fromMinutes(time);
  return time === 0 ? date : `${date} ${fromMinutes(time)}`;
}

/** What the archive says its worksheets unpack to; nothing for an archive of something else. */
function sheetSizes(bytes: Uint8Array): readonly number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const sizes: number[] = [];
  let at = startOfDirectory(view);
  while (at !== null && at + 46 <= view.byteLength && view.getUint32(at, true) === 0x02014b50) {
    const nameLength = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
    if (/^\/?xl\/worksheets\/[^/]+\.xml$/i.test(name)) sizes.push(view.getUint32(at + 24, true));
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return sizes;
}

/** The directory stands at the end of the archive, before a comment of at most 65,535 bytes. */
function startOfDirectory(view: DataView): number | null {
  for (let at = view.byteLength - 22; at >= 0 && at >= view.byteLength - 65_557; at--) {
    if (view.getUint32(at, true) === 0x06054b50) return view.getUint32(at + 16, true);
  }
  return null;
}
