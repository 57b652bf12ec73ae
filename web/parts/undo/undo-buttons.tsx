import IconArrowBackUp from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs';
import IconArrowForwardUp from '@tabler/icons-react/dist/esm/icons/IconArrowForwardUp.mjs';
import { useLayoutEffect, useState } from 'react';
import { mayRunTheDay } from '../../../domain/team/user.ts';
import { Button } from '../../ui/button/button.tsx';
import {
  dismissToast,
  oneOf,
  type Toast,
  ToastItem,
  takeToasts,
  usePassing,
  useToasts,
} from '../../ui/message/toast.tsx';
import { useChangesWait, useClient, useObservable, useRole } from '../page/client-context.tsx';
import { pressUndo } from './header-undo.tsx';
import './undo-buttons.css';

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
  const [label, Icon] = which === 'undo' ? ['Undo', IconArrowBackUp] : ['Redo', IconArrowForwardUp];
  const [isPointedAt, setPointedAt] = useState(false);
  const isWaiting = useChangesWait();
  usePassing(said?.id, isPointedAt);
  const text = said && (said.about ?? (isWaiting ? said.unsent : undefined) ?? said.text);
  const isUndone = said?.action?.label === 'Redo';
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
      onPress={() => {
        // what was undone is said, and then the one before is next
        const isLast = said?.change ? client.undo.isLast(said.change) : isUndone;
        if (!said || isLast) return void pressUndo(client, which);
        said.action?.onPress();
        dismissToast(said.id);
      }}
    >
      <span className={said ? 'undo-buttons__words' : 'visually-hidden'}>
        {said ? `${isUndone ? 'Undone' : label}: ${text}` : label}
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
  const other = oneOf(all.filter((toast) => toast !== inButton));
  return (
    <div className="board-messages screen-only" data-lifted role="status" aria-label="Messages">
      {other && (
        <ul className="board-messages__bar">
          <ToastItem key={other.id} toast={other} />
        </ul>
      )}
      <UndoButtons undone={inButton} />
    </div>
  );
}

const isUndoable = ({ action }: Toast): boolean => action?.label === 'Undo' || action?.label === 'Redo';
