import { isSameName } from '../../../domain/day/same-name.ts';
import {
  type CalendarTitle,
  isOnCall,
  namesPerson,
  readDescription,
  readTitle,
} from '../../../domain/schedule/calendar-titles.ts';
import { isStation, isStoreLine, turnedName, withoutTags } from '../../../domain/schedule/schedule-entry.ts';
import { type DayOfTimes, parseRange } from '../../../domain/time/am-or-pm.ts';
import { fromMinutes, minutesOfDay, spanOf, toMinutes } from '../../../domain/time/clock-time.ts';
import { addDays, type IsoDate } from '../../../domain/time/date.ts';
import { typedTime, type WrittenRange } from '../../../domain/time/written-times.ts';
import { type CalendarClock, DAY, type Moment, momentIn, momentsIn, wallOf } from './calendar-clock.ts';
import {
  type Component,
  type Property,
  parameterOf,
  propertiesOf,
  shownText,
  textOf,
  withoutTagsOfPages,
} from './calendar-lines.ts';
import type { LocalDateTime, ProviderShift, SkipReason } from './provider.ts';

/** More than any event has; each of its rules and dates is followed without a pause for others. */
const MAX_RULES = 10;
const MAX_DATES_LENGTH = 100_000;
/** An occurrence is moved by this at most, in milliseconds: all that lie in between are looked at. */
const MAX_REACH = 31 * DAY;
/** Changes of an event and all that follow it. */
const MAX_RANGED = 50;
/** In characters; enough for a name, a role, and a place. Looking for them in a longer text would hold up everybody. */
const MAX_SUMMARY_LENGTH = 300;
/** More than work one shift. */
const MAX_GUESTS = 40;

export interface EventTerms {
  readonly date: IsoDate;
  readonly clock: CalendarClock;
  /** Times in the titles of all-day events are read for this day. */
  readonly day: DayOfTimes;
  readonly is24: boolean;
  /** What the calendar and its events call the store. */
  readonly places: readonly string[];
  /** Whose shifts the events are that name no person, if somebody said so. */
  readonly person: string;
  readonly isCanceled: boolean;
}

/** A shift with what has to be said of it if it is taken. */
export interface FoundShift extends ProviderShift {
  readonly start: LocalDateTime | null;
  readonly event: Component;
  /** Its start as the calendar has it. */
  readonly moment: Moment | null;
  readonly place: string;
  readonly isMaybeSeveral: boolean;
  readonly endsAtClose: boolean;
}

/** Without a UID, its content distinguishes an event from others. */
export function uidOf(event: Component): string {
  const [start, summary] = ['DTSTART', 'SUMMARY'].map((name) => {
    const [property] = propertiesOf(event, name);
    return property && `${property.parameters}:${property.value}`.slice(1);
  });
  return textOf(event, 'UID').trim() || `${start} ${summary}`;
}

export const summaryOf = (event: Component): string =>
  shownText(event, 'SUMMARY').slice(0, MAX_SUMMARY_LENGTH).trim();

/** The shifts of an event, and what isn't one with the reason. None for events on other dates. */
export function shiftsOf(
  event: Component,
  moved: readonly Component[],
  terms: EventTerms,
): readonly FoundShift[] {
  const { clock } = terms;
  const start = momentIn(propertiesOf(event, 'DTSTART')[0]);
  const isRecurring = event.has('RRULE') || event.has('RDATE');
  // A moved occurrence keeps its original date in the id, so that it stays the same shift.
  const place = momentIn(propertiesOf(event, 'RECURRENCE-ID')[0]);
  const unreadable = () => [
    { ...emptyOf(event, start), skip: 'unreadable' as const, start: null, end: null },
  ];
  if (!start) return unreadable();
  if (!isRecurring && !touches(event, start, clock)) return [];
  try {
    return occurrencesOf(event, start, moved, clock).flatMap((occurrence) => {
      const original = place ? clock.instantIn(place) : isRecurring ? occurrence.original : Number.NaN;
      const date = clock.local(original)?.date;
      const id = date === undefined ? uidOf(event) : `${uidOf(event)}:${date}`;
      return ofOccurrence(id, occurrence, terms);
    });
  } catch {
    return unreadable();
  }
}

