import type { Client } from '../../../client/client.ts';
import { type BreakDisplay, type BreakPress, breakDisplay } from '../../../domain/day/break.ts';
import type { Layout } from '../../../domain/day/layout.ts';
import type { OutReason, Shift } from '../../../domain/day/shift.ts';
import { outTime } from '../../../domain/day/who-is-there.ts';
import { recordOn, startOf } from '../ask/ask-first.ts';
import { changeLayout } from '../forms/change-toast.ts';

/** When something is recorded, and by whom. */
export const stamp = (client: Client) => ({ at: client.now(), by: client.me.get()?.user?.id ?? null });

/** Starts, ends or confirms a break of somebody on the chosen day, after a question where that is most likely not meant. */
export function pressBreak(client: Client, shift: Shift, slot: number, wants: BreakPress | 'confirm'): void {
  const record = () => {
    const about = { shift: shift.id, slot, ...stamp(client) };
    return changeLayout(
      client,
      wants === 'confirm' ? { type: 'break.confirm', ...about } : { type: 'break.press', wants, ...about },
    );
  };
  if (wants === 'start') startOf(client, shift, record);
  else recordOn(client, record);
}

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
