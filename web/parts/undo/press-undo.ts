import type { Client } from '../../../client/client.ts';
import { showToast } from '../../ui/message/toast.tsx';
import { dismissToastsOf } from '../../ui/message/toast-list.ts';

/** Undoes the last change of this page, and says so. False if there is none. */
export const pressUndo = (client: Client): boolean =>
  take(client, 'undo', { done: 'Undone', opposite: 'Redo', press: pressRedo });

export const pressRedo = (client: Client): boolean =>
  take(client, 'redo', { done: 'Redone', opposite: 'Undo', press: pressUndo });

interface Words {
  readonly done: string;
  readonly opposite: string;
  readonly press: (client: Client) => boolean;
}

let dismissLast = () => {};

function take(client: Client, which: 'undo' | 'redo', { done, opposite, press }: Words): boolean {
  const taken = client.undo[which]();
  if (taken.type === 'done') {
    dismissToastsOf(taken.id);
    dismissLast();
    dismissLast = showToast({
      text: `${done}: ${taken.description}`,
      about: taken.description,
      action: { label: opposite, onPress: () => void press(client) },
    });
  }
  return taken.type !== 'nothing';
}
