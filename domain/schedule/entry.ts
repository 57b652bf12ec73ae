import type { Problem } from '../problem/problem.ts';
import type { ClockTime, TimeRange } from '../time/clock-time.ts';
import type { IsoDate } from '../time/date.ts';
import type { ColumnTitles } from './column-titles.ts';
import type { DateOrder } from './printed-day.ts';
import type { PrintedEnd, PrintedTime } from './printed-time.ts';

/** In characters. What is longer is no name, date or time, and would slow down every look at it. */
export const longestCell = 500;

/** Settings for reading a file. */
export interface FileContext {
  /** The team's titles of columns. */
  readonly titles?: ColumnTitles | undefined;
  /** The line number of the header row, from 1, if a person pointed it out. */
  readonly headerRow?: number | undefined;
  /** The order of day and month, if a person chose it. */
  readonly dateOrder?: DateOrder | undefined;
  /** The date, or a date of the first week, that rows without one are for, if a person chose it. */
  readonly rowsFor?: IsoDate | undefined;
  /** The name of the sheet, and of all sheets of the file: they can be days. */
  readonly tab?: { readonly name: string; readonly all: readonly string[] } | undefined;
  /** The date that shifts are read for. */
  readonly date?: IsoDate | undefined;
  readonly dayStart?: ClockTime | undefined;
  /** The rotations of that date. */
  readonly rotations?: readonly TimeRange[] | undefined;
  /** Names of its positions and subareas: what a line of text can say beside a name. */
  readonly places?: readonly string[] | undefined;
  /** The team's time zone; times with other zones are converted to it. */
  readonly timeZone?: string | undefined;
  /** A person's answers about ambiguous times, by `key`. */
  readonly answers?: ReadonlyMap<string, TimeRange> | undefined;
}

/** A shift as printed, before AM and PM are settled for the whole file. */
export interface Entry {
  readonly row: number;
  /** The same for the same cell each time the file is read. */
  readonly key: string;
  readonly name: string;
  readonly date: IsoDate;
  /** Null if none is printed. */
  readonly endDate: IsoDate | null;
  readonly start: PrintedTime;
  readonly end: PrintedEnd;
  readonly job: string;
  readonly note: string;
  readonly role: string;
  /** The file's id of the person, if it has any. */
  readonly person?: string;
  /** What to show with the shift before it is accepted. */
  readonly remark?: Problem;
}

/** The entries of a file, and why rows were left out. */
export interface Entries {
  /** Rows with content below the header. */
  readonly rows: number;
  readonly entries: readonly Entry[];
  readonly left: readonly Problem[];
  /** The date that was assumed because the file has none. */
  readonly assumed: IsoDate | null;
  /** Whether a person has to say which dates the rows are for. */
  readonly isUnclear?: boolean;
}

export const nothingRead: Entries = { rows: 0, entries: [], left: [], assumed: null };

export type Cells = readonly string[];

/** Lines of dashes part a printed table. */
export const isBlank = (cells: Cells): boolean => cells.every((cell) => /^[\s=_*–—-]*$/.test(cell));

/** Spreadsheets evaluate such a cell. */
export const isFormula = (cell: string): boolean => cell.trim().startsWith('=');

const total =
  /^(?:(?:sub|grand)[ -]?)?totals?(?: (?:hours?|hrs|shifts?|labor|cost|wages|employees?|staff|people|scheduled|paid|for|by|per|of)\b.*)?[:\s\d.,$]*$/i;
const totalAlone =
  /^((scheduled|labor|daily|weekly|day|week|shift|people) )?(hours|labor( cost| %)?|cost|head ?count|totals?)( total| count)?:?$/i;

/** Whether the first cell with content is 'Total', 'Total hours: 312' or similar. */
export function isTotal(cells: Cells): boolean {
  const first = (cells.find((cell) => cell.trim() !== '') ?? '').trim();
  return total.test(first) || totalAlone.test(first);
}

/** Whether the row repeats the header, as at the top of each printed page. */
export const isHeaderAgain = (cells: Cells, header: Cells): boolean =>
  header.every((title, index) => (cells[index] ?? '').trim() === title.trim());
