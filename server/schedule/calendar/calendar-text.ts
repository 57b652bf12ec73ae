import { addDays, type IsoDate, isTimeZone } from '../../../domain/time/date.ts';

/** More than a year of a large store's shifts. */
const MOST_EVENTS = 20_000;
/** Events of the days around a date, and those that repeat, which cost more. */
const MOST_NEAR = 5_000;
const MOST_REPEATING = 1_000;
/** Time zones and the like, in characters: they are read again with each part. */
const LONGEST_HEAD = 100_000;
/** In characters, such as a list of days that are taken out. */
const LONGEST_EVENT = 20_000;
/** In characters, of what is read in one go: nothing else happens meanwhile. */
const AT_ONCE = 4_000;

/** A calendar in parts that are calendars themselves. */
export interface CalendarParts {
  readonly texts: readonly string[];
  /** The id of an event as the calendar has it, by its UID in the parts. */
  readonly idOf: ReadonlyMap<string, string>;
  /** Events that are left out: the work to follow them could have no end. */
  readonly tooMuch: number;
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
  /** How often it was revised. */
  readonly sequence: number;
}

/**
 * The events of a calendar that can matter around a date, which is a handful of those it has; null when there are too
 * many. Each has a UID of its own in the parts: libraries make one of two events with one UID.
 */
export function partsAround(text: string, date: IsoDate): CalendarParts | null {
  const { head, events } = split(withKnownZones(unfolded(text)));
  if (events.length > MOST_EVENTS || head.length > LONGEST_HEAD) return null;
  const ofUid = Map.groupBy(events, ({ uid }) => uid);
  const idOf = new Map<string, string>();
  const parts: string[] = [];
  const count = { near: 0, repeating: 0, tooMuch: 0 };
  // Times without a zone are taken for the machine's own at first, so a day more on each side.
  const [from, to] = [addDays(date, -2), addDays(date, 2)].map((day) => day.replaceAll('-', ''));
  const isNear = ({ day, repeats, isOverride }: Event) =>
    repeats || isOverride || day === '' || (day >= (from ?? '') && day <= (to ?? ''));

  function take(uid: string, together: readonly Event[]): void {
    if (together.some(({ isTooMuch }) => isTooMuch)) return void count.tooMuch++;
    const near = together.filter(isNear);
    if (near.length === 0) return;
    count.near += near.length;
    count.repeating += near.filter(({ repeats }) => repeats).length;
    const own = String(idOf.size);
    idOf.set(own, uid);
    const text = near.map(({ lines }) => withUid(lines, own)).join('\r\n');
    const last = parts.at(-1);
    if (last && last.length < AT_ONCE) parts[parts.length - 1] = `${last}\r\n${text}`;
    else parts.push(text);
  }

  for (const [uid, all] of ofUid) {
    const overrides = all.filter(({ isOverride }) => isOverride);
    const [first, ...more] = newest(all.filter(({ isOverride }) => !isOverride));
    take(uid, first ? [first, ...overrides] : overrides);
    for (const each of more) take(uid, [each]);
  }
  if (count.near > MOST_NEAR || count.repeating > MOST_REPEATING) return null;
  const texts = parts.map((part) => ['BEGIN:VCALENDAR', head, part, 'END:VCALENDAR'].join('\r\n'));
  return { texts, idOf, tooMuch: count.tooMuch };
}

function withUid(lines: readonly string[], uid: string): string {
  const [begin, ...rest] = lines.filter((line) => !/^UID[;:]/i.test(line));
  return [begin, `UID:${uid}`, ...rest].join('\r\n');
}

/** A revised event takes the place of what it was; two that are as new are two. */
function newest(events: readonly Event[]): readonly Event[] {
  const last = Math.max(...events.map(({ sequence }) => sequence));
  return events.filter(({ sequence }) => sequence === last);
}

const unfolded = (text: string): string => text.replace(/\r?\n[ \t]/g, '');

/** More than any calendar describes. */
const MOST_ZONES = 50;

/**
 * A calendar may describe time zones by names of its own. The library reads such a description only under a name that
 * it takes for custom, so they get one. The names of Windows it knows.
 */
function withKnownZones(text: string): string {
  const names = [...text.matchAll(/^TZID(?:;[^:\r\n]*)?:"?([^"\r\n]{1,200}?)"? *$/gim)].map(
    ([, name = '']) => name,
  );
  const own = [...new Set(names)].filter((name) => !isTimeZone(name) && !/ Standard Time$/.test(name));
  if (own.length === 0 || own.length > MOST_ZONES) return text;
  const custom = new Map(own.map((name, index) => [name, `Customized Time Zone ${index + 1}`]));
  return text
    .replace(/^(TZID(?:;[^:\r\n]*)?:)"?([^"\r\n]{1,200}?)"? *$/gim, (line, start: string, name: string) =>
      custom.has(name) ? `${start}${custom.get(name)}` : line,
    )
    .replace(
      /;TZID=("([^"\r\n]{1,200})"|[^":;,\r\n]{1,200})/gi,
      (parameter, bare: string, quoted?: string) => {
        const known = custom.get(quoted ?? bare);
        return known ? `;TZID=${known}` : parameter;
      },
    );
}

function split(text: string): { head: string; events: readonly Event[] } {
  const head: string[] = [];
  const events: Event[] = [];
  let current: string[] | null = null;
  for (const line of text.split(/\r?\n/)) {
    if (/^BEGIN:VEVENT\s*$/i.test(line)) current = [line];
    else if (!current) {
      if (!/^\uFEFF?(BEGIN|END):VCALENDAR\s*$/i.test(line)) head.push(line);
    } else {
      current.push(line);
      if (!/^END:VEVENT\s*$/i.test(line)) continue;
      events.push(readEvent(current));
      current = null;
    }
  }
  return { head: head.join('\r\n'), events };
}

function readEvent(lines: readonly string[]): Event {
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
    // As no shift does, it repeats within a day.
    isTooMuch:
      /FREQ=(SECOND|MINUTE|HOUR)LY|BY(SECOND|MINUTE|HOUR)=\d+,/i.test(rule ?? '') ||
      lines.reduce((sum, { length }) => sum + length, 0) > LONGEST_EVENT,
    sequence: Number(find(/^SEQUENCE[;:](\d+)/i) ?? 0),
  };
}
