import type { Change, DocumentBody, DocumentKind } from '../../domain/change/change.ts';
import type { Problem } from '../../domain/problem/problem.ts';
import type { Observable } from '../observable.ts';

/** A change of this page that can be taken back. */
export interface Undoable {
  readonly team: string;
  readonly document: string;
  readonly kind: DocumentKind;
  /** Of the change. */
  readonly id: string;
  readonly change: Change;
  /** The change that takes it back. */
  readonly undo: Change;
  readonly description: string;
  /** The parts of the document that it changed. */
  readonly paths: readonly string[];
  /** The version that the server gave it; missing until it did. */
  readonly version?: number;
}

/** A change that came from the server, with the document around it. */
export interface FollowedChange {
  readonly team: string;
  readonly document: string;
  readonly version: number;
  readonly id: string;
  readonly change: Change;
  readonly at: number;
  /** The version that its author had, if others came in between. */
  readonly seen?: number | undefined;
  readonly before: DocumentBody | null;
  readonly after: DocumentBody | null;
}

/** Why a change was not taken back. */
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
  /** Of their change. */
  readonly version: number;
  readonly at: number;
}

export type TakenBack =
  | NotUndone
  | { readonly type: 'done'; readonly id: string; readonly description: string }
  | { readonly type: 'nothing' };

/** What undo and redo would take back; null where there is nothing. */
export interface UndoState {
  readonly undo: string | null;
  readonly redo: string | null;
}

/** The last changes of a person on this page, to undo and redo. */
export interface Undo {
  readonly state: Observable<UndoState>;
  undo(): TakenBack;
  /** Whether `undo` takes back this change. */
  isLast(change: string): boolean;
  redo(): TakenBack;
  /** Called when a change could not be taken back, wherever that was asked for. */
  onNotUndone(listener: (why: NotUndone) => void): () => void;
  onOverruled(listener: (by: Overruled) => void): () => void;
}
