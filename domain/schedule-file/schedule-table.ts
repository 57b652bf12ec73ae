import { done, type Outcome, type Problem, refuse, sentence } from '../problem/problem.ts';
import type { ScheduledShift } from '../schedule/schedule.ts';
import type { IsoDate } from '../time/date.ts';
import { type ColumnTitles, namedColumns } from './column-titles.ts';
import { type Cells, type FileContext, isBlank } from './entry.ts';
import { type ColumnIndex, guessColumns, missingColumns, type ScheduleColumn } from './guess-columns.ts';
import { type DayTerms, dateOrderOf, parseTitleDays, type TitleDays } from './printed-day.ts';
import { type AmbiguousTimes, settleShifts } from './settled-shifts.ts';
import { datesIn, parseTableRows, type Table } from './table-rows.ts';
import { daysIn, findWeekGrid, hasInAndOut, parseWeekGrid, type WeekGrid } from './week-grid.ts';

export const scheduleRowLimit = 5_000;

/** Titles of columns stand among the first rows that say something. */
const rowsAbove = 30;

export interface ScheduleTable {
  /** What the file calls each column that was recognized. */
  readonly columns: Readonly<Partial<Record<ScheduleColumn, string>>>;
  /** Rows below the header that say something. */
  readonly rows: number;
  readonly shifts: readonly ScheduledShift[];
  /** Rows left out: the line in the table, the first being 1, and a sentence that names it too. */
  readonly skipped: readonly { readonly row: number; readonly reason: string }[];
  /** Shifts that a person says how their times are meant; also those that were said. */
  readonly asked: readonly AmbiguousTimes[];
  /** Ids of shifts that a row before tells word by word. */
  readonly repeated: ReadonlySet<string>;
  /** What a person should know of a shift before it is taken, by its id. */
  readonly remarks: ReadonlyMap<string, string>;
  /** The day, or a day of the week, that was taken since the file tells none. */
  readonly assumed: IsoDate | null;
}

/**
 * Understands a schedule kept as a table with a shift a row, or with people down and days across. What is no shift is
 * left out by itself and said; a file without any shift is refused.
 */
export function parseScheduleTable(rows: readonly Cells[], terms: FileContext = {}): Outcome<ScheduleTable> {
  const found = findHeader(rows, terms);
  if (!found) return refuse('file-empty');
  if (found.kind === 'none')
    return refuse('columns-missing', { details: { columns: found.missing.join(', ') } });
  const dates = found.kind === 'grid' ? daysIn(found.grid) : datesIn(found.table);
  const order = terms.dateOrder ?? dateOrderOf(dates, terms.date);
  if (!order) return refuse('dates-unclear', { details: { text: unclear(dates) } });
  const days: DayTerms = { order, near: terms.date };
  const read =
    found.kind === 'grid' ? parseWeekGrid(found.grid, days, terms) : parseTableRows(found.table, days, terms);
  if (read.rows === 0) return refuse('rows-missing');
  if (Math.max(read.rows, read.entries.length) > scheduleRowLimit) {
    return refuse('rows-too-many', { details: { max: scheduleRowLimit } });
  }
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
    skipped: inOrder([...above, ...left]).map((problem) => ({
      row: rowOf(problem),
      reason: sentence(problem),
    })),
    asked,
    repeated,
    remarks,
    assumed: read.assumed,
  });
}

const rowOf = ({ details }: Problem): number => Number(details?.row);
const inOrder = (left: readonly Problem[]): readonly Problem[] =>
  [...left].sort((one, other) => rowOf(one) - rowOf(other));

const aboveHeader = (cells: Cells, row: number): Problem => ({
  code: 'row-above-header',
  details: { row, text: (cells.find((cell) => cell.trim() !== '') ?? '').trim().slice(0, 40) },
});

type Found = { readonly line: number; readonly at: ColumnIndex } & (
  | { readonly kind: 'table'; readonly table: Table }
  | { readonly kind: 'grid'; readonly grid: WeekGrid }
  | { readonly kind: 'none'; readonly missing: readonly string[] }
);

/** The titles of the columns, below whatever stands above them; null for a file that says nothing. */
function findHeader(rows: readonly Cells[], terms: FileContext): Found | null {
  const filled = rows.flatMap((cells, index) => (isBlank(cells) ? [] : [index])).slice(0, rowsAbove);
  const pointed = terms.headerRow === undefined ? null : terms.headerRow - 1;
  const candidates = pointed === null ? filled : [pointed];
  if (filled.length === 0) return null;
  const found = candidates.map((line) => {
    const header = (rows[line] ?? []).map((title) => title.trim());
    const at = guessColumns(header, terms.titles ?? {}, rows.slice(line + 1, line + 201));
    return { line, header, at, missing: missingColumns(at) };
  });
  const title = (line: number) => titleAbove(rows.slice(0, line), terms);
  // The titles 'In' and 'Out' of a week would pass for those of a table.
  const isTable = !found.some(({ line }) => hasInAndOut(rows, line));
  const table = isTable && found.find(({ missing }) => missing.length === 0);
  if (table) {
    const { line, header, at } = table;
    return { kind: 'table', line, at, table: { rows, headerAt: line, header, at, title: title(line) } };
  }
  for (const { line } of found) {
    const grid = findWeekGrid(rows, line, title(line), terms);
    if (grid) return { kind: 'grid', line, at: grid.at, grid };
  }
  const known = ({ at }: { at: ColumnIndex }) =>
    Object.values(at).filter((index) => index !== undefined).length;
  const best = found.reduce((one, other) => (known(other) > known(one) ? other : one));
  return { kind: 'none', line: best.line, at: best.at, missing: best.missing };
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

/** The date that a person is asked about. */
function unclear(texts: readonly string[]): string {
  const canBeBoth = (text: string) => {
    const [, first, second] = /(\d{1,2})[-/.](\d{1,2})/.exec(text) ?? [];
    return first !== second && Number(first) <= 12 && Number(second) <= 12;
  };
  return texts.find(canBeBoth) ?? '';
}

/** The row with the titles of the columns, and what of it is recognized, for a person who points out the rest. */
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

/** Of several sheets, the one with the most shifts of the day that is looked at, else with the most. */
export function likeliestSheet(
  sheets: readonly { readonly rows: readonly Cells[] }[],
  terms: FileContext,
): number {
  if (sheets.length < 2) return 0;
  const counts = sheets.map(({ rows }) => {
    const read = parseScheduleTable(rows, terms);
    if (!read.ok) return read.problem.code === 'dates-unclear' ? 1 : 0;
    const ofTheDay = read.value.shifts.filter(({ date }) => date === terms.date);
    return (ofTheDay.length * scheduleRowLimit + read.value.shifts.length) * 2;
  });
  return counts.indexOf(Math.max(...counts));
}
