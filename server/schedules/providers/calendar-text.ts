import { addDays, type IsoDate, isTimeZone } from '../../../domain/time/date.ts';
import type { TimeSlice } from '../../live/time-slice.ts';

/** More zones than any calendar describes. */
const MAX_ZONES = 50;

/**
 * A calendar may describe time zones by names of its own. The library reads such a description only under a name that
 * it takes for custom, so they get one. The names of Windows it knows.
 */
function customZones(head: readonly string[]): (line: string) => string {
  const names = new Set(head.map(zoneOf).filter((name) => name !== ''));
  const own = [...names].filter((name) => !isTimeZone(name) && !/ Standard Time$/.test(name));
  const isUsable = own.length > 0 && own.length <= MAX_ZONES;
  const custom = new Map(own.map((name, index) => [name, `Customized Time Zone ${index + 1}`]));

  function rename(line: string): string {
    const described = custom.get(zoneOf(line));
    if (described) return `TZID:${described}`;
    return line.replace(
      /;TZID=("([^"]{1,200})"|[^":;,]{1,200})/gi,
      (parameter, bare: string, quoted?: string) => {
        const known = custom.get(quoted ?? bare);
        return known ? `;TZID=${known}` : parameter;
      },
    );
  }
  return isUsable ? rename : (line) => line;
}

/** The name that a description of a time zone is for; '' for other lines. */
const zoneOf = (line: string): string =>
  /^TZID[;:]/i.test(line)
    ? line
        .slice(line.indexOf(':') + 1)
        .replace(/^"|" *$/g, '')
        .trim()
    : '';

/** The dates of an event in the forms that the library reads: each event has one rule at most, and no list of dates. */
interface Occurrences {
  /** The event itself, once for each of its rules. */
  readonly events: readonly (readonly string[])[];
  /** Its additional dates, each as one time of an event that repeats. */
  readonly moreDates: readonly (readonly string[])[];
}

/** `from` and `to` are YYYYMMDD: only dates in between are listed. Null if the event can't be followed. */
function occurrencesOf(lines: readonly string[], from: string, to: string): Occurrences | null {
  const has = (property: RegExp) => lines.some((line) => property.test(line));
  if (has(/^EXRULE[;:]/i)) return null;
  const rules = lines.filter((line) => /^RRULE[;:]/i.test(line));
  if (rules.length < 2 && !has(/^RDATE[;:]/i)) return { events: [lines], moreDates: [] };
  const [begin = '', ...plain] = lines.filter((line) => !/^(RRULE|RDATE)[;:]/i.test(line));
  const events = rules.length > 0 ? rules.map((rule) => [begin, rule, ...plain]) : [[begin, ...plain]];
  const excluded = new Set(
    plain
      .flatMap((line) => /^EXDATE[^:]*:(.*)$/i.exec(line)?.[1]?.split(',') ?? [])
      .map((date) => date.trim()),
  );
  const rest = plain.filter((line) => !/^(DTSTART|DTEND|DURATION|EXDATE|RECURRENCE-ID)[;:]/i.test(line));
  const moreDates: string[][] = [];
  for (const line of lines) {
    const [, parameters = '', values = ''] = /^RDATE((?:;[^:]*)?):(.*)$/i.exec(line) ?? [];
    for (const value of values.split(',')) {
      const [start = '', end = ''] = value.trim().split('/');
      const day = start.slice(0, 8);
      // Without a time it is a whole day, which is no shift.
      if (day < from || day > to || !start.includes('T') || excluded.has(start)) continue;
      const terms = parameters.replace(/;VALUE=[^;]*/i, '');
      const length = end === '' ? lengthOf(plain) : lengthUntil(end, terms);
      if (length === null) return null;
      moreDates.push([begin, `RECURRENCE-ID${terms}:${start}`, `DTSTART${terms}:${start}`, length, ...rest]);
    }
  }
  return { events, moreDates };
}

const lengthUntil = (end: string, terms: string): string =>
  /^P/i.test(end) ? `DURATION:${end}` : `DTEND${terms}:${end}`;

/** The line with an event's length; null if it starts and ends in different time zones. */
function lengthOf(lines: readonly string[]): string | null {
  const given = lines.find((line) => /^DURATION[;:]/i.test(line));
  if (given) return given;
  const find = (property: RegExp) => lines.map((line) => property.exec(line)).find((found) => found !== null);
  const [start, end] = [find(/^DTSTART([^:]*):(\S+)/i), find(/^DTEND([^:]*):(\S+)/i)];
  if (!start || !end || start[1] !== end[1]) return null;
  const minutes = (momentOf(end[2]) - momentOf(start[2])) / 60_000;
  return minutes > 0 ? `DURATION:PT${minutes}M` : null;
}

