import { useCallback } from 'react';
import type { Client } from '../../../../client/client.ts';
import type { LiveDocument, Made } from '../../../../client/document/document-view.ts';
import type { Layout } from '../../../../domain/layout/layout.ts';
import { byId } from '../../../../domain/list/list.ts';
import type { PressBreak } from '../../../parts/board/break-slot.tsx';
import { showChangeToast } from '../../../parts/forms/change-toast.ts';
import { showProblem } from '../../../parts/forms/problem-toast.ts';
import { useClient } from '../../../parts/page/client-context.tsx';

/** Turns a press into a change with the wanted state, the time, and the user. */
export function usePressBreak(): PressBreak {
  const client = useClient();
  return useCallback(
    (shift, slot, wants) => {
      const { choices, me } = client;
      const [team, layout] = [choices.team.get(), choices.layout.get()];
      if (team === null || layout === null) return;
      const document = client.open('layout', team, layout);
      const by = me.get()?.user?.id ?? null;
      const about = { shift: shift.id, slot, at: client.now(), by };
      const press =
        wants === 'confirm'
          ? ({ type: 'break.confirm', ...about } as const)
          : ({ type: 'break.press', wants, ...about } as const);
      const made = document.change(press);
      if (!made.ok) return void showProblem(made.problem);
      if (wants === 'clear') offerUndo(client, document, made.value, press);
      else showChangeToast(made.value);
    },
    [client],
  );
}

type Press = { shift: string; slot: number };

/**
 * Clearing a break deletes its record, so this Undo stays until it is used or dismissed. It goes away when it no longer
 * applies: the break was started again, its shift is gone, or someone else signed in.
 */
function offerUndo(client: Client, document: LiveDocument<Layout>, made: Made, press: Press) {
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
  const dismiss = showChangeToast(made, {
    stays: true,
    onGone: () => {
      for (const stop of stops) stop();
    },
  });
}
