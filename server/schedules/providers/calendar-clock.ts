import type { RRuleTemporal } from 'rrule-temporal';
import {
  addDays,
  type IsoDate,
  instantOf,
  isIsoDate,
  isTimeZone,
  wallClock,
} from '../../../domain/time/date.ts';
import { zoneNamed } from '../../../domain/time/windows-zones.ts';
import { type Component, type Property, parameterOf, propertiesOf, textOf } from './calendar-lines.ts';
import { type LocalDateTime, toLocalDateTime } from './provider.ts';

export interface Moment extends LocalDateTime {
  /** As the calendar names it; '' without any, which is the store's. */
  readonly zone: string;
  /** A date without a time. */
  readonly isDay: boolean;
}

/** Null for what can't be read. */
export function momentIn(property: Property | undefined): Moment | null {
  const [, year, month, day, hours, minutes] =
    /^(\d{4})-?(\d\d)-?(\d\d)(?:T([01]\d|2[0-4]):?([0-5]\d)(?::?\d\d)?Z?)?$/i.exec(
      property?.value.trim() ?? '',
    ) ?? [];
  const date = `${year}-${month}-${day}`;
  if (!property || !isIsoDate(date)) return null;
  const isDay = hours === undefined;
  return { date, minutes: Number(hours ?? 0) * 60 + Number(minutes ?? 0), zone: zoneOf(property), isDay };
}

/** The name of the time zone that a property is in; '' if it names none. */
function zoneOf({ parameters, value }: Property): string {
  if (/\dZ\s*$/i.test(value)) return 'UTC';
  const [, unquoted = ''] = /;TZID=([^";]*)/i.exec(parameters) ?? [];
  return unquoted.trim() || parameterOf({ parameters, value }, 'TZID');
}

/** Of lists such as those of EXDATE. */
export const momentsIn = (properties: readonly Property[]): readonly Moment[] =>
  properties.flatMap(({ value, parameters }) =>
    value.split(',').flatMap((each) => momentIn({ parameters, value: each }) ?? []),
  );

/** In milliseconds, as if the clock were that of UTC. */
export const wallOf = ({ date, minutes }: LocalDateTime): number => Date.parse(date) + minutes * 60_000;
const textAt = (wall: number): string => `${new Date(wall).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

export const DAY = 86_400_000;

export type CalendarClock = ReturnType<typeof createClock>;

/** What times in a calendar mean, in the days around a date. */
export function createClock(
  Rule: typeof RRuleTemporal,
  zones: ReadonlyMap<string, readonly Component[]>,
  timeZone: string,
  date: IsoDate,
) {
  const [from, until] = [addDays(date, -2), addDays(date, 3)];

  /** When a rule applies, by the clock of its start. Throws for what is no rule. */
  const applies = (rule: string, start: LocalDateTime, since: number, reach = 0): readonly number[] =>
    new Rule({ rruleString: `DTSTART:${textAt(wallOf(start))}\nRRULE:${rule}` })
      .between(new Date(since), new Date(Date.parse(until) + reach), true)
      .map(({ epochMilliseconds }) => epochMilliseconds);

  /** Since when a time zone that the calendar describes has been so far from UTC; its rules apply each year. */
  function onsetsOf(observance: Component): readonly { since: number; offset: number }[] {
    const [, sign, hours, minutes] = /^([+-])(\d\d)(\d\d)/.exec(textOf(observance, 'TZOFFSETTO')) ?? [];
    const start = momentIn(propertiesOf(observance, 'DTSTART')[0]);
    if (!sign || !start) return [];
    const offset = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000;
    const rules = propertiesOf(observance, 'RRULE').map(({ value }) => value);
    try {
      const repeated = rules.flatMap((rule) => applies(rule, start, Date.parse(from) - 367 * DAY));
      const dates = momentsIn(propertiesOf(observance, 'RDATE')).map(wallOf);
      return [wallOf(start), ...dates, ...repeated].map((since) => ({ since, offset }));
    } catch {
      return [];
    }
  }
  const described = new Map(
    [...zones].map(([name, observances]) => [
      name,
      observances.flatMap(onsetsOf).sort((one, other) => other.since - one.since),
    ]),
  );

  const meant = new Map<string, { readonly zone: string; readonly isGuess: boolean } | null>();
  /** What a name means that the calendar doesn't describe; null for one nobody knows. */
  function zoneOfName(name: string) {
    const known = meant.get(name);
    if (known !== undefined) return known;
    const found = name === '' ? { zone: timeZone, isGuess: false } : zoneNamed(name);
    meant.set(name, found);
    return found;
  }

  function instantIn({ date, minutes, zone }: Moment): number {
    // A name such as 'EST' is known to clocks, but the calendar's own description says more.
    const onsets = described.get(zone);
    const isKnown = isTimeZone(zone) && zone.includes('/');
    if (!isKnown && onsets && onsets.length > 0) {
      const wall = wallOf({ date, minutes });
      const last = onsets.find(({ since }) => since <= wall) ?? onsets.at(-1);
      if (last) return wall - last.offset;
    }
    return instantOf(date, minutes, zoneOfName(zone)?.zone ?? timeZone);
  }

  return {
    instantIn,
    /** What has to be said of a time zone; null where it is certain. */
    doubtOf(zone: string): { readonly readAs: string | null } | null {
      if (zone === '' || (described.get(zone)?.length ?? 0) > 0) return null;
      const found = zoneOfName(zone);
      if (!found) return { readAs: null };
      return found.isGuess ? { readAs: found.zone } : null;
    },
    isNear: ({ date }: LocalDateTime, reach = 0): boolean =>
      date >= addDays(from, -Math.ceil(reach / DAY)) && date <= addDays(until, Math.ceil(reach / DAY)),
    local: (instant: number) => toLocalDateTime(instant, timeZone),
    /** `reach` is in milliseconds, for occurrences that were moved further. */
    repeated(rule: string, start: Moment, reach = 0): readonly Moment[] {
      const byClock = rule.replace(/UNTIL=(\d{8})(T\d{6}Z?)?/i, (_, day: string, time = 'T235959') => {
        const end = momentIn({ parameters: '', value: day + time });
        const ahead = end?.zone === 'UTC' ? wallOf(start) - instantIn(start) : 0;
        return `UNTIL=${end ? textAt(wallOf(end) + ahead) : day}`;
      });
      return applies(byClock, start, Date.parse(from) - reach, reach).map((wall) => ({
        ...start,
        ...wallClock(wall, 'UTC'),
      }));
    },
  };
}
