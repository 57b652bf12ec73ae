import { breakSlotLimit } from '../day/break-limit.ts';
import type { LawRow } from '../day/law-row.ts';
import type { BreakKind } from '../day/shift.ts';
import { type ClockTime, minutesOfDay, type Span, toMinutes } from '../time/clock-time.ts';
import type { PlannedBreak, PlannerSettings, PlannerShift, Relief } from './planner-day.ts';

/** Breaks start on a grid of so many minutes. */
export const grid = 5;
/** How far a rest is from the ends of its shift at least, in minutes; for meals the team says it. */
const restEdge = 30;

/** A break that was taken, that runs, or that has to stay where it is. */
export interface FixedBreak {
  readonly shift: string;
  /** Which of the shift's breaks it is, from 0. */
  readonly index: number;
  readonly start: number;
  readonly minutes: number;
  /** Who has the seats meanwhile; missing where that is still to be planned. */
  readonly relief?: readonly Relief[];
}

export interface OwedBreak {
  /** Which of the shift's breaks it is, from 0. */
  readonly index: number;
  /** The law's row; null for the team's own rule. */
  readonly row: string | null;
  readonly kind: BreakKind;
  readonly minutes: number;
  /** When it starts at the earliest and at the latest. There is room for the others wherever it is in between. */
  readonly earliest: number;
  readonly latest: number;
  /** When it would start if the shift's breaks were spread evenly. */
  readonly ideal: number;
  readonly fixed: FixedBreak | null;
}

/**
 * `law`: it starts outside of the law's hours. `gap`: it is closer to another break than the team wants. `room`: the shift has no
 * room for it, and it isn't planned.
 */
export interface BreakProblem {
  readonly shift: string;
  readonly index: number;
  readonly row: string | null;
  readonly why: 'law' | 'gap' | 'room';
}

export interface OwedBreaks {
  /** In the order of their times. */
  readonly breaks: readonly OwedBreak[];
  /** How far they are apart, in minutes. */
  readonly gap: number;
  readonly problems: readonly BreakProblem[];
}

export interface Standing {
  readonly fixed?: readonly FixedBreak[];
  /** Nothing is planned before this minute. */
  readonly now?: number;
  /** Breaks that people know of already: one is moved only where that is worth it. */
  readonly told?: readonly PlannedBreak[];
}

export const onGrid = (minute: number): number => Math.floor(minute / grid) * grid;
export const upToGrid = (minute: number): number => Math.ceil(minute / grid) * grid;

/** Numbers of settings and rows come from files. */
const whole = (minutes: number): number => Math.min(minutesOfDay, Math.max(0, Math.round(minutes) || 0));

