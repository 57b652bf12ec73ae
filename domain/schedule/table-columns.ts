import { type ColumnTitles, namedColumns } from '../team/team.ts';
import type { IsoDate } from '../time/date.ts';
import {
  aboutTheFile,
  datesOfWeek,
  isDayTitle,
  mentionsDay,
  parseTitleDays,
  parseWrittenDay,
  type TitleDays,
  weekdayOf,
} from '../time/written-days.ts';
import { parseWrittenEnd, parseWrittenRanges, plainText } from '../time/written-times.ts';
import { columnTitles } from './column-titles.ts';
import { type Cells, type FileContext, isBlank, isHeaderAgain, isStation } from './schedule-entry.ts';
import { isShift } from './shift-as-date.ts';

export type ScheduleColumn = keyof typeof columnTitles;
export type ColumnIndex = Readonly<Partial<Record<ScheduleColumn, number>>>;

export interface ColumnGuess {
  readonly at: ColumnIndex;
  /** Each shift's times where a row has several shifts, the first included; none if it has one. */
  readonly splits: readonly Pick<ColumnIndex, 'start' | 'end' | 'range'>[];
  /** Two columns that both fit; neither is in `at`. */
  readonly unclear: { readonly column: ScheduleColumn; readonly titles: readonly string[] } | null;
}

/** Columns of which a row has only one. The wrong one would be a wrong shift. */
const askedAbout = new Set<string>(['name', 'date', 'start', 'end', 'range']);

