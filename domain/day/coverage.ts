import type { Words } from '../../words/words.ts';
import { byId } from '../list/list.ts';
import type { Duty } from '../plan/charts.ts';
import { type Position, positionsOf, type Rotation } from '../plan/rotation.ts';
import { type ClockTime, clip, contains, type Span, spanOf, union } from '../time/clock-time.ts';
import { minutesInto } from '../time/date.ts';
import { type Formats, formatBareTime } from '../time/formats.ts';
import { rotationsAsWorked } from './attendance.ts';
import { isAwayNow } from './due-breaks.ts';
import { dutiesIn, headcountOf } from './headcount.ts';
import type { Layout } from './layout.ts';
import type { Shift } from './shift.ts';
import { certainSpan, isOutDuring, overlapping } from './who-is-there.ts';

export type CoveredDay = Pick<Layout, 'shifts' | 'rotations' | 'dayStart' | 'breakTimerMinutes'>;

/** A point in time: minutes from the midnight that begins the layout's date, and the instant in milliseconds. */
export interface Moment {
  readonly minute: number;
  readonly now: number;
}

export const momentOf = ({ date }: Pick<Layout, 'date'>, now: number, timeZone: string): Moment => ({
  minute: minutesInto(date, now, timeZone),
  now,
});

export type PersonState = 'here' | 'on-break' | 'arriving' | 'late' | 'gone';

export interface PersonCoverage {
  readonly shift: Shift;
  readonly state: PersonState;
  /** When somebody who isn't here comes, if that is before the rotation ends. */
  readonly from: number | null;
  /** When they leave, if that is before the rotation ends. */
  readonly until: number | null;
}

export interface PositionCoverage {
  readonly position: Position;
  /** Everyone seated there, in the order of its seats. */
  readonly people: readonly PersonCoverage[];
  /** Whether nobody is there and the chart wants somebody. Someone on break still covers the position, since they come back to it. */
  readonly isOpen: boolean;
  /** Where nobody is on a position that the chart has no seat for: who looks after it from where, or that it is closed. */
  readonly spared: Spared | null;
  /** When the last person leaves without anyone following; null for an open position and one covered to the end. */
  readonly opensAt: number | null;
  /** When somebody comes to a position that is open, or opens. */
  readonly coveredFrom: number | null;
}

export type Spared =
  | { readonly kind: 'closed' }
  | { readonly kind: 'covered'; readonly by: Position; readonly people: readonly PersonCoverage[] };

interface CoverageCounts {
  /** Those that the chart wants, or where somebody is all the same. */
  readonly positions: number;
  readonly covered: number;
  /** Positions where nobody is; the rest have only people on break. */
  readonly open: number;
  readonly standing: number;
  readonly onBreak: number;
}

export interface RotationCoverage {
  /** Whether the rotation is going on; otherwise everything is as planned for its start. */
  readonly isNow: boolean;
  readonly minute: number;
  readonly counts: CoverageCounts;
  readonly subareas: ReadonlyMap<string, CoverageCounts>;
  readonly positions: ReadonlyMap<string, PositionCoverage>;
  /** For how many people it is run; null without charts. */
  readonly headcount: number | null;
  /** Who is here, or on break, and has no seat in the rotation. */
  readonly unplaced: readonly PersonCoverage[];
  /** Who is out for some of it, and not on a position now: nobody is in two of these lists. */
  readonly out: readonly Shift[];
}

