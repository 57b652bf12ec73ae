import IconArrowBackUp from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs';
import { useSyncExternalStore } from 'react';
import type { Client } from '../../../client/client.ts';
import { mayRunTheDay } from '../../../domain/team/user.ts';
import { IconButton } from '../../ui/button/button.tsx';
import { dismissToastsOf, showToast, toasts, watchToasts } from '../../ui/message/toast.tsx';
import { useListener } from '../../ui/page/events.ts';
import { useClient, useObservable, useRole } from '../page/client-context.tsx';

let dismissLast = () => {};

/** Says what was undone or redone, and offers the opposite. False where there is nothing to take back. */
export function pressUndo(client: Client, which: 'undo' | 'redo' = 'undo'): boolean {
  const taken = client.undo[which]();
  if (taken.type === 'done') {
    const [done, label, opposite] =
      which === 'undo' ? (['Undone', 'Redo', 'redo'] as const) : (['Redone', 'Undo', 'undo'] as const);
    dismissToastsOf(taken.id);
    dismissLast();
    dismissLast = showToast({
      text: `${done}: ${taken.description}`,
      about: taken.description,
      action: { label, onPress: () => void pressUndo(client, opposite) },
    });
  }
  return taken.type !== 'nothing';
}

/** Ctrl or Cmd with Z undoes, with Shift+Z or Y redoes; fields where text is edited have an undo of their own. */
export function useUndoKeys(): void {
  const client = useClient();
  useListener('keydown', (event) => {
    const key = event.key.toLowerCase();
    const isChord = (event.ctrlKey || event.metaKey) && !event.altKey;
    if (!isChord || event.defaultPrevented || editsText(document.activeElement)) return;
    const isRedo = key === 'y' || (key === 'z' && event.shiftKey);
    if (!isRedo && key !== 'z') return;
    if (pressUndo(client, isRedo ? 'redo' : 'undo')) event.preventDefault();
  });
}

const withoutText = new Set(['button', 'checkbox', 'color', 'file', 'radio', 'range', 'reset', 'submit']);

/** Asked about what has the focus: the palette sends the keys of its field on to what it has found. */
function editsText(target: Element | null): boolean {
  if (target instanceof HTMLInputElement) return !withoutText.has(target.type);
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLElement && target.isContentEditable);
}

/** Undo on the pages that have no buttons for it of their own, once no message offers it anymore. */
export function HeaderUndo() {
  const client = useClient();
  const { undo } = useObservable(client.undo.state);
  const isOffered = useSyncExternalStore(watchToasts, toasts).some(({ action }) => action?.label === 'Undo');
  const role = useRole();
  if (undo === null || isOffered || !mayRunTheDay(role)) return null;
  return (
    <IconButton
      label="Undo"
      title={undo}
      size="big"
      icon={<IconArrowBackUp />}
      onPress={() => pressUndo(client)}
    />
  );
}