/** The breaks that a shift has to get, with the times they can have. */
export function owedBreaks(
  shift: PlannerShift,
  settings: PlannerSettings,
  { fixed = [], now = Number.NEGATIVE_INFINITY }: Standing = {},
): OwedBreaks {
  const mine = fixed.filter((each) => each.shift === shift.id);
  const past = mine.filter(({ start }) => start < now);
  const from = Math.max(shift.start, now, ...past.map(({ start, minutes }) => start + minutes));
  const gap = whole(settings.gap);
  const spaced =
    past.length > 0 ? Math.max(from, ...past.map((each) => each.start + each.minutes + gap)) : from;

  const earns = earned(shift, settings);
  const more = mine
    .filter(({ index }) => index >= earns.length)
    .sort((one, other) => one.index - other.index);
  const drafts = [...earns.map((each, index) => ({ each, index })), ...more.map(extra)].map(
    ({ each, index }) => {
      const taken = mine.find((other) => other.index === index) ?? null;
      return draftOf(
        shift,
        each,
        { index, fixed: taken, from: upToGrid(from), spaced: upToGrid(spaced) },
        settings,
      );
    },
  );
  const problems: BreakProblem[] = [];
  const say = (draft: Draft, why: BreakProblem['why']) =>
    problems.push({ shift: shift.id, index: draft.index, row: draft.row, why });

  const fits = drafts.filter((draft) => draft.fixed || draft.from <= draft.until);
  for (const draft of drafts) if (!fits.includes(draft)) say(draft, 'room');
  // what was taken comes first, whichever slot it was recorded in
  const isPast = ({ fixed }: Draft) => fixed !== null && past.includes(fixed);
  const taken = fits.filter(isPast).sort((one, other) => one.earliest - other.earliest);
  const ahead = fits.filter((draft) => !isPast(draft));

  const spread = spreadOut(ahead, gap);
  for (const draft of spread.left) say(draft, 'room');
  const placed = [...taken.map((draft) => ({ draft, ...windowOf(draft) })), ...spread.placed];
  for (const { draft, latest } of spread.placed) {
    if (draft.fixed) continue;
    if (latest > draft.law.latest || latest < draft.law.earliest) say(draft, 'law');
    else if (spread.gap < gap || latest < draft.spaced) say(draft, 'gap');
  }
  const length = shift.end - shift.start;
  return {
    breaks: placed.map(({ draft, earliest, latest }, index) => ({
      index: draft.index,
      row: draft.row,
      kind: draft.kind,
      minutes: draft.minutes,
      earliest,
      latest,
      ideal: onGrid(shift.start + ((index + 1) * length) / (placed.length + 1)),
      fixed: draft.fixed,
    })),
    gap: spread.gap,
    problems,
  };
}

interface Earned {
  readonly row: LawRow | null;
  readonly kind: BreakKind;
  readonly minutes: number;
  /** Where it would be among those of its own kind, and within the law's window. */
  readonly place: number;
}

/** A break that was taken beyond those of the rule. */
const extra = ({ index, start, minutes }: FixedBreak) => ({
  index,
  each: { row: null, kind: 'meal' as const, minutes, place: start },
});

/** In the order in which they are taken. */
function earned(shift: PlannerShift, settings: PlannerSettings): readonly Earned[] {
  const rows = settings.laws.filter((row) => applies(row, shift)).slice(0, breakSlotLimit);
  const length = shift.end - shift.start;
  const least = whole(settings.breakMinMinutes);
  if (rows.length === 0) {
    const count = least > 0 ? Math.min(breakSlotLimit, Math.ceil(length / least) - 1) : 0;
    const minutes = whole(settings.breakTimerMinutes);
    return Array.from({ length: Math.max(0, count) }, (_, index) => ({
      row: null,
      kind: 'meal' as const,
      minutes,
      place: index,
    }));
  }
  const counts = { meal: 0, rest: 0 };
  for (const { kind } of rows) counts[kind]++;
  const seen = { meal: 0, rest: 0 };
  return rows
    .map((row) => {
      seen[row.kind]++;
      const even = shift.start + Math.floor((seen[row.kind] * length) / (counts[row.kind] + 1));
      const window = lawWindow(row, shift);
      const place = Math.max(window.earliest, Math.min(window.latest, even));
      return { row, kind: row.kind, minutes: whole(row.minutes), place };
    })
    .sort((one, other) => one.place - other.place || rank(one.kind) - rank(other.kind));
}

/** At the same time the rest is before the meal. */
const rank = (kind: BreakKind): number => (kind === 'rest' ? 0 : 1);

const timeOfDay = (minute: number): number => ((minute % minutesOfDay) + minutesOfDay) % minutesOfDay;

/** Whether a row asks for its break in this shift. */
export function applies(row: LawRow, shift: PlannerShift): boolean {
  const length = shift.end - shift.start;
  const start = timeOfDay(shift.start);
  const age = shift.age ?? Number.POSITIVE_INFINITY;
  return (
    length > (row.over ?? -1) &&
    length >= (row.atLeast ?? 0) &&
    length <= (row.upTo ?? length) &&
    age >= (row.ageFrom ?? 0) &&
    age <= (row.ageTo ?? age) &&
    isFromUntil(start, row) &&
    (row.endsAfter === undefined || shift.end > shift.start - start + toMinutes(row.endsAfter)) &&
    (row.spans === undefined ||
      occurrences(row.spans, shift).some((span) => shift.start <= span.start && span.end <= shift.end))
  );
}

