import type { Change, DocumentBody, DocumentKind, Replayed } from '../../domain/change/change.ts';
import type { KnownPerson } from '../../domain/crew/crew-index.ts';
import type { ChangeRecord } from '../../domain/history/history.ts';
import type { DeviceRole } from '../../domain/team/device.ts';
import type { Role } from '../../domain/team/user.ts';
import type { IsoDate } from '../../domain/time/date.ts';
import type { SecurityLogEntry } from './store.ts';

/** A document's key is its team and id, so that a sharded store needs no lookup. */
export interface DocumentRef {
  readonly team: string;
  readonly document: string;
}

export interface StoredDocument {
  readonly version: number;
  readonly body: DocumentBody;
}

export interface LoadedDocument extends StoredDocument {
  /** Later changes that today's rules refuse, which the body is without. */
  readonly skipped?: Replayed['skipped'];
}

export interface StoredChange {
  /** The version that this change made: 1, 2, 3 ... without gaps; 1 is the creation. */
  readonly version: number;
  readonly id: string;
  /** User id of the author; null for changes made by the server. */
  readonly by: string | null;
  /** Milliseconds since 1970, by the server's clock. */
  readonly at: number;
  readonly change: Change;
  readonly json?: string;
  /** The version that its author had, if others came in between; where changes are read to be told. */
  readonly seen?: number;
  /** What history shows of it. Only set for commits. */
  readonly record?: ChangeRecord;
}

/** Without the change where its content was removed. */
export interface FoundChange extends Omit<StoredChange, 'change'> {
  readonly change: Change | null;
}

/** A place in a team's history, which is in order of time. */
export interface HistoryPosition {
  readonly at: number;
  readonly document: string;
  readonly version: number;
}

/** A change as history shows it, without the change itself, which can be large. */
export interface HistoryRow extends HistoryPosition {
  readonly by: string | null;
  /** Null for a change from before versions that kept one. */
  readonly record: ChangeRecord | null;
}

export interface HistoryRange {
  readonly team: string;
  readonly document?: string;
  /** Only rows before this place; of one document, before its version. */
  readonly before: HistoryPosition;
  /** Only rows at or after this instant. */
  readonly from: number;
}

interface PackingRange {
  readonly team: string;
  /** Only changes from before this instant. */
  readonly before: number;
  /** No changes of layouts of this date or later. */
  readonly date: IsoDate;
}

export interface CompactionRule {
  /** Which changes: those about breaks and who is where, or the others. */
  readonly about: 'breaks-and-seats' | 'others';
  readonly before: number;
}

/** What is stored in place of parts of a document and its history. Null leaves a part as it is. */
export interface Rewriting {
  change(
    change: Change,
    record: ChangeRecord | null,
  ): { readonly change: Change; readonly record: ChangeRecord | null } | null;
  body(body: DocumentBody): DocumentBody | null;
}

/** A range of dates, both ends included. */
export interface DateRange {
  readonly from: IsoDate;
  readonly to: IsoDate;
}

/** The columns that lists use; a document without a name is in no list. */
export interface ListColumns {
  readonly name: string | null;
  readonly area: string | null;
  readonly date: IsoDate | null;
}

export interface DocumentCommit extends DocumentRef {
  readonly kind: DocumentKind;
  /** The version before these changes; 0 for a new document. */
  readonly from: number;
  readonly changes: readonly StoredChange[];
  /** `null` leaves them unchanged. */
  readonly columns: ListColumns | null;
  /** The body after the last change, if a snapshot is due. */
  readonly snapshot: DocumentBody | null;
  /** Names of areas before these changes and now, which the team's devices follow. */
  readonly areas?: readonly (readonly [string, string])[];
  /** People of the crew whose PIN follows from these changes. */
  readonly pins?: readonly ChangedPin[];
  /** Who made the changes, which are stored only as long as they may make them. */
  readonly authors?: readonly ChangeAuthor[];
}

/**
 * A PIN that a manager gave before its person's account was another one is a viewer's. With a stamp, what was proved by it
 * counts no longer; without a role it is removed.
 */
export interface ChangedPin {
  readonly person: string;
  readonly role: 'viewer' | null;
  readonly stamp: string | null;
}

export interface ChangeAuthor {
  readonly user: string;
  readonly role: Role;
  /** The sign-in session that they were made in; not that of an access token. */
  readonly session?: string | undefined;
  /** They were made on a kiosk, and are stored only if all of this is still so. */
  readonly kiosk?: KioskAuthor | undefined;
}

export interface KioskAuthor {
  readonly device: string;
  /** Of the device. */
  readonly role: DeviceRole;
  /** The role of their account, if they have one in the team. */
  readonly member: { readonly user: string; readonly role: Role } | null;
  /** How they proved who they are; null if they signed in. */
  readonly pin: { readonly person: string; readonly stamp: string } | null;
  /** As whom they signed in, and the number of the last sign-out before it; null if they have a PIN. */
  readonly account: { readonly user: string; readonly since: number } | null;
  /** What the crew said of the person who has the PIN; null if they signed in. */
  readonly known: KnownPerson | null;
  /** The assertion that came along. */
  readonly as?: string | undefined;
}

