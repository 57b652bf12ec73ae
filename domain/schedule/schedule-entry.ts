import type { Problem } from '../problem/problem.ts';
import { sentence } from '../problem/sentence.ts';
import { type ColumnTitles, defaultDayStart } from '../team/team.ts';
import {
  type ClockTime,
  fromMinutes,
  minutesOfDay,
  spanOf,
  type TimeRange,
  toMinutes,
} from '../time/clock-time.ts';
import { addDays, type IsoDate } from '../time/date.ts';
import { type DayOfTimes, parseRange } from '../time/typed-ranges.ts';
import type { DateOrder } from './printed-day.ts';
import { isOnTwentyFourHours, type PrintedEnd, type PrintedTime, typedTime } from './printed-time.ts';
import type { ScheduledShift } from './schedule.ts';

/** In characters. What is longer is no name, date or time, and would slow down every look at it. */
export const longestCell = 500;
/** Rows beyond this are ignored: there are too many shifts by then, even if some rows are blank. */
export const mostRows = 20_000;
/** A single cell far to the right would make every row that wide. */
export const mostColumns = 200;

export interface FileContext {
  readonly titles?: ColumnTitles | undefined;
  /** The line number of the header row, from 1, if a person pointed it out. */
  readonly headerRow?: number | undefined;
  readonly dateOrder?: DateOrder | undefined;
  /** The date, or a date of the first week, that rows without one are for, if a person chose it. */
  readonly rowsFor?: IsoDate | undefined;
  /** The name of the sheet, and of all sheets of the file: they can be days. */
  readonly tab?: { readonly name: string; readonly all: readonly string[] } | undefined;
  readonly date?: IsoDate | undefined;
  readonly dayStart?: ClockTime | undefined;
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
  readonly endDate: IsoDate | null;
  readonly start: PrintedTime;
  readonly end: PrintedEnd;
  readonly job: string;
  readonly note: string;
  readonly role: string;
  readonly person?: string;
  /** What to show with the shift before it is accepted. */
  readonly remark?: Problem;
}

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

/** A shift with ambiguous times; it is left out until a person chooses. */
export interface AmbiguousTimes {
  readonly key: string;
  readonly row: number;
  readonly teamMember: string;
  readonly date: IsoDate;
  readonly printed: string;
  /** Most likely first. */
  readonly choices: readonly TimeRange[];
}

interface SettledShifts {
  readonly shifts: readonly ScheduledShift[];
  readonly left: readonly Problem[];
  readonly asked: readonly AmbiguousTimes[];
  /** Ids of shifts that repeat an earlier row word for word. */
  readonly repeated: ReadonlySet<string>;
  /** Hints to show with a shift before it is accepted, by its id. */
  readonly remarks: ReadonlyMap<string, string>;
}

