import { nameLimit, noteLimit } from '../problem/name.ts';
import type { Problem, ProblemCode } from '../problem/problem.ts';
import type { IsoDate } from '../time/date.ts';
import {
  type DayTerms,
  datesOfWeek,
  isDayTitle,
  parseWrittenDay,
  repeatsWeekday,
  type TitleDays,
  weekdayOf,
} from '../time/written-days.ts';
import { parseWrittenRanges, plainText } from '../time/written-times.ts';
import { asksForOff, isBlankCell, isDoubtful, isLeave } from './leave-words.ts';
import {
  type Cells,
  type Entries,
  type Entry,
  type FileContext,
  isBlank,
  isFormula,
  isHeaderAgain,
  isTotal,
  isWrittenLastFirst,
  nothingRead,
  personNamed,
  stationIn,
  whyNobody,
} from './schedule-entry.ts';
import { aboutDate, isShift, rangesOfDate, shiftAsDate } from './shift-as-date.ts';
import {
  type ColumnIndex,
  canBeNames,
  guessColumns,
  hasName,
  hasTimes,
  linesAbove,
  saysLastFirst,
  titleAbove,
} from './table-columns.ts';

/** People down, days across. */
export interface WeekGrid {
  readonly rows: readonly Cells[];
  /** Index of the last header row. */
  readonly headerAt: number;
  readonly days: readonly {
    readonly column: number;
    readonly title: string;
    /** The column of the day's jobs, if it has its own. */
    readonly job?: number | undefined;
  }[];
  readonly at: ColumnIndex;
  readonly title: TitleDays;
}

/** Rows below the header that are checked for shifts: of all of a long file, for each way to read it, the page would stand still. */
const lookedRows = 60;
/** More than a month of days isn't a schedule. */
const mostDays = 40;

/** The grid whose header starts in this row; null if there is none. */
export function findWeekGrid(
  fileRows: readonly Cells[],
  first: number,
  title: TitleDays,
  terms: FileContext,
): WeekGrid | null {
  const parted = partedTitles(fileRows[first] ?? []);
  const header = parted?.days ?? daysAlone(fileRows[first] ?? []);
  const columns = dayColumns(header);
  if (columns.length === 0 || columns.length > mostDays) return null;
  const next = fileRows[first + 1] ?? [];
  const isInAndOut = hasInAndOut(fileRows, first);
  const pairs = (column: number) => (parted ? 1 : pairsBelow(header, next, column));
  const isTwoRows =
    (isInAndOut && !parted) ||
    (!isSomebody(next, header, fileRows.slice(first + 1), terms) &&
      columns.filter((column) => isDayTitle(next[column] ?? '')).length * 2 > columns.length);
  const headerAt = isTwoRows ? first + 1 : first;
  const rows = isInAndOut
    ? fileRows.map((cells, index) => (index > headerAt ? withRanges(cells, columns, pairs) : cells))
    : fileRows;
  const below = rows.slice(headerAt + 1, headerAt + 1 + lookedRows);
  const upper = guessColumns(header, terms.titles ?? {}, below).at;
  const found = isTwoRows ? { ...guessColumns(next, {}, below).at, ...upper } : upper;
  const { name, firstName, lastName, job, note } = found;
  const isNamed = hasName(found);
  if (!isNamed && columns.length < 3) return null;
  const shifts = below.filter((cells) => columns.some((column) => isShift(cells[column] ?? '')));
  if (shifts.length === 0) return null;
  const free = header.findIndex(
    (_, column) =>
      ![...columns, job, note].includes(column) &&
      shifts.some((cells) => /\p{L}/u.test(cells[column] ?? '')) &&
      canBeNames(column, shifts),
  );
  if (!isNamed && free < 0) return null;
  return {
    rows,
    headerAt,
    days: columns.map((column) => ({
      column,
      title: titleOf(header[column], isTwoRows ? next[column] : ''),
      job: parted ? undefined : jobOfDay(fileRows[first] ?? [], column),
    })),
    at: { ...(isNamed ? { name, firstName, lastName } : { name: free }), job, note },
    title,
  };
}

/** Whether a row has a name under the title of the names: its dates are somebody's shifts, as spreadsheets change them. */
function isSomebody(row: Cells, header: Cells, below: readonly Cells[], terms: FileContext): boolean {
  const dates = row.filter((cell) => isDayTitle(cell));
  if (dates.length === 0 || dates.some((cell) => shiftAsDate(cell) === null)) return false;
  const { name, firstName, lastName } = guessColumns(
    header,
    terms.titles ?? {},
    below.slice(0, lookedRows),
  ).at;
  const at = name ?? firstName ?? lastName;
  return at !== undefined && (row[at] ?? '').trim() !== '' && !hasName(guessColumns(row, {}, []).at);
}

export const dayColumns = (header: Cells): readonly number[] =>
  daysAlone(header).flatMap((cell, column) => (isDayTitle(cell) ? [column] : []));

/** 'Sat Shift', 'Sat Schedule', 'Sat Job': what a column says of a day. */
const sides = {
  times: /^(shifts?|times?|hours)$/,
  job: /^(job|role|position|station)$/,
  area: /^(schedule|area|department|section)$/,
} as const;