const emptyOf = (event: Component, moment: Moment | null) => ({
  id: uidOf(event),
  event,
  moment,
  name: '',
  ...{ job: 'Shift', role: 'Shift', note: '', place: '' },
  ...{ isMaybeSeveral: false, endsAtClose: false },
  title: summaryOf(event),
});

/** Whether it is on the dates that are read; an event of many days can begin long before. */
function touches(event: Component, start: Moment, clock: CalendarClock): boolean {
  if (clock.isNear(start)) return true;
  const end = momentIn(propertiesOf(event, 'DTEND')[0]);
  const length = end ? wallOf(end) - wallOf(start) : millisecondsOf(textOf(event, 'DURATION'));
  return length > 0 && clock.isNear(start, length) && start.date < terminal(start, length);
}

const terminal = (start: Moment, length: number): IsoDate =>
  new Date(wallOf(start) + length).toISOString().slice(0, 10);

function ofOccurrence(id: string, occurrence: Occurrence, terms: EventTerms): readonly FoundShift[] {
  const { clock, date } = terms;
  const { event, from, until } = occurrence;
  const [start, end] = [clock.local(from), clock.local(until)];
  const moment = momentIn(propertiesOf(event, 'DTSTART')[0]);
  const said = personIn(event, terms);
  const shift = { ...emptyOf(event, moment), id };
  if (!start || !end) return [{ ...shift, start: null, end: null }];
  const days = Math.round((Date.parse(end.date) - Date.parse(start.date)) / DAY);
  const isAllDay = moment?.isDay || (days > 0 && start.minutes === 0 && end.minutes === 0);
  const covers = { date: start.date < date && lastDateOf(end) >= date ? date : start.date, minutes: 0 };
  if (isAllDay) {
    const [first] = said;
    const isKnown = first && !first.skip;
    const ranges = days > 1 || !isKnown ? [] : readTitle(summaryOf(event), terms.places).ranges;
    const read = ranges.map((range) => timesOf(range, terms));
    if (read.length === 0 || read.includes(null)) {
      const skip = first?.skip === 'deleted' ? 'deleted' : ('all day' as const);
      return [{ ...shift, skip, start: covers, end: covers }];
    }
    return said.flatMap((each) =>
      read.flatMap((times, nth) => {
        if (!times) return [];
        const own = { ...shift, ...each, id: `${each.id(id)}${nth > 0 ? `.${nth}` : ''}` };
        const endOfIt = { date: start.date, minutes: times.end };
        return [
          {
            ...own,
            start: { date: start.date, minutes: times.start },
            end: endOfIt,
            endsAtClose: times.isClose,
          },
        ];
      }),
    );
  }
  const isLong = until - from > DAY + 3_600_000;
  const isOther = !said[0]?.skip && saysOtherTimes(summaryOf(event), start, end, terms);
  return said.map((each) => ({
    ...shift,
    ...each,
    id: each.id(id),
    ...(isLong ? { start: covers, end: { ...covers, minutes: 0 } } : { start, end }),
    skip: each.skip ?? (isLong ? 'invalid length' : isOther ? 'other times' : null),
  }));
}

const lastDateOf = ({ date, minutes }: LocalDateTime): IsoDate => (minutes > 0 ? date : addDays(date, -1));

/** Null where a person would have to say what is meant. */
function timesOf(
  { start, end }: WrittenRange,
  { day, is24 }: EventTerms,
): { readonly start: number; readonly end: number; readonly isClose: boolean } | null {
  const closes = day.rotations.map((rotation) => spanOf(rotation, day.dayStart).end);
  if (end === 'close' && closes.length === 0) return null;
  const until = end === 'close' ? { minutes: Math.max(...closes) % minutesOfDay, by: 'exact' as const } : end;
  const read = parseRange({ start: typedTime(start, is24), end: typedTime(until, is24) }, day);
  if (read.kind !== 'read') return null;
  const [from, to] = [toMinutes(read.range.startTime), toMinutes(read.range.endTime)];
  return { start: from, end: to > from ? to : to + minutesOfDay, isClose: end === 'close' };
}

