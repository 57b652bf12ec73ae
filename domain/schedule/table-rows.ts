import { nameLimit, noteLimit } from '../problem/name.ts';
import type { Problem, ProblemCode } from '../problem/problem.ts';
import { minutesOfDay } from '../time/clock-time.ts';
import { addDays, type IsoDate, instantOf, wallClock } from '../time/date.ts';
import {
  type DayTerms,
  datesOfWeek,
  isDayTitle,
  parseTitleDays,
  parseWrittenDay,
  repeatsWeekday,
  weekdayOf,
} from '../time/written-days.ts';
import {
  endAfter,
  parseWrittenEnd,
  parseWrittenRanges,
  parseWrittenTime,
  plainText,
  type WrittenEnd,
} from '../time/written-times.ts';
import { isLeave, isLeaveAlone } from './leave-words.ts';
import {
  type Cells,
  type Entries,
  type Entry,
  type FileContext,
  isBlank,
  isFormula,
  isHeaderAgain,
  isNobody,
  isTotal,
  isWrittenLastFirst,
  nothingRead,
  personNamed,
  stationIn,
  whyNobody,
} from './schedule-entry.ts';
import { aboutDate, rangesOfDate, shiftAsDate } from './shift-as-date.ts';
import {
  type ColumnIndex,
  dayHeadings,
  type ScheduleColumn,
  saysLastFirst,
  type Table,
} from './table-columns.ts';

type Flag = 'status' | 'kind' | 'canceled' | 'draft' | 'leave' | 'open' | 'published';

const flagTitles: Readonly<Record<Flag, RegExp>> = {
  status: /^(shift|publish|published|schedule|approval)?status$/,
  kind: /^(shift|entry|event|record)?(type|kind|category)$/,
  canceled: /^(is)?(cancel+ed|deleted|void(ed)?|removed|declined)$/,
  draft: /^(is)?(draft|unpublished)$/,
  leave:
    /^(is|on)?(leave|timeoff|dayoff|pto|vacation|unavailable|absent|absence|sick|off|requestoff|noshow|call(ed)?(out|off)|dropped)(type|reason)?$/,
  open: /^(is)?(open|openshift|unassigned)$/,
  published: /^(is)?(published|shared|approved|posted|released)$/,
};

interface FlagColumn {
  readonly index: number;
  readonly title: string;
  readonly flag: Flag;
}

const flagColumns = (header: Cells): readonly FlagColumn[] =>
  header.flatMap((title, index) => {
    const words = title.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
    const flag = (Object.keys(flagTitles) as Flag[]).find((each) => flagTitles[each].test(words));
    return flag ? [{ index, title: title.trim(), flag }] : [];
  });

const nothing = /^(n ?\/? ?a|none|null|-+)?$/;
const yes = /^(true|yes|y|1|x|✓|✔|☑)$/i;
const no = /^(false|no|n|0|draft|unpublished|pending)$/i;
const canceled =
  /^(shift )?(cancel+ed|cancel+ation|deleted|removed|void(ed)?|declined|rejected|denied|refused|dropped|withdrawn|archived|inactive|expired|discarded)$/;
const unpublished = /^(draft(ed)?|(un|not )(published|posted|released|shared)|proposed|tentative)$/;
const usual =
  /^(published|posted|scheduled|active|approved|confirmed|accepted|acknowledged|assigned|final(ized)?|ok|yes|true|live|filled|normal|regular|completed?|worked|clocked (in|out)|in progress|upcoming|not started|unconfirmed|1)$/;
const otherKinds =
  /^(.*\bleave|.*availability|prefer.*|events?|tasks?|notes?|reminder|announcement|break|meal( break)?|holiday.*|blackout.*)$/;

