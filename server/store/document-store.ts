import type { Change, DocumentBody, DocumentKind } from '../../domain/change/change.ts';
import type { IsoDate } from '../../domain/time/date.ts';

/** A document is named by its team and its id everywhere, so that a sharded store needs no look-up. */
export interface DocumentRef {
  readonly team: string;
  readonly document: string;
}

export interface StoredDocument {
  readonly version: number;
  readonly body: DocumentBody;
}

export interface StoredChange {
  /** The version this change made: 1, 2, 3 ... without gaps; 1 is the creation. */
  readonly version: number;
  readonly id: string;
  /** User id of the author; null for the server's own. */
  readonly by: string | null;
  /** Milliseconds since 1970, by the server's clock. */
  readonly at: number;
  readonly change: Change;
}

/** From one date to another, both included. */
export interface DateRange {
  readonly from: IsoDate;
  readonly to: IsoDate;
}

/** The columns that lists ask by; without a name a document stands in no list. */
export interface ListColumns {
  readonly name: string | null;
  readonly area: string | null;
  readonly date: IsoDate | null;
}

/** All that one document contributes to a commit. */
export interface DocumentCommit extends DocumentRef {
  readonly kind: DocumentKind;
  /** The version before these changes; 0 for a document that is new. */
  readonly from: number;
  readonly changes: readonly StoredChange[];
  /** Null when they are as they were before. */
  readonly columns: ListColumns | null;
  /** The body after the last of the changes, when it is time for a snapshot. */
  readonly snapshot: DocumentBody | null;
}

export interface DocumentRow extends ListColumns {
  readonly id: string;
}

export interface DocumentStore {
  /** The latest snapshot with the later changes applied to it; null when there is no such document. */
  load(name: DocumentRef): Promise<StoredDocument | null>;
  /**
   * Durable when the promise resolves; all or nothing. Rejects with `VersionConflict` when `from` is not the version,
   * with `DuplicateChange` when the document has a change with one of the ids.
   */
  commit(batch: readonly DocumentCommit[]): Promise<void>;
  /** Bodies alone, of versions already committed: on eviction and at shutdown. */
  writeSnapshots(snapshots: readonly (DocumentRef & StoredDocument)[]): Promise<void>;
  /** Changes with version > `after`, in order; at most `limit`. */
  changesAfter(name: DocumentRef, after: number, limit: number): Promise<readonly StoredChange[]>;
  /** Those of its changes that tell of breaks, in order; a few others may be among them. */
  changesOfBreaks(name: DocumentRef): Promise<readonly Change[]>;
  /** The accepted change with this id, if there is one. */
  findChange(name: DocumentRef, id: string): Promise<StoredChange | null>;
  list(team: string, kind: DocumentKind, dates?: DateRange): Promise<readonly DocumentRow[]>;
  /** How many documents the team has, those among them that stand in no list. */
  count(team: string): Promise<number>;
  /** All that is kept of the team, its members and invitations too, whole or not at all. */
  deleteTeam(team: string): Promise<void>;
}

export class VersionConflict extends Error {}
export class DuplicateChange extends Error {}
