import { done, type Outcome, type Problem, refuse } from '../problem/problem.ts';
import { sentence } from '../problem/sentence.ts';
import type { ScheduledShift } from '../schedule/schedule.ts';
import { noJob } from '../shift/shift.ts';
import type { IsoDate } from '../time/date.ts';
import { linesOfBareTimes } from './bare-times.ts';
import { type ColumnTitles, namedColumns } from './column-titles.ts';
import { type Cells, type FileContext, isBlank } from './entry.ts';
import {
  type ColumnGuess,
  type ColumnIndex,
  guessColumns,
  missingColumns,
  type ScheduleColumn,
} from './guess-columns.ts';
import { type DayTerms, dateOrderOf, parseTitleDays, type TitleDays } from './printed-day.ts';
import { type AmbiguousTimes, settleShifts } from './settled-shifts.ts';
import { datesInLines, isShiftList, parseShiftLines, placesIn } from './shift-lines.ts';
import { datesIn, parseTableRows, type Table } from './table-rows.ts';
import { daysIn, findWeekGrid, hasInAndOut, parseWeekGrid, type WeekGrid } from './week-grid.ts';

export const scheduleRowLimit = 5_000;

/** The header is among the first rows with content. */
const rowsAbove = 30;

export interface ScheduleTable {
  /** The file's titles of the recognized columns. */
  readonly columns: Readonly<Partial<Record<ScheduleColumn, string>>>;
  /** Rows with content below the header. */
  readonly rows: number;
  readonly shifts: readonly ScheduledShift[];
  /** Rows left out: the line in the table, from 1, and a sentence that names it too. */
  readonly skipped: readonly {
    readonly row: number;
    readonly reason: string;
    /** The rows that the sentence is about, if more than one. */
    readonly count?: number;
  }[];
  /** Shifts with ambiguous times, including those that a person has answered. */
  readonly asked: readonly AmbiguousTimes[];
  /** Ids of shifts that repeat an earlier row word for word. */
  readonly repeated: ReadonlySet<string>;
  /** Hints to show with a shift before it is accepted, by its id. */
  readonly remarks: ReadonlyMap<string, string>;
  /** The date, or a date of the week, that was assumed because the file has none. */
  readonly assumed: IsoDate | null;
}

/**
 * Parses a schedule from a table with one shift a row, or with people down and days across. Rows that aren't shifts are
 * left out and listed; a file without any shift is refused.
 */
export function parseScheduleTable(rows: readonly Cells[], terms: FileContext = {}): Outcome<ScheduleTable> {
  const found = findHeader(rows, terms);
  if (!found) return refuse('file-empty');
  const lines =
    found.kind === 'none' && terms.headerRow === undefined
      ? (linesOfBareTimes(rows, placesIn(terms)) ?? rows)
      : [];
  if (isShiftList(lines)) {
    const list = parseList(lines, terms);
    // of a table, a person can still point out the columns
    if (list.ok || rows.every((cells) => cells.length < 2)) return list;
  }
  if (found.kind !== 'grid' && found.unclear)
    return refuse('columns-unclear', { details: saidUnclear(found.unclear) });
  if (found.kind === 'none')
    return refuse('columns-missing', { details: { columns: found.missing.join(', ') } });
  // Before each row costs more than a look.
  const below = rows.slice(found.line + 1).filter((cells) => !isBlank(cells));
  if (below.length > scheduleRowLimit) return tooManyRows();
  const dates = found.kind === 'grid' ? daysIn(found.grid) : datesIn(found.table);
  const order = terms.dateOrder ?? dateOrderOf(dates, terms.date);
  if (!order) return refuse('dates-unclear', { details: { text: unclear(dates) } });
  const days: DayTerms = { order, near: terms.date };
  const read =
    found.kind === 'grid' ? parseWeekGrid(found.grid, days, terms) : parseTableRows(found.table, days, terms);
  if (read.rows === 0) return refuse('rows-missing');
  if (read.entries.length > scheduleRowLimit) return tooManyRows();
  const settled = settleShifts(read.entries, terms);
  const above = rows
    .slice(0, found.line)
    .flatMap((cells, index) => (isBlank(cells) ? [] : [aboveHeader(cells, index + 1)]));
  const left = [...read.left, ...settled.left];
  if (settled.shifts.length === 0 && settled.asked.length === 0) {
    const [first] = inOrder(left);
    if (!first) return refuse('rows-missing');
    return first.code === 'row-date-missing' && !found.at.date
      ? refuse('columns-missing', { details: { columns: 'date' } })
      : refuse('rows-unusable', { details: { reason: sentence(first) } });
  }
  const { shifts, asked, repeated, remarks } = settled;
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
  });
}

