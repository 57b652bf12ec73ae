import type { Change, DocumentBody } from '../../domain/change/change.ts';
import type { Outcome } from '../../domain/problem/problem.ts';
import type { Observable } from '../observable.ts';

export type DocumentView<Body> =
  | { readonly state: 'loading' }
  /** `pending`: how many of this page's changes the server has not confirmed yet. */
  | { readonly state: 'ready'; readonly body: Body; readonly version: number; readonly pending: number }
  | { readonly state: 'gone'; readonly why: GoneWhy };

export type GoneWhy = 'missing' | 'deleted' | 'not-a-member' | 'signed-out';

/** What a screen shows of a document: the confirmed copy with the pending changes folded over it. */
export interface LiveDocument<Body extends DocumentBody = DocumentBody>
  extends Observable<DocumentView<Body>> {
  /**
   * Shows the change at once and sends it. A problem
   * means that nothing was changed or sent. Few changes can be made before the document is here: see `fitsUnseen`.
   */
  change(change: Change): Outcome<Made>;
}

/** A change that is shown and on its way. */
export interface Made {
  /** The change that takes it back; null where nothing can. */
  readonly undo: Change | null;
  /** What messages say about it. */
  readonly description: string;
}
