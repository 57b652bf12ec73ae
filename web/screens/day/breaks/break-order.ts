import { type BreakSettings, breakDisplay } from '../../../../domain/day/break.ts';
import { forgottenBreakMs } from '../../../../domain/day/due-breaks.ts';
import type { Shift } from '../../../../domain/day/shift.ts';

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
    toGo,
  };
}
