import {
  type BreakDisplay,
  type BreakSlot,
  breakDisplay,
  showCountdown,
  showOver,
} from '../../../domain/day/break.ts';
import { useClient } from '../page/client-context.tsx';
import { useTicking } from '../page/ticker.ts';

/** What a slot shows now; `leavesAt` is when its person leaves. The component renders only when that changes. */
export function useBreak(slot: BreakSlot, timerMinutes: number, leavesAt?: number): BreakDisplay {
  const client = useClient();
  const shown = useTicking(
    () => {
      const display = breakDisplay(slot, timerMinutes, client.now(), leavesAt);
      if (display.state === 'running') return Math.ceil(display.leftMs / 1000);
      // counts up by the second for an hour, then by the minute
      if (display.state === 'over')
        return -1 - Math.floor(display.overMs / 1000 / stepOf(display.overMs)) * stepOf(display.overMs);
      return display.state === 'unconfirmed' ? Number.NEGATIVE_INFINITY : 0;
    },
    slot !== null && slot.endedAt === null,
  );
  if (slot === null) return { state: 'not-taken' };
  if (shown === Number.NEGATIVE_INFINITY) return { state: 'unconfirmed' };
  if (shown < 0) return { state: 'over', overMs: (-1 - shown) * 1000 };
  return shown === 0
    ? { state: 'done' }
    : { state: 'running', leftMs: shown * 1000, totalMs: timerMinutes * 60_000 };
}

const stepOf = (overMs: number): number => (overMs < 3_600_000 ? 1 : 60);

const lastMinutes = 2 * 60_000;

export const isEnding = (display: BreakDisplay): boolean =>
  display.state === 'running' && display.leftMs < lastMinutes;

type SpokenBreak = { teamMember: string; index: number; display: BreakDisplay; times: string };

/** 'Chloe Davis, break 1: running, 3:58 left, since 10:02 AM' */
export function spokenBreak({ teamMember, index, display, times }: SpokenBreak): string {
  return [`${teamMember}, break ${index + 1}: ${spokenState(display)}`, times].filter(Boolean).join(', ');
}

function spokenState(display: BreakDisplay): string {
  switch (display.state) {
    case 'not-taken':
      return 'not taken';
    case 'running':
      return `running, ${showCountdown(display.leftMs)} left`;
    case 'over':
      return `${showOver(display.overMs)} over`;
    case 'unconfirmed':
      return 'not confirmed';
    case 'done':
      return 'done';
  }
}