/** 'Ana 9a-5p' from 9 to 10 AM: either can be meant. */
function saysOtherTimes(
  title: string,
  start: LocalDateTime,
  end: LocalDateTime,
  { places }: EventTerms,
): boolean {
  const { ranges } = readTitle(title, places);
  if (ranges.length === 0) return false;
  const isSame = (written: WrittenRange['end'], minutes: number) =>
    written === 'close' ||
    (written.minutes - minutes) %
      (written.by === 'either' || written.by === 'zero' ? minutesOfDay / 2 : minutesOfDay) ===
      0;
  return (
    ranges.length > 1 ||
    !ranges.every((each) => isSame(each.start, start.minutes) && isSame(each.end, end.minutes))
  );
}

interface Said extends Pick<FoundShift, 'name' | 'job' | 'role' | 'note' | 'place' | 'isMaybeSeveral'> {
  readonly id: (event: string) => string;
  readonly title: string;
  readonly skip: SkipReason | null;
}

/** Who works, from the title, else from the guests or the description. */
function personIn(event: Component, terms: EventTerms): readonly Said[] {
  const summary = summaryOf(event);
  const title = readTitle(summary, [...terms.places, shownText(event, 'LOCATION')]);
  const description = withoutTagsOfPages(shownText(event, 'DESCRIPTION'));
  const status = textOf(event, 'STATUS').trim();
  const isCanceled = terms.isCanceled || title.isCanceled || /^cancell?ed$/i.test(status);
  const location = shownText(event, 'LOCATION').trim();
  const place = title.place || (namesPlace(location) ? location : '');
  const said: Said = {
    id: (id) => id,
    ...{ name: bare(title.name), ...jobs(title.role), note: description, place, title: summary },
    isMaybeSeveral: title.severalPeople === 'maybe',
    skip: null,
  };
  const skip = (reason: SkipReason, name = said.name): readonly Said[] => [{ ...said, name, skip: reason }];
  if (isCanceled) return skip('deleted');
  if (title.isOpen) return skip('open');
  const isOut = /^oof\s*$/i.test(textOf(event, 'X-MICROSOFT-CDO-BUSYSTATUS'));
  if (title.isLeave || isOut) return skip('not a shift');
  if (/^(draft|unpublished|pending)$/i.test(status)) return skip('draft');
  if (title.severalPeople === 'yes') return skip('several people');
  const guests = guestsOf(event);
  if (title.name !== '' && !isTitleOfGuests(title, guests)) {
    return [said, ...guests.flatMap((guest) => otherGuest(guest, said))];
  }
  if (guests.length > 0) return guests.map((guest) => ofGuest(guest, said, guests));
  const labeled = readDescription(description);
  if (namesPerson(bare(labeled.name))) {
    return [{ ...said, name: bare(labeled.name), ...jobs(title.role || labeled.role) }];
  }
  if (isOnCall(summary)) return skip('on call');
  if (isStoreLine(summary) && !isStation(summary)) return skip('not a shift');
  if (terms.person !== '' && summary !== '') return [{ ...said, name: terms.person }];
  return summary === '' ? skip('nameless', '') : skip('no person', '');
}

const jobs = (role: string) => ({ job: role || 'Shift', role: role || 'Shift' });

/** The tags around a name are a job, and taken off where names are turned around, too. */
const bare = (name: string): string => withoutTags(name).name;

const namesPlace = (location: string): boolean =>
  location !== '' && !isStation(location) && !/^https?:/i.test(location);

interface Guest {
  readonly name: string;
  readonly address: string;
  readonly isDeclined: boolean;
  readonly isOrganizer: boolean;
}

const addressOf = ({ value }: Property): string =>
  value
    .trim()
    .replace(/^mailto:/i, '')
    .toLowerCase();

/** People alone: rooms and groups can be guests, too. */
function guestsOf(event: Component): readonly Guest[] {
  const organizers = new Set(propertiesOf(event, 'ORGANIZER').map(addressOf));
  return propertiesOf(event, 'ATTENDEE')
    .filter((guest) => !/^(room|resource|group)$/i.test(parameterOf(guest, 'CUTYPE')))
    .slice(0, MAX_GUESTS)
    .map((guest) => {
      const written = parameterOf(guest, 'CN');
      return {
        name: written.includes('@') ? '' : turnedName(written),
        address: addressOf(guest),
        isDeclined: /^declined$/i.test(parameterOf(guest, 'PARTSTAT')),
        isOrganizer: organizers.has(addressOf(guest)),
      };
    });
}

