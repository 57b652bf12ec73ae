import { placeCalled } from '../day/job-fit.ts';
import { nameLimit, noteLimit } from '../problem/name.ts';
import type { Problem, ProblemCode } from '../problem/problem.ts';
import type { IsoDate } from '../time/date.ts';
import {
  type DayTerms,
  datesOfWeek,
  isDayTitle,
  parseTitleDays,
  parseWrittenDay,
  repeatsWeekday,
  weekdayOf,
} from '../time/written-days.ts';
import { findRanges, parseWrittenEnd, parseWrittenTime, type WrittenRange } from '../time/written-times.ts';
import { isLeave } from './leave-words.ts';
import {
  type Cells,
  type Entries,
  type Entry,
  type FileContext,
  isBlank,
  isStation,
  isTotal,
  nothingRead,
  personNamed,
  turnedName,
  whyNobody,
} from './schedule-entry.ts';

const lookedBareRows = 60;

/** A number alone can be an id or a count of hours. */
const isBareTime = (cell = ''): boolean =>
  /:|[ap]\.?m?\.?$/i.test(cell.trim()) && parseWrittenTime(cell) !== null;
const hasTime = (cell: string): boolean => isBareTime(cell) || findRanges(cell).ranges.length > 0;
const isEnd = (cell = ''): boolean => isBareTime(cell) || parseWrittenEnd(cell) === 'close';

/**
 * Null unless most rows have two times beside each other in the same place, and the names can be told from the jobs. Of
 * the other rows, those with both times in one cell are read, and the rest is said.
 */
export function linesOfBareTimes(
  rows: readonly Cells[],
  isPlace: (text: string) => boolean,
): readonly Cells[] | null {
  const filled = rows.filter((cells) => !isBlank(cells)).slice(0, lookedBareRows);
  const [first = []] = filled;
  // several cells without times are the titles of a table
  if (first.filter((cell) => cell.trim() !== '').length > 2 && !first.some(hasTime)) return null;
  const startIn = (cells: Cells) =>
    cells.findIndex((cell, index) => isBareTime(cell) && isEnd(cells[index + 1]));
  const starts = filled.map(startIn).filter((at) => at >= 0);
  const start = starts.find((at) => starts.filter((other) => other === at).length * 2 > starts.length);
  if (start === undefined) return null;
  const others = (cells: Cells, times: readonly number[]) =>
    cells.flatMap((cell, index) => (times.includes(index) ? [] : [cell.trim()]));
  const both = [start, start + 1];
  const isAlike = (cells: Cells) =>
    isBareTime(cells[start]) && isEnd(cells[start + 1]) && !others(cells, both).some(isBareTime);
  const alike = filled.filter(isAlike);
  if (alike.length * 2 <= filled.length) return null;
  const width = Math.max(...alike.map((cells) => others(cells, both).length));
  const texts = Array.from({ length: width }, (_, at) =>
    alike.map((cells) => others(cells, both)[at] ?? ''),
  ).filter((column) => column.some((text) => /\p{L}/u.test(text) && !isDayTitle(text)));
  const areJobs = (column: readonly string[]) =>
    column.filter((text) => isStation(text) || isPlace(text)).length * 2 > column.length;
  const [one = [], other] = texts;
  // two columns without jobs may be first and last names
  if (texts.length > 2 || (other ? areJobs(one) === areJobs(other) : areJobs(one))) return null;
  const isTurned = other !== undefined && areJobs(one);
  const said = (cells: Cells, times: readonly number[]) => {
    const filled = others(cells, times).filter(Boolean);
    return isTurned ? filled.reverse() : filled;
  };
  return rows.map((cells) => {
    if (isBlank(cells)) return cells;
    if (isAlike(cells)) return [[`${cells[start]} - ${cells[start + 1]}`, ...said(cells, both)].join(' | ')];
    const range = cells.findIndex((cell) => findRanges(cell).ranges.length > 0);
    const before = range < 0 ? [] : [(cells[range] ?? '').trim()];
    return [[...before, ...said(cells, [range])].join(' | ')];
  });
}

const lookedRows = 60;

/** Whether the text is a list of shifts without a header: 'Maria 9-5', 'Grill: Ana 10a-6p', '9-5 Bo'. */
export function isShiftList(rows: readonly Cells[]): boolean {
  const filled = rows.filter((cells) => !isBlank(cells)).slice(0, lookedRows);
  const [first = []] = filled;
  const hasTimes = (cells: Cells) => findRanges(lineOf(cells)).ranges.length > 0;
  // several cells without times are the titles of a table
  if (first.filter((cell) => cell.trim() !== '').length > 1 && !hasTimes(first)) return false;
  return filled.filter(hasTimes).length * 2 >= filled.length && filled.some(hasTimes);
}

/** Dates from which the order of day and month can be detected. */
export const datesInLines = (rows: readonly Cells[]): readonly string[] =>
  rows.flatMap((cells) => lineOf(cells).match(/\b\d{1,2}([/.])\d{1,2}(?:\1\d{2,4})?\b/g) ?? []);