function flagsOf(
  cells: Cells,
  columns: readonly FlagColumn[],
  row: number,
): { readonly left: Problem | null; readonly remark?: Problem } {
  let remark: Problem | undefined;
  for (const { index, title, flag } of columns) {
    const text = (cells[index] ?? '').trim();
    const said = plainText(text)
      .replace(/_/g, ' ')
      .replace(/^\d\. /, '');
    const left = (code: Problem['code'], shown = text) => ({
      left: { code, details: { row, text: shown.slice(0, 40) } },
    });
    if (nothing.test(said)) continue;
    if (flag === 'open' && (yes.test(said) || isNobody(said))) return left('row-open');
    if (flag === 'published' && (no.test(said) || unpublished.test(said))) return left('row-unpublished');
    if (flag === 'draft' && yes.test(said)) return left('row-unpublished');
    if (flag === 'canceled' && (yes.test(said) || canceled.test(said))) return left('row-not-shift', title);
    // what holds times is when somebody leaves
    const isTime = parseWrittenTime(said)?.by === 'half' || said.includes(':');
    if (flag === 'leave' && !isTime && yes.test(said)) return left('row-not-shift', title);
    if (flag === 'leave' && !isTime && isLeave(said)) return left('row-not-shift');
    if (flag !== 'status' && flag !== 'kind') continue;
    if (canceled.test(said)) return left('row-not-shift');
    if (unpublished.test(said)) return left('row-unpublished');
    if (isNobody(said)) return left('row-open');
    if (isLeave(said) || (flag === 'kind' && otherKinds.test(said))) return left('row-not-shift');
    if (flag === 'status' && !usual.test(said))
      remark = { code: 'shift-status', details: { column: title, text: text.slice(0, 40) } };
  }
  return remark ? { left: null, remark } : { left: null };
}

export function datesIn({ rows, headerAt, at }: Table): readonly string[] {
  const text = (cells: Cells, column: number | undefined) => (cells[column ?? -1] ?? '').trim();
  const beforeTime = (cell: string) =>
    /^(?:[a-z]{2,9}[.,]* )?\d{1,2}(?:([-/.])\d{1,2}\1\d{2,4}|[/.]\d{1,2})(?=[ ,T])/i.exec(cell)?.[0] ?? '';
  return rows
    .slice(headerAt + 1)
    .flatMap((cells) => [
      text(cells, at.date),
      text(cells, at.endDate),
      beforeTime(text(cells, at.start)),
      beforeTime(text(cells, at.end)),
    ]);
}

interface Row {
  readonly line: number;
  readonly cells: Cells;
  readonly cell: (column: ScheduleColumn) => string;
  readonly title: (column: ScheduleColumn) => string;
}

const cellsAt = (cells: Cells, header: Cells, at: ColumnIndex): Pick<Row, 'cell' | 'title'> => ({
  cell: (column) => (cells[at[column] ?? -1] ?? '').trim(),
  title: (column) => (header[at[column] ?? -1] ?? '').trim(),
});

