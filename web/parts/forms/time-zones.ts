import type { SelectOption } from '../../ui/form/field.tsx';

export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC';

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

/** The other zones of the United States, east to west. Browsers differ in the names of two of them. */
const otherUnitedStates = [
  'America/Detroit',
  'America/Indiana/Indianapolis',
  'America/Indianapolis',
  'America/Indiana/Marengo',
  'America/Indiana/Petersburg',
  'America/Indiana/Vevay',
  'America/Indiana/Vincennes',
  'America/Indiana/Winamac',
  'America/Kentucky/Louisville',
  'America/Louisville',
  'America/Kentucky/Monticello',
  'America/Indiana/Knox',
  'America/Indiana/Tell_City',
  'America/Menominee',
  'America/North_Dakota/Beulah',
  'America/North_Dakota/Center',
  'America/North_Dakota/New_Salem',
  'America/Boise',
  'America/Juneau',
  'America/Metlakatla',
  'America/Nome',
  'America/Sitka',
  'America/Yakutat',
  'America/Adak',
];

interface Zone {
  readonly label: string;
  /** Minutes ahead of UTC today. */
  readonly offset: number;
}

// A formatter for each of 418 zones is too slow for every key that is typed.
const known = new Map<string, Zone>();

/** 'Central Time (Chicago)', or the name itself where this browser does not know the zone. */
export const zoneName = (zone: string): string => zoneOf(zone).label;

/** Browsers before 2022 have no list. */
type NewerIntl = typeof Intl & { supportedValuesOf?: (key: 'timeZone') => string[] };

/** The zones that this browser knows and `chosen`: its own first, then its country's, then all by offset. */
export function timeZones(
  chosen: string,
  own = browserTimeZone(),
  language = globalThis.navigator?.language ?? 'en-US',
): SelectOption[] {
  const all = (Intl as NewerIntl).supportedValuesOf?.('timeZone') ?? [];
  const near = nearby(own, language, all).filter((zone) => zone !== own);
  const others = [...new Set([chosen, ...all, 'UTC'])]
    .filter((zone) => zone !== own && !near.includes(zone))
    .map((zone) => ({ zone, ...zoneOf(zone) }))
    .sort((a, b) => a.offset - b.offset || (a.label < b.label ? -1 : 1));
  const option = (value: string, group: string) => ({ value, label: zoneName(value), group });
  return [
    option(own, 'Your time zone'),
    ...near.map((zone) => option(zone, 'Your country')),
    ...others.map(({ zone, offset }) => option(zone, offsetName(offset))),
  ];
}

function nearby(own: string, language: string, supported: readonly string[]): readonly string[] {
  const locale = localeOf(language);
  const zones = locale?.getTimeZones?.() ?? [];
  if (locale?.region !== 'US' && zones.includes(own)) return zones;
  if (!own.startsWith('America/') && !mainUnitedStates.includes(own)) return [];
  return [...mainUnitedStates, ...otherUnitedStates.filter((zone) => supported.includes(zone))];
}

type LocaleWithZones = Intl.Locale & { getTimeZones?(): string[] | undefined };

/** Undefined for what is no language, as some televisions name theirs. */
function localeOf(language: string): LocaleWithZones | undefined {
  try {
    return new Intl.Locale(language);
  } catch {
    return undefined;
  }
}

function zoneOf(zone: string): Zone {
  const before = known.get(zone);
  if (before) return before;
  const read = describeZone(zone);
  known.set(zone, read);
  return read;
}

function describeZone(zone: string): Zone {
  const now = Math.floor(Date.now() / 60_000) * 60_000;
  const parts = partsOf(zone, 'longGeneric', now) ?? partsOf(zone, 'long', now);
  if (!parts) return { label: zone, offset: 0 };
  const name = (parts.timeZoneName ?? zone).replace(/ (Daylight|Summer) Time$/, ' Time');
  const number = (part: string) => Number(parts[part]);
  const there = Date.UTC(
    number('year'),
    number('month') - 1,
    number('day'),
    number('hour'),
    number('minute'),
  );
  return { label: `${name} (${cityOf(zone)})`, offset: (there - now) / 60_000 };
}

function partsOf(timeZone: string, timeZoneName: 'longGeneric' | 'long', now: number) {
  try {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      timeZoneName,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
    return Object.fromEntries(format.formatToParts(now).map(({ type, value }) => [type, value]));
  } catch {
    return undefined;
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