/** Of '20260307T090000', as if it were in UTC; only differences matter. NaN if it can't be read. */
const momentOf = (text = ''): number =>
  Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z?$/i, '$1-$2-$3T$4:$5:$6Z'));

/** More than a year of a large store's shifts. */
const MAX_EVENTS = 20_000;
/** Limits for events near the date, and for recurring events, which cost more. */
const MAX_NEARBY = 5_000;
const MAX_RECURRING = 1_000;
/** Each date since the first one is computed to know which is the last. */
const MAX_COUNT = 2_000;
/** In characters. Time zones and other headers are parsed again with each chunk. */
const MAX_HEAD_LENGTH = 100_000;
/** In characters; a long event has a long list of excluded dates. */
const MAX_EVENT_LENGTH = 20_000;
/** In characters. Parsing a chunk blocks the event loop. */
const CHUNK_LENGTH = 4_000;
/** Of all chunks, in characters: an event is repeated in them for each of its rules and dates. */
const MAX_LENGTH = 4_000_000;

/** A calendar split into chunks that are calendars themselves. */
interface CalendarChunks {
  readonly texts: readonly string[];
  /** The id of an event as the calendar has it, by its UID in the parts. */
  readonly idOf: ReadonlyMap<string, string>;
  /** UIDs in the parts of further rules and dates of an event before them. */
  readonly again: ReadonlySet<string>;
  /** Events that are left out: the work to follow them could have no end. */
  readonly tooMuch: number;
  readonly isCancellation: boolean;
}

interface Event {
  readonly lines: readonly string[];
  readonly uid: string;
  /** YYYYMMDD; '' if the date can't be read that simply. */
  readonly day: string;
  /** One time of an event that repeats, which is different. */
  readonly isOverride: boolean;
  readonly repeats: boolean;
  readonly isTooMuch: boolean;
  readonly sequence: number;
}

/**
 * The events of a calendar that can matter around a date, which is a handful of those it has; null when there are too
 * many. Each has a UID of its own in the parts: libraries make one of two events with one UID.
 */
export async function chunksAround(
  text: string,
  date: IsoDate,
  timeSlice: TimeSlice,
): Promise<CalendarChunks | null> {
  const calendar = await split(text, timeSlice);
  if (!calendar) return null;
  const renamed = customZones(calendar.head);
  const head = calendar.head.map(renamed).join('\r\n');
  const idOf = new Map<string, string>();
  const again = new Set<string>();
  const parts: string[] = [];
  const count = { near: 0, repeating: 0, tooMuch: 0, length: 0 };
  // One more day on each side, since times without a zone are first parsed in the server's zone.
  const [from = '', to = ''] = [addDays(date, -2), addDays(date, 2)].map((day) => day.replaceAll('-', ''));
  const isNear = ({ day, repeats, isOverride }: Event) =>
    repeats || isOverride || day === '' || (day >= from && day <= to);

  function put(uid: string, together: readonly (readonly string[])[], isAgain = false): void {
    if (count.length > MAX_LENGTH) return;
    const own = String(idOf.size);
    idOf.set(own, uid);
    if (isAgain) again.add(own);
    const text = together.map((lines) => withUid(lines.map(renamed), own)).join('\r\n');
    count.length += text.length;
    const last = parts.at(-1);
    if (last && last.length < CHUNK_LENGTH) parts[parts.length - 1] = `${last}\r\n${text}`;
    else parts.push(text);
  }

  function take(uid: string, together: readonly Event[]): void {
    const near = together.filter(isNear);
    if (near.length === 0) return;
    const overrides = near.filter(({ isOverride }) => isOverride).map(({ lines }) => lines);
    const event = near.find(({ isOverride }) => !isOverride);
    const occurrences = event && occurrencesOf(event.lines, from, to);
    if (occurrences === null || together.some(({ isTooMuch }) => isTooMuch)) return void count.tooMuch++;
    const { events, moreDates } = occurrences ?? { events: [], moreDates: [] };
    count.near += overrides.length + events.length + moreDates.length;
    count.repeating += event?.repeats ? events.length : 0;
    // The library looks at what differs only on dates of a rule.
    const areAlone = overrides.length > 0 && (events.length === 0 || moreDates.length > 0);
    if (areAlone) put(uid, overrides);
    for (const [index, lines] of events.entries()) put(uid, [lines, ...overrides], areAlone || index > 0);
    for (const lines of moreDates) put(uid, [lines], true);
  }

  for (const [uid, all] of Map.groupBy(calendar.events, ({ uid }) => uid)) {
    await timeSlice.yieldIfDue();
    const overrides = all.filter(({ isOverride }) => isOverride);
    const [first, ...more] = newest(all.filter(({ isOverride }) => !isOverride));
    take(uid, first ? [first, ...overrides] : overrides);
    for (const each of more) take(uid, [each]);
    const isTooMuch = count.near > MAX_NEARBY || count.repeating > MAX_RECURRING || count.length > MAX_LENGTH;
    if (isTooMuch) return null;
  }
  return {
    texts: parts.map((part) => ['BEGIN:VCALENDAR', head, part, 'END:VCALENDAR'].join('\r\n')),
    idOf,
    again,
    tooMuch: count.tooMuch,
    isCancellation: calendar.head.some((line) => /^METHOD:CANCEL\s*$/i.test(line)),
  };
}

