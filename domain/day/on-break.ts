import { type BreakSettings, type BreakSlot, breakDisplay } from './break.ts';

/** A break that nobody ended counts as over after this long. */
export const forgottenBreakMs = 60 * 60_000;

/** Whether somebody is away on this break: it runs, or its time is up and nobody has ended it. */
export function isOnBreak(slot: BreakSlot, timer: BreakSettings['breakTimerMinutes'], now: number): boolean {
  const display = breakDisplay(slot, timer, now);
  return display.state === 'running' || (display.state === 'over' && display.overMs < forgottenBreakMs);
}

/** The instant from which a break that nobody ends no longer keeps its person away; null when it keeps nobody. */
export const forgottenAt = (slot: BreakSlot, timer: BreakSettings['breakTimerMinutes']): number | null =>
  slot === null || slot.endedAt !== null || timer === 0
    ? null
    : slot.startedAt + timer * 60_000 + forgottenBreakMs;
