import type { IsoDate } from '../time/date.ts';
import { type ColumnGuess, type ColumnIndex, guessColumns, missingColumns } from './guess-columns.ts';
import {
  aboutTheFile,
  datesOfWeek,
  mentionsDay,
  parsePrintedDay,
  parseTitleDays,
  type TitleDays,
  weekdayOf,
} from './printed-day.ts';
import { parsePrintedEnd, parsePrintedRanges, plainText } from './printed-time.ts';
import { type Cells, type FileContext, isBlank, isHeaderAgain } from './schedule-entry.ts';
import { dayColumns, type WeekGrid } from './week-grid.ts';

export interface Table {
  readonly rows: readonly Cells[];
  readonly headerAt: number;
  readonly header: Cells;
  readonly at: ColumnIndex;
  /** Each shift's times, if a row has several. */
  readonly splits: ColumnGuess['splits'];
  readonly title: TitleDays;
}

/** What the lines above a header, or else the name of the sheet, say about its dates. */
export function titleAbove(above: readonly Cells[], terms: FileContext): TitleDays {
  const said = parseTitleDays(above.flatMap(linesOf), { order: terms.dateOrder, near: terms.date });
  if (terms.rowsFor) return { ...said, day: terms.rowsFor, week: null, isSeveral: false };
  if (said.day || said.isSeveral) return said;
  const day = tabDay(terms, said);
  return day ? { ...said, day, week: null, found: [...said.found, day] } : said;
}

/** The day that the name of the sheet says; weekdays are those of one week. */
function tabDay({ tab, date, dateOrder = 'month-first' }: FileContext, title: TitleDays): IsoDate | null {
  if (!tab) return null;
  const ofWeek = weekdayOf(tab.name);
  if (ofWeek === undefined) return parsePrintedDay(tab.name, { order: dateOrder, near: date });
  const all = tab.all.flatMap((name) => weekdayOf(name) ?? []);
  return datesOfWeek(all, title, date)[all.indexOf(ofWeek)] ?? null;
}

const lineOf = (cells: Cells): string =>
  cells
    .map((cell) => cell.trim())
    .filter(Boolean)
    .join(' ');

/** When the file was printed may stand in the line of its week, in one cell or in two. */
function linesOf(cells: Cells): readonly string[] {
  const filled = cells.filter((cell) => cell.trim() !== '');
  const at = filled.findIndex((cell) => aboutTheFile.test(plainText(cell)));
  if (at < 0) return [lineOf(filled)];
  const after = at + (/\d/.test(filled[at] ?? '') ? 1 : 2);
  return [[...filled.slice(0, at), ...filled.slice(after)], filled.slice(at, after)].map(lineOf);
}

const hasTimes = (cells: Cells): boolean =>
  cells.some((cell) => parsePrintedRanges(cell) !== null) ||
  cells.filter((cell) => parsePrintedEnd(cell) !== null).length > 1;

/** Lines of the headers of further weeks below a grid. A header that a page repeats for other people is none. */
export function laterWeeks(grid: WeekGrid, first: number, terms: FileContext): readonly number[] {
  const { rows, headerAt, days, at } = grid;
  const header = rows[first] ?? [];
  const column = at.name ?? at.firstName ?? 0;
  const named = (from: number, to: number) =>
    new Set(
      rows
        .slice(from, to)
        .filter((cells) => hasTimes(cells))
        .map((cells) => (cells[column] ?? '').trim().toLowerCase()),
    );
  const starts = rows.flatMap((cells, line) =>
    line > headerAt && dayColumns(cells).length * 2 > days.length && !hasTimes(cells) ? [line] : [],
  );
  const isTwoRows = headerAt > first;
  const tops = starts.filter((line) => !(isTwoRows && starts.includes(line - 1)));
  return tops.filter((line, nth) => {
    if (!isHeaderAgain(rows[line] ?? [], header)) return true;
    if (days.some(({ title }) => weekdayOf(title) === undefined)) return false;
    const said = titleAbove(linesAbove(rows, line), { ...terms, rowsFor: undefined, tab: undefined });
    if (said.day || said.week) return true;
    const before = named(headerAt + 1, line);
    return [...named(line + 1, tops[nth + 1] ?? rows.length)].some((name) => before.has(name));
  });
}

/** The lines without times directly above a line. */
export function linesAbove(rows: readonly Cells[], line: number): readonly Cells[] {
  let from = line;
  while (from > 0 && !hasTimes(rows[from - 1] ?? [])) from -= 1;
  return rows.slice(from, line);
}

/** Lines of the headers of further tables with other columns. */
export function laterTables({ rows, headerAt, header }: Table, terms: FileContext): readonly number[] {
  return rows.flatMap((cells, line) => {
    if (line <= headerAt || cells.filter((cell) => cell.trim() !== '').length < 3) return [];
    if (cells.some((cell) => /\d/.test(cell)) || isHeaderAgain(cells, header)) return [];
    const titles = cells.map((title) => title.trim());
    const { at, unclear } = guessColumns(titles, terms.titles ?? {}, rows.slice(line + 1, line + 41));
    return missingColumns(at, unclear?.column).length === 0 ? [line] : [];
  });
}

/** The rows from one line to before another; the others are blank, so that rows keep their numbers. */
export const rowsBetween = (rows: readonly Cells[], from: number, to: number): readonly Cells[] =>
  rows.slice(0, to).map((cells, line) => (line < from ? [] : cells));

/** A heading between rows, or above them, that says the day of those below. */
export interface DayHeading {
  readonly line: number;
  /** As 0 for Sunday, if it says a weekday alone. */
  readonly ofWeek: number | undefined;
  readonly text: string;
}

/** Somebody's row without times may have a date behind the name. */
const startsWithDay = (cells: Cells): boolean => {
  const first = (cells.find((cell) => cell.trim() !== '') ?? '').trim();
  return /^(date|day|schedule|shifts?|roster|for)\b/i.test(first) || mentionsDay(first);
};

export function dayHeadings({ rows, headerAt, at }: Table): readonly DayHeading[] {
  if (at.date !== undefined) return [];
  const times = [at.start, at.end, at.range].filter((column) => column !== undefined);
  return rows.flatMap((cells, line) => {
    if (isBlank(cells)) return [];
    if (line > headerAt && times.some((column) => (cells[column] ?? '').trim() !== '')) return [];
    if (line > headerAt && !startsWithDay(cells)) return [];
    const text = lineOf(cells).replace(/:$/, '').slice(0, 100);
    const ofWeek = weekdayOf(text);
    return ofWeek !== undefined || line > headerAt ? [{ line, ofWeek, text }] : [];
  });
}
