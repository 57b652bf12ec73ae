import { type ReactNode, useEffect, useState } from 'react';
import { type DocumentView, isTemporary, problemOfGone } from '../../../client/document/document-view.ts';
import type { sentence } from '../../../client/words/sentence.ts';
import { withWords, words } from '../../../client/words/words.ts';
import type { DocumentBody } from '../../../domain/change/change.ts';
import type { ProblemCode } from '../../../domain/problem/problem.ts';
import { Alert, LoadingPage } from '../../ui/message/message.tsx';
import { Page } from '../../ui/page/page.tsx';
import { useClient, useObservable } from './client-context.tsx';
import { loadWhenIdle } from './lazy-screen.tsx';
import { useLasting } from './ticker.ts';

const t = words('page');

const anyProblem: typeof sentence = () => t('went-wrong-try-again');
const load = withWords(() => import('../../../client/words/sentence.ts'));
void loadWhenIdle(load);

/** Says what went wrong on a page that has no sentences yet: all of them take 4 KB, and most days none is needed. */
export const loadSentence = (): Promise<typeof sentence> =>
  load().then(
    (loaded) => loaded.sentence,
    () => anyProblem,
  );

/** Why a page can't show anything. */
export function LateAlert({ code, action }: { code: ProblemCode; action?: ReactNode }) {
  const [text, say] = useState('');
  useEffect(() => void loadSentence().then((sentence) => say(sentence({ code }))), [code]);
  if (text === '') return null;
  return (
    <Alert tone="warning" action={action}>
      {text}
    </Alert>
  );
}

type NotReadyProps = {
  title: string;
  view: DocumentView<DocumentBody>;
  action?: ReactNode;
};

/** How long a slow device has to show what it stored. In milliseconds. */
const deviceHas = 2_000;

/** Why a document can't be loaded now; null where it is there or may come at any moment. */
export function useStuck(view: DocumentView<DocumentBody>): ProblemCode | null {
  const connection = useObservable(useClient().connection);
  const isMissing = useLasting(view.state === 'loading' && connection === 'offline', deviceHas);
  if (view.state === 'gone') return isTemporary(view.why) ? problemOfGone(view.why) : null;
  return view.state === 'loading' && isMissing ? 'offline-page-not-saved' : null;
}

export function NotReady({ title, view, action }: NotReadyProps) {
  const stuck = useStuck(view);
  if (!stuck) return <LoadingPage />;
  return (
    <Page title={title}>
      <LateAlert code={stuck} action={action} />
    </Page>
  );
}
