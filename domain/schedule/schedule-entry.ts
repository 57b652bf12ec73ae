import { nameLimit, withoutUnprintable } from '../problem/name.ts';
import type { Problem } from '../problem/problem.ts';
import { type ColumnTitles, defaultDayStart } from '../team/team.ts';
import { type DayOfTimes, parseRange, shiftLengths } from '../time/am-or-pm.ts';
import {
  type ClockTime,
  fromMinutes,
  minutesOfDay,
  spanOf,
  type TimeRange,
  toMinutes,
} from '../time/clock-time.ts';
import { addDays, type IsoDate } from '../time/date.ts';
import type { DateOrder } from '../time/written-days.ts';
import { isOnTwentyFourHours, typedTime, type WrittenEnd, type WrittenTime } from '../time/written-times.ts';
import { decodeFile } from './file-letters.ts';
import type { Clock, FileQuestion, Night } from './file-questions.ts';
import { bare, isLeaveAlone } from './leave-words.ts';
import type { ScheduledShift } from './schedule.ts';

export const decodeText = (bytes: Uint8Array): string => decodeFile(bytes).text;

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
  /** Whose shifts are read of a file with several locations; '' for all. */
  readonly location?: string | undefined;
  /** A person's answers to `questions` about the file. */
  readonly clock?: Clock | undefined;
  readonly shiftDates?: DateOrder | undefined;
  readonly nights?: Night | undefined;
  /** A person's answers about ambiguous times, by `key`. */
  readonly answers?: ReadonlyMap<string, TimeRange> | undefined;
}

