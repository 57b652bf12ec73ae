import { noJob } from '../day/shift.ts';
import { done, type Outcome, type Problem, refuse } from '../problem/problem.ts';
import { type ColumnTitles, namedColumns } from '../team/team.ts';
import { addDays, type IsoDate } from '../time/date.ts';
import {
  type DateOrder,
  type DayTerms,
  dateOrderOf,
  repeatsWeekday,
  weekdayOf,
} from '../time/written-days.ts';
import { plainText } from '../time/written-times.ts';
import type { FileQuestion } from './file-questions.ts';
import type { ScheduledShift } from './schedule.ts';
import {
  type AmbiguousTimes,
  type Cells,
  type Entries,
  type Entry,
  type FileContext,
  isBlank,
  nothingRead,
  settleShifts,
} from './schedule-entry.ts';
import { shiftAsDate, typedShift } from './shift-as-date.ts';
import { datesInLines, isShiftList, linesOfBareTimes, parseShiftLines, placesIn } from './shift-lines.ts';
import {
  type ColumnGuess,
  type ColumnIndex,
  guessColumns,
  laterTables,
  linesAbove,
  missingColumns,
  rowsBetween,
  type ScheduleColumn,
  type Table,
  titleAbove,
} from './table-columns.ts';
import { rowsOfLocation } from './table-locations.ts';
import { datesIn, parseTableRows } from './table-rows.ts';
import {
  daysIn,
  findWeekGrid,
  hasInAndOut,
  laterWeeks,
  parseWeekGrid,
  type WeekGrid,
  weekdaysIn,
} from './week-grid.ts';

export const scheduleRowLimit = 5_000;

/** The header is among the first rows with content. */
const rowsAbove = 30;

export interface ScheduleTable {
  /** The file's titles of the recognized columns. */
  readonly columns: Readonly<Partial<Record<ScheduleColumn, string>>>;
  readonly rows: number;
  readonly shifts: readonly ScheduledShift[];
  /** Rows left out: the line in the table, from 1, and why, which names it too; a sentence where the server says it. */
  readonly skipped: readonly {
    readonly row: number;
    readonly reason: Problem | string;
    readonly count?: number;
  }[];
  /** Shifts with ambiguous times, including those that a person has answered. */
  readonly asked: readonly AmbiguousTimes[];
  readonly repeated: ReadonlySet<string>;
  readonly remarks: ReadonlyMap<string, Problem>;
  readonly assumed: IsoDate | null;
  readonly questions: readonly FileQuestion[];
}

/** One shift a row, or people down and days across. Rows that aren't shifts are listed; a file without any shift is refused. */
export function parseScheduleTable(rows: readonly Cells[], terms: FileContext = {}): Outcome<ScheduleTable> {
  const own = rowsOfLocation(rows, terms);
  if (own.used === null) {
    const names = own.names.slice(0, namedRows).join(', ');
    return refuse('location-unclear', { details: { count: own.names.length, names } });
  }
  return parseRows(own.rows, terms, own.left);
}

