import type { TimeSlice } from '../../live/work-turns.ts';

/** More than a year of a large store's shifts. */
const MAX_EVENTS = 20_000;
/** More than any calendar describes, and since when they had other times. */
const MAX_ZONES = 30;
const MAX_OBSERVANCES = 20;

export interface Property {
  /** What stands between its name and its value, such as ';TZID=America/Chicago'. */
  readonly parameters: string;
  readonly value: string;
}

export type Component = ReadonlyMap<string, readonly Property[]>;

interface Calendar {
  readonly events: readonly Component[];
  /** What describes a time zone, by its name. */
  readonly zones: ReadonlyMap<string, readonly Component[]>;
  readonly isCancellation: boolean;
}

/** A calendar without its end was cut off; its missing events must not look like deleted shifts. */
export const isWholeCalendar = (text: string): boolean =>
  /^\uFEFF?\s*BEGIN:VCALENDAR.*END:VCALENDAR\s*$/is.test(text);

const propertyLine = /^([\w-]{1,50})((?:"[^"]{0,500}"|[^":]){0,500}):(.*)$/;

/** Null with too many events. */
export async function readCalendar(text: string, timeSlice: TimeSlice): Promise<Calendar | null> {
  const events: Component[] = [];
  const zones = new Map<string, readonly Component[]>();
  let observances: Component[] = [];
  let isCancellation = false;
  /** The components that the line is in, the innermost last: an alarm has properties with the names of an event's. */
  const open: { readonly kind: string; readonly properties: Map<string, Property[]> }[] = [];
  await timeSlice.yieldNow();
  const unfolded = text.trimStart().replace(/\r?\n[ \t]/g, '');
  for (const line of unfolded.split(/\r?\n/)) {
    await timeSlice.yieldIfDue();
    const [, written = '', parameters = '', value = ''] = propertyLine.exec(line) ?? [];
    const name = written.toUpperCase();
    const kind = value.trim().toUpperCase();
    if (name === 'BEGIN') {
      open.push({ kind, properties: new Map() });
    } else if (name === 'END') {
      const begun = open.findLastIndex((each) => each.kind === kind);
      const [ended] = begun < 0 ? [] : open.splice(begun);
      if (!ended) continue;
      const { properties } = ended;
      if (kind === 'VEVENT') events.push(properties);
      else if (kind === 'STANDARD' || kind === 'DAYLIGHT') observances.push(properties);
      else if (kind === 'VTIMEZONE') {
        const name = textOf(properties, 'TZID')
          .replace(/^"|" *$/g, '')
          .trim();
        if (zones.size < MAX_ZONES) zones.set(name, observances.slice(-MAX_OBSERVANCES));
        observances = [];
      } else if (kind === 'VCALENDAR') {
        isCancellation ||= /^cancel\s*$/i.test(textOf(properties, 'METHOD'));
      }
      if (events.length > MAX_EVENTS) return null;
    } else {
      const properties = open.at(-1)?.properties;
      const same = properties?.get(name);
      if (same) same.push({ parameters, value });
      else properties?.set(name, [{ parameters, value }]);
    }
  }
  return { events, zones, isCancellation };
}

/** '' if there is none. */
export const textOf = (component: Component, name: string): string => component.get(name)?.[0]?.value ?? '';

export const propertiesOf = (component: Component, name: string): readonly Property[] =>
  component.get(name) ?? [];

/** The name of the time zone that a property is in; '' if it names none. */
export function zoneOf({ parameters, value }: Property): string {
  const [, quoted, bare = ''] = /;TZID=(?:"([^"]*)"|([^";:]*))/i.exec(parameters) ?? [];
  return /\dZ\s*$/i.test(value) ? 'UTC' : (quoted ?? bare).trim();
}

/** A text as people see it, without the marks that a calendar needs. */
export const shown = (text: string): string =>
  text.replace(/\\(.)/g, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign));