export function parseTableRows(table: Table, days: DayTerms, terms: FileContext): Entries {
  const { rows, headerAt, header, at, title } = table;
  const below: Row[] = rows.flatMap((cells, index) =>
    index <= headerAt || isBlank(cells) ? [] : [{ line: index + 1, cells, ...cellsAt(cells, header, at) }],
  );
  const nameTitle = (header[at.name ?? -1] ?? '').trim();
  const isTurned = saysLastFirst(nameTitle) || isWrittenLastFirst(below.map((row) => row.cell('name')));
  const assumed = assumedDay(table, terms);
  const numbers = (['start', 'end'] as const).filter((column) => areOtherNumbers(below, column));
  const flags = flagColumns(header).filter(
    ({ index, flag }) => flag === 'kind' || !Object.values(at).includes(index),
  );
  const context: Context = {
    weekdays: new Map(),
    ...{ table, days, terms, isTurned, flags, assumed, used: { assumed: null } },
  };
  const headed = headingDays(table, days, terms);
  const cycle = weekdaysOfRows(below, context);
  const isOpen = at.date === undefined && title.isSeveral && !terms.rowsFor;
  if (!headed || cycle === 'unclear' || isOpen) return { ...nothingRead, isUnclear: true };
  const entries: Entry[] = [];
  const left: Problem[] = [];
  for (const day of [...headed].filter(([line]) => line < headerAt).slice(-1)) context.assumed = day[1];
  for (const row of below) {
    const [column] = numbers;
    if (column && /^\d+$/.test(row.cell(column))) {
      left.push(unreadable('row-time-unreadable', row, column));
      continue;
    }
    const heading = headed.get(row.line - 1);
    if (heading) {
      context.assumed = heading;
      left.push(about('row-day-heading', row, { text: row.cells.join(' ').trim().slice(0, 40) }));
      continue;
    }
    const said = flagsOf(row.cells, flags, row.line);
    const problem = isHeaderAgain(row.cells, header)
      ? about('row-header-again', row)
      : (said.left ?? reasonToLeave(row, context));
    if (problem) left.push(problem);
    else left.push(...parseShifts(row, context, entries, said.remark));
  }
  return {
    rows: below.length,
    entries,
    left,
    assumed: title.day === null && headed.size === 0 ? context.used.assumed : null,
  };
}

/** Numbers of which one is no time, such as the minutes of the day: '540' isn't 5:40 where '960' stands below. */
function areOtherNumbers(rows: readonly Row[], column: 'start' | 'end'): boolean {
  const cells = rows.map((row) => row.cell(column)).filter((cell) => /^\d{3,4}$/.test(cell));
  return cells.some((cell) => Number(cell) <= minutesOfDay && Number(cell) % 100 >= 60);
}

interface Context {
  readonly table: Table;
  readonly days: DayTerms;
  readonly terms: FileContext;
  readonly isTurned: boolean;
  readonly flags: readonly FlagColumn[];
  /** The date of every row, if no column has it. */
  assumed: IsoDate | null;
  /** The dates of rows that have a weekday, by line. */
  readonly weekdays: Map<number, IsoDate>;
  /** Whether a row needed it. */
  readonly used: { assumed: IsoDate | null };
}

/** The dates of the headings by line; null if a weekday comes twice and nothing tells which date it is. */
function headingDays(table: Table, days: DayTerms, terms: FileContext): ReadonlyMap<number, IsoDate> | null {
  const found = dayHeadings(table);
  const alone = found.filter(({ ofWeek }, at) => ofWeek !== undefined && found[at - 1]?.ofWeek !== ofWeek);
  const ofWeek = alone.flatMap((heading) => heading.ofWeek ?? []);
  const dates = datesOfWeek(ofWeek, table.title, terms.date);
  if (repeatsWeekday(ofWeek) && dates.includes(null)) return null;
  let nth = -1;
  const said = new Map<number, IsoDate>();
  for (const heading of found) {
    if (alone.includes(heading)) nth += 1;
    const written = () => parseWrittenDay(heading.text, days) ?? parseTitleDays([heading.text], days).day;
    const date = heading.ofWeek === undefined ? written() && (terms.rowsFor ?? written()) : dates[nth];
    if (date) said.set(heading.line, date);
  }
  return said;
}

/** Finds the dates of a column of weekdays. Somebody's weekday that comes back is in the next week. */
function weekdaysOfRows(below: readonly Row[], context: Context): 'clear' | 'unclear' {
  const { title } = context.table;
  const said = below.flatMap((row) => {
    const ofWeek = weekdayOf(row.cell('date'));
    return ofWeek === undefined ? [] : [{ row, ofWeek, name: nameIn(row, context) }];
  });
  const first = [...new Set(said.map(({ ofWeek }) => ofWeek))];
  const dates = datesOfWeek(first, title, context.terms.date);
  const seen = new Map<string, number[]>();
  for (const { row, ofWeek, name } of said) {
    const past = seen.get(name) ?? [];
    if (past[past.length - 1] !== ofWeek) past.push(ofWeek);
    seen.set(name, past);
    const week = past.filter((each) => each === ofWeek).length - 1;
    if (week > 0 && !title.day && !title.week) return 'unclear';
    const date = dates[first.indexOf(ofWeek)];
    if (date) context.weekdays.set(row.line, addDays(date, 7 * week));
  }
  return 'clear';
}