function parseRows(
  rows: readonly Cells[],
  terms: FileContext,
  elsewhere: readonly Problem[],
): Outcome<ScheduleTable> {
  const found = findHeader(rows, terms);
  if (!found) return refuse('file-empty');
  const lines =
    found.kind === 'none' && terms.headerRow === undefined
      ? (linesOfBareTimes(rows, placesIn(terms)) ?? rows)
      : [];
  if (lines.length > 0 && isShiftList(lines)) {
    const list = parseList(lines, terms);
    // of a table, a person can still point out the columns
    if (list.ok || list.problem.code === 'rows-for-unclear' || rows.every((cells) => cells.length < 2))
      return list;
  }
  if (found.kind !== 'grid' && found.unclear)
    return refuse('columns-unclear', { details: saidUnclear(found.unclear) });
  if (found.kind === 'none')
    return refuse('columns-missing', { details: { columns: found.missing.join('_') } });
  const other = rows
    .slice(0, found.line)
    .flat()
    .find((cell) => notASchedule.test(plainText(cell)));
  if (other) return refuse('file-not-schedule', { details: { text: other.trim().slice(0, 40) } });
  // Before each row costs more than a look.
  const below = rows.slice(found.line + 1).filter((cells) => !isBlank(cells));
  if (below.length > scheduleRowLimit) return tooManyRows();
  const parts = partsOf(rows, found, terms);
  for (const part of parts) {
    if (part.unclear) return refuse('columns-unclear', { details: saidUnclear(part.unclear) });
  }
  const dates = parts.flatMap((part) => (part.kind === 'grid' ? daysIn(part.grid) : datesIn(part.table)));
  const order = terms.dateOrder ?? dateOrderOf(dates, terms.date);
  if (!order) return refuse('dates-unclear', { details: { text: unclear(dates) } });
  const read = readParts(parts, { order, near: terms.date }, terms);
  if (read.isUnclear) return refuse('rows-for-unclear');
  if (read.rows === 0) return refuse('rows-missing');
  if (read.entries.length > scheduleRowLimit) return tooManyRows();
  const settled = settleShifts(read.entries, terms);
  const above = rows
    .slice(0, found.line)
    .flatMap((cells, index) => (isBlank(cells) ? [] : [aboveHeader(cells, index + 1)]));
  const left = [...elsewhere, ...read.left, ...settled.left];
  const isAnswerable = left.some(({ code }) => code === 'row-date-for-time');
  if (settled.shifts.length === 0 && settled.asked.length === 0 && !isAnswerable) {
    const [first] = inOrder(left);
    if (!first) return refuse('rows-missing');
    return first.code === 'row-date-missing' && !found.at.date
      ? refuse('columns-missing', { details: { columns: 'date' } })
      : refuse('rows-unusable', { details: { reason: first } });
  }
  const { shifts, asked, repeated, remarks } = settled;
  const turned = questionOfDates(left, read.entries, order, terms);
  const header = rows[found.line] ?? [];
  return done({
    columns: Object.fromEntries(
      Object.entries(found.at).flatMap(([column, index]) =>
        index === undefined ? [] : [[column, header[index]?.trim()]],
      ),
    ),
    rows: read.rows,
    shifts,
    skipped: skippedRows([...above, ...left]),
    asked,
    repeated,
    remarks,
    assumed: read.assumed,
    questions: [...turned, ...settled.questions],
  });
}

/** Asks about shifts that a spreadsheet changed into dates. */
function questionOfDates(
  left: readonly Problem[],
  entries: readonly Entry[],
  order: DateOrder,
  { shiftDates }: FileContext,
): readonly FileQuestion[] {
  const all = [...left, ...entries.flatMap(({ remark }) => remark ?? [])];
  const said = all.filter(({ code }) => code === 'row-date-for-time' || code === 'shift-was-date');
  const text = String(said[0]?.details?.text ?? '');
  const date = shiftAsDate(text, order);
  if (!date) return [];
  const orders = ['month-first', 'day-first'] as const;
  const choices = orders.map((each) => ({ order: each, shift: typedShift(date, each) }));
  return [{ about: 'shiftDates', count: said.length, text, choices, used: shiftDates ?? null }];
}

function partsOf(rows: readonly Cells[], found: Read, terms: FileContext): readonly Read[] {
  const later =
    found.kind === 'grid' ? laterWeeks(found.grid, found.line, terms) : laterTables(found.table, terms);
  if (later.length === 0 || later.length > mostParts) return [found];
  return [found.line, ...later].flatMap((line, nth, lines): Read[] => {
    const between = rowsBetween(rows, line, lines[nth + 1] ?? rows.length);
    const title =
      nth === 0 ? titleAbove(rows.slice(0, line), terms) : titleAbove(linesAbove(rows, line), terms);
    if (found.kind === 'grid') {
      const grid = findWeekGrid(between, line, title, terms);
      return grid ? [{ kind: 'grid', line, at: grid.at, unclear: null, grid }] : [];
    }
    const header = (rows[line] ?? []).map((cell) => cell.trim());
    const guess = guessColumns(header, terms.titles ?? {}, between.slice(line + 1, line + 201));
    const { at, splits, unclear } = guess;
    const table = { rows: between, headerAt: line, header, at, splits, title };
    return [{ kind: 'table', line, at, unclear, table }];
  });
}

/** Titles of lists that look like schedules: when people can work, or want to be off. */
const notASchedule =
  /^((employee|staff|team|crew|weekly) )?(availability|unavailability|time[ -]?off( requests?)?|requests? off|day[ -]?off requests?)( report| list)?$/;