/** A shift as written, before AM and PM are settled for the whole file. */
export interface Entry {
  readonly row: number;
  /** The same for the same cell each time the file is read. */
  readonly key: string;
  readonly name: string;
  readonly date: IsoDate;
  readonly endDate: IsoDate | null;
  readonly start: WrittenTime;
  readonly end: WrittenEnd;
  readonly job: string;
  readonly note: string;
  readonly role: string;
  readonly person?: string;
  /** Whether the date stands beside the start, so that the calendar says which night it is. */
  readonly isMoment?: boolean;
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

const nobody =
  /^(open ?(shifts?)?|open ?shifts?\b.+|(un|not )assigned|unassigned shifts?|unfilled( shifts?)?|vacant( shifts?)?|house( shifts?)?|available shifts?|need(s|ed)? cover(age)?|nobody|no ?one|none|tb[adc])$/;

export const isNobody = (name: string): boolean => nobody.test(bare(name));

const noPerson = new RegExp(
  [
    '^((store|business|opening|operating|open|restaurant|lobby|dining room|kitchen|drive[ -]?thru) )?hours( of operation)?$',
    '^(mod|manager on duty|pic|person in charge)$',
    '^((projected|forecast(ed)?|actual|net|gross|budget(ed)?|sched(uled)?|target|total|est(imated)?) )?(sales|labor|wages?|forecast|budget|guests?|transactions?|splh|spmh)( ?(%|hours?|hrs|cost|total|percent(age)?))?$',
    '^(labor|wages?|forecast|splh|head ?count|hours|shifts) ?(%|percent(age)?|by .*|scheduled|cost)?$',
    '^((daily|special|store) )?(events?|notes?|announcements?|reminders?|deliver(y|ies)|truck|weather|legend|key|prepared by|approved by|schedule)$',
  ].join('|'),
);

/** Whether what stands in a name's place is a line of the store: 'Store hours', 'MOD', 'Labor %', 'Grill'. */
export const isStoreLine = (name: string): boolean => noPerson.test(bare(name)) || isStation(name);

/** 'Maria PTO' */
const endsWithLeave = (name: string): boolean =>
  /\s(PTO|RTO|LOA|OFF|R\/O|VAC|SICK|UNAVAILABLE)$/.test(name.trim());

const stations =
  /^(the )?(grill|fry(er|ers|ing)?|fries|drive[ -]?thru|dt|order taker|front( counter| of house)?|back( of house)?|foh|boh|counter|cashiers?|registers?|till|pos|prep|line( cook)?|cook|kitchen|expo|expediter|window|present(er)?|pack(er|ing)?|bag(ger|ging)?|runner|host(ess)?|servers?|busser|bar(tender)?|barista|dish(es|washer|washing)?|dining( room)?|lobby|greeter|salads?|sandwich(es)?|drinks?|beverages?|shakes?|ice cream|bakery|oven|pizza|make ?line|assembly|board(s|ing)?|breading|chicken|fish|nuggets|delivery|driver|catering|maintenance|clean(er|ing)?|closer|opener|float(er)?|crew( member)?|team (member|lead(er)?)|trainer|trainee|shift (lead(er)?|manager|supervisor)|managers?|asst\.? manager|assistant manager|general manager|gm|agm|supervisor|lead)s?( ?#?\d)?$/;

/** Whether it is what restaurants call a job or a station, not somebody. */
export const isStation = (text: string): boolean => stations.test(bare(text));

const suffix = /^(jr|sr|ii|iii|iv|v|esq|md|phd)\.?$/i;

/** Whether it is 'Last, First', not a name with a suffix after a comma. */
function isLastFirst(name: string): boolean {
  const [last = '', ...rest] = partsOf(withoutTags(name).name);
  return last !== '' && rest.some((part) => !suffix.test(part));
}

/** 'Garcia Lopez, Maria Elena (Cook)' as 'Maria Elena Garcia Lopez'; 'Smith, Jr., John' as 'John Smith Jr.'. */
export function turnedName(written: string): string {
  const { name } = withoutTags(written);
  if (!isLastFirst(name)) return name;
  const [last = '', ...rest] = partsOf(name);
  const suffixes = rest.filter((part) => suffix.test(part));
  const first = rest.filter((part) => !suffix.test(part));
  const words = last.split(' ');
  // 'Smith Jr., John' has its suffix before the comma.
  const own = words.length > 1 && suffix.test(words[words.length - 1] ?? '') ? words.splice(-1) : [];
  return [...first, ...words, ...own, ...suffixes].join(' ');
}

const partsOf = (name: string): string[] =>
  name
    .replace(/\s+/g, ' ')
    .split(',')
    .map((part) => part.trim())
    .filter((part, index) => part !== '' || index === 0);

export const isWrittenLastFirst = (names: readonly string[]): boolean => {
  const said = names.filter((name) => name !== '');
  return said.filter(isLastFirst).length * 2 > said.length;
};

const inBrackets = /\s*(?:\(([^()]*)\)|\[([^[\]]*)\]|\{([^{}]*)\})\s*/;
const atEnd = new RegExp(`${inBrackets.source}$`);
const atStart = new RegExp(`^${inBrackets.source}`);
const marks = /^[\s*#†‡•✓★☆⭐~^!|]+|[\s*†‡•✓★☆⭐~^!|]+$/gu;
const number = /\s*(?:[-–—]\s+|#\s?)\d{1,8}$|^#\s?\d{1,8}\s+|^\d{1,8}\s+[-–—]\s+/;
/** A hyphen within a name has no blanks around it. */
const afterDash = /\s+[-–—|/]\s+([^-–—|/,]+)$/;
const afterComma = /,\s*([^,]+)$/;

/** What stands behind a dash may be another person; behind 'Last, First' it isn't. */
const isTag = (tag: string, rest: string, around: RegExp): boolean =>
  (around !== afterDash && around !== afterComma) ||
  isStation(tag) ||
  isLeaveAlone(tag) ||
  (around === afterDash && rest.includes(','));
const hours = /^[\d.:]+ ?(?:h|hrs?|hours?)?(?:\s?\/.*)?$/i;

/** '*Maria Sample (Cook)', 'Maria Sample - Cook', 'Maria Sample #1020'. `tags` are the words taken off, from the last to the first. */
export function withoutTags(written: string): { readonly name: string; readonly tags: readonly string[] } {
  const tags: string[] = [];
  const [first = '', ...lines] = written.split(/\r?\n/).map((line) => line.replace(/\s+/g, ' ').trim());
  // a long name may be broken into lines, too
  const kept = lines.filter((line) => {
    const isBeside = hours.test(line) || isStation(line) || /^[([].*[)\]]$/.test(line);
    if (isBeside && line !== '') tags.push(line.replace(/^[([]|[)\]]$/g, ''));
    return !isBeside;
  });
  let name = [first, ...kept].join('\n').trim();
  for (let turn = 0; turn < 4; turn++) {
    const before = name;
    for (const around of [atEnd, atStart, afterDash, afterComma]) {
      const found = around.exec(name);
      const rest = name.replace(around, '').trim();
      const tag = (found?.[1] ?? found?.[2] ?? found?.[3] ?? '').trim();
      if (!found || !/\p{L}/u.test(rest) || !isTag(tag, rest, around)) continue;
      tags.push(tag);
      name = rest;
    }
    name = name.replace(number, '').replace(marks, '').trim() || before;
    if (name === before) break;
  }
  return { name, tags };
}

/** The job that stands beside a name. */
export const stationIn = (written: string): string => withoutTags(written).tags.find(isStation) ?? '';

/** Whose a row is, from what stands in the place of a name there. */
export const personNamed = (written: string, isTurned = false): string =>
  withoutUnprintable(isTurned ? turnedName(written) : withoutTags(written).name)
    .replace(/\s+/g, ' ')
    .trim();

/** Why a row is nobody's shift; null for a shift. `off` is what says elsewhere in the row that the person doesn't work. */
export function whyNobody(written: string, name: string, off?: string): Problem | null {
  if (isNobody(written) || isNobody(name)) return { code: 'row-open' };
  const isOff = isLeaveAlone(name) || endsWithLeave(name);
  const text = isStoreLine(name)
    ? written
    : isOff
      ? name
      : (withoutTags(written).tags.find(isLeaveAlone) ?? off);
  if (text !== undefined) return { code: 'row-not-shift', details: { text: text.slice(0, 40) } };
  if (
    !/\d/.test(name) &&
    /\p{L}\s*[/&+]\s*\p{L}|\S (and|or|y|et|und) \S/iu.test(name) &&
    !/^.\/.$/.test(name)
  )
    return { code: 'row-names-several', details: { text: name.slice(0, 40) } };
  if (name === '' || !/\p{L}/u.test(name) || /^x+$/i.test(name)) return { code: 'row-name-missing' };
  return name.length > nameLimit ? { code: 'row-name-too-long', details: { max: nameLimit } } : null;
}

/** A shift with ambiguous times; it is left out until a person chooses. */
export interface AmbiguousTimes {
  readonly key: string;
  readonly row: number;
  readonly teamMember: string;
  readonly date: IsoDate;
  readonly written: string;
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
  readonly remarks: ReadonlyMap<string, Problem>;
  readonly questions: readonly FileQuestion[];
}

/** Resolves AM and PM, the end of the day, and repeated rows. */
export function settleShifts(
  entries: readonly Entry[],
  terms: FileContext,
  unlabeled = 'CSV',
): SettledShifts {
  const day: DayOfTimes = { dayStart: terms.dayStart ?? defaultDayStart, rotations: terms.rotations ?? [] };
  const close = closingTime(day);
  const times = entries.flatMap(({ start, end }) => (end === 'close' ? [start] : [start, end]));
  const clock = clockOf(times, terms);
  const early: string[] = [];
  const shifts: ScheduledShift[] = [];
  const left: Problem[] = [];
  const asked: AmbiguousTimes[] = [];
  const repeated = new Set<string>();
  const remarks = new Map<string, Problem>();
  const idsSeen = new Map<string, number>();
  const firstRows = new Map<string, number>();
  for (const written of entries) {
    const entry = pastMidnight(written);
    const { row, key, name, start, end, job, note, role, person, remark } = entry;
    let { date } = entry;
    if (end === 'close' && close === null) {
      left.push({ code: 'row-close-unknown', details: { row } });
      continue;
    }
    const endTime: WrittenTime = end === 'close' ? { minutes: toMinutes(close ?? ''), by: 'exact' } : end;
    const reading = parseTimes(entry, endTime, clock, day);
    if (!reading) {
      left.push({ code: 'row-times-apart', details: { row } });
      continue;
    }
    let range = 'range' in reading ? reading.range : reading.choices[0];
    if ('choices' in reading && isNear(date, terms.date)) {
      const written = `${shown(start)} – ${end === 'close' ? 'close' : shown(end)}`;
      asked.push({ key, row, teamMember: name, date, written, choices: reading.choices });
      range = terms.answers?.get(key);
    }
    if (!range) continue;
    const isEarly = toMinutes(range.startTime) < toMinutes(day.dayStart);
    if (isEarly && entry === written && !entry.isMoment) {
      if (isNear(date, terms.date)) early.push(key);
      if (terms.nights === 'after') date = addDays(date, 1);
    }
    const id = idFor(`csv:${name}:${date} ${range.startTime}`, idsSeen);
    const told = {
      ...{ teamMember: name, date, ...range, job: job || unlabeled, note, role },
      ...(person !== undefined && { person }),
    };
    shifts.push({ id, ...told });
    if (remark) remarks.set(id, remark);
    const sameAs = firstRows.get(JSON.stringify(told));
    if (sameAs !== undefined) {
      repeated.add(id);
      remarks.set(id, { code: 'shift-repeated', details: { row, same: sameAs } });
    } else {
      firstRows.set(JSON.stringify(told), row);
      if (end === 'close') {
        remarks.set(id, { code: 'shift-until-close', details: { time: range.endTime } });
      }
    }
  }
  const questions: FileQuestion[] = [];
  const isUnclear = clockOf(times, {}) === 'unclear';
  if (isUnclear && (asked.length > 0 || terms.clock !== undefined))
    questions.push({ about: 'clock', text: shownRange(entries), used: terms.clock ?? null });
  if (early.length > 0)
    questions.push({
      ...{ about: 'nights', count: early.length, until: day.dayStart, used: terms.nights ?? 'before' },
    });
  return { shifts, left, asked, repeated, remarks, questions };
}

/** '09:00' alone doesn't make a 24-hour clock: programs print 12 hours like that, too, and lose AM and PM. */
function clockOf(times: readonly WrittenTime[], terms: FileContext): Clock | 'unclear' {
  const isSure = times.some(({ by }) => by === 'hours' || by === 'half');
  if (!isSure && terms.clock) return terms.clock;
  if (!isOnTwentyFourHours(times)) return '12-hour';
  return isSure ? '24-hour' : 'unclear';
}

const shownRange = ([first]: readonly Entry[]): string =>
  first ? `${shown(first.start)} – ${first.end === 'close' ? 'close' : shown(first.end)}` : '';

/** A start at 24:00 or later is in the night after its date, and an end counts from there. */
function pastMidnight(entry: Entry): Entry {
  const { date, endDate, start, end } = entry;
  if (start.minutes < minutesOfDay) return entry;
  const earlier = (time: WrittenTime) => ({ ...time, minutes: time.minutes - minutesOfDay });
  const isPast = end !== 'close' && end.minutes >= minutesOfDay;
  const next = addDays(date, 1);
  return {
    ...entry,
    date: next,
    endDate: endDate === date ? next : endDate,
    start: earlier(start),
    end: isPast ? earlier(end) : end,
  };
}

/** Without 'AM' or 'PM' if the file has neither. */
const shown = (time: WrittenTime): string => typedTime(time, false);

/** In minutes. */
const longestUntilClose = 900;

type Reading = { readonly range: TimeRange } | { readonly choices: readonly TimeRange[] };

/** Null if the times are further apart than a shift can be long. */
function parseTimes(
  entry: Entry,
  end: WrittenTime,
  clock: Clock | 'unclear',
  day: DayOfTimes,
): Reading | null {
  if (clock !== 'unclear') return parseOnClock(entry, end, clock, day);
  const [one, other] = (['12-hour', '24-hour'] as const).map((each) => parseOnClock(entry, end, each, day));
  // on neither clock is a shift longer than a day
  if (!other) return null;
  const choices = [one, other].flatMap((each) =>
    !each ? [] : 'range' in each ? [each.range] : each.choices,
  );
  const unlike = choices.filter(
    (range, at) =>
      choices.findIndex((each) => each.startTime === range.startTime && each.endTime === range.endTime) ===
      at,
  );
  const [only] = unlike;
  if (!only) return null;
  return unlike.length === 1 ? { range: only } : { choices: unlike };
}

function parseOnClock(entry: Entry, end: WrittenTime, clock: Clock, day: DayOfTimes): Reading | null {
  const { date, endDate, start } = entry;
  if (end.minutes - start.minutes > minutesOfDay) return null;
  const is24 = clock === '24-hour';
  const texts = { start: typedTime(start, is24), end: typedTime(end, is24) };
  const isSettled = [texts.start, texts.end].every((text) => /[AP]M$/.test(text));
  // an end before the start on one date can't be, so that its length says whether it is the next day
  const isTurned = endDate === date && end.minutes <= start.minutes;
  if (endDate !== null && isSettled && !isTurned) {
    const range = { startTime: texts.start, endTime: texts.end };
    return isWithinDay(date, range, endDate) ? { range } : null;
  }
  const reading = parseRange(texts, day, shiftLengths);
  if (reading.kind === 'unreadable') return null;
  // '9-CL' may be all of the day or the last two hours
  const longer =
    entry.end === 'close' ? parseRange(texts, day, { ...shiftLengths, most: longestUntilClose }) : reading;
  if (reading.kind === 'read' && longer.kind === 'ask') return { choices: longer.choices };
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
