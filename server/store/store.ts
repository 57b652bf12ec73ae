import type { Role, TokenScope } from '../../domain/account/access.ts';
import type { Change, DocumentBody, DocumentKind } from '../../domain/change/change.ts';
import type { Problem } from '../../domain/problem/problem.ts';
import type { ScheduledShift } from '../../domain/schedule/schedule.ts';
import type { IsoDate } from '../../domain/time/date.ts';

/** A document is named by its team and its id everywhere, so that a sharded store needs no look-up. */
export interface DocumentName {
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
export interface Dates {
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
export interface DocumentCommit extends DocumentName {
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
  load(name: DocumentName): Promise<StoredDocument | null>;
  /**
   * Durable when the promise resolves; all or nothing. Rejects with `VersionConflict` when `from` is not the version,
   * with `DuplicateChange` when the document has a change with one of the ids.
   */
  commit(batch: readonly DocumentCommit[]): Promise<void>;
  /** Bodies alone, of versions already committed: on eviction and at shutdown. */
  writeSnapshots(snapshots: readonly (DocumentName & StoredDocument)[]): Promise<void>;
  /** Changes with version > `after`, in order; at most `limit`. */
  changesAfter(name: DocumentName, after: number, limit: number): Promise<readonly StoredChange[]>;
  /** Those of its changes that tell of breaks, in order; a few others may be among them. */
  changesOfBreaks(name: DocumentName): Promise<readonly Change[]>;
  /** The accepted change with this id, if there is one. */
  findChange(name: DocumentName, id: string): Promise<StoredChange | null>;
  list(team: string, kind: DocumentKind, dates?: Dates): Promise<readonly DocumentRow[]>;
  /** How many documents the team has, those among them that stand in no list. */
  count(team: string): Promise<number>;
  /** All that is kept of the team, its members and invitations too, whole or not at all. */
  deleteTeam(team: string): Promise<void>;
}

export class VersionConflict extends Error {}
export class DuplicateChange extends Error {}

export interface StoredMember {
  readonly team: string;
  readonly user: string;
  readonly role: Role;
  readonly joinedAt: number;
}

export interface MemberStore {
  role(team: string, user: string): Promise<Role | null>;
  /** In the order they joined. */
  ofTeam(team: string): Promise<readonly StoredMember[]>;
  ofUser(user: string): Promise<readonly StoredMember[]>;
  /**
   * Joins, or keeps the role when the person is a member already. True when they joined just now; whoever departed
   * joins nothing any more.
   */
  add(member: StoredMember): Promise<boolean>;
  /**
   * False, and nothing happens, when the team would be left without a manager; the same holds for `remove`. The invite
   * links of someone who is no longer a manager end with that, here and in `remove` and `removeEverywhere`.
   */
  setRole(team: string, user: string, role: Role): Promise<boolean>;
  /** True for who is no member, too. */
  remove(team: string, user: string): Promise<boolean>;
  /** The teams that have no other manager. */
  lastManagerOf(user: string): Promise<readonly string[]>;
  /** Leaves every team and departs for good, or does neither when one would be left without a manager; then false. */
  removeEverywhere(user: string): Promise<boolean>;
}

export interface StoredInvitation {
  /** What it is revoked by; no secret. */
  readonly id: string;
  /** SHA-256 of the link's secret, base64url. */
  readonly tokenHash: string;
  readonly team: string;
  readonly role: Role;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** Does it end when the first person has joined by it? */
  readonly once: boolean;
}

export interface InvitationStore {
  /**
   * Removes the team's that have ended. Nothing is added when so many are left, or when who made it is not a manager
   * of the team (any more).
   */
  add(invitation: StoredInvitation, limit: number): Promise<'added' | 'too-many' | 'not-allowed'>;
  find(tokenHash: string): Promise<StoredInvitation | null>;
  /** Those that end later than `now`, the newest first. */
  ofTeam(team: string, now: number): Promise<readonly StoredInvitation[]>;
  remove(team: string, id: string): Promise<void>;
  /**
   * Joins by the invitation, which ends it where it is for one. Who is a member already stays what they are and uses
   * nothing up. Null when it does not work, or there is no such team any more.
   */
  accept(tokenHash: string, joining: Joining): Promise<Joined | null>;
}

export interface Joining {
  readonly user: string;
  readonly now: number;
}

export interface Joined {
  readonly team: string;
  /** False for who is a member already. */
  readonly joined: boolean;
}

export interface StoredLogo {
  readonly team: string;
  /** Says what the bytes are: the same picture has the same id. */
  readonly id: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** Uploaded pictures. */
export interface LogoStore {
  put(logo: StoredLogo): Promise<void>;
  find(team: string, id: string): Promise<StoredLogo | null>;
  remove(team: string, id: string): Promise<void>;
  /** Removes all others of the team. */
  keepOnly(team: string, id: string): Promise<void>;
}

export interface StoredAccessToken {
  /** SHA-256 of the secret, base64url. */
  readonly secretHash: string;
  /** What it is revoked by; no secret. */
  readonly id: string;
  readonly user: string;
  readonly name: string;
  readonly scope: TokenScope;
  /** The one team it reaches; null for all of its person's. */
  readonly team: string | null;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  readonly expiresAt: number;
}

export interface AccessTokenStore {
  add(token: StoredAccessToken): Promise<void>;
  find(secretHash: string): Promise<StoredAccessToken | null>;
  /** The newest first. */
  ofUser(user: string): Promise<readonly StoredAccessToken[]>;
  used(secretHash: string, at: number): Promise<void>;
  /** Nothing happens when that person has no such token. */
  remove(user: string, id: string): Promise<void>;
  removeExpired(user: string, now: number): Promise<void>;
}

/** How a connection is to read. */
export interface ConnectionTerms {
  readonly location: { readonly id: string; readonly name: string } | null;
  readonly timeZone: string;
  /** Null for never. */
  readonly everyMinutes: number | null;
  readonly takesAlone: boolean;
}

export interface StoredConnection {
  readonly team: string;
  readonly provider: string;
  readonly settings: Readonly<Record<string, string>>;
  /** Each secret sealed. */
  readonly sealed: Readonly<Record<string, string>>;
  readonly terms: ConnectionTerms;
  /** Null for all. */
  readonly roles: readonly string[] | null;
  readonly lastRead: LastRead | null;
}

export interface LastRead {
  readonly at: number;
  readonly problem: Problem | null;
}

/** Its secrets are sealed anew each time it is saved, so these tell one saving from another. */
export type SavedConnection = Pick<StoredConnection, 'team' | 'provider' | 'sealed'>;

export interface StoredReading {
  readonly shifts: readonly ScheduledShift[];
  readonly warnings: readonly string[];
  readonly readAt: number;
}

/** The schedule providers of teams, and what was read by itself and waits. */
export interface ScheduleStore {
  ofTeam(team: string): Promise<readonly StoredConnection[]>;
  find(team: string, provider: string): Promise<StoredConnection | null>;
  all(): Promise<readonly StoredConnection[]>;
  /** False when the team is gone. */
  put(connection: StoredConnection): Promise<boolean>;
  /** Other texts for the secrets of connections that are there: all of them, or none. */
  putSealed(all: readonly SavedConnection[]): Promise<void>;
  /** Nothing happens when it was saved anew meanwhile: how the old one went says nothing of it. */
  noteRead(read: SavedConnection, how: LastRead): Promise<void>;
  setRoles(team: string, provider: string, roles: readonly string[] | null): Promise<void>;
  /** With its readings. */
  remove(team: string, provider: string): Promise<void>;
  /** False, and nothing is kept, when the connection is gone or was saved anew meanwhile. */
  putReading(read: SavedConnection, date: IsoDate, reading: StoredReading): Promise<boolean>;
  reading(team: string, provider: string, date: IsoDate): Promise<StoredReading | null>;
  forgetReadingsBefore(date: IsoDate): Promise<void>;
}

export interface Store {
  /** Names this history: made with the database, changed by a restore. */
  readonly epoch: string;
  readonly documents: DocumentStore;
  readonly members: MemberStore;
  readonly invitations: InvitationStore;
  readonly accessTokens: AccessTokenStore;
  readonly logos: LogoStore;
  readonly schedule: ScheduleStore;
  close(): Promise<void>;
}
