import { useMemo } from 'react';
import { type BreakSettings, breakDisplay } from '../../../../domain/day/break.ts';
import { forgottenBreakMs, overdueSince } from '../../../../domain/day/due-breaks.ts';
import type { Layout } from '../../../../domain/day/layout.ts';
import type { Shift } from '../../../../domain/day/shift.ts';
import { leavesAt } from '../../../../domain/day/who-is-there.ts';
import { minutesInto } from '../../../../domain/time/date.ts';
import { useClient, useTimeZone } from '../../../parts/page/client-context.tsx';
import { useTicking } from '../../../parts/page/ticker.ts';

type Timer = BreakSettings['breakTimerMinutes'];
type LeavesAt = (shift: Shift) => number;

/** Milliseconds until the first running break of a shift ends, negative once overdue; null if none is running. */
function timeLeft(shift: Shift, timer: Timer, now: number, leavesAt: LeavesAt): number | null {
  let soonest: number | null = null;
  for (const slot of shift.breaks) {
    if (slot === null || slot.endedAt !== null) continue;
    const display = breakDisplay(slot, timer, now, leavesAt(shift));
    const left =
      display.state === 'running' ? display.leftMs : display.state === 'over' ? -display.overMs : null;
    if (left !== null && left > -forgottenBreakMs) soonest = Math.min(soonest ?? left, left);
  }
  return soonest;
}

export const countOut = (
  shifts: readonly Shift[],
  timer: Timer,
  now: number,
  leavesAt: LeavesAt = neverLeaves,
): number =>
  shifts.reduce((count, shift) => count + (timeLeft(shift, timer, now, leavesAt) === null ? 0 : 1), 0);

const neverLeaves = () => Number.POSITIVE_INFINITY;

/**
 * The shifts that have breaks, with people on break first (most overdue, then soonest to end), then those whose break is
 * due, longest ago first, then others with breaks left; the rest last. `shifts` must be sorted by start. `toGo` is how many
 * breaks of people who aren't out haven't been taken yet.
 */
export function breakOrder(
  shifts: readonly Shift[],
  timer: Timer,
  now: number,
  dueSince: (shift: Shift) => number | null = () => null,
  leavesAt: LeavesAt = neverLeaves,
) {
  const out: { shift: Shift; left: number }[] = [];
  const due: { shift: Shift; since: number }[] = [];
  const waiting: Shift[] = [];
  const finished: Shift[] = [];
  let toGo = 0;
  for (const shift of shifts) {
    if (shift.breaks.length === 0) continue;
    const untaken = shift.out ? 0 : shift.breaks.filter((slot) => slot === null).length;
    if (shift.out && shift.breaks.every((slot) => slot === null)) continue;
    const since = dueSince(shift);
    const left = timeLeft(shift, timer, now, leavesAt);
    toGo += untaken;
    if (left !== null) out.push({ shift, left });
    else if (since !== null) due.push({ shift, since });
    else if (untaken > 0) waiting.push(shift);
    else finished.push(shift);
  }
  out.sort((a, b) => a.left - b.left);
  due.sort((a, b) => a.since - b.since);
  return {
    shifts: [...[...out, ...due].map(({ shift }) => shift), ...waiting, ...finished],
    out: out.length,
    due: due.map(({ shift }) => shift.id),
    toGo,
  };
}

export type BreakDay = Pick<Layout, 'date' | 'dayStart' | 'breakMinMinutes' | 'breakTimerMinutes'>;

/** The order as it is now. A board shows it all day, and renders only with another one. */
export function useBreakOrder(shifts: readonly Shift[], day: BreakDay) {
  const client = useClient();
  const timeZone = useTimeZone();
  const shown = useTicking(() => {
    const now = client.now();
    // what time it is somewhere takes long to find out, so once for everybody
    const minute = minutesInto(day.date, now, timeZone);
    const dueSince = (shift: Shift) => overdueSince(shift, minute, day);
    const leaves = (shift: Shift) => leavesAt(shift, day, timeZone);
    const order = breakOrder(shifts, day.breakTimerMinutes, now, dueSince, leaves);
    return JSON.stringify({ ...order, shifts: order.shifts.map(({ id }) => id) });
  });
  return useMemo(() => {
    const order = JSON.parse(shown) as { shifts: string[]; due: string[]; out: number; toGo: number };
    const byId = new Map(shifts.map((shift) => [shift.id, shift]));
    return { ...order, shifts: order.shifts.flatMap((id) => byId.get(id) ?? []) };
  }, [shown, shifts]);
}