const isGuest = (name: string, guest: Guest): boolean => {
  const [words, all] = [name, guest.name].map((each) => each.toLowerCase().split(/\s+/));
  return isSameName(name, guest.name) || (words?.every((word) => all?.includes(word)) ?? false);
};

/** 'Red Team' with Ana and Bo as guests; a shift of one person has not several others. */
const isTitleOfGuests = ({ name }: CalendarTitle, guests: readonly Guest[]): boolean => {
  const named = guests.filter((guest) => guest.name !== '' && !guest.isOrganizer);
  return named.length > 1 && !named.some((guest) => isGuest(bare(name), guest));
};

function ofGuest(guest: Guest, said: Said, all: readonly Guest[]): Said {
  const skip: SkipReason | null = guest.isDeclined
    ? 'declined'
    : guest.isOrganizer && all.length > 1
      ? 'organizer'
      : guest.name === ''
        ? 'guest address'
        : null;
  const isJob = said.name === '' || !namesPerson(said.name);
  return {
    ...said,
    id: (id) => `${id}:${guest.address || guest.name}`,
    name: guest.name,
    ...(said.job === 'Shift' && !isJob && jobs(said.name)),
    title: guest.name || guest.address,
    skip,
  };
}

function otherGuest(guest: Guest, said: Said): readonly Said[] {
  if (guest.isOrganizer || guest.isDeclined || isGuest(said.name, guest)) return [];
  // The only guest may be the person under an address.
  if (guest.name === '') return [];
  return [{ ...ofGuest(guest, said, []), skip: 'other guest' }];
}

interface Occurrence {
  /** What says how it is: the event, or the one that all from a date on follow. */
  readonly event: Component;
  readonly original: number;
  readonly from: number;
  readonly until: number;
}

const isRanged = (event: Component): boolean =>
  propertiesOf(event, 'RECURRENCE-ID').some((each) => /^thisandfuture$/i.test(parameterOf(each, 'RANGE')));

/** Throws for an event that can't be followed; ends that can't be read are NaN. */
function occurrencesOf(
  event: Component,
  start: Moment,
  moved: readonly Component[],
  clock: CalendarClock,
): readonly Occurrence[] {
  const { instantIn, isNear, local, repeated } = clock;
  const rules = propertiesOf(event, 'RRULE').map(({ value }) => value);
  // Rules that repeat within a day are never shifts.
  const withinDay = /FREQ=(SECOND|MINUTE|HOUR)LY|BY(SECOND|MINUTE|HOUR)=\d+,/i;
  const isShift = !event.has('EXRULE') && !rules.some((rule) => withinDay.test(rule));
  const dated = [...propertiesOf(event, 'RDATE'), ...propertiesOf(event, 'EXDATE')];
  const datesLength = dated.reduce((sum, { value }) => sum + value.length, 0);
  const isOddRange = propertiesOf(event, 'RECURRENCE-ID').some(
    (each) => parameterOf(each, 'RANGE') !== '' && !isRanged(event),
  );
  if (!isShift || isOddRange || rules.length > MAX_RULES || datesLength > MAX_DATES_LENGTH)
    throw new Error('It is no shift.');
  const ranged = moved.filter(isRanged);
  if (ranged.length > MAX_RANGED) throw new Error('It is changed too often.');
  const followed = ranged.map((each) => followedFrom(each, clock));
  const reach = Math.max(0, ...followed.map(({ by }) => Math.abs(by)));
  if (!(reach <= MAX_REACH)) throw new Error('It is moved too far.');
  const span = spanIn(event, start, clock);
  const dates = propertiesOf(event, 'RDATE').flatMap(({ parameters, value }) =>
    value.split(',').flatMap((period): readonly (Occurrence & { readonly at: Moment })[] => {
      const [first = '', last = ''] = period.trim().split('/');
      const at = momentIn({ parameters, value: first });
      // Without a time it is a whole day, which the event has to be, too.
      if (!at || at.isDay !== start.isDay || !isNear(at, reach)) return [];
      const from = instantIn(at);
      if (last === '') return [{ event, at, original: from, from, until: span(at) }];
      const end = momentIn({ parameters, value: last });
      return [{ event, at, original: from, from, until: end ? instantIn(end) : from + millisecondsOf(last) }];
    }),
  );
  const first = rules.length > 0 ? rules.flatMap((rule) => repeated(rule, start, reach)) : [start];
  const all = [
    ...dates,
    ...first.map((at) => ({ event, at, original: instantIn(at), from: instantIn(at), until: span(at) })),
  ];
  const left = momentsIn([
    ...propertiesOf(event, 'EXDATE'),
    ...moved.flatMap((each) => propertiesOf(each, 'RECURRENCE-ID')),
    // Without a zone they are in that of the event.
  ]).map((each) => (each.zone === '' ? { ...each, zone: start.zone } : each));
  // Exchange writes the midnight of the day for some.
  const isWholeDay = (each: Moment) =>
    each.isDay || (each.minutes === 0 && start.minutes !== 0 && each.zone === start.zone);
  const leftTimes = new Set(left.filter((each) => !each.isDay).map(instantIn));
  const leftDays = new Set(left.filter(isWholeDay).map(({ date }) => date));
  const found = new Map(all.map((each) => [each.from, each]));
  return (
    [...found.values()]
      .filter(
        ({ from, at }) =>
          !leftTimes.has(from) &&
          !leftDays.has(at.date) &&
          !leftDays.has(start.isDay ? '' : (local(from)?.date ?? '')),
      )
      .map((each) => {
        const change = followed
          .filter(({ since }) => since <= each.original)
          .sort((one, other) => other.since - one.since)[0];
        return change ? { event: change.event, original: each.original, ...change.spanOf(each.at) } : each;
      })
      // Some programs say of the changed times which are left out.
      .filter(({ from }) => !leftTimes.has(from))
  );
}