/** Used if there is no date column and no date next to the times. */
function assumedDay(table: Table, terms: FileContext): IsoDate | null {
  const { at, title } = table;
  return at.date === undefined ? (title.day ?? terms.date ?? null) : null;
}

const about = (code: ProblemCode, row: Row, more: Problem['details'] = {}): Problem => ({
  code,
  details: { row: row.line, ...more },
});

const unreadable = (code: ProblemCode, row: Row, column: ScheduleColumn): Problem =>
  about(code, row, { text: row.cell(column).slice(0, 40), column: row.title(column) });

const nameIn = (row: Row, { isTurned }: Context): string =>
  personNamed(row.cell('name') || `${row.cell('firstName')} ${row.cell('lastName')}`.trim(), isTurned);

/** 'Chloe Davis, Liam Park' under 'Users'; elsewhere, 'De La Cruz, Maria Elena' is one person. */
const isSeveral = (said: string, title: string): boolean => {
  const people = said.split(/[,;\n]/).map((part) => part.trim());
  return /s$/i.test(title) && people.length > 1 && people.every((each) => /\S\s+\S/.test(each));
};

const timeColumns = ['name', 'firstName', 'lastName', 'date', 'start', 'endDate', 'end', 'range'] as const;

function reasonToLeave(row: Row, context: Context): Problem | null {
  if (isTotal(row.cells)) return about('row-total', row);
  const formula = timeColumns.find((column) => isFormula(row.cell(column)));
  if (formula) return about('row-formula', row, { column: row.title(formula) });
  const said = row.cell('name');
  const problem = whyNobody(said, nameIn(row, context), leaveIn(row));
  if (problem?.code !== 'row-name-too-long' && isSeveral(said, row.title('name')))
    return about('row-names-several', row, { text: said.slice(0, 40) });
  return problem && about(problem.code, row, problem.details);
}

/** What says that the person doesn't work: 'PTO' as the job, or 'Off' and 'All day' in place of times. */
const leaveIn = (row: Row): string | undefined =>
  (['job', 'role', 'note', 'start', 'range', 'end'] as const)
    .map((column) => row.cell(column))
    .find((text, index) => (index < 3 ? isLeaveAlone(text) : isLeave(text)));

/** Adds the row's shifts, and returns why one is left out. A row may have several, the second of them blank. */
function parseShifts(row: Row, context: Context, entries: Entry[], remark?: Problem): readonly Problem[] {
  const left: Problem[] = [];
  const { splits, at } = context.table;
  const times = splits.map((split) => ({
    ...row,
    ...cellsAt(row.cells, context.table.header, { ...at, ...split }),
  }));
  const filled = times.filter((each) =>
    ['start', 'end', 'range'].some((column) => each.cell(column as ScheduleColumn) !== ''),
  );
  for (const [nth, each] of (filled.length === 0 ? [row] : filled).entries()) {
    const problem = parseRow(each, context, entries, left, nth === 0 ? '' : `+${nth}`, remark);
    if (problem) left.push(problem);
  }
  return left;
}