/** Who stands where in a rotation at a moment, or is planned to at its start when it isn't going on. */
export function coverRotation(day: CoveredDay, asked: Rotation, moment: Moment): RotationCoverage {
  const rotation = byId(rotationsAsWorked({ shifts: day.shifts, rotations: [asked] }), asked.id) ?? asked;
  const at = pointOf(day, rotation, moment);
  const shifts = new Map(day.shifts.map((shift) => [shift.id, shift]));
  const positions = withSpared(
    positionsOf(rotation).map((position) => coverPosition(position, shifts, at)),
    dutiesIn(day, rotation),
  );
  const seated = new Set(
    [...positions.values()].flatMap(({ people }) => people.map(({ shift }) => shift.id)),
  );
  const others = overlapping(day.shifts, rotation, day.dayStart).filter(({ id }) => !seated.has(id));
  const isOut = (shift: Shift) => isOutDuring(shift, rotation, day.dayStart);
  // in a rotation that isn't going on, who leaves before its end is out, and who is out later today is here now
  const unplaced = others
    .flatMap((shift) => (at.now === null && isOut(shift) ? [] : coverPerson(shift, at)))
    .filter(({ state }) => state === 'here' || state === 'on-break');
  const isHere = new Set(unplaced.map(({ shift }) => shift.id));
  return {
    isNow: at.now !== null,
    minute: at.minute,
    counts: countCoverage([...positions.values()]),
    subareas: new Map(
      rotation.subareas.map((subarea) => [
        subarea.id,
        countCoverage(subarea.positions.flatMap(({ id }) => positions.get(id) ?? [])),
      ]),
    ),
    positions,
    headcount: rotation.charts ? headcountOf(day, rotation) : null,
    unplaced,
    out: others.filter((shift) => isOut(shift) && !isHere.has(shift.id)),
  };
}

interface At {
  readonly dayStart: ClockTime;
  readonly breakTimerMinutes: number;
  readonly window: Span;
  readonly minute: number;
  /** Breaks count only now: at any other minute there is no instant. */
  readonly now: number | null;
}

function pointOf(day: CoveredDay, rotation: Rotation, moment: Moment): At {
  const window = spanOf(rotation, day.dayStart);
  const isNow = contains(window, moment.minute);
  return { ...day, window, minute: isNow ? moment.minute : window.start, now: isNow ? moment.now : null };
}

function coverPosition(position: Position, shifts: ReadonlyMap<string, Shift>, at: At): PositionCoverage {
  const seated = position.seats.flatMap((id) => shifts.get(id) ?? []);
  const { isOpen, opensAt, coveredFrom } = gaps(coveredSpans(seated, at.window, at.dayStart), at);
  const people = seated.map((shift) => coverPerson(shift, at));
  return {
    position,
    // who is out has left the position for good
    people: people.filter(({ shift, state }) => state !== 'gone' || !shift.out),
    isOpen,
    spared: null,
    opensAt,
    coveredFrom,
  };
}

/** Facts beat the chart: whoever is on a position that it has no seat for stands there. */
function withSpared(
  covered: readonly PositionCoverage[],
  duties: ReadonlyMap<string, Duty>,
): ReadonlyMap<string, PositionCoverage> {
  const positions = new Map(covered.map((each) => [each.position.id, each]));
  for (const each of covered) {
    const duty = duties.get(each.position.id);
    if (!duty || duty.kind === 'seat') continue;
    const by = duty.kind === 'covered' ? positions.get(duty.by) : undefined;
    const spared: Spared = by
      ? { kind: 'covered', by: by.position, people: by.people.filter(isPresent) }
      : { kind: 'closed' };
    positions.set(each.position.id, {
      ...each,
      isOpen: false,
      spared: each.isOpen ? spared : null,
      opensAt: null,
    });
  }
  return positions;
}

export const coveredSpans = (seated: readonly Shift[], window: Span, dayStart: ClockTime): readonly Span[] =>
  union(
    seated.flatMap((shift) => {
      const span = certainSpan(shift, dayStart);
      return (span && clip(span, window)) ?? [];
    }),
  );

function gaps(covered: readonly Span[], { window, minute }: Pick<At, 'window' | 'minute'>) {
  const current = covered.find((span) => contains(span, minute));
  const leaves = current && current.end < window.end ? current.end : null;
  const next = covered.find((span) => span.start > minute);
  return { isOpen: !current, opensAt: leaves, coveredFrom: next?.start ?? null };
}

function coverPerson(shift: Shift, at: At): PersonCoverage {
  const { dayStart, window, minute, now } = at;
  const planned = spanOf(shift, dayStart);
  const span = certainSpan(shift, dayStart);
  const hasLeft = minute >= (span ?? planned).end || (shift.out !== undefined && !span);
  if (hasLeft) return { shift, state: 'gone', from: null, until: null };
  const until = span && span.end < window.end ? span.end : null;
  if (!span || minute < span.start) {
    const from = span && span.start < window.end ? span.start : null;
    return { shift, state: shift.late ? 'late' : 'arriving', from, until };
  }
  const isAway = now !== null && isAwayNow(shift, at, now);
  return { shift, state: isAway ? 'on-break' : 'here', from: null, until };
}

