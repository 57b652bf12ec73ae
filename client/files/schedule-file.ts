import { longestCalendar, previewCalendarFile } from '../../contract/schedule.ts';
import { done, type Outcome, type Problem, refuse } from '../../domain/problem/problem.ts';
import { decodeCalendar, linesIn } from '../../domain/schedule/calendar-text.ts';
import { type DecodedText, decodeFile } from '../../domain/schedule/file-letters.ts';
import { longestCell, mostColumns, mostRows } from '../../domain/schedule/schedule-entry.ts';
import type { ScheduleTable } from '../../domain/schedule/schedule-table.ts';
import { isShiftList } from '../../domain/schedule/shift-lines.ts';
import type { DayOfTimes } from '../../domain/time/am-or-pm.ts';
import { addDays, type IsoDate } from '../../domain/time/date.ts';
import type { Client } from '../client.ts';

/** Reading more would hold up the page. */
const largestScheduleMegabytes = 5;

export interface Sheet {
  /** '' for text files. */
  readonly name: string;
  readonly rows: readonly (readonly string[])[];
  readonly notices: readonly Problem[];
}

export const isTooLarge = (file: Blob): boolean => file.size > largestScheduleMegabytes * 1_000_000;

export async function parseScheduleFile(file: Blob): Promise<Outcome<readonly Sheet[]>> {
  if (isTooLarge(file)) {
    return refuse('file-too-large', { details: { max: largestScheduleMegabytes } });
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (isOldWorkbook(bytes)) return refuse('workbook-locked');
  if (isArchive(bytes)) {
    const { parseWorkbook } = await import('./workbook.ts');
    return parseWorkbook(bytes);
  }
  const decoded = decode(bytes);
  if (decoded === null) return refuse('file-not-a-table');
  if (decoded.text.trim() === '') return refuse('file-empty');
  return parseText(decoded);
}

/** Words named in one sentence. */
const namedWords = 5;

async function parseText({ text, doubtful }: DecodedText): Promise<Outcome<readonly Sheet[]>> {
  const { default: papaparse } = await import('papaparse');
  // Excel writes such a line in some countries, and hides it when it opens the file.
  const separatorLine = /^\uFEFF?"?sep=(.)"?\r?\n/i.exec(text);
  const body = separatorLine ? text.slice(separatorLine[0].length) : text;
  const parseAs = (written: string, delimiter: string, preview: number) =>
    papaparse.parse<string[]>(written, { delimiter, preview }).data;
  const doubled = body.replaceAll('\\"', '""');
  // a quote behind a backslash is a quote if the columns fit better then
  const isEscaped =
    doubled !== body &&
    evenness((each) => parseAs(doubled, each, rowsToCompare)) >=
      evenness((each) => parseAs(body, each, rowsToCompare));
  const parse = (delimiter: string, preview: number) =>
    parseAs(isEscaped ? doubled : body, delimiter, preview);
  const delimiter = separatorLine?.[1] ?? guessDelimiter((each) => parse(each, rowsToCompare));
  const rows = parse(delimiter, mostRows);
  // Text without any separator is a list of shifts, or prose or another kind of file.
  if (!rows.some((row) => row.length > 1) && !isShiftList(rows)) return refuse('file-not-a-table');
  const narrow = rows.map((row) =>
    row.slice(0, mostColumns).map((cell) => withoutEscapes(cell).slice(0, longestCell)),
  );
  const isCut = rows.some((row) => row.slice(mostColumns).some((cell) => cell.trim() !== ''));
  const notices: Problem[] = isCut ? [{ code: 'columns-left-out', details: { max: mostColumns } }] : [];
  if (doubtful.length > 0)
    notices.push({
      code: 'letters-guessed',
      details: { names: doubtful.slice(0, namedWords).join(', '), count: doubtful.length },
    });
  // The separator line counts as a row, so that row numbers match the file.
  return done([{ name: '', rows: separatorLine ? [[''], ...narrow] : narrow, notices }]);
}

/** A tablet would read a large file once for each separator. */
const rowsToCompare = 60;

const separators = ['\t', ';', ',', '|'];

/** How many lines have the same number of cells. */
function score(rows: string[][]): number {
  const counts = new Map<number, number>();
  for (const { length } of rows) if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1);
  return Math.max(0, ...[...counts].map(([cells, lines]) => lines * Math.min(cells - 1, 8)));
}

const evenness = (parse: (delimiter: string) => string[][]): number =>
  Math.max(...separators.map((each) => score(parse(each))));

/** The separator that splits the most lines into the same number of cells. */
function guessDelimiter(parse: (delimiter: string) => string[][]): string {
  const [best] = separators
    .map((delimiter) => ({ delimiter, score: score(parse(delimiter)) }))
    .sort((one, other) => other.score - one.score);
  return best?.delimiter ?? ',';
}

const accents: Readonly<Record<string, string>> = {
  ...{ acute: '\u0301', grave: '\u0300', circ: '\u0302', tilde: '\u0303', uml: '\u0308', cedil: '\u0327' },
  ring: '\u030a',
};
const entities: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ndash: '–', mdash: '—', rsquo: '’' },
  ...{ szlig: 'ß', oslash: 'ø', Oslash: 'Ø', aelig: 'æ', AElig: 'Æ' },
};

