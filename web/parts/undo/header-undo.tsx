import IconArrowBackUp from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs';
import { useSyncExternalStore } from 'react';
import { mayRunTheDay } from '../../../domain/team/user.ts';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { toasts, watchToasts } from '../../ui/message/toast-list.ts';
import { useClient, useObservable, useRole } from '../page/client-context.tsx';
import { pressUndo } from './press-undo.ts';

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