function sideOf(title: string, ...kinds: (keyof typeof sides)[]): string | null {
  const [, day = '', side = ''] = /^(.*\S)[\s:–-]+(\S+)$/.exec(title.trim()) ?? [];
  return isDayTitle(day) && kinds.some((kind) => sides[kind].test(plainText(side))) ? day : null;
}

/** The titles of a week with several columns a day: the day stands over its times. */
const daysAlone = (header: Cells): Cells =>
  header.map((title) => sideOf(title, 'times') ?? (sideOf(title, 'job', 'area') ? '' : title));

function jobOfDay(header: Cells, column: number): number | undefined {
  const day = sideOf(header[column] ?? '', 'times');
  const found = (['job', 'area'] as const).map((kind) =>
    day === null ? -1 : header.findIndex((title) => sideOf(title, kind) === day),
  );
  return found.find((at) => at >= 0);
}

const inTitle = /^(time |clock |shift )?(in|start)( time)?$/;
const outTitle = /^(time |clock |shift )?(out|end|finish)( time)?$/;

/** 'Mon 2/1 In', 'Mon 2/1 Out' as the day over the first of the two; null if the titles aren't such pairs. */
function partedTitles(header: Cells): { readonly days: Cells } | null {
  const parts = header.map((title) => {
    const [, day = '', side = ''] = /^(.*\S)[\s:–-]+(\S+)$/.exec(title.trim()) ?? [];
    return isDayTitle(day) ? { day, side: plainText(side) } : null;
  });
  const isPair = (index: number) => {
    const [one, other] = [parts[index], parts[index + 1]];
    return one && other && one.day === other.day && inTitle.test(one.side) && outTitle.test(other.side);
  };
  const days = header.map((title, index) =>
    isPair(index) ? (parts[index]?.day ?? '') : parts[index] ? '' : title,
  );
  const pairs = header.filter((_, index) => isPair(index)).length;
  const isHalf = (side = '') => inTitle.test(side) || outTitle.test(side);
  const others = parts.filter((part, index) => part && !isPair(index) && !isPair(index - 1));
  return pairs > 0 && !others.some((part) => isHalf(part?.side)) ? { days } : null;
}

/** Whether each day has a start and an end column, according to its titles or the row below. */
export function hasInAndOut(rows: readonly Cells[], first: number): boolean {
  if (partedTitles(rows[first] ?? [])) return true;
  const columns = dayColumns(rows[first] ?? []);
  const below = (rows[first + 1] ?? []).map(plainText);
  return (
    columns.length > 0 &&
    columns.every((at) => inTitle.test(below[at] ?? '') && outTitle.test(below[at + 1] ?? ''))
  );
}

/** How many pairs of 'In' and 'Out' a day has. */
function pairsBelow(header: Cells, titles: Cells, column: number): number {
  const isPair = (at: number) =>
    inTitle.test(plainText(titles[at] ?? '')) && outTitle.test(plainText(titles[at + 1] ?? ''));
  let count = 1;
  while (isPair(column + 2 * count) && (header[column + 2 * count] ?? '').trim() === '') count += 1;
  return count;
}

/** Joins each start and end of a day into ranges in one cell. */
const withRanges = (cells: Cells, columns: readonly number[], pairs: (column: number) => number): Cells =>
  cells.map((cell, at) =>
    columns.includes(at)
      ? Array.from({ length: pairs(at) }, (_, nth) => [
          cells[at + 2 * nth] ?? '',
          cells[at + 2 * nth + 1] ?? '',
        ])
          .map((times) => times.filter((each) => each.trim() !== '').join(' - '))
          .filter((range) => range !== '')
          .join(' / ')
      : cell,
  );

/** Of two header rows, the one with the month says more. */
const titleOf = (upper = '', lower = ''): string =>
  isDayTitle(lower) && weekdayOf(lower) === undefined ? lower.trim() : upper.replace(/\s+/g, ' ').trim();

export const daysIn = ({ days }: WeekGrid): readonly string[] => days.map(({ title }) => title);

/** Those without a date beside them. */
export const weekdaysIn = ({ days }: WeekGrid): readonly number[] =>
  days.flatMap(({ title }) => weekdayOf(title) ?? []);

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
    line > headerAt &&
    dayColumns(cells).length * 2 > days.length &&
    !hasTimes(cells) &&
    !isSomebody(cells, header, rows.slice(headerAt + 1), terms)
      ? [line]
      : [],
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