/** Resolves AM and PM, the end of the day, and repeated rows. */
export function settleShifts(
  entries: readonly Entry[],
  terms: FileContext,
  unlabeled = 'CSV',
): SettledShifts {
  const day: DayOfTimes = { dayStart: terms.dayStart ?? defaultDayStart, rotations: terms.rotations ?? [] };
  const close = closingTime(day);
  const is24 = isOnTwentyFourHours(
    entries.flatMap(({ start, end }) => (end === 'close' ? [start] : [start, end])),
  );
  const shifts: ScheduledShift[] = [];
  const left: Problem[] = [];
  const asked: AmbiguousTimes[] = [];
  const repeated = new Set<string>();
  const remarks = new Map<string, string>();
  const idsSeen = new Map<string, number>();
  const firstRows = new Map<string, number>();
  for (const entry of entries) {
    const { row, key, name, date, start, end, job, note, role, person, remark } = entry;
    if (end === 'close' && close === null) {
      left.push({ code: 'row-close-unknown', details: { row } });
      continue;
    }
    const endTime: PrintedTime = end === 'close' ? { minutes: toMinutes(close ?? ''), by: 'exact' } : end;
    const reading = parseTimes(entry, endTime, is24, day);
    if (!reading) {
      left.push({ code: 'row-times-apart', details: { row } });
      continue;
    }
    let range = 'range' in reading ? reading.range : reading.choices[0];
    if ('choices' in reading && isNear(date, terms.date)) {
      const printed = `${shown(start)} – ${end === 'close' ? 'close' : shown(end)}`;
      asked.push({ key, row, teamMember: name, date, printed, choices: reading.choices });
      range = terms.answers?.get(key);
    }
    if (!range) continue;
    const id = idFor(`csv:${name}:${date} ${range.startTime}`, idsSeen);
    const told = {
      ...{ teamMember: name, date, ...range, job: job || unlabeled, note, role },
      ...(person !== undefined && { person }),
    };
    shifts.push({ id, ...told });
    if (remark) remarks.set(id, sentence(remark));
    const sameAs = firstRows.get(JSON.stringify(told));
    if (sameAs !== undefined) {
      repeated.add(id);
      remarks.set(id, sentence({ code: 'shift-repeated', details: { row, same: sameAs } }));
    } else {
      firstRows.set(JSON.stringify(told), row);
      if (end === 'close') {
        remarks.set(id, sentence({ code: 'shift-until-close', details: { time: range.endTime } }));
      }
    }
  }
  return { shifts, left, asked, repeated, remarks };
}

/** Without 'AM' or 'PM' if the file has neither. */
const shown = (time: PrintedTime): string => typedTime(time, false);

type Reading = { readonly range: TimeRange } | { readonly choices: readonly TimeRange[] };

/** Null if the times are further apart than a shift can be long. */
function parseTimes(entry: Entry, end: PrintedTime, is24: boolean, day: DayOfTimes): Reading | null {
  const { date, endDate, start } = entry;
  const texts = { start: typedTime(start, is24), end: typedTime(end, is24) };
  const isSettled = [texts.start, texts.end].every((text) => /[AP]M$/.test(text));
  if (endDate !== null && isSettled) {
    const range = { startTime: texts.start, endTime: texts.end };
    return isWithinDay(date, range, endDate) ? { range } : null;
  }
  const reading = parseRange(texts, day);
  if (reading.kind === 'unreadable') return null;
  if (reading.kind === 'ask') {
    const choices = [...(reading.typed ? [reading.typed] : []), ...reading.choices];
    const fitting = choices.filter((range) => endDate === null || isWithinDay(date, range, endDate));
    return fitting.length > 0 ? { choices: fitting } : null;
  }
  return endDate === null || isWithinDay(date, reading.range, endDate) ? { range: reading.range } : null;
}

/** If the end has the start's date, an end at or before the start is on the next day. */
function isWithinDay(date: IsoDate, { startTime, endTime }: TimeRange, endDate: IsoDate): boolean {
  if (endDate === date) return true;
  const days = (Date.parse(endDate) - Date.parse(date)) / 86_400_000;
  const length = days * minutesOfDay + toMinutes(endTime) - toMinutes(startTime);
  return length > 0 && length <= minutesOfDay;
}

/** Shifts on other dates are only counted, so that nobody is asked about them. */
const isNear = (date: IsoDate, near: IsoDate | undefined): boolean =>
  near === undefined || date === near || date === addDays(near, 1);

function closingTime({ dayStart, rotations }: DayOfTimes): ClockTime | null {
  const ends = rotations.map((rotation) => spanOf(rotation, dayStart).end);
  return ends.length === 0 ? null : fromMinutes(Math.max(...ends));
}

/** The same row read again gets the same id, so that importing twice changes nothing. */
function idFor(base: string, seen: Map<string, number>): string {
  const nth = (seen.get(base) ?? 0) + 1;
  seen.set(base, nth);
  return nth === 1 ? base : `${base}:${nth}`;
}
