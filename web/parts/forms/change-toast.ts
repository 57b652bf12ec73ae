import { useCallback } from 'react';
import type { Client } from '../../../client/client.ts';
import type { LiveDocument, Made } from '../../../client/document/document-view.ts';
import { loadPhrases } from '../../../client/document/lazy-phrases.ts';
import { words } from '../../../client/words/words.ts';
import type { Change, DocumentBody } from '../../../domain/change/change.ts';
import type { ChangeMessage } from '../../../domain/history/phrases.ts';
import type { Problem } from '../../../domain/problem/problem.ts';
import { showToast, type Toast } from '../../ui/message/toast.tsx';
import { askedWhoIsHere } from '../kiosk/unlock-first.ts';
import { chosenLayout, useClient } from '../page/client-context.tsx';
import { loadWhenIdle } from '../page/lazy-screen.tsx';
import { loadSentence } from '../page/not-ready.tsx';

void loadWhenIdle(loadPhrases);

const t = words('page');

export type SaidText = Pick<Toast, 'text' | 'unsent'>;

/** For a message that something was saved: while it waits to be sent, it is only saved on this device. */
export const savedText = (text: string): SaidText => ({ text, unsent: t('not-sent-yet', { text }) });

/** Makes a change and shows a message about it, with Undo where it can be taken back. False when it was refused. */
export function changeWithToast<Body extends DocumentBody>(
  document: LiveDocument<Body>,
  change: Change,
  said?: string | SaidText,
): boolean {
  const made = document.change(change);
  if (!made.ok) {
    if (!askedWhoIsHere(made.problem, () => changeWithToast(document, change, said)))
      showProblem(made.problem);
    return false;
  }
  showChangeToast(made.value, said);
  return true;
}

const saidOf = ({ text, saysSaved }: ChangeMessage): SaidText => (saysSaved ? savedText(text) : { text });

/** What a message needs of a change; one that changes nothing can't be taken back. */
export type SaidChange = Pick<Made, 'id' | 'undo'> & Partial<Made>;

/** Shows a message about a change, with Undo where it can be taken back. */
export async function showChangeToast(
  { id, undo, description = { text: t('saved'), saysSaved: true }, takeBack }: SaidChange,
  said?: string | SaidText,
): Promise<void> {
  // at once where it can be, so that what comes next stands in its place
  const text = said ?? saidOf(description instanceof Promise ? await description : description);
  showToast({
    ...(typeof text === 'string' ? { text } : text),
    change: id,
    action: undo ? { label: t('undo'), does: 'undo', onPress: () => void takeBack?.() } : undefined,
  });
}

export function showProblem(problem: Problem, { stays }: Pick<Toast, 'stays'> = {}): () => void {
  const shown = loadSentence().then((sentence) =>
    showToast({ text: sentence(problem), tone: 'problem', stays }),
  );
  return () => void shown.then((dismiss) => dismiss());
}

/** `said` where the change itself does not say enough. */
export function changeLayout(client: Client, change: Change, said?: string | SaidText): boolean {
  const document = chosenLayout(client);
  return document !== null && changeWithToast(document, change, said);
}

/** The function stays the same between renders. */
export function useLayoutChange(): (change: Change, said?: string | SaidText) => boolean {
  const client = useClient();
  return useCallback((change, said) => changeLayout(client, change, said), [client]);
}
