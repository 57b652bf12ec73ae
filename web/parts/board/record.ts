import type { Client } from '../../../client/client.ts';
import type { BreakPress } from '../../../domain/day/break.ts';
import type { Shift } from '../../../domain/day/shift.ts';
import { recordOn, startOf } from '../ask/ask-first.ts';
import { changeLayout } from '../page/use-layout-change.ts';

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
