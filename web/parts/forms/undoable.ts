import type { LiveDocument } from '../../../client/document/live-document.ts';
import type { Change, DocumentBody } from '../../../domain/change/change.ts';
import { showToast } from '../../ui/message/toast.tsx';
import type { Toast } from '../../ui/message/toast-list.ts';
import { showProblem } from './problem-toast.ts';

/** Makes a change and says so, with Undo where it can be taken back. False, and the reason said, when it was refused. */
export function changeSaying<Body extends DocumentBody>(
  document: LiveDocument<Body>,
  change: Change,
  said: string,
): boolean {
  const made = document.change(change);
  if (!made.ok) {
    showProblem(made.problem);
    return false;
  }
  sayChanged(document, made.value.undo, said);
  return true;
}

/** Says that a change was made, with Undo where it can be taken back. The function returned takes the message away. */
export function sayChanged<Body extends DocumentBody>(
  document: Pick<LiveDocument<Body>, 'change'>,
  undo: Change | null,
  said: string,
  lasting: Pick<Toast, 'stays' | 'onGone'> = {},
): () => void {
  return showToast({
    ...lasting,
    text: said,
    action: undo ? { label: 'Undo', onPress: () => document.change(undo) } : undefined,
  });
}
