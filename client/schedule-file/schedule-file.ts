import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import { scheduleRowLimit } from '../../domain/schedule-file/schedule-table.ts';

export const largestScheduleMegabytes = 5;

/** More rows are not looked at: with them there are too many already, blank ones or not. */
const mostLines = 4 * scheduleRowLimit;

/** What stands further to the right is no part of a schedule. */
const mostColumns = 200;

export interface Sheet {
  /** '' where the file has no sheets with names. */
  readonly name: string;
  readonly rows: readonly (readonly string[])[];
}

/** The cells of a chosen CSV, TSV or Excel file; every way it can be wrong is a problem with a sentence. */
export async function readScheduleFile(file: Blob): Promise<Outcome<readonly Sheet[]>> {
  if (file.size > largestScheduleMegabytes * 1_000_000) {
    return refuse('file-too-large', { details: { max: largestScheduleMegabytes } });
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (isOldWorkbook(bytes)) return refuse('workbook-locked');
  if (isArchive(bytes)) {
    const { readWorkbook } = await import('../workbook/workbook.ts');
    return readWorkbook(bytes);
  }
  const text = decode(bytes);
  if (text === null) return refuse('file-not-a-table');
  if (text.trim() === '') return refuse('file-empty');
  return readText(text);
}

/** Rows of text with a separator; what a spreadsheet gives to paste has tabs. */
async function readText(text: string): Promise<Outcome<readonly Sheet[]>> {
  const { default: papaparse } = await import('papaparse');
  // As spreadsheets of some countries write it, for themselves.
  const said = /^\uFEFF?"?sep=(.)"?\r?\n/i.exec(text);
  const body = said ? text.slice(said[0].length) : text;
  const parse = (text: string, delimiter: string, preview: number) =>
    papaparse.parse<string[]>(text, { delimiter, preview }).data;
  const start = body.slice(0, charactersToCompare);
  const delimiter = said?.[1] ?? likeliest((each) => parse(start, each, linesToCompare));
  const rows = parse(body, delimiter, mostLines);
  // One line without a separator is prose, or another kind of file that happens to be text.
  if (!rows.some((row) => row.length > 1)) return refuse('file-not-a-table');
  const narrow = rows.map((row) => (row.length > mostColumns ? row.slice(0, mostColumns) : row));
  // The rows are counted as the file has them.
  return done([{ name: '', rows: said ? [[''], ...narrow] : narrow }]);
}

const linesToCompare = 60;
/** A quote that is never closed makes one cell of all that follows, which takes long to look through. */
const charactersToCompare = 200_000;

/** The separator by which most lines have the same number of cells, and many of them. */
function likeliest(parse: (delimiter: string) => string[][]): string {
  const score = (rows: string[][]) => {
    const counts = new Map<number, number>();
    for (const { length } of rows) if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1);
    return Math.max(0, ...[...counts].map(([cells, lines]) => lines * Math.min(cells - 1, 8)));
  };
  const [best] = ['\t', ';', ',', '|']
    .map((delimiter) => ({ delimiter, score: score(parse(delimiter)) }))
    .sort((one, other) => other.score - one.score);
  return best?.delimiter ?? ',';
}

/** Text of the encodings that spreadsheets write; null for bytes that are no text. */
function decode(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes.includes(0) || startsLikeAnotherKind(bytes)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function startsLikeAnotherKind(bytes: Uint8Array): boolean {
  const start = String.fromCharCode(...bytes.subarray(0, 16)).trimStart();
  return ['%PDF', '{\\rtf', '<', '{', '['].some((mark) => start.startsWith(mark));
}

/** What begins like an Excel file of today, which is a ZIP archive. */
const isArchive = (bytes: Uint8Array): boolean => startsWith(bytes, [0x50, 0x4b, 3, 4]);

/** Excel files of before 2007, and those with a password. */
const isOldWorkbook = (bytes: Uint8Array): boolean => startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0]);

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);