function parseRow(
  row: Row,
  context: Context,
  entries: Entry[],
  left: Problem[],
  again: string,
  remark: Problem | undefined,
): Problem | null {
  const { terms, table, days } = context;
  const isRange = table.at.range !== undefined;
  const startColumn = isRange ? 'range' : 'start';
  // one row may have both times where the others have a start
  const both = isRange ? row.cell('range') : row.cell('end') === '' ? row.cell('start') : '';
  const turned = isRange && shiftAsDate(both, days.order);
  const written = parseWrittenRanges(both) ?? (isRange ? rangesOfDate(both, days, terms) : null);
  if (isRange && !written) {
    if (turned) return unreadable('row-date-for-time', row, 'range');
    return row.cell('range') === ''
      ? about('row-time-missing', row, { column: row.title('range') })
      : unreadable('row-time-unreadable', row, 'range');
  }
  // 'Sat 3/13 9a-5p'
  const isDated = written !== null && !written.rest.includes(',') && isDayTitle(written.rest);
  const dateText = row.cell('date') || (isDated ? written.rest : '');
  const dated = dateText === '' ? null : (context.weekdays.get(row.line) ?? parseWrittenDay(dateText, days));
  const start = written ? null : parseMoment(row.cell('start'), days, terms);
  const end = written ? null : parseMoment(endAfter(row.cell('start'), row.cell('end')), days, terms);
  if (!written) {
    for (const [column, moment] of [
      ['start', start],
      ['end', end],
    ] as const) {
      if (row.cell(column) === '') return about('row-time-missing', row, { column: row.title(column) });
      if (!moment) return unreadable('row-time-unreadable', row, column);
    }
    if (start?.time === 'close') return unreadable('row-time-unreadable', row, startColumn);
  }
  if (row.cell('date') !== '' && !dated && !start?.date)
    return unreadable('row-date-unreadable', row, 'date');
  const date = start?.date ?? dated ?? context.assumed;
  if (!date) return about('row-date-missing', row);
  if (!start?.date && !dated) context.used.assumed = date;
  const endText = row.cell('endDate');
  const endDate = end?.date ?? (endText === '' ? null : parseWrittenDay(endText, days));
  if (endText !== '' && !endDate) return unreadable('row-date-unreadable', row, 'endDate');
  const told = (column: 'job' | 'role' | 'note') => (isFormula(row.cell(column)) ? '' : row.cell(column));
  for (const column of ['job', 'note'] as const) {
    if (isFormula(row.cell(column))) left.push(about('cell-formula', row, { column: row.title(column) }));
  }
  const person = isFormula(row.cell('person')) ? '' : row.cell('person').slice(0, nameLimit);
  const tag = stationIn(row.cell('name'));
  const same = {
    ...(person !== '' && { person }),
    ...(remark && { remark }),
    ...(turned && { remark: aboutDate(both) }),
    ...(start?.date && { isMoment: true }),
    row: row.line,
    name: nameIn(row, context),
    date,
    endDate,
    note: told('note').slice(0, noteLimit),
  };
  const ranges =
    written?.ranges ?? (start && end && start.time !== 'close' ? [{ start: start.time, end: end.time }] : []);
  for (const [nth, range] of ranges.entries()) {
    const key = `${row.line}${again}${nth === 0 ? '' : `.${nth}`}`;
    const label = (!isDated && written?.labels[nth]) || tag;
    const [role, job] = [told('role') || label, told('job') || label].map((text) => text.slice(0, nameLimit));
    entries.push({ ...same, ...range, key, role: role ?? '', job: job ?? '' });
  }
  return null;
}

interface Moment {
  readonly date: IsoDate | null;
  readonly time: WrittenEnd;
}

/** '2027-03-13T09:00:00-06:00', '3/13/2027 9:00:00 AM -06:00', 'Sat Mar 13 2027 09:00:00 GMT-0600 (Central Standard Time)' */
const zoned =
  /^(.*\d(?: ?[ap]\.?m\.?)?) ?(?:(?:UTC|GMT)?([+-])(\d\d)(?::?(\d\d))?|Z|UTC|GMT)(?: ?\([^()]*\))?$/i;
const machine = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::\d\d(?:[.,]\d+)?)?$/i;