/** More weeks than these aren't a schedule. */
const mostParts = 60;

/** Weeks without dates follow each other from the one that a person chose. */
function readParts(parts: readonly Read[], days: DayTerms, terms: FileContext): Entries {
  let all: Entries = nothingRead;
  for (const [nth, part] of parts.entries()) {
    if (part.kind === 'grid' && nth > 0 && weekdaysIn(part.grid).length > 0) {
      const { week, day } = part.grid.title;
      if (!week && !day) return { ...nothingRead, isUnclear: true };
    }
    const { rowsFor } = terms;
    const grid = part.kind === 'grid' ? part.grid : null;
    const moved =
      grid && rowsFor && nth > 0
        ? { ...grid, title: { ...grid.title, day: addDays(rowsFor, 7 * nth) } }
        : grid;
    const read = moved
      ? parseWeekGrid(moved, days, terms)
      : parseTableRows((part as Read & { kind: 'table' }).table, days, terms);
    if (read.isUnclear) return read;
    all = {
      rows: all.rows + read.rows,
      entries: [...all.entries, ...read.entries],
      left: [...all.left, ...read.left],
      assumed: all.assumed ?? read.assumed,
    };
  }
  return all;
}

/** The dates that rows without a date of their own can be for. */
export interface RowDays {
  readonly dates: readonly IsoDate[];
  /** The one in use; null if several, or none yet. */
  readonly used: IsoDate | null;
  /** Whether the file says which of several dates each row is for. */
  readonly isSaid: boolean;
  /** The rows are those of weeks, and a date stands for the first of them. */
  readonly isWeek: boolean;
}

/** Of the dates found in a file. */
const mostChoices = 40;

/** Null if each row of a table, or each column of a week, has its date. */
export function rowDays(rows: readonly Cells[], terms: FileContext): RowDays | null {
  const plain = { ...terms, rowsFor: undefined };
  const found = findHeader(rows, plain);
  if (!found || !terms.date) return null;
  if (found.kind === 'none') return isShiftList(rows) ? lineDays(rows, terms, terms.date) : null;
  const parts = partsOf(rows, found, plain);
  if (found.kind === 'grid') {
    if (weekdaysIn(found.grid).length === 0) return null;
    const { title } = found.grid;
    const near = title.found.length > 0 ? title.found : [addDays(terms.date, -7), addDays(terms.date, 7)];
    const first = title.week && ('from' in title.week ? title.week.from : title.week.until);
    const isSeveral = parts.length > 1 || repeatsWeekday(weekdaysIn(found.grid));
    const used = terms.rowsFor ?? first ?? title.day ?? (isSeveral ? null : terms.date);
    return {
      ...{ used, isSaid: false, isWeek: true },
      dates: sorted([...near, terms.date, ...(used ? [used] : [])]),
    };
  }
  const { table } = found;
  const isOfWeek = rows.some((cells) => weekdayOf(cells[table.at.date ?? -1] ?? '') !== undefined);
  if (table.at.date !== undefined && !isOfWeek) return null;
  const { entries, isUnclear } = readParts(
    parts,
    { order: terms.dateOrder ?? 'month-first', near: terms.date },
    plain,
  );
  if (table.at.date === undefined && table.at.start !== undefined && entries.length > 0) {
    const column = table.at.start;
    // the date stands beside each time
    const said = rows
      .slice(table.headerAt + 1)
      .filter((cells) => /\d[-/.](\d|[a-z]{3}).*[-/.]\d/i.test(cells[column] ?? ''));
    if (said.length >= entries.length) return null;
  }
  const days = [...new Set(entries.map(({ date }) => date))];
  const headed = parts.flatMap((part) => (part.kind === 'table' ? part.table.title.found : []));
  const isWeek = isOfWeek || (isUnclear === true && headed.length === 0);
  const weeks = isWeek ? [addDays(terms.date, -7)] : [];
  const isSeveral = headed.length > 1 && !table.title.day && days.length < 2;
  const only = days.length === 1 && !isSeveral ? (days[0] ?? null) : null;
  const used = terms.rowsFor ?? only;
  const listed = sorted([...days, ...headed]).slice(0, mostChoices);
  return {
    ...{ used, isSaid: days.length > 1, isWeek },
    dates: sorted([...listed, ...weeks, terms.date, ...(used ? [used] : [])]),
  };
}

