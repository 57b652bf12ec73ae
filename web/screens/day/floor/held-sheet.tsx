import { useContext, useEffect, useReducer } from 'react';
import type { Layout } from '../../../../domain/day/layout.ts';
import type { Rotation } from '../../../../domain/plan/rotation.ts';
import { loadWhenIdle } from '../../../parts/page/page-idle.ts';
import { showToast } from '../../../ui/message/toast.tsx';
import { HandContext, useHeld } from './hand.ts';
import type { Places } from './use-places.ts';

let Sheet: typeof import('../actions/action-sheet.tsx').ActionSheet | undefined;
async function load(): Promise<void> {
  Sheet ??= (await import('../actions/action-sheet.tsx')).ActionSheet;
}
// it opens on a press, and is there before most people's first one
void loadWhenIdle(load);

type HeldSheetProps = { layout: Layout; rotation: Rotation; places: Places };

/** What can be done with what is picked up. */
export function HeldSheet(props: HeldSheetProps) {
  const hand = useContext(HandContext);
  const held = useHeld();
  const [, refresh] = useReducer((times: number) => times + 1, 0);

  useEffect(() => {
    if (held === null || Sheet) return;
    load().then(refresh, () => {
      hand.set(null);
      showToast({ text: 'That couldn’t be loaded. Check the connection and try again.', tone: 'problem' });
    });
  }, [held, hand]);

  return held && Sheet ? <Sheet key={`${held.kind} ${held.id}`} held={held} hand={hand} {...props} /> : null;
}
