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
    () => JSON.stringify(rounded(breakDisplay(slot, timerMinutes, client.now(), leavesAt))),
    slot !== null && slot.endedAt === null,
  );
  return JSON.parse(shown) as BreakDisplay;
}

/** To the second; what is over for an hour, to the minute. */
function rounded(display: BreakDisplay): BreakDisplay {
  if (display.state === 'running') return { ...display, leftMs: Math.ceil(display.leftMs / 1000) * 1000 };
  if (display.state !== 'over') return display;
  const step = display.overMs < 3_600_000 ? 1000 : 60_000;
  return { ...display, overMs: Math.floor(display.overMs / step) * step };
}

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