function withUid(lines: readonly string[], uid: string): string {
  const [begin, ...rest] = lines.filter((line) => !/^UID[;:]/i.test(line));
  return [begin, `UID:${uid}`, ...rest].join('\r\n');
}

/** Keeps the latest revision; events with the same sequence number are separate events. */
function newest(events: readonly Event[]): readonly Event[] {
  const last = events.reduce((most, { sequence }) => Math.max(most, sequence), 0);
  return events.filter(({ sequence }) => sequence === last);
}

/** Lines that are continued in the next ones are one. */
function* linesOf(text: string): Generator<string> {
  const unfolded = text.replace(/\r?\n[ \t]/g, '');
  for (let start = 0; start < unfolded.length; ) {
    const end = unfolded.indexOf('\n', start);
    const line = unfolded.slice(start, end < 0 ? undefined : end);
    if (line !== '' && line !== '\r') yield line.replace(/\r$/, '');
    start = end < 0 ? unfolded.length : end + 1;
  }
}

/** Null with too many events, or with too much before them. */
async function split(
  text: string,
  timeSlice: TimeSlice,
): Promise<{ head: readonly string[]; events: readonly Event[] } | null> {
  const head: string[] = [];
  const events: Event[] = [];
  let headLength = 0;
  let current: { lines: string[]; length: number } | null = null;
  /** What is inside an event, such as an alarm, has properties with the same names. */
  let inner: string | null = null;
  await timeSlice.yieldNow();
  for (const line of linesOf(text)) {
    await timeSlice.yieldIfDue();
    if (/^BEGIN:VEVENT\s*$/i.test(line)) current = { lines: [], length: 0 };
    else if (!current && !/^\uFEFF?(BEGIN|END):VCALENDAR\s*$/i.test(line)) {
      head.push(line);
      headLength += line.length;
    }
    if (headLength > MAX_HEAD_LENGTH || events.length > MAX_EVENTS) return null;
    if (!current) continue;
    const isEnd = /^END:VEVENT\s*$/i.test(line);
    const [, begun] = /^BEGIN:(?!VEVENT)([\w-]{1,50})\s*$/i.exec(line) ?? [];
    inner ??= begun?.toUpperCase() ?? null;
    if (inner !== null && !isEnd) {
      if (line.trim().toUpperCase() === `END:${inner}`) inner = null;
      continue;
    }
    current.length += line.length;
    // The rest of an event that is too long isn't looked at.
    if (isEnd || current.length <= MAX_EVENT_LENGTH) current.lines.push(line);
    if (!isEnd) continue;
    events.push(parseEvent(current.lines, current.length > MAX_EVENT_LENGTH));
    [current, inner] = [null, null];
  }
  return events.length > MAX_EVENTS ? null : { head, events };
}

function parseEvent(lines: readonly string[], isTooLong: boolean): Event {
  const find = (property: RegExp): string | undefined => {
    for (const line of lines) {
      const found = property.exec(line);
      if (found) return found[1] ?? '';
    }
    return undefined;
  };
  const rule = find(/^RRULE[;:](.*)/i);
  const start = find(/^DTSTART[;:](.*)/i);
  return {
    lines,
    // Without one, its content distinguishes it from others.
    uid: find(/^UID(?:;[^:]*)?:(.*)/i)?.trim() || `${start} ${find(/^SUMMARY[;:](.*)/i)}`,
    day: /(?:^|:)(\d{8})/.exec(start ?? '')?.[1] ?? '',
    isOverride: find(/^RECURRENCE-ID[;:]/i) !== undefined,
    repeats: rule !== undefined || find(/^RDATE[;:]/i) !== undefined,
    // Rules that repeat within a day are never shifts and could take forever to expand.
    isTooMuch:
      isTooLong ||
      lines.some((line) => Number(/^RRULE.*COUNT=(\d+)/i.exec(line)?.[1]) > MAX_COUNT) ||
      lines.some((line) => /^RRULE.*(FREQ=(SECOND|MINUTE|HOUR)LY|BY(SECOND|MINUTE|HOUR)=\d+,)/i.test(line)),
    sequence: Number(find(/^SEQUENCE[;:](\d+)/i) ?? 0),
  };
}
