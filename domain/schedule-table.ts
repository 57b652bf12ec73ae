import { type ClockTime, minutesOfDay, readTime, toMinutes } from './clock-time.ts';
import { type ColumnTitles, namedColumns } from './column-titles.ts';
import { type IsoDate, readDate } from './date.ts';
import { nameLimit, noteLimit, withoutTurning } from './name.ts';
import { done, type Outcome, type Problem, refuse, sentence } from './problem.ts';
import type { ScheduledShift } from './schedule.ts';

export const scheduleRowLimit = 5_000;

/**
 * What a column may be called, as letters and digits only; where a file has several of them, the earlier in the list
 * is taken.
 */
const aliases = {
  name: ['name', 'teammember', 'employee', 'employeename', 'fullname', 'staff', 'staffname', 'person'],
  firstName: ['firstname', 'first', 'givenname', 'employeefirstname'],
  lastName: ['lastname', 'last', 'surname', 'familyname', 'employeelastname'],
  date: ['startdate', 'date', 'shiftdate', 'workdate', 'businessdate', 'day'],
  start: ['starttime', 'start', 'shiftstart', 'timein', 'clockin', 'in', 'begin', 'from', 'starts'],
  endDate: ['enddate'],
  end: ['endtime', 'end', 'shiftend', 'timeout', 'clockout', 'out', 'finish', 'to', 'until', 'ends'],
  job: ['area', 'role', 'job', 'jobtitle', 'jobcode', 'position', 'station', 'schedule', 'department'],
  role: ['role', 'area', 'department', 'job', 'jobtitle', 'jobcode', 'position', 'station', 'schedule'],
  note: ['comment', 'comments', 'note', 'notes', 'shiftnotes'],
  published: ['published'],
  open: ['open', 'openshift'],
} as const;

export type ScheduleColumn = keyof typeof aliases;

const namedBy = (title: string): string => title.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

export interface ScheduleTable {
  /** What the file calls each column that was recognised. */
  readonly columns: Readonly<Partial<Record<ScheduleColumn, string>>>;
  /** Rows below the header that say something. */
  readonly rows: number;
  readonly shifts: readonly ScheduledShift[];
  /** Rows left out: the line in the table, the header being line 1, and a sentence that names it too. */
  readonly skipped: readonly { readonly row: number; readonly reason: string }[];
}

/**
 * Understands a schedule kept as a table, cell by cell, its first line with text being the header. Rows that are no
 * published work of a named person are skipped and said; a time or date that cannot be read refuses the whole table,
 * naming row and column.
 */
export function readScheduleTable(
  rows: readonly (readonly string[])[],
  titles: ColumnTitles = {},
): Outcome<ScheduleTable> {
  const headerAt = rows.findIndex((row) => !isBlank(row));
  if (headerAt < 0) return refuse('file-empty');
  const header = rows[headerAt] ?? [];
  const at = findColumns(header, titles);
  const missing = missingColumns(at);
  if (missing) return refuse('columns-missing', { details: { columns: missing } });

  const shifts: ScheduledShift[] = [];
  const skipped: { row: number; reason: string }[] = [];
  const idsSeen = new Map<string, number>();
  let count = 0;
  for (const [index, cells] of rows.entries()) {
    if (index <= headerAt || isBlank(cells)) continue;
    count += 1;
    if (count > scheduleRowLimit) return refuse('rows-too-many', { details: { max: scheduleRowLimit } });
    const row = tableRow(index + 1, cells, header, at);
    const skip = reasonToSkip(row);
    if (skip) {
      skipped.push({ row: row.line, reason: sentence(skip) });
      continue;
    }
    const times = readTimes(row);
    if (!times.ok) return times;
    if (!times.value.within) {
      skipped.push({ row: row.line, reason: sentence(about('row-times-apart', row)) });
      continue;
    }
    const { date, startTime, endTime } = times.value;
    const teamMember = nameIn(row);
    shifts.push({
      id: idFor(`csv:${teamMember}:${date} ${startTime}`, idsSeen),
      date,
      teamMember,
      startTime,
      endTime,
      job: row.cell('job').slice(0, nameLimit) || 'CSV',
      note: row.cell('note').slice(0, noteLimit),
      role: row.cell('role').slice(0, nameLimit),
    });
  }
  if (count === 0) return refuse('rows-missing');
  const columns = Object.fromEntries(
    Object.entries(at).map(([column, index]) => [column, header[index]?.trim()]),
  );
  return done({ columns, rows: count, shifts, skipped });
}

/** The first line with text, and what of it is recognised, for a person who points out the rest. */
export function readHeader(
  rows: readonly (readonly string[])[],
  titles: ColumnTitles = {},
): { readonly header: readonly string[]; readonly columns: ColumnTitles; readonly below: number } {
  const headerAt = rows.findIndex((row) => !isBlank(row));
  const header = (rows[headerAt] ?? []).map((title) => title.trim());
  const at = findColumns(header, titles);
  const columns = namedColumns.flatMap((column) => {
    const index = at[column];
    return index === undefined ? [] : [[column, header[index] ?? ''] as const];
  });
  return { header, columns: Object.fromEntries(columns), below: headerAt + 1 };
}

/** The same row read again gets the same id, so that importing twice changes nothing. */
function idFor(base: string, seen: Map<string, number>): string {
  const nth = (seen.get(base) ?? 0) + 1;
  seen.set(base, nth);
  return nth === 1 ? base : `${base}:${nth}`;
}

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