/** What has to be as it was for the author's change to be stored, as columns; null for what they don't need. */
export function neededBy(author: ChangeAuthor): readonly (string | number | null)[] {
  const { user, role, session, kiosk } = author;
  const member = kiosk ? kiosk.member : { user, role };
  const { pin, account } = kiosk ?? {};
  return [
    ...[member?.user ?? null, member?.role ?? null, session ?? null],
    ...[kiosk?.device ?? null, kiosk?.role ?? null, pin?.person ?? null, pin?.stamp ?? null],
    ...[account?.user ?? null, account?.since ?? null],
  ];
}

/** Documents that are committed together or not at all. */
export type CommitGroup = readonly DocumentCommit[];

/**
 * A group that isn't stored has a document at another version (`conflict`), a change with an id that its document already has
 * (`duplicate`), or an author who has another role in the team by now, or none, or was signed out (`author-changed`).
 */
export type CommitResult = 'stored' | 'conflict' | 'duplicate' | 'author-changed';

export interface DocumentRow extends ListColumns {
  readonly id: string;
}

export interface DocumentStore {
  /** The latest snapshot with later changes replayed; null if there is no such document. */
  load(name: DocumentRef): Promise<LoadedDocument | null>;
  /**
   * Durable when the promise resolves, all or nothing. Rejects with `VersionConflict` if `from` isn't the current version,
   * with `DuplicateChange` if the document already has a change with one of the ids, and with `AuthorChanged` if one of the
   * authors may not make them anymore.
   */
  commit(batch: readonly DocumentCommit[]): Promise<void>;
  /**
   * The same for several groups, each all or nothing by itself: a store that several nodes write to. A commit without changes
   * stores nothing, and its group loses if the document isn't there, at that version.
   */
  commitGroups?(groups: readonly CommitGroup[]): Promise<readonly CommitResult[]>;
  /** Saves only bodies, of committed versions: on eviction and at shutdown. */
  writeSnapshots(snapshots: readonly (DocumentRef & StoredDocument)[]): Promise<void>;
  /** Changes with version > `after` that aren't packed, in order; at most `limit`. Those whose content was removed are left out. */
  changesAfter(name: DocumentRef, after: number, limit: number): Promise<readonly StoredChange[]>;
  /** The same of several documents at once. */
  changesOfAll?(
    names: readonly (DocumentRef & { readonly after: number })[],
    limit: number,
  ): Promise<readonly (readonly StoredChange[])[]>;
  /** The versions of documents; 0 for one that doesn't exist. */
  versions(names: readonly DocumentRef[]): Promise<readonly number[]>;
  /** The `changeKey` of the change that made a version; null if the history doesn't have it. */
  changeKey(name: DocumentRef, version: number): Promise<string | null>;
  /** All of them in order, a few in memory at a time. Those whose content was removed are left out. */
  changes(name: DocumentRef): AsyncIterable<StoredChange>;
  /** The accepted change with this id, if any; also if its content was removed. */
  findChange(name: DocumentRef, id: string): Promise<FoundChange | null>;
  /** Newest first, at most `limit`. */
  history(range: HistoryRange, limit: number): Promise<readonly HistoryRow[]>;
  /**
   * The document after its last change whose content was removed; null if the content of all is there, or if the change
   * is one of a layout, which history does not replay after its time.
   */
  historyStart(name: DocumentRef): Promise<StoredDocument | null>;
  /** The documents with changes in this range that aren't packed. */
  documentsToPack(range: PackingRange): Promise<readonly string[]>;
  /**
   * Moves the next changes of a document that are from before an instant into a pack, which takes less room and is read
   * for history alone. Changes that the document can't be loaded without stay. False when there are no further ones.
   */
  packHistory(name: DocumentRef, before: number): Promise<boolean>;
  /**
   * Removes the content of packed changes of a team's documents that are from before an instant and on one side of the rule,
   * those of a pack at a time: what was changed, by whom, and the record. Their ids, versions and times stay, so that a change
   * that is sent again is still recognized. False when there are no further ones.
   */
  compactHistory(team: string, rule: CompactionRule): Promise<boolean>;
  /**
   * Replaces what is stored of a document: its changes, their records, and bodies. Versions, ids, authors and times stay. For
   * what a law wants forgotten: everything else only adds to history.
   */
  rewriteDocument(name: DocumentRef, rewriting: Rewriting): Promise<void>;
  /** Removes what was replaced or deleted from the log of the database, too, unless another program reads it. */
  clearLog(): Promise<void>;
  teams(): Promise<readonly string[]>;
  list(team: string, kind: DocumentKind, dates?: DateRange): Promise<readonly DocumentRow[]>;
  /** The documents of a kind, including deleted ones. */
  idsOf(team: string, kind: DocumentKind): Promise<readonly string[]>;
  /** How many documents the team has, including deleted ones. */
  count(team: string): Promise<number>;
  /**
   * Deletes everything of the team, including members and invitations, and adds the entry to the security log, atomically.
   */
  deleteTeam(team: string, entry?: SecurityLogEntry): Promise<void>;
}

export class VersionConflict extends Error {}
export class DuplicateChange extends Error {}
export class AuthorChanged extends Error {}
