import { fromMinutes, minutesOfDay } from './clock-time.ts';

export interface WrittenTime {
  /** Minutes from midnight, on a 24-hour clock if the text has neither AM nor PM; 1440 for 24:00, 1500 for 25:00. */
  readonly minutes: number;
  /**
   * What decides between AM and PM: `exact` is a number or a timestamp, `half` has AM or PM, `hours` exists only on a
   * 24-hour clock, `zero` is '09:00', and nothing decides `either`.
   */
  readonly by: 'exact' | 'half' | 'hours' | 'zero' | 'either';
}

/** The end of a shift; 'close' is when the store closes. */
export type WrittenEnd = WrittenTime | 'close';

const half = /^(\d{1,2})(?:[:.h]?([0-5]\d))?(?:[:.][0-5]\d(?:\.\d+)?)? ?([ap])\.?(?: ?m\.?)?$/;
const clock = /^(\d{1,2})(?:[:.h]([0-5]\d))(?:[:.][0-5]\d(?:\.\d+)?)?h?$/;
const digits = /^(\d{1,2})([0-5]\d)h?$/;
const hourAlone = /^(\d{1,2})h?$/;
/** Two digits after the dot are minutes, unless it looks like a spreadsheet's number. */
const fraction = /^(?!0\.[0-5]0$)(?:0?\.\d+|0)$/;

/** In spreadsheets, an end after midnight is more than 1: 1 is the midnight after the start, and 1.0417 is 1 AM. */
export const endAfter = (start: string, end: string): string =>
  start !== '0' && fraction.test(start) && /^1(?:\.\d+)?$/.test(end) ? String(Number(end) - 1) : end;

/** Where people work past midnight, hours count on: 25:30 is 1:30 AM. */
const lastHour = 35;

const words: Readonly<Record<string, number>> = {
  noon: 720,
  '12n': 720,
  '12noon': 720,
  midnight: 0,
  '12mn': 0,
};

/** Normalizes blanks, dashes and capitals for comparison. */
export const plainText = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

/** Behind a time that a time clock prints as the store's own: '9:00:00 AM CST'. */
const storeZone = /([\dm.]) (?:[ecmp]|ak|h)[sd]?t$/;

/** Parses '9a', '9:00 AM', '9.00', '0900', '17h30', '24:00', or a spreadsheet's 0.375. Null if it isn't a time. */
export function parseWrittenTime(written: string): WrittenTime | null {
  const text = plainText(written).replace(storeZone, '$1');
  const word = words[text.replaceAll(' ', '')];
  if (word !== undefined) return { minutes: word, by: 'exact' };
  const said = half.exec(text);
  if (said) {
    const hour = Number(said[1]);
    if (hour < 1 || hour > 12) return null;
    const minutes = (hour % 12) * 60 + Number(said[2] ?? 0) + (said[3] === 'p' ? 720 : 0);
    return { minutes, by: 'half' };
  }
  if (fraction.test(text)) {
    return { minutes: Math.round(Number(text) * minutesOfDay) % minutesOfDay, by: 'exact' };
  }
  const read = clock.exec(text) ?? digits.exec(text) ?? hourAlone.exec(text);
  if (!read) return null;
  const [hours = '', minutes = '0'] = [read[1], read[2]];
  const hour = Number(hours);
  if (hour > (clock.test(text) ? lastHour : 24) || (hour === 24 && !clock.test(text) && minutes !== '00'))
    return null;
  if (hour === 0 && !read[2]) return null;
  const by = hour === 0 || hour > 12 ? 'hours' : hours.startsWith('0') ? 'zero' : 'either';
  return { minutes: hour * 60 + Number(minutes), by };
}

const closing = /^(?:(?:til |till |until )?(?:close|closing)(?: time)?|c\/l|cls|cl|c)\.?$/;

/** Also parses the end of the day: 'CL', 'C/L', 'Close', 'Closing time', 'C'. */
export const parseWrittenEnd = (written: string): WrittenEnd | null =>
  closing.test(plainText(written)) ? 'close' : parseWrittenTime(written);