type ColumnIndex = Readonly<Partial<Record<ScheduleColumn, number>>>;

function findColumns(header: readonly string[], named: ColumnTitles): ColumnIndex {
  const titles = header.map(namedBy);
  const found: Partial<Record<ScheduleColumn, number>> = {};
  for (const [column, names] of Object.entries(aliases)) {
    const index = names.map((name) => titles.indexOf(name)).find((each) => each >= 0);
    if (index !== undefined) found[column as ScheduleColumn] = index;
  }
  return { ...found, ...pointedOut(titles, named) };
}

/** The columns that a person pointed out; none in a file of another kind, which has not all of them. */
function pointedOut(titles: readonly string[], named: ColumnTitles): ColumnIndex {
  const said = Object.keys(named).length > 0;
  const at = namedColumns.map((column) => {
    const title = named[column];
    return [column, title === undefined ? undefined : titles.indexOf(namedBy(title))] as const;
  });
  if (!said || at.some(([, index]) => index === -1)) return {};
  const found: Partial<Record<ScheduleColumn, number>> = Object.fromEntries(at);
  return { ...found, role: found.job };
}

function missingColumns(at: ColumnIndex): string {
  const missing: string[] = [];
  if (at.name === undefined && at.firstName === undefined && at.lastName === undefined) missing.push('name');
  if (at.start === undefined) missing.push('start time');
  if (at.end === undefined) missing.push('end time');
  return missing.join(', ');
}

interface TableRow {
  readonly line: number;
  readonly cell: (column: ScheduleColumn) => string;
  /** What the file calls the column. */
  readonly title: (column: ScheduleColumn) => string;
}

const tableRow = (
  line: number,
  cells: readonly string[],
  header: readonly string[],
  at: ColumnIndex,
): TableRow => ({
  line,
  cell: (column) => (cells[at[column] ?? -1] ?? '').trim(),
  title: (column) => (header[at[column] ?? -1] ?? '').trim(),
});

const about = (
  code: Problem['code'],
  row: TableRow,
  more: Record<string, string | number> = {},
): Problem => ({
  code,
  details: { row: row.line, ...more },
});

const nameIn = (row: TableRow): string =>
  withoutTurning(row.cell('name') || `${row.cell('firstName')} ${row.cell('lastName')}`).trim();

function reasonToSkip(row: TableRow): Problem | null {
  const name = nameIn(row);
  if (/^(true|yes|y|1|x|open)$/i.test(row.cell('open')) || /^(open( shift)?|unassigned)$/i.test(name))
    return about('row-open', row);
  if (/^(false|no|n|0|draft|unpublished)$/i.test(row.cell('published'))) return about('row-unpublished', row);
  if (name === '') return about('row-name-missing', row);
  return name.length > nameLimit ? about('row-name-too-long', row, { max: nameLimit }) : null;
}

interface RowTimes {
  readonly date: IsoDate;
  readonly startTime: ClockTime;
  readonly endTime: ClockTime;
  /** Does it end after it starts, by 24 hours at most? */
  readonly within: boolean;
}

function readTimes(row: TableRow): Outcome<RowTimes> {
  const start = readMoment(row, 'start', 'date');
  if (!start.ok) return start;
  const end = readMoment(row, 'end', 'endDate');
  if (!end.ok) return end;
  const { date } = start.value;
  if (date === null) {
    return row.cell('date') === '' && row.title('date') === ''
      ? refuse('columns-missing', { details: { columns: 'date' } })
      : { ok: false, problem: about('row-date-unreadable', row, { text: '', column: row.title('date') }) };
  }
  const [startTime, endTime] = [start.value.time, end.value.time];
  return done({ date, startTime, endTime, within: isWithinDay(date, startTime, end.value.date, endTime) });
}

/** Without an end date, or with the start's own, an end at or before the start is on the next day. */
function isWithinDay(date: IsoDate, start: ClockTime, endDate: IsoDate | null, end: ClockTime): boolean {
  if (endDate === null || endDate === date) return true;
  const days = (Date.parse(endDate) - Date.parse(date)) / 86_400_000;
  const length = days * minutesOfDay + toMinutes(end) - toMinutes(start);
  return length > 0 && length <= minutesOfDay;
}

type MomentColumns = { start: 'date'; end: 'endDate' };

/** A time with its date in a cell of its own, or in the same cell: '11/21/2026 9:00 AM', '2026-11-21T09:00:00'. */
function readMoment<Time extends keyof MomentColumns>(
  row: TableRow,
  timeColumn: Time,
  dateColumn: MomentColumns[Time],
): Outcome<{ date: IsoDate | null; time: ClockTime }> {
  const text = row.cell(timeColumn);
  const unreadable = (code: Problem['code'], column: ScheduleColumn) => ({
    ok: false as const,
    problem: about(code, row, { text: row.cell(column).slice(0, 40), column: row.title(column) }),
  });
  const together = /^(\d{1,4}[-/]\d{1,2}[-/]\d{1,4})(?:,? +|T)(\S.*)$/.exec(text);
  const time = readTime(together?.[2] ?? text);
  if (time === null) return unreadable('row-time-unreadable', timeColumn);
  if (together?.[1]) {
    const date = readDate(together[1]);
    return date === null ? unreadable('row-date-unreadable', timeColumn) : done({ date, time });
  }
  const dateText = row.cell(dateColumn);
  if (dateText === '') return done({ date: null, time });
  const date = readDate(dateText);
  return date === null ? unreadable('row-date-unreadable', dateColumn) : done({ date, time });
}
