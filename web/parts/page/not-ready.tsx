import type { ReactNode } from 'react';
import { type DocumentView, isPassing, problemOfGone } from '../../../client/document/document-view.ts';
import type { DocumentBody } from '../../../domain/change/change.ts';
import { sentence } from '../../../domain/problem/problem.ts';
import { Alert } from '../../ui/message/alert.tsx';
import { Loading } from '../../ui/message/loading.tsx';
import { Page } from '../../ui/page/page.tsx';

type NotReadyProps = {
  /** The page's title. */
  title: string;
  view: DocumentView<DocumentBody>;
  action?: ReactNode;
};

/** Shown for a document that is loading, or says why it can't be loaded now. */
export function NotReady({ title, view, action }: NotReadyProps) {
  if (view.state !== 'gone' || !isPassing(view.why)) return <Loading />;
  return (
    <Page title={title}>
      <Alert tone="warning" action={action}>
        {sentence({ code: problemOfGone(view.why) })}
      </Alert>
    </Page>
  );
}
