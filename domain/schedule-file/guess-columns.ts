import { type ColumnTitles, namedColumns } from './column-titles.ts';
import { isDayTitle } from './printed-day.ts';
import { parsePrintedRanges } from './printed-time.ts';

/**
 * Titles that a column can have, as letters and digits only. If a file has several of them, the earlier in the list
 * is used.
 */
const aliases = {
  name: [
    ...['name', 'teammember', 'employee', 'employeename', 'fullname', 'staff', 'staffname', 'person'],
    ...[
      'teammembername',
      'staffmember',
      'associate',
      'associatename',
      'crew',
      'crewmember',
      'worker',
      'member',
    ],
    ...['lastfirst', 'lastnamefirstname', 'namelastfirst', 'employeelastfirst', 'lastnamefirst', 'who'],
  ],
  person: [
    ...['employeeid', 'employeenumber', 'employeeno', 'teammemberid', 'staffid', 'associateid', 'crewid'],
    ...['userid', 'personid', 'payrollid'],
  ],
  firstName: ['firstname', 'first', 'givenname', 'employeefirstname', 'preferredname'],
  lastName: ['lastname', 'last', 'surname', 'familyname', 'employeelastname'],
  date: [
    ...[
      'startdate',
      'date',
      'shiftdate',
      'workdate',
      'businessdate',
      'scheduledate',
      'scheduleddate',
      'dateofshift',
    ],
    ...['datein', 'day', 'shiftday', 'workday', 'weekday', 'dayofweek'],
  ],
  start: [
    ...[
      'starttime',
      'start',
      'shiftstart',
      'shiftin',
      'timein',
      'clockin',
      'in',
      'begin',
      'from',
      'starts',
      'intime',
    ],
    ...['scheduledstarttime', 'scheduledstart', 'schedulestart', 'schedstart', 'scheduledin', 'schedulein'],
    ...[
      'shiftstarttime',
      'starttimelocal',
      'startdatetime',
      'begintime',
      'begins',
      'startsat',
      'startat',
      'localstart',
    ],
  ],
  endDate: ['enddate', 'shiftenddate', 'dateout'],
  end: [
    ...[
      'endtime',
      'end',
      'shiftend',
      'shiftout',
      'timeout',
      'clockout',
      'out',
      'finish',
      'to',
      'until',
      'ends',
      'outtime',
    ],
    ...['scheduledendtime', 'scheduledend', 'scheduleend', 'schedend', 'scheduledout', 'scheduleout', 'till'],
    ...[
      'shiftendtime',
      'endtimelocal',
      'enddatetime',
      'finishtime',
      'stop',
      'stoptime',
      'endsat',
      'endat',
      'localend',
    ],
  ],
  range: [
    ...['shift', 'time', 'shifttime', 'shifttimes', 'times', 'hours', 'workinghours', 'shifthours'],
    ...['scheduledtime', 'scheduledhours', 'scheduledshift', 'startend', 'inout', 'timeinout', 'schedule'],
  ],
  job: ['area', 'role', 'job', 'jobtitle', 'jobcode', 'position', 'station', 'schedule', 'department'],
  role: ['role', 'area', 'department', 'job', 'jobtitle', 'jobcode', 'position', 'station', 'schedule'],
  note: ['comment', 'comments', 'note', 'notes', 'shiftnotes'],
  published: ['published'],
  open: ['open', 'openshift'],
} as const;

export type ScheduleColumn = keyof typeof aliases;
export type ColumnIndex = Readonly<Partial<Record<ScheduleColumn, number>>>;

const namedBy = (title: string): string => title.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
/** Also matches 'Start Time (local)' as 'Start Time'. */
const namedShort = (title: string): string => namedBy(title.replace(/\([^)]*\)/g, ''));

/** Whether a title says that names are written 'Last, First'. */
export const saysLastFirst = (title: string): boolean => /last(name)?first/.test(namedBy(title));

/** The columns that a row of titles suggests; `below` are the rows under it. */
export function guessColumns(
  header: readonly string[],
  named: ColumnTitles,
  below: readonly (readonly string[])[],
): ColumnIndex {
  const titles = header.map(namedBy);
  const short = header.map(namedShort);
  const found: Partial<Record<ScheduleColumn, number>> = {};
  for (const [column, names] of Object.entries(aliases)) {
    const at = names
      .map((name) => (titles.includes(name) ? titles.indexOf(name) : short.indexOf(name)))
      .filter((each) => each >= 0);
    const index = column === 'range' ? at.find((each) => holdsRanges(each, below)) : at[0];
    if (index !== undefined) found[column as ScheduleColumn] = index;
  }
  return inOneColumn({ ...found, ...pointedOut(titles, named) }, header, below);
}

/** One column can have both start and end. */
function inOneColumn(
  { range, ...at }: ColumnIndex,
  header: readonly string[],
  below: readonly (readonly string[])[],
): ColumnIndex {
  if (at.start !== undefined && at.start === at.end) return { ...at, range: at.start };
  if (at.start !== undefined && at.end !== undefined && !holdsRanges(at.start, below)) return at;
  const hasName = at.name !== undefined || at.firstName !== undefined || at.lastName !== undefined;
  if (!hasName) return at;
  const taken = new Set([at.name, at.firstName, at.lastName, at.date, at.note]);
  const holding = header.flatMap((title, index) =>
    index < lookedColumns && !taken.has(index) && !isDayTitle(title) && holdsRanges(index, below)
      ? [index]
      : [],
  );
  // Several such columns are days.
  const only = range ?? (holding.length === 1 ? holding[0] : undefined);
  if (only === undefined) return at;
  const { job, role } = at;
  return {
    ...at,
    range: only,
    ...(job === only && { job: undefined }),
    ...(role === only && { role: undefined }),
  };
}

/** How many rows and columns are checked for times. */
const lookedRows = 40;
const lookedColumns = 40;

/** Whether most nonblank cells have a range. */
function holdsRanges(index: number, below: readonly (readonly string[])[]): boolean {
  const cells = below
    .slice(0, lookedRows)
    .map((row) => (row[index] ?? '').trim())
    .filter((cell) => cell !== '');
  return (
    cells.length > 0 && cells.filter((cell) => parsePrintedRanges(cell) !== null).length * 2 > cells.length
  );
}

/** The columns that a person pointed out, if the file has all of them. */
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

/** The required columns that are missing. */
export function missingColumns(at: ColumnIndex): readonly string[] {
  const missing: string[] = [];
  if (at.name === undefined && at.firstName === undefined && at.lastName === undefined) missing.push('name');
  if (at.range !== undefined) return missing;
  if (at.start === undefined) missing.push('start time');
  if (at.end === undefined) missing.push('end time');
  return missing;
}
