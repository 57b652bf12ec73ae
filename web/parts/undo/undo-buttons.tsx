import IconArrowBackUp from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs';
import IconArrowForwardUp from '@tabler/icons-react/dist/esm/icons/IconArrowForwardUp.mjs';
import { useLayoutEffect, useState, useSyncExternalStore } from 'react';
import type { Client } from '../../../client/client.ts';
import { words } from '../../../client/words/words.ts';
import { mayRunTheDay } from '../../../domain/team/user.ts';
import { Button, IconButton } from '../../ui/button/button.tsx';
import {
  dismissToast,
  dismissToastsOf,
  mostUrgent,
  showToast,
  type Toast,
  ToastItem,
  takeToasts,
  toasts,
  useAutoDismiss,
  useToasts,
  watchToasts,
} from '../../ui/message/toast.tsx';
import { useListener } from '../../ui/page/events.ts';
import { useChangesWait, useClient, useObservable, useRole } from '../page/client-context.tsx';
import './undo-buttons.css';

const t = words('page');

export function UndoButtons({ undone = null }: { undone?: Toast | null }) {
  if (!mayRunTheDay(useRole())) return null;
  return (
    <div className="undo-buttons screen-only">
      <UndoButton which="undo" said={undone} />
      <UndoButton which="redo" said={null} />
    </div>
  );
}

function UndoButton({ which, said }: { which: 'undo' | 'redo'; said: Toast | null }) {
  const client = useClient();
  const last = useObservable(client.undo.state)[which];
  const Icon = which === 'undo' ? IconArrowBackUp : IconArrowForwardUp;
  const [isPointedAt, setPointedAt] = useState(false);
  const isWaiting = useChangesWait();
  useAutoDismiss(said?.id, isPointedAt);
  const text = said && (said.about ?? (isWaiting ? said.unsent : undefined) ?? said.text);
  const isUndone = said?.action?.does === 'redo';
  return (
    <Button
      size="big"
      className={said ? 'undo-buttons__said' : 'icon-button'}
      icon={<Icon />}
      title={last ?? undefined}
      // what it takes back is always the person's own last change, and Redo brings it back
      data-meant
      // a disabled button would lose the focus with the last press
      aria-disabled={last === null && (!said || isUndone)}
      onPointerEnter={(event) => setPointedAt(event.pointerType === 'mouse')}
      onPointerLeave={() => setPointedAt(false)}
      // who came by keyboard has time to read
      onKeyUp={({ key }) => key === 'Tab' && setPointedAt(true)}
      onBlur={() => setPointedAt(false)}
      onPress={() => {
        // what was undone is said, and then the one before is next
        const isLast = said?.change ? client.undo.isLast(said.change) : isUndone;
        if (!said || isLast) return void pressUndo(client, which);
        said.action?.onPress();
        dismissToast(said.id);
      }}
    >
      <span className={said ? 'undo-buttons__words' : 'visually-hidden'}>
        {text ? (isUndone ? t('undone-said', { change: text }) : t('undo-said', { change: text })) : t(which)}
      </span>
    </Button>
  );
}

/** They cover no row of the board: what was done stands in Undo, or on a phone at the foot, and all others over the pills. */
export function BoardMessages() {
  useLayoutEffect(takeToasts, []);
  const all = useToasts();
  const role = useRole();
  const undone = all.find((toast) => isUndoable(toast)) ?? null;
  const inButton = mayRunTheDay(role) ? undone : null;
  const other = mostUrgent(all.filter((toast) => toast !== inButton));
  return (
    <div className="board-messages screen-only" data-lifted role="status" aria-label={t('messages')}>
      {other && (
        <ul className="board-messages__bar">
          <ToastItem key={other.id} toast={other} />
        </ul>
      )}
      <UndoButtons undone={inButton} />
    </div>
  );
}

const isUndoable = ({ action }: Toast): boolean => action?.does !== undefined;

let dismissLast = () => {};

/** Says what was undone or redone, and offers the opposite. False where there is nothing to take back. */
export function pressUndo(client: Client, which: 'undo' | 'redo' = 'undo'): boolean {
  const taken = client.undo[which]();
  if (taken.type === 'done') {
    const { description: change } = taken;
    const opposite = which === 'undo' ? 'redo' : 'undo';
    dismissToastsOf(taken.id);
    dismissLast();
    dismissLast = showToast({
      text: which === 'undo' ? t('undone-said', { change }) : t('redone-said', { change }),
      about: change,
      action: { label: t(opposite), does: opposite, onPress: () => void pressUndo(client, opposite) },
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
  const isOffered = useSyncExternalStore(watchToasts, toasts).some(({ action }) => action?.does === 'undo');
  const role = useRole();
  if (undo === null || isOffered || !mayRunTheDay(role)) return null;
  return (
    <IconButton
      label={t('undo')}
      title={undo}
      size="big"
      icon={<IconArrowBackUp />}
      onPress={() => pressUndo(client)}
    />
  );
}