export function parseWeekGrid(grid: WeekGrid, days: DayTerms, terms: FileContext): Entries {
  const { rows, headerAt, at } = grid;
  const dates = gridDates(grid, days);
  const header = rows[headerAt] ?? [];
  const text = (cells: Cells, column: number | undefined) => (cells[column ?? -1] ?? '').trim();
  const nameOf = (cells: Cells) =>
    text(cells, at.name) || `${text(cells, at.firstName)} ${text(cells, at.lastName)}`.trim();
  const below = rows
    .map((cells, index) => ({ cells, line: index + 1 }))
    .filter(({ cells, line }) => line > headerAt + 1 && !isBlank(cells));
  const isTurned =
    saysLastFirst(text(header, at.name)) ||
    isWrittenLastFirst(below.filter(({ cells }) => !isTotal(cells)).map(({ cells }) => nameOf(cells)));
  if ([...dates.values()].every((date) => date === null) && repeatsWeekday(weekdaysIn(grid)) && terms.date)
    return { ...nothingRead, isUnclear: true };
  const entries: Entry[] = [];
  const left: Problem[] = [...columnsWithoutDay(grid)];
  for (const { cells, line } of below) {
    const leave = (code: ProblemCode, details: Problem['details'] = {}) =>
      void left.push({ code, details: { row: line, ...details } });
    const said = nameOf(cells);
    const name = personNamed(said, isTurned);
    const nobody = whyNobody(said, name);
    const filled = grid.days.filter(({ column }) => !isOff(text(cells, column)));
    if (isHeaderAgain(cells, header)) leave('row-header-again');
    else if (isTotal(cells)) leave('row-total');
    else if (filled.length === 0) continue;
    else if (isFormula(said)) {
      const column = text(header, at.name);
      leave(column === '' ? 'row-name-formula' : 'row-formula', { column });
    } else if (nobody) leave(nobody.code, nobody.details);
    else {
      for (const { column, title, job: jobColumn } of filled) {
        const cell = text(cells, column);
        const turned = shiftAsDate(cell, days.order);
        const written = isFormula(cell)
          ? null
          : (parseWrittenRanges(cell) ?? rangesOfDate(cell, days, terms));
        const date = dates.get(column);
        if (written && [written.rest, ...written.labels].some(asksForOff)) {
          leave('row-not-shift', { text: written.rest.slice(0, 40) });
          continue;
        }
        if (!written || !date) {
          if (isFormula(cell)) leave('row-formula', { column: title });
          else if (!written && turned) leave('row-date-for-time', { text: cell.slice(0, 40), column: title });
          else if (!written) leave('row-time-unreadable', { text: cell.slice(0, 40), column: title });
          else leave('row-title-date-unreadable', { text: title.slice(0, 40) });
          continue;
        }
        const tag = stationIn(said);
        const note = text(cells, at.note).slice(0, noteLimit);
        for (const [nth, range] of written.ranges.entries()) {
          const key = `${line}:${column}.${nth}`;
          const said = written.labels[nth] || text(cells, jobColumn) || text(cells, at.job) || tag;
          const job = said.slice(0, nameLimit);
          const entry = { row: line, key, name, date, endDate: null, ...range, job, note, role: job };
          const remark = turned ? aboutDate(cell) : isDoubtful(job) ? saysBeside(job) : undefined;
          entries.push(remark ? { ...entry, remark } : entry);
        }
      }
    }
  }
  const isSaid =
    grid.title.week !== null ||
    grid.title.day !== null ||
    daysIn(grid).some((title) => weekdayOf(title) === undefined);
  return { rows: below.length, entries, left, assumed: isSaid ? null : (terms.date ?? null) };
}

const saysBeside = (text: string): Problem => ({ code: 'shift-says', details: { text: text.slice(0, 60) } });

/** Columns with times whose titles are no days: nothing of them is read. */
function columnsWithoutDay({ rows, headerAt, days, at }: WeekGrid): readonly Problem[] {
  const header = rows[headerAt] ?? [];
  const known = new Set<number | undefined>([
    ...Object.values(at),
    ...days.flatMap(({ column, job }) => [column, job]),
  ]);
  const below = rows.slice(headerAt + 1, headerAt + 1 + lookedRows);
  return header.flatMap((title, column): Problem[] => {
    if (known.has(column) || isDayTitle(title) || title.trim() === '') return [];
    const cells = below.filter((cells) => !isTotal(cells)).map((cells) => cells[column] ?? '');
    if (!cells.some((cell) => !/\d{3}\D\d{4}/.test(cell) && parseWrittenRanges(cell) !== null)) return [];
    return [{ code: 'column-without-day', details: { row: headerAt + 1, text: title.trim().slice(0, 40) } }];
  });
}

/** Such cells aren't listed as left out, except those with times. */
const isOff = (cell: string): boolean =>
  isBlankCell(cell) || (isLeave(cell) && (isFormula(cell) || parseWrittenRanges(cell) === null));

/** Weekdays without dates are in the title's week, or in the week of the date. */
export function gridDates({ days, title }: WeekGrid, terms: DayTerms): ReadonlyMap<number, IsoDate | null> {
  const week = title.week && 'from' in title.week ? title.week.from : title.week?.until;
  const near = week ?? title.day ?? terms.near;
  const ofWeek = days.map((day) => weekdayOf(day.title));
  const alone = ofWeek.filter((each) => each !== undefined);
  const inWeek = datesOfWeek(alone, title, terms.near);
  return new Map(
    days.map((day, index) => {
      if (ofWeek[index] === undefined) return [day.column, parseWrittenDay(day.title, { ...terms, near })];
      const nth = ofWeek.slice(0, index).filter((each) => each !== undefined).length;
      return [day.column, inWeek[nth] ?? null];
    }),
  );
}
