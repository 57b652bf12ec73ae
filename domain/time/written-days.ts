import { addDays, type IsoDate, isIsoDate, weekday } from './date.ts';
import { plainText } from './written-times.ts';

export type DateOrder = 'month-first' | 'day-first';

export interface DayTerms {
  readonly order: DateOrder;
  /** A date without a year, or a weekday, is the one nearest to this; without it, they can't be read. */
  readonly near?: IsoDate | undefined;
}

const months = [
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september'],
  ...['october', 'november', 'december'],
];
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
/** As whole words, and the two letters of German, of which some are English, too: without the others, days would be missing. */
const otherWeekdays = [
  ['domingo', 'dimanche', 'sonntag', 'so'],
  ['lunes', 'lundi', 'montag', 'segunda', 'segunda-feira'],
  ['martes', 'mardi', 'dienstag', 'di', 'terça', 'terça-feira'],
  ['miércoles', 'miercoles', 'mercredi', 'mittwoch', 'mi', 'quarta', 'quarta-feira'],
  ['jueves', 'jeudi', 'donnerstag', 'do', 'quinta', 'quinta-feira'],
  ['viernes', 'vendredi', 'freitag', 'sexta', 'sexta-feira'],
  ['sábado', 'sabado', 'samedi', 'samstag', 'sonnabend'],
];
/** With a period and before a date in numbers only: 'Sam' and 'Dom' are names, and 'Mar' is March. */
const otherShort = [
  ['dom', 'dim'],
  ['lun', 'seg'],
  ['mar', 'ter'],
  ['mer', 'mié', 'mie', 'qua'],
  ['jue', 'jeu', 'qui'],
  ['vie', 'ven', 'sex'],
  ['sáb', 'sab', 'sam'],
];
const shortWeekdays: Readonly<Record<string, number>> = {
  ...Object.fromEntries(otherWeekdays.flatMap((names, at) => names.map((name) => [name, at] as const))),
  ...{ su: 0, mo: 1, tu: 2, tue: 2, tues: 2, we: 3, weds: 3, th: 4, thu: 4, thur: 4, thurs: 4, fr: 5, sa: 6 },
  ...Object.fromEntries(
    weekdays.flatMap((name, at) => [[name, at] as const, [name.slice(0, 3), at] as const]),
  ),
};

/** 0 for Sunday; undefined if the text isn't a weekday. */
export const weekdayOf = (text: string): number | undefined =>
  shortWeekdays[plainText(text).replace(/[.,:]+$/, '')];

const weekdayNumber = (date: IsoDate): number => weekdays.indexOf(weekday(date).toLowerCase());

const daysBetween = (from: IsoDate, to: IsoDate): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** A spreadsheet's date number, from 2000 to 2099. */
const firstSerial = 36_526;
const lastSerial = 73_050;

