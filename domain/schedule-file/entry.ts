import type { Problem } from '../problem/problem.ts';
import type { ClockTime, TimeRange } from '../time/clock-time.ts';
import type { IsoDate } from '../time/date.ts';
import type { ColumnTitles } from './column-titles.ts';
import type { DateOrder } from './printed-day.ts';
import type { PrintedEnd, PrintedTime } from './printed-time.ts';

/** What is known beside the file. */
export interface FileContext {
  /** What the team calls its columns. */
  readonly titles?: ColumnTitles | undefined;
  /** The line with the titles of the columns, the first being 1, where a person pointed it out. */
  readonly headerRow?: number | undefined;
  /** The order of day and month, where a person said it. */
  readonly dateOrder?: DateOrder | undefined;
  /** The day that shifts are read for. */
  readonly date?: IsoDate | undefined;
  readonly dayStart?: ClockTime | undefined;
  /** Of that day. */
  readonly rotations?: readonly TimeRange[] | undefined;
  /** The team's; moments of other zones are told by it. */
  readonly timeZone?: string | undefined;
  /** What a person said about times that could be meant in several ways, by `key`. */
  readonly answers?: ReadonlyMap<string, TimeRange> | undefined;
}

/** A shift as it is printed, before the file as a whole says how its times are meant. */
export interface Entry {
  readonly row: number;
  /** The same for the same cell at every reading. */
  readonly key: string;
  readonly name: string;
  readonly date: IsoDate;
  /** Null where none is printed. */
  readonly endDate: IsoDate | null;
  readonly start: PrintedTime;
  readonly end: PrintedEnd;
  readonly job: string;
  readonly note: string;
  readonly role: string;
}

/** The entries of a file, and why some of its rows are none. */
export interface Entries {
  /** Rows below the titles that say something. */
  readonly rows: number;
  readonly entries: readonly Entry[];
  readonly left: readonly Problem[];
  /** The days are those around this one, since the file does not tell them. */
  readonly assumed: IsoDate | null;
}

export type Cells = readonly string[];

export const isBlank = (cells: Cells): boolean => cells.every((cell) => cell.trim() === '');

/** Spreadsheets take such a cell for something to be worked out. */
export const isFormula = (cell: string): boolean => cell.trim().startsWith('=');

const total =
  /^(?:(?:sub|grand)[ -]?)?totals?(?: (?:hours?|hrs|shifts?|labor|cost|wages|employees?|staff|people|scheduled|paid|for|by|per|of)\b.*)?[:\s\d.,$]*$/i;
const totalAlone = /^(scheduled |labor |daily |weekly )?(hours|labor( cost)?|cost|head ?count)( total)?:?$/i;

/** The first cell that says something is 'Total', 'Total hours: 312' and the like. */
export function isTotal(cells: Cells): boolean {
  const first = (cells.find((cell) => cell.trim() !== '') ?? '').trim();
  return total.test(first) || totalAlone.test(first);
}

/** The titles again, as at the top of each printed page. */
export const isHeaderAgain = (cells: Cells, header: Cells): boolean =>
  header.every((title, index) => (cells[index] ?? '').trim() === title.trim());

/** Open shifts and the like in place of a name. */
export const isNobody = (name: string): boolean =>
  /^(open( shifts?)?|unassigned|unfilled|vacant|tb[ad])$/i.test(name);
