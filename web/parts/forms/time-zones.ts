import { showDate, showMoment } from '../../../client/words/formats.ts';
import { compareNames } from '../../../client/words/lists.ts';
import { language as spoken, words } from '../../../client/words/words.ts';
import { wallClock } from '../../../domain/time/date.ts';
import type { SelectOption } from '../../ui/form/form.tsx';

const t = words('forms');

export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC';

// Here, because an account isn't tied to a team's time zone.
export const showDayHere = (at: number): string => showDate(wallClock(at, browserTimeZone()).date);
export const showMomentHere = (at: number): string => showMoment(at, browserTimeZone());

/** The zones most of the United States lives in, east to west. */
const mainUnitedStates = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
];

interface Zone {
  readonly label: string;
  /** Minutes ahead of UTC today. */
  readonly offset: number;
}

// A formatter for each of 418 zones is too slow for every key that is typed.
let known = { language: '', zones: new Map<string, Zone>() };

/** 'Central Time (Chicago)', or the name itself where this browser does not know the zone. */
export const zoneName = (zone: string): string => zoneOf(zone).label;

function zoneOf(zone: string): Zone {
  if (known.language !== spoken.get()) known = { language: spoken.get(), zones: new Map() };
  const before = known.zones.get(zone);
  if (before) return before;
  const now = Math.floor(Date.now() / 60_000) * 60_000;
  const name = nameOf(zone, 'longGeneric', now) ?? nameOf(zone, 'long', now);
  const read =
    name === undefined
      ? { label: zone, offset: 0 }
      : { label: `${name} (${cityOf(zone)})`, offset: offsetOf(zone, now) };
  known.zones.set(zone, read);
  return read;
}

function nameOf(timeZone: string, timeZoneName: 'longGeneric' | 'long', now: number): string | undefined {
  try {
    const parts = new Intl.DateTimeFormat(spoken.get(), { timeZone, timeZoneName }).formatToParts(now);
    const { value = timeZone } = parts.find(({ type }) => type === 'timeZoneName') ?? {};
    return value.replace(/ (Daylight|Summer) Time$/, ' Time');
  } catch {
    return undefined;
  }
}

function offsetOf(zone: string, now: number): number {
  const { date, minutes } = wallClock(now, zone);
  return (Date.parse(date) - now) / 60_000 + minutes;
}

/** Browsers before 2022 have no list. */
type NewerIntl = typeof Intl & { supportedValuesOf?: (key: 'timeZone') => string[] };

/** The zones that this browser knows and `chosen`: its own first, then its country's, then all by offset. */
export function timeZones(
  chosen: string,
  own = browserTimeZone(),
  language = globalThis.navigator?.language ?? 'en-US',
): SelectOption[] {
  const all = (Intl as NewerIntl).supportedValuesOf?.('timeZone') ?? [];
  const near = nearby(own, language).filter((zone) => zone !== own);
  const others = [...new Set([chosen, ...all, 'UTC'])]
    .filter((zone) => zone !== own && !near.includes(zone))
    .map((zone) => ({ zone, ...zoneOf(zone) }))
    .sort((a, b) => a.offset - b.offset || compareNames(a.label, b.label));
  const option = (value: string, group: string) => ({ value, label: zoneName(value), group });
  return [
    option(own, t('your-time-zone')),
    ...near.map((zone) => option(zone, t('your-country'))),
    ...others.map(({ zone, offset }) => option(zone, offsetName(offset))),
  ];
}

function nearby(own: string, language: string): readonly string[] {
  const zones = zonesOf(language);
  if (!zones.includes('America/New_York') && zones.includes(own)) return zones;
  if (!own.startsWith('America/') && !mainUnitedStates.includes(own)) return [];
  return [...new Set([...mainUnitedStates, ...zonesOf('en-US')])];
}

type LocaleWithZones = Intl.Locale & { getTimeZones?(): string[] | undefined };

/** None for what is no language, as some televisions name theirs. */
function zonesOf(language: string): readonly string[] {
  try {
    return (new Intl.Locale(language) as LocaleWithZones).getTimeZones?.() ?? [];
  } catch {
    return [];
  }
}

/** 'America/Argentina/Buenos_Aires' is 'Buenos Aires, Argentina'. */
function cityOf(zone: string): string {
  const [region = zone, ...places] = zone.split('/');
  return (places.length > 0 ? places.reverse().join(', ') : region).replaceAll('_', ' ');
}

function offsetName(offset: number): string {
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  if (offset === 0) return 'GMT';
  return `GMT${offset < 0 ? '-' : '+'}${hours}${minutes ? `:${String(minutes).padStart(2, '0')}` : ''}`;
}
