import { addDays, type IsoDate, isTimeZone } from '../../../domain/time/date.ts';

/** More than a year of a large store's shifts. */
const MAX_EVENTS = 20_000;
/** Limits for events near the date, and for recurring events, which cost more. */
const MAX_NEARBY = 5_000;
const MAX_RECURRING = 1_000;
/** In characters. Time zones and other headers are parsed again with each chunk. */
const MAX_HEAD_LENGTH = 100_000;
/** In characters; a long event has a long list of excluded dates. */
const MAX_EVENT_LENGTH = 20_000;
/** In characters. Parsing a chunk blocks the event loop. */
const CHUNK_LENGTH = 4_000;

/** A calendar split into chunks that are calendars themselves. */
export interface CalendarChunks {
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
export function chunksAround(text: string, date: IsoDate): CalendarChunks | null {
  const { head, events } = split(withKnownZones(unfolded(text)));
  if (events.length > MAX_EVENTS || head.length > MAX_HEAD_LENGTH) return null;
  const ofUid = Map.groupBy(events, ({ uid }) => uid);
  const idOf = new Map<string, string>();
  const parts: string[] = [];
  const count = { near: 0, repeating: 0, tooMuch: 0 };
  // One more day on each side, since times without a zone are first parsed in the server's zone.
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
    if (last && last.length < CHUNK_LENGTH) parts[parts.length - 1] = `${last}\r\n${text}`;
    else parts.push(text);
  }

  for (const [uid, all] of ofUid) {
    const overrides = all.filter(({ isOverride }) => isOverride);
    const [first, ...more] = newest(all.filter(({ isOverride }) => !isOverride));
    take(uid, first ? [first, ...overrides] : overrides);
    for (const each of more) take(uid, [each]);
  }
  if (count.near > MAX_NEARBY || count.repeating > MAX_RECURRING) return null;
  const texts = parts.map((part) => ['BEGIN:VCALENDAR', head, part, 'END:VCALENDAR'].join('\r\n'));
  return { texts, idOf, tooMuch: count.tooMuch };
}

function withUid(lines: readonly string[], uid: string): string {
  const [begin, ...rest] = lines.filter((line) => !/^UID[;:]/i.test(line));
  return [begin, `UID:${uid}`, ...rest].join('\r\n');
}

/** Keeps the latest revision; events with the same sequence number are separate events. */
function newest(events: readonly Event[]): readonly Event[] {
  const last = Math.max(...events.map(({ sequence }) => sequence));
  return events.filter(({ sequence }) => sequence === last);
}

const unfolded = (text: string): string => text.replace(/\r?\n[ \t]/g, '');

/** More zones than any calendar describes. */
const MAX_ZONES = 50;

/**
 * A calendar may describe time zones by names of its own. The library reads such a description only under a name that
 * it takes for custom, so they get one. The names of Windows it knows.
 */
function withKnownZones(text: string): string {
  const names = [...text.matchAll(/^TZID(?:;[^:\r\n]*)?:"?([^"\r\n]{1,200}?)"? *$/gim)].map(
    ([, name = '']) => name,
  );
  const own = [...new Set(names)].filter((name) => !isTimeZone(name) && !/ Standard Time$/.test(name));
  if (own.length === 0 || own.length > MAX_ZONES) return text;
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
      events.push(parseEvent(current));
      current = null;
    }
  }
  return { head: head.join('\r\n'), events };
}

function parseEvent(lines: readonly string[]): Event {
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
      /FREQ=(SECOND|MINUTE|HOUR)LY|BY(SECOND|MINUTE|HOUR)=\d+,/i.test(rule ?? '') ||
      lines.reduce((sum, { length }) => sum + length, 0) > MAX_EVENT_LENGTH,
    sequence: Number(find(/^SEQUENCE[;:](\d+)/i) ?? 0),
  };
}
