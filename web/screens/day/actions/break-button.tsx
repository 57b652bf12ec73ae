import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconCoffee from '@tabler/icons-react/dist/esm/icons/IconCoffee.mjs';
import { breakDisplay } from '../../../../domain/day/break.ts';
import type { Layout } from '../../../../domain/day/layout.ts';
import { leavesAt } from '../../../../domain/day/presence.ts';
import type { Shift } from '../../../../domain/day/shift.ts';
import { useClient, useTimeZone } from '../../../parts/page/client-context.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { usePressBreak } from '../breaks/use-press-break.ts';

type BreakButtonProps = { layout: Layout; shift: Shift; onDone: () => void };

/**
 * Ends the break that somebody is on, or starts their next one. Of one whose time is up, it can also be said that it
 * ended in time. Nothing when all were taken.
 */
export function BreakButton({ layout, shift, onDone }: BreakButtonProps) {
  const client = useClient();
  const pressBreak = usePressBreak();
  const leaves = leavesAt(shift, layout, useTimeZone());
  const states = shift.breaks.map(
    (slot) => breakDisplay(slot, layout.breakTimerMinutes, client.now(), leaves).state,
  );
  const running = states.findIndex((state) => state === 'running' || state === 'over');
  const next = states.indexOf('not-taken');
  const isRunning = running >= 0;
  const late = states.findIndex((state) => state === 'over' || state === 'unconfirmed');
  if (late < 0 && !isRunning && (next < 0 || shift.out)) return null;
  return (
    <>
      {(isRunning || (next >= 0 && !shift.out)) && (
        <Button
          size="big"
          icon={<IconCoffee />}
          onPress={() => {
            pressBreak(shift, isRunning ? running : next, isRunning ? 'end' : 'start');
            onDone();
          }}
        >
          {isRunning ? 'End Break' : 'Start Break'}
        </Button>
      )}
      {late >= 0 && (
        <Button
          size="big"
          icon={<IconCheck />}
          onPress={() => {
            pressBreak(shift, late, 'confirm');
            onDone();
          }}
        >
          Break Ended on Time
        </Button>
      )}
    </>
  );
}