/** What databases, scripts and pages leave in a text: 'O\'Brien', 'Jos\u00e9', 'Maple &amp; 4th', 'Mu&ntilde;oz'. */
function withoutEscapes(cell: string): string {
  if (!/[\\&]/.test(cell)) return cell;
  const text = cell
    .replace(/^\\N$/, '')
    .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\(['"/&,])/g, '$1')
    .replace(/\\[nt]/g, ' ');
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|\w{2,8});/gi, (whole, name: string) => {
    if (name.startsWith('#')) {
      const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
      return code > 31 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
    }
    const [, letter = '', accent = ''] = /^([a-z])(acute|grave|circ|tilde|uml|cedil|ring)$/i.exec(name) ?? [];
    return letter === '' ? (entities[name] ?? whole) : `${letter}${accents[accent]}`.normalize('NFC');
  });
}

/** Null if the bytes aren't text. */
function decode(bytes: Uint8Array): DecodedText | null {
  const isUtf16 = startsWith(bytes, [0xff, 0xfe]) || startsWith(bytes, [0xfe, 0xff]);
  if (!isUtf16 && (bytes.includes(0) || looksLikeAnotherFormat(bytes))) return null;
  return decodeFile(bytes);
}

function looksLikeAnotherFormat(bytes: Uint8Array): boolean {
  const start = String.fromCharCode(...bytes.subarray(0, 16)).trimStart();
  return ['%PDF', '{\\rtf', '<', '{', '['].some((mark) => start.startsWith(mark));
}

/** XLSX files are ZIP archives. */
export const isArchive = (bytes: Uint8Array): boolean => startsWith(bytes, [0x50, 0x4b, 3, 4]);

/** XLS files, and XLSX files with a password. */
const isOldWorkbook = (bytes: Uint8Array): boolean => startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0]);

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);

/** The text of a calendar file, its folded lines put together; null if the file is something else. */
export async function loadCalendarText(file: Blob): Promise<string | null> {
  if (isTooLarge(file)) return null;
  const start = decodeCalendar(await bytesOf(file.slice(0, 200)));
  return /^\uFEFF?\s*BEGIN:VCALENDAR/i.test(start) ? decodeCalendar(await bytesOf(file)) : null;
}

const bytesOf = async (file: Blob) => new Uint8Array(await file.arrayBuffer());

interface CalendarQuestion {
  readonly calendar: string;
  readonly date: IsoDate;
  readonly timeZone: string;
  /** Whose shifts the events are that name no person. */
  readonly person?: string | undefined;
  /** When the day begins and closes, for times in the titles of all-day events. */
  readonly day?: DayOfTimes | undefined;
}

/** Has the server parse the calendar, since the library for recurring events and time zones runs there. */
export async function parseCalendarFile(
  client: Client,
  team: string,
  { calendar, date, timeZone, person, day }: CalendarQuestion,
): Promise<Outcome<ScheduleTable>> {
  const near = eventsAround(calendar, date);
  // The size as sent: escaped line ends and non-ASCII letters take more than one byte.
  if (new Blob([JSON.stringify(near)]).size > longestCalendar) return refuse('calendar-too-large');
  const body = {
    date,
    timeZone,
    calendar: near,
    ...(person && { person }),
    ...(day && { day: { ...day, rotations: [...day.rotations] } }),
  };
  const response = await client.call(previewCalendarFile, { params: { team }, body });
  if (!response.ok) return response;
  const { shifts, warnings, reasons = warnings } = response.value;
  return done({
    columns: {},
    rows: shifts.length,
    shifts,
    skipped: reasons.map((reason) => ({ row: 0, reason })),
    asked: [],
    repeated: new Set(),
    remarks: new Map(),
    assumed: null,
    questions: [],
  });
}

/** The calendar with only the events that can matter around a date; the rest never leaves the device. */
export function eventsAround(calendar: string, date: IsoDate): string {
  const pieces = eventsIn(calendar);
  // A revision of an event may be on another day, so all events with its id are kept.
  const near = new Set(
    pieces.flatMap(({ text, isEvent }) => (isEvent && matters(text, date) ? [uidOf(text)] : [])),
  );
  return pieces
    .filter(({ text, isEvent }) => !isEvent || near.has(uidOf(text)))
    .map(({ text }) => text)
    .join('');
}

interface Piece {
  readonly text: string;
  readonly isEvent: boolean;
}

/** Whole events, and all that is between them, line by line; an event that was cut off is none. */
function eventsIn(calendar: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let lines: string[] = [];
  let isInside = false;
  const flush = (isEvent: boolean) => {
    if (lines.length > 0) pieces.push({ text: lines.join(''), isEvent });
    lines = [];
  };
  for (const line of linesIn(calendar)) {
    if (!isInside && isMark(line, 'BEGIN')) {
      flush(false);
      isInside = true;
    }
    lines.push(line);
    if (isInside && isMark(line, 'END')) {
      flush(true);
      isInside = false;
    }
  }
  flush(false);
  return pieces;
}

const isMark = (line: string, mark: 'BEGIN' | 'END'): boolean =>
  line.trim().toUpperCase() === `${mark}:VEVENT`;

const uidOf = (event: string): string => /^UID[;:].*/im.exec(event)?.[0].trim() ?? '';

function matters(event: string, date: IsoDate): boolean {
  const [from = '', to = ''] = [addDays(date, -2), addDays(date, 2)].map((day) => day.replaceAll('-', ''));
  const start = /^DTSTART[^:\r\n]*:(\d{8})/im.exec(event)?.[1];
  const end = /^DTEND[^:\r\n]*:(\d{8})/im.exec(event)?.[1];
  const isLong = /^DURATION[^\r\n]*[DW]/im.test(event);
  const isNear = start === undefined || (start <= to && (isLong || start >= from || (end ?? '') >= from));
  return isNear || /^(RRULE|RDATE|RECURRENCE-ID)[;:]/im.test(event);
}