function lineDays(rows: readonly Cells[], terms: FileContext, date: IsoDate): RowDays {
  const days: DayTerms = { order: terms.dateOrder ?? 'month-first', near: date };
  const read = parseShiftLines(rows, days, { ...terms, rowsFor: undefined });
  const said = [...new Set(read.entries.map((entry) => entry.date))];
  const weeks = read.isUnclear ? [addDays(date, -7)] : [];
  const only = said.length === 1 ? (said[0] ?? null) : null;
  return {
    dates: sorted([...said, ...weeks, date]),
    used: terms.rowsFor ?? only,
    isSaid: said.length > 1,
    isWeek: read.isUnclear === true,
  };
}

const sorted = (dates: readonly IsoDate[]): readonly IsoDate[] => [...new Set(dates)].sort();

function parseList(rows: readonly Cells[], terms: FileContext): Outcome<ScheduleTable> {
  if (rows.filter((cells) => !isBlank(cells)).length > scheduleRowLimit) return tooManyRows();
  const dates = datesInLines(rows);
  const order = terms.dateOrder ?? dateOrderOf(dates, terms.date);
  if (!order) return refuse('dates-unclear', { details: { text: unclear(dates) } });
  const read = parseShiftLines(rows, { order, near: terms.date }, terms);
  if (read.isUnclear) return refuse('rows-for-unclear');
  const { left, ...settled } = settleShifts(read.entries, terms, noJob);
  const all = inOrder([...read.left, ...left]);
  const [first] = all;
  if (settled.shifts.length === 0 && settled.asked.length === 0)
    return refuse('rows-unusable', { details: { reason: first ?? '' } });
  return done({
    ...{ columns: {}, rows: read.rows, assumed: read.assumed, ...settled },
    skipped: skippedRows(all),
  });
}

const together = {
  'row-open': 'rows-open',
  'row-unpublished': 'rows-unpublished',
  'row-not-shift': 'rows-not-shifts',
  'row-other-location': 'rows-other-location',
} as const;
const isTogether = (code: string): code is keyof typeof together => code in together;

/** Rows named in one sentence; the others are counted. */
const namedRows = 5;

/** Rows left out for the same reason are said once, with their count, where the first of them stands. */
function skippedRows(left: readonly Problem[]): ScheduleTable['skipped'] {
  const groups = new Map<unknown, Problem[]>();
  for (const problem of inOrder(left)) {
    const { code, details } = problem;
    const key = isTogether(code) ? `${code} ${String(details?.text ?? '').toLowerCase()}` : problem;
    const group = groups.get(key);
    if (!group) groups.set(key, [problem]);
    else if (!group.some((other) => rowOf(other) === rowOf(problem))) group.push(problem);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const row = rowOf(first);
    if (group.length === 1 || !isTogether(first.code)) return [{ row, reason: first }];
    const more = group.length - namedRows;
    const rows = group.slice(0, namedRows).map(rowOf).join(', ');
    const text = String(first.details?.text ?? '');
    const details = { count: group.length, rows, extra: more > 0 ? 'yes' : 'no', more, text };
    return [{ row, reason: { code: together[first.code], details }, count: group.length }];
  });
}

const saidUnclear = ({ column, titles: [one = '', another = ''] }: NonNullable<ColumnGuess['unclear']>) => ({
  ...{ one, another, column },
});

const tooManyRows = () => refuse('rows-too-many', { details: { max: scheduleRowLimit } });

const rowOf = ({ details }: Problem): number => Number(details?.row);
const inOrder = (left: readonly Problem[]): readonly Problem[] =>
  [...left].sort((one, other) => rowOf(one) - rowOf(other));

const aboveHeader = (cells: Cells, row: number): Problem => ({
  code: 'row-above-header',
  details: { row, text: (cells.find((cell) => cell.trim() !== '') ?? '').trim().slice(0, 40) },
});

type Found = {
  readonly line: number;
  readonly at: ColumnIndex;
  readonly unclear: ColumnGuess['unclear'];
} & (
  | { readonly kind: 'table'; readonly table: Table }
  | { readonly kind: 'grid'; readonly grid: WeekGrid }
  | { readonly kind: 'none'; readonly missing: readonly string[] }
);

type Read = Exclude<Found, { readonly kind: 'none' }>;