/** A list's mark, such as '-', '•', or '1.'. */
const mark = /^\s*(?:[-*•–]|\d{1,3}[.)])\s+/;

const lineOf = (cells: Cells): string =>
  cells
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .join(', ')
    .replace(mark, '');

interface Part {
  readonly text: string;
  /** Whether a comma stands before it, which may divide a last name from a first. */
  readonly isAfterComma: boolean;
}

interface Line {
  readonly row: number;
  readonly text: string;
  readonly date: IsoDate | null;
  readonly ranges: readonly WrittenRange[];
  readonly before: readonly Part[];
  readonly after: readonly Part[];
  /** Of the heading above. */
  readonly job: string;
}

export function placesIn(terms: FileContext): (text: string) => boolean {
  const places = new Set(terms.places?.map(placeCalled));
  return (text) => places.has(placeCalled(text));
}

/** Reads each line; one that can be meant in two ways is listed with the reason. */
export function parseShiftLines(rows: readonly Cells[], days: DayTerms, terms: FileContext): Entries {
  const left: Problem[] = [];
  const lines: Line[] = [];
  const isPlace = placesIn(terms);
  let [date, job, count, isAssumed] = [null as IsoDate | null, '', 0, false];
  const weekdays = rows.flatMap((cells) => weekdayOf(lineOf(cells)) ?? []);
  const title = { day: terms.rowsFor ?? null, week: null, found: [] };
  const ofWeek = datesOfWeek(weekdays, title, terms.date);
  if (repeatsWeekday(weekdays) && ofWeek.includes(null)) return { ...nothingRead, isUnclear: true };
  let nth = 0;
  for (const [index, cells] of rows.entries()) {
    if (isBlank(cells)) continue;
    count += 1;
    const row = index + 1;
    const text = lineOf(cells);
    const leave = (code: ProblemCode) => void left.push({ code, details: { row, text: text.slice(0, 60) } });
    const { ranges, around } = findRanges(text);
    const isOfWeek = weekdayOf(text) !== undefined;
    const written = isDayTitle(text) ? parseWrittenDay(text.replace(/:$/, ''), days) : null;
    const day = isOfWeek ? ofWeek[nth] : written && (terms.rowsFor ?? written);
    if (isOfWeek) nth += 1;
    if (day) {
      [date, job] = [day, ''];
    } else if (ranges.length === 0) {
      const heading = text.replace(/\s*:$/, '');
      const titleDay = parseTitleDays([text], days).day;
      if (titleDay) date = terms.rowsFor ?? titleDay;
      else if (isPlace(heading) || (text.endsWith(':') && heading !== '')) job = heading;
      else leave(isTotal(cells) ? 'row-total' : 'line-without-times');
    } else {
      const said = partsOf(text, around, days);
      if (!said) leave('line-unclear');
      else lines.push({ row, text, ranges, job, ...said, date: said.date ?? date });
    }
  }
  const habits = habitsOf(lines, isPlace);
  const entries: Entry[] = [];
  for (const line of lines) {
    const said = whoAndWhat(line, isPlace, habits);
    if ('code' in said) {
      left.push({
        code: said.code,
        details: { row: line.row, text: line.text.slice(0, 60), ...said.details },
      });
      continue;
    }
    isAssumed ||= line.date === null;
    const day = line.date ?? terms.rowsFor ?? terms.date;
    if (!day) {
      left.push({ code: 'row-date-missing', details: { row: line.row } });
      continue;
    }
    for (const [nth, range] of line.ranges.entries()) {
      const key = nth === 0 ? `${line.row}` : `${line.row}.${nth}`;
      entries.push({ row: line.row, key, date: day, endDate: null, ...range, role: said.job, ...said });
    }
  }
  return { rows: count, entries, left, assumed: isAssumed ? (terms.rowsFor ?? terms.date ?? null) : null };
}

/** 'Mo' and 'Su' are names, too. */
const isWeekday = (text: string): boolean => text.length > 2 && weekdayOf(text) !== undefined;

const divider = /([,;|:()[\]@]|\s[-–—]\s)/;
/** Beside the times these say nothing. */
const filler = /^(from|at|on|shift|works?|working|hours?|hrs?|\d{1,2}(\.\d+)?\s?(h|hrs?|hours?)?)$/i;