/** What an event that says RANGE=THISANDFUTURE makes of the occurrences from its own on. */
function followedFrom(event: Component, clock: CalendarClock) {
  const place = momentIn(propertiesOf(event, 'RECURRENCE-ID')[0]);
  const start = momentIn(propertiesOf(event, 'DTSTART')[0]);
  if (!place || !start) throw new Error('It is no shift.');
  const span = spanIn(event, start, clock);
  const by = wallOf(start) - wallOf(place);
  const isSameClock = place.zone === start.zone || place.zone === '';
  return {
    event,
    since: clock.instantIn(place.zone === '' ? { ...place, zone: start.zone } : place),
    by,
    spanOf(at: Moment): { readonly from: number; readonly until: number } {
      if (isSameClock) {
        const changed = { ...at, minutes: at.minutes + by / 60_000 };
        return { from: clock.instantIn(changed), until: span(changed) };
      }
      const from = clock.instantIn(at) + clock.instantIn(start) - clock.instantIn(place);
      return { from, until: from + span(start) - clock.instantIn(start) };
    },
  };
}

/** When an occurrence ends: by the clock, where start and end are by the same one. */
function spanIn(event: Component, start: Moment, { instantIn }: CalendarClock): (at: Moment) => number {
  const end = momentIn(propertiesOf(event, 'DTEND')[0]);
  const isOdd = event.has('DTEND') && end?.isDay !== start.isDay;
  const length = isOdd
    ? Number.NaN
    : millisecondsOf(textOf(event, 'DURATION') || (start.isDay ? 'P1D' : 'PT0S'));
  return (at) => {
    if (!end || isOdd) {
      return start.isDay
        ? instantIn({ ...at, minutes: at.minutes + length / 60_000 })
        : instantIn(at) + length;
    }
    const byClock = { ...at, minutes: at.minutes + (wallOf(end) - wallOf(start)) / 60_000 };
    return end.zone === start.zone ? instantIn(byClock) : instantIn(at) + instantIn(end) - instantIn(start);
  };
}

/** Of 'PT4H30M'. */
function millisecondsOf(duration: string): number {
  try {
    return Temporal.Duration.from(duration.trim()).total('milliseconds');
  } catch {
    return Number.NaN;
  }
}

export const closingText = ({ end }: FoundShift): string =>
  end ? fromMinutes(end.minutes % minutesOfDay) : '';
