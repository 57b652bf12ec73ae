import type { Change, DocumentBody } from '../domain/change.ts';
import type { Outcome } from '../domain/problem.ts';
import type { Readable } from './readable.ts';

export type DocumentView<Body> =
  | { readonly state: 'loading' }
  /** `pending`: how many of this page's changes the server has not confirmed yet. */
  | { readonly state: 'ready'; readonly body: Body; readonly version: number; readonly pending: number }
  | { readonly state: 'gone'; readonly why: 'missing' | 'not-a-member' | 'signed-out' };

/** What a screen shows of a document: the confirmed copy with the pending changes folded over it. */
export interface LiveDocument<Body extends DocumentBody = DocumentBody> extends Readable<DocumentView<Body>> {
  /**
   * Shows the change at once and sends it. `undo` is the change that takes it back, null where nothing can. A problem
   * means that nothing was changed or sent.
   */
  change(change: Change): Outcome<{ readonly undo: Change | null }>;
}
