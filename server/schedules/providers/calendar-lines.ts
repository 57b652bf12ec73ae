import { unfold } from '../../../domain/schedule/calendar-text.ts';
import type { TimeSlice } from '../../live/work-turns.ts';

/** More than a year of a large store's shifts: those of a calendar without end would fill the memory. */
const MAX_EVENTS = 20_000;
/** More than any calendar describes, and since when they had other times: each is followed without a pause for others. */
const MAX_ZONES = 30;
const MAX_OBSERVANCES = 20;
/** Components in each other; an alarm of an event of a calendar is the third. */
const MAX_DEPTH = 20;

export interface Property {
  /** What stands between its name and its value, such as ';TZID=America/Chicago'. */
  readonly parameters: string;
  readonly value: string;
}

export type Component = ReadonlyMap<string, readonly Property[]>;

export interface Calendar {
  readonly events: readonly Component[];
  /** The properties of the calendar that an event is in, since a file can have several. */
  readonly headOf: ReadonlyMap<Component, Component>;
  /** What describes a time zone, by its name. */
  readonly zones: ReadonlyMap<string, readonly Component[]>;
  /** Tasks, journal entries and busy times. */
  readonly otherEntries: number;
}

/** A calendar without its end was cut off; its missing events must not look like deleted shifts. */
export const isWholeCalendar = (text: string): boolean =>
  /^\uFEFF?\s*BEGIN:VCALENDAR.*END:VCALENDAR\s*$/is.test(text);

const propertyLine = /^([\w-]{1,50})((?:"[^"]{0,500}"|[^":]){0,500}):(.*)$/;
/** In the name of a zone, as of '(UTC-05:00) Eastern Time', a colon can stand without the quotes it needs. */
const momentLine = /^(DTSTART|DTEND|RECURRENCE-ID|EXDATE|RDATE)(;[^"]{0,300}):(\d{8}[\dTZ,\s]*)$/i;

const textNames = new Set(['SUMMARY', 'DESCRIPTION', 'LOCATION', 'COMMENT']);

/** The property that the next line may go on with. */
interface Last {
  readonly list: Property[];
  readonly isText: boolean;
  isOpen: boolean;
}

/** Null with too many events. */
export async function readCalendar(text: string, timeSlice: TimeSlice): Promise<Calendar | null> {
  const events: Component[] = [];
  const headOf = new Map<Component, Component>();
  const zones = new Map<string, readonly Component[]>();
  let observances: Component[] = [];
  let otherEntries = 0;
  /** The components that the line is in, the innermost last: an alarm has properties with the names of an event's. */
  const open: { readonly kind: string; readonly properties: Map<string, Property[]> }[] = [];
  let last = null as Last | null;
  await timeSlice.yieldNow();
  for (const line of unfold(text.trimStart()).split(/\r\n?|\n/)) {
    await timeSlice.yieldIfDue();
    const softly: Property | undefined = last?.isOpen ? last.list.at(-1) : undefined;
    const found: RegExpExecArray | null = softly ? null : (momentLine.exec(line) ?? propertyLine.exec(line));
    if (!found) {
      // A line of text that should have been folded, or that goes on after the '=' of another encoding.
      const before = last?.isText && line.trim() !== '' ? last.list.pop() : undefined;
      if (!last || !before) continue;
      const value = softly ? before.value.slice(0, -1) + line : `${before.value}\n${line}`;
      last.list.push({ ...before, value });
      last.isOpen = softly !== undefined && line.endsWith('=');
      continue;
    }
    const [, written = '', parameters = '', value = '']: readonly string[] = found;
    const name = written.toUpperCase();
    const kind = value.trim().toUpperCase();
    last = null;
    if (name === 'BEGIN') {
      if (open.length === MAX_DEPTH) return null;
      const properties = new Map<string, Property[]>();
      open.push({ kind, properties });
      const head = open.find((each) => each.kind === 'VCALENDAR');
      if (kind === 'VEVENT' && head) headOf.set(properties, head.properties);
    } else if (name === 'END') {
      const begun = open.findLastIndex((each) => each.kind === kind);
      const [ended] = begun < 0 ? [] : open.splice(begun);
      if (!ended) continue;
      const { properties } = ended;
      if (kind === 'VEVENT') events.push(properties);
      else if (['VTODO', 'VJOURNAL', 'VFREEBUSY', 'VAVAILABILITY'].includes(kind)) otherEntries += 1;
      else if (kind === 'STANDARD' || kind === 'DAYLIGHT') observances.push(properties);
      else if (kind === 'VTIMEZONE') {
        const name = textOf(properties, 'TZID')
          .replace(/^"|" *$/g, '')
          .trim();
        if (zones.size < MAX_ZONES) zones.set(name, observances.slice(-MAX_OBSERVANCES));
        observances = [];
      }
      if (events.length > MAX_EVENTS) return null;
    } else {
      const properties = open.at(-1)?.properties;
      const list: Property[] = properties?.get(name) ?? [];
      list.push({ parameters, value });
      properties?.set(name, list);
      last = {
        list,
        isText: textNames.has(name),
        isOpen: isQuotedPrintable(parameters) && value.endsWith('='),
      };
    }
  }
  return { events, headOf, zones, otherEntries };
}

/** '' if there is none. */
export const textOf = (component: Component | undefined, name: string): string =>
  component?.get(name)?.[0]?.value ?? '';

export const propertiesOf = (component: Component, name: string): readonly Property[] =>
  component.get(name) ?? [];

/** 'Ana Lopez' of ';ROLE=CHAIR;CN="Ana Lopez"'; '' if it is missing. */
export function parameterOf({ parameters }: Property, name: string): string {
  const [, quoted, bare = ''] = new RegExp(`;${name}=(?:"([^"]*)"|([^";:]*))`, 'i').exec(parameters) ?? [];
  return (quoted ?? bare).trim();
}

const isQuotedPrintable = (parameters: string): boolean => /ENCODING=QUOTED-PRINTABLE/i.test(parameters);

/** A text as people see it, without the marks that a calendar needs. */
export function shownText(component: Component, name: string): string {
  const property = component.get(name)?.[0];
  if (!property) return '';
  if (isQuotedPrintable(property.parameters)) return fromQuotedPrintable(property.value);
  return shown(property.value);
}

export const shown = (text: string): string =>
  text.replace(/\\(.)/g, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign));

/** Calendars of version 1.0 have letters as '=C3=AB'. */
const fromQuotedPrintable = (text: string): string =>
  text.replace(/(?:=[0-9A-F]{2})+/gi, (run) =>
    new TextDecoder().decode(Uint8Array.from(run.slice(1).split('='), (hex) => Number.parseInt(hex, 16))),
  );

const entities: Readonly<Record<string, string>> = {
  nbsp: ' ',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  amp: '&',
};

/** A note without the tags that some calendars write in descriptions. */
export function withoutTagsOfPages(text: string): string {
  if (!/<\/?(?:html|body|p|br|b|i|u|div|span|ul|ol|li|a|strong|em|table|h\d)\b/i.test(text)) return text;
  return text
    .slice(0, 20_000)
    .replace(/<(?:br|\/p|\/div|\/li|\/tr)\b[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(nbsp|lt|gt|quot|#39|amp);/g, (_, name: string) => entities[name] ?? '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/\s*\n\s*/g, '\n')
    .trim();
}
