import { useCallback } from 'react';
import type { Client } from '../../../../client/client.ts';
import type { LiveDocument } from '../../../../client/document/live-document.ts';
import type { Change } from '../../../../domain/change/change.ts';
import { byId } from '../../../../domain/change/list.ts';
import type { Layout } from '../../../../domain/layout/layout.ts';
import type { NameOf } from '../../../parts/board/board-names.tsx';
import type { PressBreak } from '../../../parts/board/break-slot.tsx';
import { showProblem } from '../../../parts/forms/problem-toast.ts';
import { sayChanged } from '../../../parts/forms/undoable.ts';
import { useClient } from '../../../parts/page/client-context.tsx';
import { breakMessage } from './break-message.ts';

/** Turns a press into a change with the wanted state, the time, and the user. */
export function usePressBreak(nameOf: NameOf): PressBreak {
  const client = useClient();
  return useCallback(
    (shift, slot, wants) => {
      const { choices, me } = client;
      const [team, layout] = [choices.team.get(), choices.layout.get()];
      if (team === null || layout === null) return;
      const document = client.open('layout', team, layout);
      const by = me.get()?.user?.id ?? null;
      const press = { type: 'break.press', shift: shift.id, slot, wants, at: client.now(), by } as const;
      const made = document.change(press);
      if (!made.ok) return void showProblem(made.problem);
      const message = breakMessage(nameOf(shift).first, slot, wants);
      if (wants === 'clear') offerUndo(client, document, { undo: made.value.undo, message, press });
      else sayChanged(document, made.value.undo, message);
    },
    [client, nameOf],
  );
}

type ClearedBreak = { undo: Change | null; message: string; press: { shift: string; slot: number } };

/**
 * Clearing a break deletes its record, so this Undo stays until it is used or dismissed. It goes away when it no longer
 * applies: the break was started again, its shift is gone, or someone else signed in.
 */
function offerUndo(client: Client, document: LiveDocument<Layout>, { undo, message, press }: ClearedBreak) {
  const user = client.me.get()?.user?.id;
  const isStillCleared = () => {
    const view = document.get();
    if (view.state === 'gone') return false;
    const isCleared =
      view.state === 'loading' || byId(view.body.shifts, press.shift)?.breaks[press.slot] === null;
    return isCleared && client.me.get()?.user?.id === user;
  };
  const check = () => {
    if (!isStillCleared()) dismiss();
  };
  const stops = [document.subscribe(check), client.me.subscribe(check)];
  const dismiss = sayChanged(document, undo, message, {
    stays: true,
    onGone: () => {
      for (const stop of stops) stop();
    },
  });
}