function countCoverage(positions: readonly PositionCoverage[]): CoverageCounts {
  const among = (people: readonly PersonCoverage[], wanted: PersonState) =>
    people.filter(({ state }) => state === wanted).length;
  const everyone = positions.flatMap(({ people }) => people);
  return {
    positions: positions.filter(({ spared }) => spared === null).length,
    covered: positions.filter(({ people }) => among(people, 'here') > 0).length,
    open: positions.filter(({ isOpen }) => isOpen).length,
    standing: among(everyone, 'here'),
    onBreak: among(everyone, 'on-break'),
  };
}

/** '4 of 5': the positions where somebody stands; '' without positions. */
export const showCovered = (counts: CoverageCounts | undefined, t: Words<'day'>): string =>
  counts && counts.positions > 0
    ? t('covered-of', { covered: counts.covered, positions: counts.positions })
    : '';

/** 'from 11:30', 'until 2:00', 'from 11:30 until 2:00'; '' for somebody who is there from now to the end. */
export function fromUntilText(
  { from, until }: Pick<PersonCoverage, 'from' | 'until'>,
  t: Words<'day'>,
  { clock }: Formats,
): string {
  if (from === null) return until === null ? '' : t('until', { time: formatBareTime(until, clock) });
  if (until === null) return t('from', { time: formatBareTime(from, clock) });
  return t('from-until', { from: formatBareTime(from, clock), until: formatBareTime(until, clock) });
}

/** What a row says about time, besides a break: 'until 12:30, Umar S. at 1:00', 'then Umar S. at 1:00', 'Umar S. at 1:00'. */
export interface SeatNote {
  /** When they leave, where that is said. */
  readonly until: number | null;
  /** Whether 'then' comes before who is next. */
  readonly isThen: boolean;
  readonly next: PersonCoverage | null;
  readonly isUrgent: boolean;
}

export const isPresent = ({ state }: Pick<PersonCoverage, 'state'>): boolean =>
  state === 'here' || state === 'on-break';

/** Who comes to a position next; whoever is late and said no time, last. */
export function nextOn({ people }: Pick<PositionCoverage, 'people'>): PersonCoverage | null {
  const coming = people.filter(({ state }) => state === 'arriving' || state === 'late');
  return coming.reduce<PersonCoverage | null>(
    (first, each) => (first === null || minuteOf(each) < minuteOf(first) ? each : first),
    null,
  );
}

const minuteOf = ({ from }: PersonCoverage): number => from ?? Number.POSITIVE_INFINITY;

/** 'at 1:00', 'late, 1:15', 'late': when somebody comes. */
export function showArrival({ state, from }: PersonCoverage, t: Words<'day'>, { clock }: Formats): string {
  if (from === null) return t('late');
  const time = formatBareTime(from, clock);
  return state === 'late' ? t('late-at', { time }) : t('at', { time });
}

/** Until when if nobody follows, else who follows. The one who stays longest says who comes, so that it is said once. */
export function seatNote(
  person: PersonCoverage,
  covered: Pick<PositionCoverage, 'people' | 'opensAt'>,
): SeatNote | null {
  if (!isPresent(person)) return null;
  const { until } = person;
  const next = staysLongest(person, covered) ? nextOn(covered) : null;
  if (until !== null && until === covered.opensAt) {
    return { until, isThen: false, next, isUrgent: true };
  }
  if (next !== null) {
    return { until: null, isThen: until !== null, next, isUrgent: next.state === 'late' };
  }
  return until === null ? null : { until, isThen: false, next, isUrgent: false };
}

function staysLongest(person: PersonCoverage, { people }: Pick<PositionCoverage, 'people'>): boolean {
  const present = people.filter(isPresent);
  return present.reduce((longest, each) => (leaves(each) > leaves(longest) ? each : longest)) === person;
}

const leaves = ({ until }: PersonCoverage): number => until ?? Number.POSITIVE_INFINITY;