const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const joined = /^(20\d\d)([01]\d)([0-3]\d)$/;
const numbers = /^(\d{1,2})([-/.])(\d{1,2})(?:\2(\d{4}|\d{2}))?\.?$/;
const monthFirst = /^([a-z]{3,9})\.?[ -](\d{1,2})(?:st|nd|rd|th)?(?:[ -]'?(\d{4}|\d{2}))?$/;
const dayFirst = /^(\d{1,2})(?:st|nd|rd|th|\.)?(?: of)?[ -]([a-z]{3,9})\.?(?:[ -]'?(\d{4}|\d{2}))?$/;

interface DayParts {
  /** The day of the week, if the text names it. */
  readonly weekday: number | undefined;
  readonly rest: string;
}

/** 'Sat 11/21', 'Saturday, November 21', '11/21 (Sat)'; a midnight time after a date is ignored. */
function partsOf(written: string): DayParts {
  const text = plainText(written.slice(0, 60))
    .replace(/[ t]0?0:00(?::00(?:\.0+)?)?z?$/, '')
    .replace(/ 12:00(?::00)? ?am$/, '')
    .replace(/,/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const before = /^([\p{L}-]+?)[. -]+(.+)$/u.exec(text);
  const short = /^(\p{L}{3})\. ?(\d{1,2}[/.]\d.*)$/u.exec(text);
  const shortOf = short ? otherShort.findIndex((names) => names.includes(short[1] ?? '')) : -1;
  if (short && shortOf >= 0) return { weekday: shortOf, rest: short[2] ?? '' };
  if (before && weekdayOf(before[1] ?? '') !== undefined) {
    return { weekday: weekdayOf(before[1] ?? ''), rest: before[2] ?? '' };
  }
  const after = /^(.+?)[ -]+\(?([\p{L}-]+)\.?\)?$/u.exec(text);
  if (after && weekdayOf(after[2] ?? '') !== undefined) {
    return { weekday: weekdayOf(after[2] ?? ''), rest: after[1] ?? '' };
  }
  const alone = weekdayOf(text);
  return alone === undefined ? { weekday: undefined, rest: text } : { weekday: alone, rest: '' };
}

/** Parses every form of a date that schedules print. Null if the text isn't one. */
export function parseWrittenDay(written: string, terms: DayTerms): IsoDate | null {
  const { weekday: ofWeek, rest } = partsOf(written);
  if (rest === '') return ofWeek === undefined ? null : nearestDay(ofWeek, terms.near);
  const whole = iso.exec(rest) ?? joined.exec(rest);
  if (whole) return dateOf(whole[1], whole[2], whole[3]);
  const numeric = numbers.exec(rest);
  if (numeric) {
    const [, first, , second, year] = numeric;
    const [month, day] = terms.order === 'day-first' ? [second, first] : [first, second];
    if (!year) return nearestYear(month, day, ofWeek, terms.near);
    const date = dateOf(year, month, day);
    // 'Fri 3/13/2027' is a Saturday: one of the two is wrong
    return date === null || ofWeek === undefined || weekdayNumber(date) === ofWeek ? date : null;
  }
  const named = monthFirst.exec(rest);
  if (named) return namedDay(named[1], named[2], named[3], ofWeek, terms.near);
  const turned = dayFirst.exec(rest);
  if (turned) return namedDay(turned[2], turned[1], turned[3], ofWeek, terms.near);
  const serial = /^\d{5}(?:\.0+)?$/.test(rest) ? Number(rest) : 0;
  if (serial >= firstSerial && serial <= lastSerial) return addDays('1899-12-30', serial);
  const dayAlone = /^\d{1,2}$/.test(rest) && ofWeek !== undefined ? Number(rest) : 0;
  return dayAlone > 0 ? nearestDay(ofWeek, terms.near, dayAlone) : null;
}

function dateOf(year = '', month = '', day = ''): IsoDate | null {
  const date = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isIsoDate(date) ? date : null;
}

function namedDay(
  name = '',
  day = '',
  year: string | undefined,
  ofWeek: number | undefined,
  near: IsoDate | undefined,
): IsoDate | null {
  const at = months.findIndex(
    (month) => month === name || month.slice(0, 3) === name.replace(/^sept$/, 'sep'),
  );
  if (at < 0) return null;
  return year ? dateOf(year, String(at + 1), day) : nearestYear(String(at + 1), day, ofWeek, near);
}

function nearestYear(
  month = '',
  day = '',
  ofWeek: number | undefined,
  near: IsoDate | undefined,
): IsoDate | null {
  if (!near) return null;
  const year = Number(near.slice(0, 4));
  const dates = [year - 1, year, year + 1].flatMap((each) => dateOf(String(each), month, day) ?? []);
  const fitting = dates.filter((date) => ofWeek === undefined || weekdayNumber(date) === ofWeek);
  return nearestOf(fitting.length > 0 ? fitting : dates, near);
}

/** Of the days around, those of the weekday, in the nearest month where it is 'Mon 16'. */
function nearestDay(ofWeek: number | undefined, near: IsoDate | undefined, day?: number): IsoDate | null {
  if (!near) return null;
  const reach = day === undefined ? 3 : 45;
  const dates = Array.from({ length: 2 * reach + 1 }, (_, index) => addDays(near, index - reach));
  const isIt = (date: IsoDate) => day === undefined || Number(date.slice(8)) === day;
  return nearestOf(
    dates.filter((date) => isIt(date) && weekdayNumber(date) === ofWeek),
    near,
  );
}

function nearestOf(dates: readonly IsoDate[], near: IsoDate): IsoDate | null {
  const far = (date: IsoDate) => Math.abs(daysBetween(near, date));
  return dates.reduce<IsoDate | null>((best, date) => (best && far(best) <= far(date) ? best : date), null);
}

/** Whether a column's title is a weekday, a date, or both. '9-5' and '10.30' are times. */
export function isDayTitle(text: string): boolean {
  const plain = plainText(text);
  if (plain === '' || plain.length > 40) return false;
  if (/^\d{1,2}[-.]\d{1,2}\.?$/.test(plain)) return false;
  const { weekday: ofWeek, rest } = partsOf(text);
  return (
    (ofWeek !== undefined && /^([1-9]|[12]\d|3[01])(st|nd|rd|th)?$/.test(rest)) ||
    parseWrittenDay(text, anyDay) !== null ||
    parseWrittenDay(text, { ...anyDay, order: 'day-first' }) !== null
  );
}
const anyDay: DayTerms = { order: 'month-first', near: '2026-01-01' };

/** The order of day and month in a file's dates; null if both are possible and it matters for the date `near`. */
export function dateOrderOf(texts: readonly string[], near: IsoDate | undefined): DateOrder | null {
  const inARow = orderInARow(texts, near);
  const votes = { 'month-first': 0, 'day-first': 0 };
  const reaches = { 'month-first': false, 'day-first': false };
  let hasDots = false;
  for (const text of new Set(texts)) {
    const { weekday: ofWeek, rest } = partsOf(text);
    const [, first, separator, second] = numbers.exec(rest) ?? [];
    if (first === undefined || first === second) continue;
    hasDots ||= separator === '.';
    const byMonth = parseWrittenDay(text, { order: 'month-first', near });
    const byDay = parseWrittenDay(text, { order: 'day-first', near });
    const fits = (date: IsoDate | null) =>
      date !== null && (ofWeek === undefined || weekdayNumber(date) === ofWeek);
    if (fits(byMonth) && !fits(byDay)) votes['month-first'] += 1;
    if (fits(byDay) && !fits(byMonth)) votes['day-first'] += 1;
    if (near && byMonth === near) reaches['month-first'] = true;
    if (near && byDay === near) reaches['day-first'] = true;
  }
  if (votes['month-first'] !== votes['day-first']) {
    return votes['month-first'] > votes['day-first'] ? 'month-first' : 'day-first';
  }
  if (inARow) return inARow;
  if (reaches['month-first'] !== reaches['day-first']) {
    return reaches['month-first'] ? 'month-first' : 'day-first';
  }
  if (reaches['month-first']) return null;
  return hasDots ? 'day-first' : 'month-first';
}

/** The order in which the dates are days in a row; in the other, '02/01, 02/02, 02/03' are a month apart. */
function orderInARow(texts: readonly string[], near: IsoDate | undefined): DateOrder | null {
  const isInARow = (order: DateOrder) => {
    const dates = [...new Set(texts.flatMap((text) => parseWrittenDay(text, { order, near }) ?? []))].sort();
    return (
      dates.length > 2 &&
      dates.every((date, at) => at === 0 || daysBetween(dates[at - 1] ?? date, date) === 1)
    );
  };
  const [byMonth, byDay] = [isInARow('month-first'), isInARow('day-first')];
  return byMonth === byDay ? null : byMonth ? 'month-first' : 'day-first';
}

const monthName = String.raw`(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?`;
const dayInText = new RegExp(
  [
    String.raw`\b\d{4}-\d{1,2}-\d{1,2}\b`,
    String.raw`(?:\b(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*[.,]* )?\b\d{1,2}[/.]\d{1,2}(?:[/.](?:\d{4}|\d{2}))?\b`,
    String.raw`\b${monthName} \d{1,2}(?:st|nd|rd|th)?\b(?:,? \d{4}\b)?`,
    String.raw`\b\d{1,2} ${monthName}(?:,? \d{4}\b)?`,
  ].join('|'),
  'g',
);

/** Whether a text is a day, or names one: 'Saturday, November 21: Lunch'. */
export const mentionsDay = (text: string): boolean =>
  isDayTitle(text) ||
  weekdayOf(text.split(/[\s,]/)[0] ?? '') !== undefined ||
  plainText(text).search(dayInText) >= 0;

/** What the lines above a schedule say about its dates. */
export interface TitleDays {
  /** The only date named. */
  readonly day: IsoDate | null;
  /** The first or last day of a week. */
  readonly week: { readonly from: IsoDate } | { readonly until: IsoDate } | null;
  /** Every date named, those of printing too. */
  readonly found: readonly IsoDate[];
  /** Whether several lines name a day each. */
  readonly isSeveral?: boolean;
}

/** Dates of printing don't belong to the schedule. */
export const aboutTheFile =
  /\b(print|generat|export|creat|updat|modifi|as of|report (date|run)|run (on|at|date)|date run|run:)/;

/** A time of day after a date is when the file was made; a range is when people work. */
const isStamp = (after: string): boolean =>
  /^[, ]*(?:at |t)?\d{1,2}:\d\d/.test(after) && !/^[, ]*\S+(?: ?[ap]\.?m?\.?)? ?(?:-|to )/.test(after);

/** Several lines that each name another date leave the day open. */
export function parseTitleDays(
  lines: readonly string[],
  { order, near }: Omit<DayTerms, 'order'> & { readonly order?: DateOrder | undefined },
): TitleDays {
  const said = lines.map((line) => {
    const text = plainText(line.slice(0, 300));
    const all = [...text.matchAll(dayInText)];
    const own = aboutTheFile.test(text)
      ? []
      : all.filter((match) => !isStamp(text.slice(match.index + match[0].length)));
    return { text, all: all.map(([each]) => each), own: own.map(([each]) => each) };
  });
  const known =
    order ??
    dateOrderOf(
      said.flatMap(({ own }) => own),
      near,
    ) ??
    'month-first';
  const dates = (texts: readonly string[]) =>
    texts.flatMap((text) => parseWrittenDay(text, { order: known, near }) ?? []);
  const found = [...new Set(said.flatMap(({ all }) => dates(all)))];
  const single = new Set<IsoDate>();
  for (const { text, own } of said) {
    const days = dates(own);
    const [first, last] = [days[0], days[days.length - 1]];
    if (!first || !last) continue;
    const ends = text.match(/\b(end(s|ing)?|w\/e)\b/g)?.length ?? 0;
    if (ends > 0 && ends === days.length) return { day: null, week: { until: last }, found };
    const isWeek = /\bw(ee)?k\b|\bw\/c\b/.test(text) || first !== last;
    if (isWeek) return { day: null, week: { from: first }, found };
    single.add(first);
  }
  const [day = null] = single;
  return { day: single.size === 1 ? day : null, week: null, found, isSeveral: single.size > 1 };
}

/** Weekdays in a row are those of one week, the nearest. */
function weekNear(ofWeek: readonly number[], near: IsoDate): (IsoDate | null)[] {
  const [first = 0] = ofWeek;
  const after = ofWeek.map((each) => (each - first + 7) % 7);
  const weeks = [-7, 0, 7].map((days) => {
    const begin = addDays(near, days + first - weekdayNumber(near));
    return after.map((each) => addDays(begin, each));
  });
  const far = (week: readonly IsoDate[]) =>
    Math.min(...week.map((date) => Math.abs(daysBetween(near, date))));
  return weeks.reduce((best, week) => (far(week) < far(best) ? week : best));
}

/** Whether a weekday comes twice, as in two weeks. */
export const repeatsWeekday = (ofWeek: readonly number[]): boolean => new Set(ofWeek).size < ofWeek.length;

/**
 * The dates of consecutive weekdays, such as the columns of a week or of several. Null if the weeks of several can't be
 * told.
 */
export function datesOfWeek(
  ofWeek: readonly number[],
  title: TitleDays,
  near: IsoDate | undefined,
): (IsoDate | null)[] {
  const { week } = title;
  const around = title.day ?? near;
  const [first = 0] = ofWeek;
  const ahead = (from: number, to: number) => (to - from + 7) % 7;
  if (repeatsWeekday(ofWeek)) {
    const steps = ofWeek.map((each, at) => (at === 0 ? 0 : ahead(ofWeek[at - 1] ?? each, each) || 7));
    const sums = steps.map((_, at) => steps.slice(0, at + 1).reduce((sum, step) => sum + step, 0));
    const last = sums[sums.length - 1] ?? 0;
    const begin = !week
      ? title.day && addDays(title.day, -ahead(first, weekdayNumber(title.day)))
      : 'from' in week
        ? addDays(week.from, ahead(weekdayNumber(week.from), first))
        : addDays(week.until, -last - ahead(ofWeek[ofWeek.length - 1] ?? 0, weekdayNumber(week.until)));
    return sums.map((days) => (begin ? addDays(begin, days) : null));
  }
  if (week && 'from' in week) {
    return ofWeek.map((each) => addDays(week.from, ahead(weekdayNumber(week.from), each)));
  }
  if (week) {
    return ofWeek.map((each) => addDays(week.until, -ahead(each, weekdayNumber(week.until))));
  }
  if (!around) return ofWeek.map(() => null);
  const here = ofWeek.indexOf(weekdayNumber(around));
  if (here < 0) return weekNear(ofWeek, around);
  return ofWeek.map((each, index) => {
    const days = ahead(weekdayNumber(around), each);
    return addDays(around, index >= here ? days : days === 0 ? 0 : days - 7);
  });
}