/** Lines of text instead of a table. */
function parseList(rows: readonly Cells[], terms: FileContext): Outcome<ScheduleTable> {
  if (rows.filter((cells) => !isBlank(cells)).length > scheduleRowLimit) return tooManyRows();
  const dates = datesInLines(rows);
  const order = terms.dateOrder ?? dateOrderOf(dates, terms.date);
  if (!order) return refuse('dates-unclear', { details: { text: unclear(dates) } });
  const read = parseShiftLines(rows, { order, near: terms.date }, terms);
  const { left, ...settled } = settleShifts(read.entries, terms, noJob);
  const all = inOrder([...read.left, ...left]);
  const [first] = all;
  if (settled.shifts.length === 0 && settled.asked.length === 0)
    return refuse('rows-unusable', { details: { reason: first ? sentence(first) : '' } });
  return done({
    ...{ columns: {}, rows: read.rows, assumed: read.assumed, ...settled },
    skipped: skippedRows(all),
  });
}

const together = {
  'row-open': 'rows-open',
  'row-unpublished': 'rows-unpublished',
  'row-not-shift': 'rows-not-shifts',
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
    if (group.length === 1 || !isTogether(first.code)) return [{ row, reason: sentence(first) }];
    const more = group.length - namedRows;
    const rows = [...group.slice(0, namedRows).map(rowOf), ...(more > 0 ? [`and ${more} more`] : [])].join(
      ', ',
    );
    const details = { count: group.length, rows, text: String(first.details?.text ?? '') };
    return [{ row, reason: sentence({ code: together[first.code], details }), count: group.length }];
  });
}

const saidUnclear = ({ column, titles }: NonNullable<ColumnGuess['unclear']>) => ({
  titles: titles.map((title) => `“${title}”`).join(' and '),
  column: column === 'range' ? 'times' : column === 'start' || column === 'end' ? `${column} time` : column,
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
  // A week's titles 'In' and 'Out' look like those of a table.
  const isTable = !found.some(({ line }) => hasInAndOut(rows, line));
  const table = isTable && found.find(({ missing }) => missing.length === 0);
  if (table) {
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

const titleAbove = (above: readonly Cells[], terms: FileContext): TitleDays => {
  const lines = above.map((cells) =>
    cells
      .map((cell) => cell.trim())
      .filter(Boolean)
      .join(' '),
  );
  const order = terms.dateOrder ?? 'month-first';
  return parseTitleDays(lines, { order, near: terms.date });
};

/** The date that the question to a person shows. */
function unclear(texts: readonly string[]): string {
  const canBeBoth = (text: string) => {
    const [, first, second] = /(\d{1,2})[-/.](\d{1,2})/.exec(text) ?? [];
    return first !== second && Number(first) <= 12 && Number(second) <= 12;
  };
  return texts.find(canBeBoth) ?? '';
}

/** The header row and its recognized columns, for a person who points out the others. */
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
  sheets: readonly { readonly rows: readonly Cells[] }[],
  terms: FileContext,
): number {
  if (sheets.length < 2) return 0;
  let rowsBefore = 0;
  const counts = sheets.map(({ rows }) => {
    if (rowsBefore > comparedRows) return 0;
    rowsBefore += rows.length;
    const read = parseScheduleTable(rows, terms);
    if (!read.ok) return read.problem.code === 'dates-unclear' ? 1 : 0;
    const ofTheDay = read.value.shifts.filter(({ date }) => date === terms.date);
    return (ofTheDay.length * scheduleRowLimit + read.value.shifts.length) * 2;
  });
  return counts.indexOf(Math.max(...counts));
}