/** A time, possibly with its date in the same cell: '11/21/2026 9:00 AM', '2026-11-21T15:00:00Z', '46347.375'. */
function parseMoment(text: string, days: DayTerms, { timeZone }: FileContext): Moment | null {
  const [, inZone = '', family = '', season = ''] = (timeZone && namedZone.exec(text)) || [];
  if (timeZone && inZone !== '') {
    const said = parseMoment(inZone, days, {});
    return said && said.time !== 'close' ? inStoreZone(said, family, season, timeZone, days) : said;
  }
  const time = parseWrittenEnd(text);
  if (time) return { date: null, time };
  const [, local = '', sign, hours = '0', minutes = '0'] = zoned.exec(text) ?? [];
  const there = local.includes(':') ? parseMoment(local.trim(), days, {}) : null;
  if (there?.date && there.time !== 'close') {
    // without the team's zone, the clock that was printed is the best
    if (!timeZone) return there;
    const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
    const wall = wallClock(Date.parse(there.date) + (there.time.minutes - offset) * 60_000, timeZone);
    return { date: wall.date, time: { minutes: wall.minutes, by: 'exact' } };
  }
  const byMachine = machine.exec(text);
  if (byMachine) {
    const [, day = '', at = ''] = byMachine;
    const read = parseWrittenTime(at);
    const date = parseWrittenDay(day, days);
    return read && date ? { date, time: { minutes: read.minutes, by: 'exact' } } : null;
  }
  const serial = /^(\d{5})(\.\d+)?$/.exec(text);
  if (serial) {
    const date = parseWrittenDay(serial[1] ?? '', days);
    const minutes = Math.round(Number(serial[2] ?? 0) * minutesOfDay) % minutesOfDay;
    return date ? { date, time: { minutes, by: 'exact' } } : null;
  }
  return parseTogether(text, days);
}

const namedZone = /^(.*[\dm.]) (e|c|m|p|ak|h)([sd]?)t$/i;
const zonesOf: Readonly<Record<string, readonly [offset: number, zone: string]>> = {
  e: [-5, 'America/New_York'],
  c: [-6, 'America/Chicago'],
  m: [-7, 'America/Denver'],
  p: [-8, 'America/Los_Angeles'],
  ak: [-9, 'America/Anchorage'],
  h: [-10, 'Pacific/Honolulu'],
};

/** '9:00 AM EST' on the store's clock. Null if it is another zone's and no date stands beside it. */
function inStoreZone(
  { date, time }: Moment,
  family: string,
  season: string,
  timeZone: string,
  { near }: DayTerms,
): Moment | null {
  const [offset = 0, zone = 'UTC'] = zonesOf[family.toLowerCase()] ?? [];
  const day = date ?? near;
  if (!day || time === 'close') return { date, time };
  const fixed = offset + (season.toLowerCase() === 'd' ? 1 : 0);
  const instants = [
    ...(season === '' ? [] : [Date.parse(day) + (time.minutes - fixed * 60) * 60_000]),
    instantOf(day, time.minutes, zone),
  ];
  const walls = instants.map((instant) => wallClock(instant, timeZone));
  if (walls.some((wall) => wall.minutes === time.minutes % minutesOfDay)) return { date, time };
  const wall = walls[walls.length - 1];
  return date && wall ? { date: wall.date, time: { minutes: wall.minutes, by: 'exact' } } : null;
}

/** The last words of the text are the time; those before are the date. */
function parseTogether(text: string, days: DayTerms): Moment | null {
  const words = plainText(text.slice(0, 60))
    .replace(/^(\d{4}-\d\d?-\d\d?)t/, '$1 ')
    .split(' ');
  for (let count = Math.min(3, words.length - 1); count > 0; count--) {
    const time = parseWrittenEnd(words.slice(-count).join(' '));
    const date = time && parseWrittenDay(words.slice(0, -count).join(' ').replace(/,$/, ''), days);
    if (time && date) return { date, time };
  }
  return null;
}