export interface WrittenRange {
  readonly start: WrittenTime;
  readonly end: WrittenEnd;
}

export interface WrittenRanges {
  readonly ranges: readonly WrittenRange[];
  readonly rest: string;
  /** What is written beside each range, or the rest if that can't be told. */
  readonly labels: readonly string[];
}

const timeText = String.raw`(?:\d{1,4}(?:[:.h]\d{2}){0,2} ?(?:[ap]\.?(?: ?m\.?)?)?h?|12 ?noon|noon|12 ?mn|midnight)`;
/** '9a5p' needs no dash. */
const joinedText =
  /(^|[\s([,;/&+|])(\d{1,2}(?::?\d\d)?[ap]m?)(\d{1,2}(?::?\d\d)?[ap]m?|cl)(?=$|[\s)\],;/&+|])/gi;
const endText = String.raw`(?:${timeText}|(?:til |till |until )?(?:closing(?: time)?|close(?: time)?|c/l|cls|cl|c)\.?)`;
const rangeText = new RegExp(
  String.raw`(^|[\s(\[,;:/&+|])(${timeText}) ?(?:-+|to|til|till|until|>|→) ?(${endText})(?=$|[\s)\],;/&+|]|:(?:\s|$))`,
  'g',
);
/** A moment with its zone, as programs print it: '2027-03-13T09:00:00-06:00'. A range has no seconds before its dash. */
const momentText =
  /\d{4}-\d\d-\d\d(?:t\d\d:?\d\d(?::?\d\d(?:[.,]\d+)?)?| \d\d:\d\d:\d\d(?:[.,]\d+)?) ?(?:z|[+-]\d\d(?::?\d\d)?)/g;
const breakWord = '(?:(?:unpaid |paid )?(?:meal|lunch|break|brk|rest|dinner)s?(?: (?:break|period))?)';
const breakTimes = String.raw`${timeText}(?: ?(?:[-–—]|to) ?${timeText})?(?=$|[\s)\],;/&+|])`;
/** What is in front of a break stays, in a group: Safari has no lookbehind before 16.4. */
const breaksText = new RegExp(
  [
    String.raw`\b${breakWord}[ :@=-]*(?:at |from )?${breakTimes}`,
    String.raw`([\s(\[,;/])\d{1,3} ?(?:m|min|mins|minutes?|h|hrs?|hours?)\.? ${breakWord}\b`,
    String.raw`([\s(\[,;/])${timeText} ?(?:[-–—]|to) ?${timeText} ${breakWord}\b`,
    String.raw`\b${breakWord}[ :=-]*\d{1,3} ?(?:m|min|mins|minutes?)\b`,
  ].join('|'),
  'gi',
);

/** In minutes. What is longer is work: 'Lunch 11-3', 'Dinner 5p-9p'. */
const longestBreak = 90;
const rangeInBreak = new RegExp(rangeText.source);

function isBreak(text: string): boolean {
  const [, , start = '', end = ''] = rangeInBreak.exec(plainText(text)) ?? [];
  const [from, to] = [parseWrittenTime(start), parseWrittenTime(end)];
  return !from || !to || (to.minutes - from.minutes + 720) % 720 <= longestBreak;
}

/** '9-5 (Meal 1:00-1:30)' without the meal, which isn't a second shift. */
const withoutBreaks = (text: string): string =>
  /meal|lunch|br(ea)?k|rest|dinner/i.test(text)
    ? text
        .replace(breaksText, (found, one = '', other = '') => (isBreak(found) ? one + other : found))
        .replace(/[([]\s*[)\]]/g, '')
        .replace(/[\s,;/&+]+$/, '')
    : text;

/** In characters: a cell's text next to its times is a label. */
const longestCell = 300;

