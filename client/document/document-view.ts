import type { ServerMessage } from '../../contract/live.ts';
import type { Change, DocumentBody } from '../../domain/change/change.ts';
import type { ChangeMessage } from '../../domain/history/phrases.ts';
import type { Outcome, ProblemCode } from '../../domain/problem/problem.ts';
import type { Observable } from '../observable.ts';
import type { TakenBack } from '../undo/undo-stack.ts';

export type DocumentView<Body> =
  | { readonly state: 'loading' }
  /** `pending`: how many of this page's changes the server has not confirmed yet. */
  | { readonly state: 'ready'; readonly body: Body; readonly version: number; readonly pending: number }
  | { readonly state: 'gone'; readonly why: GoneWhy };

export type GoneWhy = 'deleted' | MessageAbout<'gone'>['why'];

/** The document may come back without anybody doing something. */
export const isTemporary = (why: GoneWhy): boolean => why === 'unreadable' || why === 'too-many';

export const problemOfGone = (why: GoneWhy): ProblemCode =>
  why === 'unreadable'
    ? 'document-unreadable'
    : why === 'too-many'
      ? 'documents-too-many-open'
      : 'document-missing';

/** A document as screens see it: the confirmed version with the pending changes applied on top. */
export interface LiveDocument<Body extends DocumentBody = DocumentBody>
  extends Observable<DocumentView<Body>> {
  /** On a problem nothing is changed or sent. Before the document is loaded, see `fitsUnseen`. `undoes`: the change that it takes back. */
  change(change: Change, undoes?: string | null): Outcome<Made>;
}

export interface Made {
  /** Of the change; null if there was nothing to change. */
  readonly id: string | null;
  readonly undo: Change | null;
  /** Reverts it, unless others have changed the same since. */
  takeBack(): TakenBack;
  /** 'Placed Ana Price on Expo in Lunch'. */
  readonly description: ChangeMessage | Promise<ChangeMessage>;
}

export type MessageAbout<Type extends ServerMessage['type']> = Extract<ServerMessage, { type: Type }>;
export type DocumentMessage = MessageAbout<
  'snapshot' | 'current' | 'changed' | 'accepted' | 'refused' | 'gone'
>;
export type DocumentAnswer = MessageAbout<'accepted' | 'refused'>;

/** A deleted document is still watched, since it can be restored. */
export const showsDeletion = (view: DocumentView<DocumentBody>): boolean =>
  view.state === 'gone' && view.why === 'deleted';

export const loading = { state: 'loading' } as const;
