import { type BreakDisplay, type BreakSlot, breakDisplay, showCountdown } from '../../domain/break.ts';
import { useClient } from './client-context.tsx';
import { useTicking } from './ticker.ts';

/** What a slot shows now. Renders its component again only when the second shown changes, and not at all at rest. */
export function useBreak(slot: BreakSlot, timerMinutes: number): BreakDisplay {
  const client = useClient();
  const seconds = useTicking(
    () => {
      const display = breakDisplay(slot, timerMinutes, client.now());
      return display.state === 'running' ? Math.ceil(display.leftMs / 1000) : 0;
    },
    slot !== null && slot.endedAt === null,
  );
  if (slot === null) return { state: 'not-taken' };
  return seconds === 0
    ? { state: 'done' }
    : { state: 'running', leftMs: seconds * 1000, totalMs: timerMinutes * 60_000 };
}

const lastMinutes = 2 * 60_000;

export const isEnding = (display: BreakDisplay): boolean =>
  display.state === 'running' && display.leftMs < lastMinutes;

/** 'Chloe Davis, break 1: running, 3:58 left' */
export function spokenBreak(teamMember: string, index: number, display: BreakDisplay): string {
  return `${teamMember}, break ${index + 1}: ${spokenState(display)}`;
}

function spokenState(display: BreakDisplay): string {
  if (display.state === 'running') return `running, ${showCountdown(display.leftMs)} left`;
  return display.state === 'done' ? 'done' : 'not taken';
}