/** The header row, after any lines above it; null for an empty file. */
function findHeader(rows: readonly Cells[], terms: FileContext): Found | null {
  const filled = rows.flatMap((cells, index) => (isBlank(cells) ? [] : [index])).slice(0, rowsAbove);
  const pointed = terms.headerRow === undefined ? null : terms.headerRow - 1;
  const candidates = pointed === null ? filled : [pointed];
  if (filled.length === 0) return null;
  const found = candidates.map((line) => {
    const header = (rows[line] ?? []).map((title) => title.trim());
    const guess = guessColumns(header, terms.titles ?? {}, rows.slice(line + 1, line + 201));
    return { line, header, ...guess, missing: missingColumns(guess.at, guess.unclear?.column) };
  });
  const title = (line: number) => titleAbove(rows.slice(0, line), terms);
  const table = found.find(({ missing }) => missing.length === 0);
  // A week's titles 'In' and 'Out' look like those of a table.
  const isWeek = found.some(
    ({ line, header }) => canHaveSides(header, rows[line + 1]) && hasInAndOut(rows, line),
  );
  if (table && !isWeek) {
    const { line, header, at, splits, unclear } = table;
    const read = { rows, headerAt: line, header, at, splits, title: title(line) };
    return { kind: 'table', line, at, unclear, table: read };
  }
  for (const { line } of found) {
    const grid = findWeekGrid(rows, line, title(line), terms);
    if (grid) return { kind: 'grid', line, at: grid.at, unclear: null, grid };
  }
  const known = ({ at }: { at: ColumnIndex }) =>
    Object.values(at).filter((index) => index !== undefined).length;
  const best = found.reduce((one, other) => (known(other) > known(one) ? other : one));
  return { kind: 'none', line: best.line, at: best.at, unclear: null, missing: best.missing };
}

/** Whether the titles can be days, with 'In' or 'Start' beside or below them. */
function canHaveSides(header: Cells, below: Cells = []): boolean {
  const titles = header.map(plainText);
  const canBeDay = (title: string) =>
    /\d/.test(title) || weekdayOf(title.split(/[^a-z]/)[0] ?? '') !== undefined;
  return (
    titles.some(canBeDay) &&
    [...titles, ...below.map(plainText)].some((title) => /\b(in|start)\b/.test(title))
  );
}

function unclear(texts: readonly string[]): string {
  const canBeBoth = (text: string) => {
    const [, first, second] = /(\d{1,2})[-/.](\d{1,2})/.exec(text) ?? [];
    return first !== second && Number(first) <= 12 && Number(second) <= 12;
  };
  return texts.find(canBeBoth) ?? '';
}

export function findHeaderRow(
  rows: readonly Cells[],
  terms: FileContext = {},
): { readonly header: Cells; readonly columns: ColumnTitles; readonly below: number } {
  const found = findHeader(rows, terms);
  const line = found?.line ?? 0;
  const header = (rows[line] ?? []).map((title) => title.trim());
  const columns = namedColumns.flatMap((column) => {
    const inRange = (column === 'start' || column === 'end') && found?.at.range !== undefined;
    const index = inRange ? found?.at.range : found?.at[column];
    return index === undefined ? [] : [[column, header[index] ?? ''] as const];
  });
  return { header, columns: Object.fromEntries(columns), below: line + 1 };
}

/** Sheets after so many rows are not compared. */
const comparedRows = 4 * scheduleRowLimit;

/** The sheet with the most shifts on the date, or else the most shifts. */
export function likeliestSheet(
  sheets: readonly { readonly name?: string; readonly rows: readonly Cells[] }[],
  terms: FileContext,
): number {
  if (sheets.length < 2) return 0;
  let rowsBefore = 0;
  const all = sheets.map(({ name = '' }) => name);
  const counts = sheets.map(({ name = '', rows }) => {
    if (rowsBefore > comparedRows) return 0;
    rowsBefore += rows.length;
    const read = parseScheduleTable(rows, { ...terms, tab: { name, all } });
    if (!read.ok) return read.problem.code === 'dates-unclear' ? 1 : 0;
    const ofTheDay = read.value.shifts.filter(({ date }) => date === terms.date);
    return (ofTheDay.length * scheduleRowLimit + read.value.shifts.length) * 2;
  });
  return counts.indexOf(Math.max(...counts));
}