const namedBy = (title: string): string => title.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
/** Also matches 'Start Time (local)' as 'Start Time'. */
const namedShort = (title: string): string => namedBy(title.replace(/\([^)]*\)/g, ''));
/** 'Start 1', '1st In' and 'Shift 2 Start' as 'Start', 'In' and 'Shift Start'. */
const withoutNumber = (title: string): string =>
  namedShort(title.replace(/(^|[\s_#-])\d(st|nd|rd|th)?(?=$|[\s_-])|\d$/gi, ' '));

/** Whether a title says that names are written 'Last, First'. */
export const saysLastFirst = (title: string): boolean => /last(name)?first/.test(namedBy(title));

type Below = readonly (readonly string[])[];

/** The columns that a row of titles suggests; `below` are the rows under it. */
export function guessColumns(header: readonly string[], named: ColumnTitles, below: Below): ColumnGuess {
  const titles = header.map(namedBy);
  const short = header.map(namedShort);
  const bases = header.map(withoutNumber);
  const said = pointedOut(titles, named);
  const found: Partial<Record<ScheduleColumn, number>> = {};
  let unclear: ColumnGuess['unclear'] = null;
  const ranks: Partial<Record<ScheduleColumn, number>> = {};
  for (const [name, groups] of Object.entries(columnTitles)) {
    const column = name as ScheduleColumn;
    if (said && isReplaced(column, said)) continue;
    for (const [rank, group] of (groups as readonly (readonly string[])[]).entries()) {
      const fitting = [titles, short, bases]
        .map((each) =>
          each
            .flatMap((title, index) => (group.includes(title) ? [index] : []))
            .sort((one, other) => group.indexOf(each[one] ?? '') - group.indexOf(each[other] ?? '')),
        )
        .find((at) => at.length > 0)
        ?.filter((index) => canBe(column, titles[index] ?? '', index, below));
      const [first, ...others] = fitting ?? [];
      if (first === undefined) continue;
      ranks[column] = rank;
      const other = others.find(
        (index) => bases[index] !== bases[first] && !isSameColumn(first, index, below),
      );
      if (other === undefined || !askedAbout.has(column)) found[column] = first;
      else unclear ??= { column, titles: [header[first] ?? '', header[other] ?? ''] };
      break;
    }
  }
  // a name to sign in with says less than the person's own
  if (!said && (ranks.name ?? 0) > 0 && found.firstName !== undefined && found.lastName !== undefined)
    delete found.name;
  // 'Name' beside 'Vorname' is a last name, and beside 'Apellidos' a first one
  if (
    !said &&
    found.name !== undefined &&
    isMostOf(cellsUnder(found.name, below), (cell) => !/[\s,]/.test(cell))
  ) {
    const { name, ...others } = found;
    if (found.firstName !== undefined && found.lastName === undefined)
      Object.assign(found, { ...others, lastName: name, name: undefined });
    else if (found.lastName !== undefined && found.firstName === undefined)
      Object.assign(found, { ...others, firstName: name, name: undefined });
  }
  // a scheduled start and a clocked end are no shift
  if (!said && Math.abs((ranks.start ?? 0) - (ranks.end ?? 0)) === clockedRank) delete found.end;
  if (!said && found.date === undefined && unclear?.column !== 'date') {
    const dates = datesUnder(found, header, below);
    if (dates.length === 1) found.date = dates[0];
    else if (dates.length > 1)
      unclear ??= { column: 'date', titles: dates.slice(0, 2).map((index) => header[index] ?? '') };
  }
  const times = inOneColumn({ ...found, ...said }, header, below);
  const at = said ? times : { ...stationsOf(times, header, below), ...times };
  if (unclear && isSettled(unclear.column, at)) unclear = null;
  return { at, splits: splitsOf(at, bases, header, below), unclear };
}

const otherDates =
  /birth|hire|due|expir|creat|updat|modif|print|export|publish|request|approv|start of|effective|seniority|period|cut ?off/i;

/** Where no title is known to be the date's, columns with a date in each row. */
function datesUnder(at: ColumnIndex, header: readonly string[], below: Below): readonly number[] {
  const taken = new Set(Object.values(at));
  const isWhole = (cell: string) => /\d{4}|\d\D\d+\D\d/.test(cell) && isDayTitle(cell);
  return header.flatMap((title, index) => {
    if (index >= lookedColumns || taken.has(index) || isDayTitle(title) || otherDates.test(title)) return [];
    const cells = title.trim() === '' ? [] : cellsUnder(index, below);
    return cells.length > 0 && cells.every(isWhole) ? [index] : [];
  });
}

/** Where no title is known to be the job's, a column of stations is. */
function stationsOf(at: ColumnIndex, header: readonly string[], below: Below): ColumnIndex {
  if (at.job !== undefined || at.role !== undefined || missingColumns(at).length > 0) return {};
  const taken = new Set(Object.values(at));
  const found = header.findIndex((_, index) => {
    const cells = index < lookedColumns && !taken.has(index) ? cellsUnder(index, below) : [];
    return cells.length > 0 && isMostOf(cells, isStation);
  });
  return found < 0 ? {} : { job: found, role: found };
}

/** 'Name' doesn't matter beside 'First Name' and 'Last Name', nor a start beside a column with both times. */
const isSettled = (column: ScheduleColumn, at: ColumnIndex): boolean =>
  at[column] !== undefined ||
  (column === 'name' && at.firstName !== undefined && at.lastName !== undefined) ||
  (column === 'range' && at.start !== undefined && at.end !== undefined) ||
  ((column === 'start' || column === 'end') && at.range !== undefined);

const cellsUnder = (index: number, below: Below): readonly string[] =>
  below
    .slice(0, lookedRows)
    .map((row) => (row[index] ?? '').trim())
    .filter((cell) => cell !== '');

/** Numbers and jobs under 'Employee' aren't names, and 'In Date' can be a date, or a date with its time. */
function canBe(column: ScheduleColumn, title: string, index: number, below: Below): boolean {
  if (column === 'range') return holdsRanges(index, below);
  if (/^(in|out)date$/.test(title))
    return (
      (column === 'start' || column === 'end') ===
      isMostOf(cellsUnder(index, below), (cell) => /\d:\d\d/.test(cell))
    );
  if (/^(shift)?type$/.test(title)) return isMostOf(cellsUnder(index, below), isStation);
  return column !== 'name' || canBeNames(index, below);
}

const isMostOf = (cells: readonly string[], isOne: (cell: string) => boolean): boolean =>
  cells.filter(isOne).length * 2 > cells.length;

/** Whether what stands below can be names: not numbers, and not jobs in most rows. */
export function canBeNames(index: number, below: Below): boolean {
  const cells = cellsUnder(index, below);
  const isMost = (count: number) => count > 0 && count * 2 > cells.length;
  return (
    !isMost(cells.filter((cell) => !/\p{L}/u.test(cell) && !cell.startsWith('=')).length) &&
    !isMost(cells.filter((cell) => isStation(cell)).length)
  );
}

const isSameColumn = (one: number, other: number, below: Below): boolean =>
  below
    .slice(0, lookedRows)
    .every(
      (row) => (row[other] ?? '').trim() === '' || (row[one] ?? '').trim() === (row[other] ?? '').trim(),
    );

/** In, Out, In, Out: each row has two shifts. */
function splitsOf(at: ColumnIndex, bases: readonly string[], header: readonly string[], below: Below) {
  const like = (column: number) => bases.flatMap((base, index) => (base === bases[column] ? [index] : []));
  if (at.range !== undefined) {
    const ranges = like(at.range).filter((index) => holdsRanges(index, below));
    const isShifts = ranges.length > 1 && at.range === ranges[0] && !isDayTitle(header[at.range] ?? '');
    return isShifts ? ranges.map((range) => ({ range })) : [];
  }
  if (at.start === undefined || at.end === undefined) return [];
  const [starts, ends] = [like(at.start), like(at.end)];
  const inTurns = starts.every(
    (start, nth) =>
      start < (ends[nth] ?? -1) && (ends[nth] ?? 0) < (starts[nth + 1] ?? Number.POSITIVE_INFINITY),
  );
  return starts.length > 1 && starts.length === ends.length && inTurns
    ? starts.map((start, nth) => ({ start, end: ends[nth] }))
    : [];
}

/** Of the groups of starts and ends, from 0. */
const clockedRank = 3;

/** What was clocked is no match for a column that has both times. */
const isClocked = (title: string): boolean =>
  [...columnTitles.start.slice(2), ...columnTitles.end.slice(2)].some((group) =>
    (group as readonly string[]).includes(namedShort(title)),
  );

export const hasName = ({ name, firstName, lastName }: ColumnIndex): boolean =>
  name !== undefined || firstName !== undefined || lastName !== undefined;

/** One column can have both start and end. */
function inOneColumn({ range, ...at }: ColumnIndex, header: readonly string[], below: Below): ColumnIndex {
  if (at.start !== undefined && at.start === at.end) return { ...at, range: at.start };
  if (at.start !== undefined && at.end !== undefined) {
    const { start, end, ...others } = at;
    return range !== undefined && isClocked(header[start] ?? '') && isClocked(header[end] ?? '')
      ? { ...others, range }
      : at;
  }
  if (!hasName(at)) return at;
  const untitled = at.start === undefined && at.end === undefined && range === undefined;
  const pair = untitled ? startUnderOneTitle(header, below) : undefined;
  if (pair !== undefined) return { ...at, start: pair, end: pair + 1 };
  const taken = new Set([at.name, at.firstName, at.lastName, at.date, at.note]);
  const holding = header.flatMap((title, index) =>
    index < lookedColumns && !taken.has(index) && !isDayTitle(title) && hasRanges(index, below)
      ? [index]
      : [],
  );
  const [one] = holding;
  const isOne = holding.length === 1 && one !== undefined && holdsRanges(one, below);
  // Several such columns are days, and one beside days is a day with a wrong title.
  const isBesideDays = header.some(
    (title, index) => index < lookedColumns && isDayTitle(title) && holdsRanges(index, below),
  );
  const only = range ?? (isOne && !isBesideDays ? one : undefined);
  if (only === undefined) return at;
  const { job, role } = at;
  return {
    ...at,
    range: only,
    ...(job === only && { job: undefined }),
    ...(role === only && { role: undefined }),
  };
}

/** 'Shift' may stand over two columns, of which the second has no title: the start and the end. */
function startUnderOneTitle(header: readonly string[], below: Below): number | undefined {
  const holdsTimes = (index: number) =>
    isMostOf(cellsUnder(index, below), (cell) => parseWrittenEnd(cell) !== null) &&
    cellsUnder(index, below).length > 0;
  const found = header.findIndex(
    (title, index) =>
      columnTitles.range.some((group) => (group as readonly string[]).includes(namedShort(title))) &&
      (header[index + 1] ?? '').trim() === '' &&
      holdsTimes(index) &&
      holdsTimes(index + 1),
  );
  return found < 0 ? undefined : found;
}

/** Rows and columns that are checked for times: with all of a long file, the page would stand still. */
const lookedRows = 40;
const lookedColumns = 40;

const hasRanges = (index: number, below: Below): boolean =>
  cellsUnder(index, below).some((cell) => parseWrittenRanges(cell) !== null);

function holdsRanges(index: number, below: Below): boolean {
  const cells = cellsUnder(index, below);
  return (
    cells.some((cell) => parseWrittenRanges(cell) !== null) && cells.filter(isShift).length * 2 > cells.length
  );
}

/** The columns that a person pointed out, if the file has all of them. */
function pointedOut(titles: readonly string[], named: ColumnTitles): ColumnIndex | null {
  const said = Object.keys(named).length > 0;
  const at = namedColumns.map((column) => {
    const title = named[column];
    return [column, title === undefined ? undefined : titles.indexOf(namedBy(title))] as const;
  });
  if (!said || at.some(([, index]) => index === -1)) return null;
  const found: Partial<Record<ScheduleColumn, number>> = Object.fromEntries(at);
  return { ...found, role: found.job };
}

const isReplaced = (column: ScheduleColumn, said: ColumnIndex): boolean =>
  column === 'range' ? said.start !== undefined && said.end !== undefined : column in said;

/** The required columns that are missing; `unclear` is there twice. */
export function missingColumns(at: ColumnIndex, unclear?: ScheduleColumn): readonly string[] {
  const missing: string[] = [];
  const isKnown = (column: ScheduleColumn) => at[column] !== undefined || unclear === column;
  if (!isKnown('name') && !isKnown('firstName') && !isKnown('lastName')) missing.push('name');
  if (isKnown('range')) return missing;
  if (!isKnown('start')) missing.push('start');
  if (!isKnown('end')) missing.push('end');
  return missing;
}

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
  if (ofWeek === undefined) return parseWrittenDay(tab.name, { order: dateOrder, near: date });
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

export const hasTimes = (cells: Cells): boolean =>
  cells.some((cell) => parseWrittenRanges(cell) !== null) ||
  cells.filter((cell) => parseWrittenEnd(cell) !== null).length > 1;

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
