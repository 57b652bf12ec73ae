import type { Client } from '../../../client/client.ts';
import { type BreakDisplay, breakDisplay } from '../../../domain/day/break.ts';
import type { Layout } from '../../../domain/day/layout.ts';
import type { OutReason, Shift } from '../../../domain/day/shift.ts';
import { outTime } from '../../../domain/day/who-is-there.ts';
import { stamp } from './record.ts';

/** Which of somebody's breaks runs, could be started next, and is late or may have ended in time; -1 for none. */
export function breaksToPress({ breaks }: Shift, timerMinutes: number, now: number, leaves: number) {
  const states = breaks.map((slot) => breakDisplay(slot, timerMinutes, now, leaves).state);
  const indexOf = (...wanted: readonly BreakDisplay['state'][]) =>
    states.findIndex((state) => wanted.includes(state));
  return {
    running: indexOf('running', 'over'),
    next: indexOf('not-taken'),
    late: indexOf('over', 'unconfirmed'),
  };
}

/** Who never came is out from the start. */
export function callOut(client: Client, layout: Layout, shift: Shift, reason: OutReason, minute: number) {
  const from = reason === 'no-show' ? shift.startTime : outTime(shift, minute, layout.dayStart);
  return { type: 'shift.out', shift: shift.id, reason, from, keeps: 'stood', ...stamp(client) } as const;
}
