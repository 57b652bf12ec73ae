import IconArrowBackUp from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs';
import IconArrowForwardUp from '@tabler/icons-react/dist/esm/icons/IconArrowForwardUp.mjs';
import { mayRunTheDay } from '../../../domain/account/access.ts';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { useClient, useObservable, useRole } from '../page/client-context.tsx';
import { pressRedo, pressUndo } from './press-undo.ts';
import './undo-buttons.css';

/** Undo and Redo of the person's last changes on this page; nothing for viewers. */
export function UndoButtons() {
  const client = useClient();
  const { undo, redo } = useObservable(client.undo.state);
  if (!mayRunTheDay(useRole())) return null;
  return (
    <div className="undo-buttons">
      <IconButton
        label="Undo"
        size="big"
        icon={<IconArrowBackUp />}
        title={undo ?? undefined}
        // a disabled button would lose the focus with the last press
        aria-disabled={undo === null}
        onPress={() => pressUndo(client)}
      />
      <IconButton
        label="Redo"
        size="big"
        icon={<IconArrowForwardUp />}
        title={redo ?? undefined}
        aria-disabled={redo === null}
        onPress={() => pressRedo(client)}
      />
    </div>
  );
}