function isFromUntil(start: number, { startsFrom, startsBefore }: LawRow): boolean {
  const isLate = startsFrom === undefined || start >= toMinutes(startsFrom);
  const isEarly = startsBefore === undefined || start < toMinutes(startsBefore);
  const wraps =
    startsFrom !== undefined &&
    startsBefore !== undefined &&
    toMinutes(startsFrom) >= toMinutes(startsBefore);
  return wraps ? isLate || isEarly : isLate && isEarly;
}

/** The hours of a clock on the day that the shift starts, and on the day after. */
function occurrences([from, to]: readonly [ClockTime, ClockTime], shift: Span): readonly Span[] {
  const start = toMinutes(from);
  const length = (toMinutes(to) - start + minutesOfDay) % minutesOfDay || minutesOfDay;
  const midnight = shift.start - timeOfDay(shift.start);
  return [-minutesOfDay, 0, minutesOfDay].map((day) => ({
    start: midnight + day + start,
    end: midnight + day + start + length,
  }));
}

interface Window {
  readonly earliest: number;
  readonly latest: number;
}

/** When the law lets the break start, on the grid; the latest is before the earliest where that is never. */
function lawWindow(row: LawRow, shift: PlannerShift): Window {
  const minutes = whole(row.minutes);
  let earliest = shift.start + whole(row.earliest ?? 0);
  const until = shift.end - whole(row.notWithinLast ?? 0);
  let latest = Math.min(until - minutes, shift.start + whole(row.latest ?? minutesOfDay));
  if (row.midway !== undefined) {
    const middle = (shift.start + shift.end) / 2;
    earliest = Math.max(earliest, middle - whole(row.midway));
    latest = Math.min(latest, middle + whole(row.midway));
  }
  if (row.within !== undefined) {
    const inShift = (span: Span) => Math.min(span.end, shift.end) - Math.max(span.start, shift.start);
    const hours = occurrences(row.within, shift).reduce((best, span) =>
      inShift(span) > inShift(best) ? span : best,
    );
    earliest = Math.max(earliest, hours.start);
    latest = Math.min(latest, hours.end - minutes);
  }
  return { earliest: upToGrid(earliest), latest: onGrid(latest) };
}

interface Draft extends Window {
  readonly index: number;
  readonly row: string | null;
  readonly kind: BreakKind;
  readonly minutes: number;
  /** What the law allows, whatever time it is now. */
  readonly law: Window;
  /** The first and the last start in the shift from now on. */
  readonly from: number;
  readonly until: number;
  /** The first start that is far enough from what was taken. */
  readonly spaced: number;
  readonly fixed: FixedBreak | null;
}

function draftOf(
  shift: PlannerShift,
  { row, kind, minutes }: Earned,
  { index, fixed, from, spaced }: { index: number; fixed: FixedBreak | null; from: number; spaced: number },
  settings: PlannerSettings,
): Draft {
  const until = onGrid(shift.end - minutes);
  const anywhere = { earliest: upToGrid(shift.start), latest: until };
  const law = row ? lawWindow(row, shift) : anywhere;
  const common = { index, row: row?.id ?? null, kind, law, from, until, spaced, fixed };
  if (fixed) return { ...common, minutes: fixed.minutes, earliest: fixed.start, latest: fixed.start };
  const edge = kind === 'rest' && row ? Math.min(restEdge, whole(settings.edge)) : whole(settings.edge);
  const inner = {
    earliest: upToGrid(shift.start + edge),
    latest: onGrid(shift.end - edge - minutes),
  };
  // the law outranks what the team likes, and what is over cannot be planned
  const wishes = [
    both(both(law, inner), { earliest: spaced, latest: until }),
    both(law, { earliest: spaced, latest: until }),
    both(law, { earliest: from, latest: until }),
  ];
  const window = wishes.find(({ earliest, latest }) => earliest <= latest) ?? nearest(law, from, until);
  return { ...common, minutes, ...window };
}

