import * as z from 'zod/mini';
import type { Words } from '../../words/words.ts';
import { idOrNull, instant, type SchemaValue } from '../change/fields.ts';
import { fromMinutes, lengthOf, showLength, type TimeRange } from '../time/clock-time.ts';
import { wallClock } from '../time/date.ts';
import { type Formats, formatBareTime, formatTime } from '../time/formats.ts';
import { breakSlotLimit } from './break-limit.ts';

/** What is known of one break. Instants in milliseconds since 1970. */
const breakSchema = z.strictObject({
  startedAt: instant,
  startedBy: idOrNull,
  endedAt: z.nullable(instant),
  endedBy: idOrNull,
  /** When `endedBy` said that it ended with its timer; missing where somebody ended it. */
  confirmedAt: z.optional(instant),
  /** The start by a server's clock that was ahead; it counts from `startedAt`, when that was noticed. */
  clockSaid: z.optional(instant),
});
export type BreakRecord = SchemaValue<typeof breakSchema>;
/** A break that nobody took yet is `null`. */
export const breakSlotSchema = z.nullable(breakSchema);
export type BreakSlot = BreakRecord | null;

export interface BreakSettings {
  /** Length of work in minutes that earns a break; 0 for none. */
  readonly breakMinMinutes: number;
  /** How long a break's countdown runs, in minutes; 0 goes straight to done. */
  readonly breakTimerMinutes: number;
}

export type BreakPress = 'start' | 'end' | 'clear';

export type BreakDisplay =
  | { readonly state: 'not-taken' }
  | { readonly state: 'running'; readonly leftMs: number; readonly totalMs: number }
  | { readonly state: 'over'; readonly overMs: number }
  /** The same for so long that nobody can end it anymore; it can be confirmed. */
  | { readonly state: 'unconfirmed' }
  | { readonly state: 'done' };

/** A break that nobody ended for this long can only be confirmed: ending it now would record nonsense. */
const overLimitMs = 12 * 60 * 60_000;

/** Can it be the time of something: milliseconds since 1970 that a calendar still reaches? */
export const isInstant = (at: number): boolean => at >= 0 && at <= 8.64e15;

/** How many breaks a shift has: one for every whole k >= 1 with length > k x breakMinMinutes. */
export function breakCount(shift: TimeRange, breakMinMinutes: number): number {
  if (!(breakMinMinutes > 0)) return 0;
  return Math.min(breakSlotLimit, Math.ceil(lengthOf(shift) / breakMinMinutes) - 1);
}

/** The same breaks, with unused slots added at the end until there are at least as many as asked for. */
export const growBreaks = (slots: readonly BreakSlot[], count: number): readonly BreakSlot[] =>
  slots.length < count ? fitBreaks(slots, count) : slots;

/** The same breaks, with unused slots added at the end, or dropped from it, until there are as many as asked for. */
export function fitBreaks(slots: readonly BreakSlot[], count: number): readonly BreakSlot[] {
  if (slots.length === count) return slots;
  if (slots.length < count) return [...slots, ...Array<null>(count - slots.length).fill(null)];
  const fitted = [...slots];
  for (let index = fitted.length - 1; index >= 0 && fitted.length > count; index--) {
    if (fitted[index] === null) fitted.splice(index, 1);
  }
  return fitted;
}

/** `leavesAt` is when its person leaves: a break that runs then ends, and one whose time was up can only be confirmed. */
export function breakDisplay(
  taken: BreakSlot,
  breakTimerMinutes: number,
  now: number,
  leavesAt = Number.POSITIVE_INFINITY,
): BreakDisplay {
  const slot = endedBreak(taken, breakTimerMinutes, now, leavesAt);
  if (slot === null) return { state: 'not-taken' };
  const totalMs = breakTimerMinutes * 60_000;
  const leftMs = Math.min(totalMs, slot.startedAt + totalMs - now);
  if (slot.endedAt !== null || totalMs === 0) return { state: 'done' };
  const hasLeft = slot.startedAt < leavesAt && leavesAt <= now;
  if (leftMs <= -overLimitMs || hasLeft) return { state: 'unconfirmed' };
  return leftMs > 0 ? { state: 'running', leftMs, totalMs } : { state: 'over', overMs: 0 - leftMs };
}

/** The slot at a moment: the break that runs when its person leaves ended then. */
export function endedBreak(
  slot: BreakSlot,
  breakTimerMinutes: number,
  now: number,
  leavesAt: number,
): BreakSlot {
  if (slot === null || slot.endedAt !== null || now < leavesAt) return slot;
  const runsThen = slot.startedAt < leavesAt && leavesAt < slot.startedAt + breakTimerMinutes * 60_000;
  return runsThen ? { ...slot, endedAt: leavesAt } : slot;
}

