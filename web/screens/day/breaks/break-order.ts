import { type BreakSettings, breakDisplay } from '../../../../domain/break/break.ts';
import type { Shift } from '../../../../domain/shift/shift.ts';

export interface BreakOrder {
  /** Those who are out, soonest to end (or longest over) first; then those with a break to come, by start; the rest last. */
  readonly shifts: readonly Shift[];
  /** How many are out now. */
  readonly out: number;
  /** How many breaks are still to come. */
  readonly toGo: number;
}

type Timer = BreakSettings['breakTimerMinutes'];

/** Who did not end a break for so long is back, and did not say so. */
const surelyBackMs = 60 * 60_000;

/** Milliseconds until the soonest of a shift's breaks ends, negative once it is over; null when nobody is out. */
function leftOf(shift: Shift, timer: Timer, now: number): number | null {
  let soonest: number | null = null;
  for (const slot of shift.breaks) {
    const display = breakDisplay(slot, timer, now);
    const left =
      display.state === 'running' ? display.leftMs : display.state === 'over' ? -display.overMs : null;
    if (left !== null && left > -surelyBackMs) soonest = Math.min(soonest ?? left, left);
  }
  return soonest;
}

/** How many of the shifts are on a break at a moment. */
export const countOut = (shifts: readonly Shift[], timer: Timer, now: number): number =>
  shifts.reduce((count, shift) => count + (leftOf(shift, timer, now) === null ? 0 : 1), 0);

/** The shifts that have breaks, as the board lists them; `shifts` come sorted by start. */
export function breakOrder(shifts: readonly Shift[], timer: Timer, now: number): BreakOrder {
  const out: { shift: Shift; left: number }[] = [];
  const waiting: Shift[] = [];
  const finished: Shift[] = [];
  let toGo = 0;
  for (const shift of shifts) {
    if (shift.breaks.length === 0) continue;
    const untaken = shift.breaks.filter((slot) => slot === null).length;
    const left = leftOf(shift, timer, now);
    toGo += untaken;
    if (left !== null) out.push({ shift, left });
    else if (untaken > 0) waiting.push(shift);
    else finished.push(shift);
  }
  out.sort((a, b) => a.left - b.left);
  return {
    shifts: [...out.map(({ shift }) => shift), ...waiting, ...finished],
    out: out.length,
    toGo,
  };
}