const both = (one: Window, other: Window): Window => ({
  earliest: Math.max(one.earliest, other.earliest),
  latest: Math.min(one.latest, other.latest),
});

/** The start that is closest to a window that cannot be met. */
function nearest(law: Window, from: number, until: number): Window {
  const start = Math.max(from, Math.min(until, law.latest));
  return { earliest: start, latest: start };
}

const windowOf = ({ earliest, latest }: Draft): Window => ({ earliest, latest });

interface Placed extends Window {
  readonly draft: Draft;
}

interface Spread {
  readonly placed: readonly Placed[];
  readonly left: readonly Draft[];
  readonly gap: number;
}

/** Narrows the windows until each break can start anywhere in its own, with room for the ones before and after it. */
function spreadOut(drafts: readonly Draft[], wanted: number): Spread {
  const fits = inAnyOrder(drafts, wanted);
  if (fits) return { placed: fits, left: [], gap: wanted };
  for (let gap = wanted; ; gap -= grid) {
    const placed = chain(drafts, Math.max(0, gap));
    if (placed) return { placed, left: [], gap: Math.max(0, gap) };
    if (gap <= 0) return oneByOne(drafts);
  }
}

/** So many are tried in every order: no law asks for more in a shift. */
const mostOrdered = 6;

/** In their order if that fits, else in any other: what the law puts first isn't always what has to come first. */
function inAnyOrder(
  drafts: readonly Draft[],
  gap: number,
  first: readonly Draft[] = [],
): readonly Placed[] | null {
  if (drafts.length === 0 || drafts.length > mostOrdered) return chain([...first, ...drafts], gap);
  // those that don't fit one after the other fit no better with more behind them
  if (!chain(first, gap)) return null;
  for (const next of drafts) {
    const rest = drafts.filter((draft) => draft !== next);
    const placed = inAnyOrder(rest, gap, [...first, next]);
    if (placed) return placed;
  }
  return null;
}

function chain(drafts: readonly Draft[], gap: number): readonly Placed[] | null {
  const earliest: number[] = [];
  let free = Number.NEGATIVE_INFINITY;
  for (const draft of drafts) {
    const start = draft.fixed ? draft.earliest : upToGrid(Math.max(draft.earliest, free));
    if (start > draft.latest || (draft.fixed && start < free)) return null;
    earliest.push(start);
    free = start + draft.minutes + gap;
  }
  const placed: Placed[] = [];
  let before = Number.POSITIVE_INFINITY;
  for (let index = drafts.length - 1; index >= 0; index--) {
    const draft = drafts[index] as Draft;
    const fitting = before - draft.minutes - gap;
    const latest = draft.fixed ? draft.latest : onGrid(Math.min(draft.latest, fitting));
    placed.unshift({ draft, earliest: earliest[index] as number, latest });
    before = latest;
  }
  return placed;
}

/** Where nothing fits: each as near to its hours as the one before it lets it. */
function oneByOne(drafts: readonly Draft[]): Spread {
  const placed: Placed[] = [];
  const left: Draft[] = [];
  let free = Number.NEGATIVE_INFINITY;
  for (const draft of drafts) {
    const start = draft.fixed ? draft.earliest : Math.max(draft.earliest, upToGrid(free));
    if (!draft.fixed && start > draft.until) left.push(draft);
    else {
      placed.push({ draft, earliest: start, latest: start });
      free = Math.max(free, start + draft.minutes);
    }
  }
  return { placed, left, gap: 0 };
}