/** The ranges of a text, and the text before, between, and after them. */
export function findRanges(written: string): {
  readonly ranges: readonly WrittenRange[];
  readonly around: readonly string[];
} {
  const spaced = written.slice(0, longestCell).normalize('NFKC').replace(/\s+/g, ' ');
  const shown = withoutBreaks(spaced.replace(joinedText, '$1$2-$3')).trim();
  const text = plainText(shown);
  const ranges: WrittenRange[] = [];
  const around: string[] = [];
  let from = 0;
  // the zone behind a moment looks like an end
  const moments = [...text.matchAll(momentText)].map(({ 0: each, index }) => [index, index + each.length]);
  for (const match of text.matchAll(rangeText)) {
    const [whole, before = '', startText = '', end = ''] = match;
    const at = match.index + before.length;
    if (moments.some(([first = 0, last = 0]) => at >= first && at < last)) continue;
    const range = { start: parseWrittenTime(startText), end: parseWrittenEnd(end) };
    if (!range.start || !range.end) continue;
    ranges.push({ start: range.start, end: range.end });
    around.push(shown.slice(from, match.index + before.length));
    from = match.index + whole.length;
  }
  return { ranges, around: [...around, shown.slice(from)] };
}

/** '9-5 was 8-4' is one shift. */
const changed = /\b(?:was|were|not|or|instead|orig(?:inal(?:ly)?)?|old|new|moved|changed|swap(?:ped)?)\b/i;

/** '8', '8.0 hrs': how long the shift is. */
const hoursAlone = /^\d{1,2}(?:[.,:]\d{1,2})? ?(?:h|hrs?|hours?)?\.?$/i;

/** In front of a job in the same line: '8h Cook'. */
const hoursBefore = /^\d{1,2}(?:[.,]\d{1,2})? ?h(?:rs?|ours?)?\b\.?\s+/i;

/** Parses '9a-5p', '9:00 - 17:00 Cook', '9a-1p / 5p-9p', '4p-CL'. Null if there is no range. */
export function parseWrittenRanges(written: string): WrittenRanges | null {
  const { ranges, around } = findRanges(written);
  if (ranges.length === 0 || (ranges.length > 1 && changed.test(around.join(' ')))) return null;
  const rest = labelOf(around.join(''));
  // '10-6 or 11-7?' has a second range, which can't be read
  if (/\d(?:[ap]m?)? ?- ?\d{1,2}(?:[ap]m?|:\d\d)?\?/.test(plainText(rest))) return null;
  const own = [around.slice(1), around.slice(0, -1)].find(
    (each, nth) =>
      labelOf((nth === 0 ? around[0] : around[ranges.length]) ?? '') === '' && each.every(labelOf),
  );
  return { ranges, rest, labels: ranges.map((_, nth) => (own ? labelOf(own[nth] ?? '') : rest)) };
}

/** Words beside times that are no job. */
const filler = /^(then|and|from|plus|uhr|hrs?|y|et|und|e|de|von)$/i;

/** 'Cook' of '(Cook)' and of '• 8h Cook • Maple Street'; nothing of '8 hrs'. */
function labelOf(text: string): string {
  const parts = text.split(/[•·]/).map((part) => {
    const trimmed = part.replace(/^[\s,;:/&+|()[\]-]+|[\s,;:/&+|()[\]-]+$/g, '');
    return /\([^)]*$/.test(trimmed) ? `${trimmed})` : trimmed;
  });
  const [first = ''] = parts
    .map((part) => part.replace(hoursBefore, ''))
    .filter((part) => part && !hoursAlone.test(part) && !filler.test(part));
  return first;
}

/** Whether the times of a table are on a 24-hour clock; one with AM or PM anywhere is not. */
export const isOnTwentyFourHours = (times: readonly WrittenTime[]): boolean =>
  times.some(({ by }) => by === 'hours' || by === 'zero') && !times.some(({ by }) => by === 'half');

/** The time as a person would type it: with AM or PM only where that is decided. */
export function typedTime({ minutes, by }: WrittenTime, isTwentyFourHour: boolean): string {
  if ((by === 'zero' || by === 'either') && !isTwentyFourHour) {
    return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
  }
  return fromMinutes(minutes);
}
