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

/** A press as a change that names the wanted state, when, and by whom. */
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
      const said = breakMessage(nameOf(shift).first, slot, wants);
      if (wants === 'clear') offerBack(client, document, { undo: made.value.undo, said, of: press });
      else sayChanged(document, made.value.undo, said);
    },
    [client, nameOf],
  );
}

type Cleared = { undo: Change | null; said: string; of: { shift: string; slot: number } };

/**
 * A cleared break is a record that is lost, so its Undo stays until it is used or dismissed. It goes by itself where
 * it would cover something newer: the break was started again, its shift is gone, or someone else is signed in.
 */
function offerBack(client: Client, document: LiveDocument<Layout>, { undo, said, of }: Cleared) {
  const user = client.me.get()?.user?.id;
  const isStill = () => {
    const view = document.get();
    if (view.state === 'gone') return false;
    const isCleared = view.state === 'loading' || byId(view.body.shifts, of.shift)?.breaks[of.slot] === null;
    return isCleared && client.me.get()?.user?.id === user;
  };
  const check = () => {
    if (!isStill()) takeAway();
  };
  const stops = [document.subscribe(check), client.me.subscribe(check)];
  const takeAway = sayChanged(document, undo, said, {
    stays: true,
    onGone: () => {
      for (const stop of stops) stop();
    },
  });
}