/** The state a press asks for: always said outright, so that two people pressing at once agree. */
export function pressWants(display: BreakDisplay): BreakPress | 'confirm' {
  if (display.state === 'not-taken') return 'start';
  if (display.state === 'unconfirmed') return 'confirm';
  return display.state === 'done' ? 'clear' : 'end';
}

/** The slot after a press; the same slot if the press has no effect. */
export function pressBreak(
  slot: BreakSlot,
  wants: BreakPress,
  stamp: { at: number; by: string | null },
): BreakSlot {
  if (wants === 'clear') return null;
  if (wants === 'start') {
    return slot ?? { startedAt: stamp.at, startedBy: stamp.by, endedAt: null, endedBy: null };
  }
  if (slot === null || slot.endedAt !== null) return slot;
  return { ...slot, endedAt: Math.max(stamp.at, slot.startedAt), endedBy: stamp.by };
}

/** The slot once somebody says that the break ended with its timer; the same slot if it runs still, or has ended. */
export function confirmBreak(
  slot: BreakSlot,
  breakTimerMinutes: number,
  stamp: { at: number; by: string | null },
): BreakSlot {
  if (slot === null || slot.endedAt !== null) return slot;
  const endedAt = slot.startedAt + breakTimerMinutes * 60_000;
  return stamp.at < endedAt ? slot : { ...slot, endedAt, endedBy: stamp.by, confirmedAt: stamp.at };
}

/** 'm:ss', rounded up so that a full break begins at its full length and 0:00 is never shown. */
export const showCountdown = (leftMs: number): string => showSeconds(Math.ceil(leftMs / 1000));

const showSeconds = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** '3:12', and from an hour on '1 h 5 min': how late somebody is back. */
export const showLate = (overMs: number): string =>
  overMs >= 3_600_000 ? showLength(minutesIn(overMs)) : showSeconds(Math.floor(overMs / 1000));

const minutesIn = (milliseconds: number): number => Math.floor(milliseconds / 60_000);

/** 'just over', '5 min over', '1 h 5 min over'. */
export function showOver(overMs: number, t: Words<'day'>): string {
  const minutes = minutesIn(overMs);
  return minutes === 0 ? t('just-over') : t('over-by', { time: showLength(minutes) });
}

/** 'since 10:02 AM', '10:02–10:31 AM', or, when the clock was set meanwhile, '1:50 AM for 20 min'; '' when it was not taken. A start that was corrected is said to be. */
export function breakTimes(
  slot: BreakSlot,
  breakTimerMinutes: number,
  timeZone: string,
  t: Words<'day'>,
  { clock }: Formats,
): string {
  if (slot === null) return '';
  const minuteOf = (at: number) => wallClock(at, timeZone).minutes;
  const started = minuteOf(slot.startedAt);
  const start = formatTime(fromMinutes(started), clock);
  // without a timer nobody says when a break ends
  if (slot.endedAt === null)
    return corrected(slot, breakTimerMinutes > 0 ? t('since', { time: start }) : t('at', { time: start }), t);
  const ended = minuteOf(slot.endedAt);
  const isOneHalf = started < 720 === ended < 720;
  const lasted = slot.endedAt - slot.startedAt;
  const isMoved = Math.abs(lasted / 60_000 - ((ended - started + 1_440) % 1_440)) >= 1;
  const times = isMoved
    ? t('for-so-long', { time: start, length: showLength(minutesIn(lasted + 30_000)) })
    : `${isOneHalf ? formatBareTime(started, clock) : start}–${formatTime(fromMinutes(ended), clock)}`;
  return corrected(slot, slot.confirmedAt === undefined ? times : t('times-confirmed', { times }), t);
}

const corrected = ({ clockSaid }: BreakRecord, times: string, t: Words<'day'>): string =>
  clockSaid === undefined ? times : t('times-corrected', { times });

/** In milliseconds: the clocks of servers and devices differ by less. */
const clocksDiffer = 60_000;

/** A break that began later than now, by a clock that was ahead then, counts from now; null for any other. */
export function startFromNow(slot: BreakSlot, now: number): BreakRecord | null {
  if (slot === null || slot.endedAt !== null || slot.startedAt <= now + clocksDiffer) return null;
  return { ...slot, startedAt: now, clockSaid: slot.clockSaid ?? slot.startedAt };
}

/** One number a slot, as files outside keep it: 0, or the instant from which the timer counts. */
export function breakNumber(slot: BreakSlot, breakTimerMinutes: number): number {
  if (slot === null) return 0;
  if (slot.endedAt === null) return slot.startedAt;
  return Math.min(slot.startedAt, slot.endedAt - breakTimerMinutes * 60_000);
}
