import type { Change, DocumentBody, DocumentKind } from '../../domain/change/change.ts';
import type { Problem } from '../../domain/problem/problem.ts';
import type { Observable } from '../observable.ts';

export interface Undoable {
  readonly team: string;
  readonly document: string;
  readonly kind: DocumentKind;
  readonly id: string;
  readonly change: Change;
  readonly undo: Change;
  readonly description: string;
  readonly paths: readonly string[];
  readonly version?: number;
}

export interface FollowedChange {
  readonly team: string;
  readonly document: string;
  readonly version: number;
  readonly id: string;
  readonly change: Change;
  readonly at: number;
  readonly seen?: number | undefined;
  readonly before: DocumentBody | null;
  readonly after: DocumentBody | null;
}

export type NotUndone =
  /** Somebody else changed the same since; `version` is their change, where it is known. */
  | {
      readonly type: 'overtaken';
      readonly team: string;
      readonly document: string;
      readonly version: number | null;
    }
  | { readonly type: 'refused'; readonly problem: Problem };

/** Somebody who had not seen a change of this page made one after it, and that one counts. */
export interface Overruled {
  readonly team: string;
  readonly document: string;
  readonly version: number;
  readonly at: number;
}

export type TakenBack =
  | NotUndone
  | { readonly type: 'done'; readonly id: string; readonly description: string }
  | { readonly type: 'nothing' };

export interface UndoState {
  readonly undo: string | null;
  readonly redo: string | null;
}

export interface Undo {
  readonly state: Observable<UndoState>;
  undo(): TakenBack;
  isLast(change: string): boolean;
  redo(): TakenBack;
  onNotUndone(listener: (why: NotUndone) => void): () => void;
  onOverruled(listener: (by: Overruled) => void): () => void;
}