/** The parts before and after the times, and the date among them; null if the line can't be taken apart. */
function partsOf(
  text: string,
  around: readonly string[],
  days: DayTerms,
): Pick<Line, 'before' | 'after' | 'date'> | null {
  const between = around.slice(1, -1);
  if (between.some((each) => !/^\s*(?:[,/&+;|]|and)+\s*$/i.test(each))) return null;
  // a phone number looks like two times
  if (/\b\d{3}-\d{4}\b/.test(text)) return null;
  let date: IsoDate | null = null;
  let isUnclear = false;
  const divided = (side: string): readonly Part[] =>
    side.split(divider).flatMap((piece, index, pieces): readonly Part[] => {
      if (index % 2 === 1) return [];
      const words = piece.trim().split(' ');
      const dated = [words.length, 3, 2, 1].find(
        (take) => /\d/.test(words.slice(0, take).join(' ')) && isDayTitle(words.slice(0, take).join(' ')),
      );
      const taken = isWeekday(piece.trim()) ? words.length : dated;
      if (taken) date = parseWrittenDay(words.slice(0, taken).join(' '), days) ?? date;
      else if (words.length > 1 && isWeekday(words[0] ?? '')) isUnclear = true;
      const rest = words
        .slice(taken ?? 0)
        .join(' ')
        .replace(/^(from|at)\s|\s(from|at)$/gi, '');
      if (rest === '' || filler.test(rest)) return [];
      return [{ text: rest, isAfterComma: pieces[index - 1] === ',' }];
    });
  const [before, after] = [divided(around[0] ?? ''), divided(around[around.length - 1] ?? '')];
  return isUnclear ? null : { before, after, date };
}

/** What most lines of the text do, so that each can be read alike. */
interface Habits {
  /** 'Sample, Maria 9-5' */
  readonly isLastFirst: boolean;
  /** 'Maria Grill 9-5' */
  readonly endsWithJob: boolean;
}

function habitsOf(lines: readonly Line[], isPlace: (name: string) => boolean): Habits {
  const isMost = (count: number) => count > 1 && count * 2 > lines.length;
  const pairs = lines.filter(({ before }) => isLastFirst(before, isPlace));
  const firstNames = new Set(pairs.map(({ before }) => before[1]?.text.toLowerCase()));
  const ending = lines.filter(({ before, after }) => {
    const [only] = before.length === 1 && after.length === 0 ? before : [];
    return only && jobAtEnd(only.text, isPlace) !== null;
  });
  return {
    // jobs repeat, first names hardly do
    isLastFirst: isMost(pairs.length) && firstNames.size * 3 > pairs.length * 2,
    endsWithJob: isMost(ending.length),
  };
}

const isLastFirst = ([one, other, ...more]: readonly Part[], isPlace: (name: string) => boolean): boolean =>
  more.length === 0 &&
  other?.isAfterComma === true &&
  ![one?.text ?? '', other.text].some((each) => isPlace(each) || isStation(each));

/** 'Maria Grill' as Maria, who is at the grill; null if the last words are no position or subarea. */
function jobAtEnd(
  text: string,
  isPlace: (name: string) => boolean,
): { readonly name: string; readonly job: string } | null {
  const words = text.split(' ');
  for (const count of [3, 2, 1]) {
    const job = words.slice(-count).join(' ');
    if (words.length > count && isPlace(job)) return { name: words.slice(0, -count).join(' '), job };
  }
  return null;
}

type Said = Pick<Entry, 'name' | 'job' | 'note' | 'remark'>;

function whoAndWhat(
  line: Line,
  isPlace: (name: string) => boolean,
  { isLastFirst: turns, endsWithJob }: Habits,
): Said | Problem {
  const { before, after } = line;
  if (before.length > 0 && isLastFirst(before, isPlace) && turns) {
    return checked(turnedName(`${before[0]?.text}, ${before[1]?.text}`), after[0]?.text, after[1]?.text);
  }
  const parts = before.length === 1 || after.length === 0 ? [...before, ...after] : after;
  if (before.length > 1 && after.length > 0) return { code: 'line-unclear' };
  const [one, other, third, ...more] = parts;
  if (!one) return { code: 'row-name-missing' };
  if (more.length > 0) return { code: 'line-unclear' };
  if (!other) {
    const split = jobAtEnd(one.text, isPlace);
    if (split && endsWithJob) return checked(split.name, split.job);
    if (isPlace(one.text)) return { code: 'line-unclear' };
    const remark: Problem | undefined = split
      ? { code: 'line-job-in-name', details: { text: split.job } }
      : undefined;
    const said = checked(one.text, line.job);
    return 'code' in said || !remark ? said : { ...said, remark };
  }
  const isJobOf = (each: string) => isPlace(each) || isStation(each);
  if (isJobOf(one.text) && !isJobOf(other.text)) return checked(other.text, one.text, third?.text);
  // after the times stands the job; on one side of them, a comma may divide two names
  const isJob = before.length === 1 && after.length > 0;
  if (!isJob && other.isAfterComma && !isPlace(other.text)) return { code: 'line-unclear' };
  return isPlace(one.text) ? { code: 'line-unclear' } : checked(one.text, other.text, third?.text);

  function checked(named: string, job = '', note = ''): Said | Problem {
    const name = personNamed(named);
    const nobody = whyNobody(named, name, [job, note].find(isLeave)?.slice(0, 40));
    if (nobody && nobody.code !== 'row-names-several') return nobody;
    // two people, a sentence, or a time that isn't one
    const isName =
      /\p{L}/u.test(name) && !/\d|\s(and|&|\+)\s|[?!]/i.test(name) && name.split(' ').length <= 5;
    if (!isName) return { code: 'line-unclear' };
    return { name, job: job.slice(0, nameLimit), note: note.slice(0, noteLimit) };
  }
}
