import { useCallback } from 'react';
import type { Client } from '../../../../client/client.ts';
import type { LiveDocument } from '../../../../client/document/document-view.ts';
import type { Layout } from '../../../../domain/day/layout.ts';
import { recordOn, startOf } from '../../../parts/ask/ask-first.ts';
import type { PressBreak } from '../../../parts/board/break-slot.tsx';
import { showChangeToast } from '../../../parts/forms/change-toast.ts';
import { showProblem } from '../../../parts/forms/problem-toast.ts';
import { useClient } from '../../../parts/page/client-context.tsx';

/** Turns a press into a change with the wanted state, the time, and the user. */
export function usePressBreak(): PressBreak {
  const client = useClient();
  return useCallback(
    (shift, slot, wants) => {
      const { choices } = client;
      const [team, layout] = [choices.team.get(), choices.layout.get()];
      if (team === null || layout === null) return;
      const document = client.open('layout', team, layout);
      const record = () => recordBreak(client, document, { shift: shift.id, slot, wants });
      const view = document.get();
      if (wants !== 'start' || view.state !== 'ready') recordOn(client, document, record);
      else startOf(client, document, view.body, shift, record);
    },
    [client],
  );
}

type Pressed = { shift: string; slot: number; wants: Parameters<PressBreak>[2] };

function recordBreak(client: Client, document: LiveDocument<Layout>, pressed: Pressed): boolean {
  const { shift, slot, wants } = pressed;
  const about = { shift, slot, at: client.now(), by: client.me.get()?.user?.id ?? null };
  const press =
    wants === 'confirm'
      ? ({ type: 'break.confirm', ...about } as const)
      : ({ type: 'break.press', wants, ...about } as const);
  const made = document.change(press);
  if (!made.ok) showProblem(made.problem);
  else showChangeToast(made.value);
  return made.ok;
}
