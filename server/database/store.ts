import type { Kysely } from 'kysely';
import type { Problem } from '../../domain/problem/problem.ts';
import type { ScheduledShift } from '../../domain/schedule/schedule.ts';
import type { Details, SecurityEventType } from '../../domain/team/security-event.ts';
import type { Role, TokenScope } from '../../domain/team/user.ts';
import type { IsoDate } from '../../domain/time/date.ts';
import type { DocumentRef, DocumentStore } from './document-store.ts';
import type { TaskClaim } from './schedule-tables.ts';
import type { Tables } from './tables.ts';

export interface SecurityLogEntry {
  /** Sorts by time. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly type: SecurityEventType;
  /** The person it is about; null for events of a team or of the server. */
  readonly user: string | null;
  /** Who did it, if it was someone else; 'operator' in a terminal. */
  readonly by: string | null;
  readonly team: string | null;
  /** A name such as 'Chrome on Android'; '' if unknown. */
  readonly device: string;
  /** The network it came from; '' if unknown. */
  readonly place: string;
  readonly details: Details;
}

interface SecurityLogPage {
  readonly before: string | null;
  readonly limit: number;
}

interface SecurityLogQuery extends SecurityLogPage {
  readonly user?: string;
  /** Milliseconds since 1970. */
  readonly since?: number;
}

/** Every list is the newest first. */
export interface SecurityLogStore {
  /** Within the limits of entry-limits.ts. */
  append(entries: readonly SecurityLogEntry[]): Promise<void>;
  ofUser(user: string, page: SecurityLogPage): Promise<readonly SecurityLogEntry[]>;
  /** Events of a team, and what happened to its members' accounts since they joined. */
  ofTeam(team: string, page: SecurityLogPage): Promise<readonly SecurityLogEntry[]>;
  all(query: SecurityLogQuery): Promise<readonly SecurityLogEntry[]>;
  removeBefore(at: number): Promise<void>;
}

export interface StoredAccessToken {
  /** SHA-256 of the secret, base64url. */
  readonly secretHash: string;
  /** A public id, used to revoke it. */
  readonly id: string;
  readonly user: string;
  readonly name: string;
  readonly scope: TokenScope;
  readonly team: string | null;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  readonly expiresAt: number;
}

export type RevokedToken = Pick<StoredAccessToken, 'user' | 'name'>;

/** Every `entry` is added to the security log in the same transaction, if the call changed something. */
export interface AccessTokenStore {
  add(token: StoredAccessToken, entry?: SecurityLogEntry): Promise<void>;
  find(secretHash: string): Promise<StoredAccessToken | null>;
  /** Whose a revoked token was; null if it isn't known, or would have expired. */
  findRevoked(secretHash: string): Promise<RevokedToken | null>;
  /** Newest first. */
  ofUser(user: string): Promise<readonly StoredAccessToken[]>;
  used(secretHash: string, at: number): Promise<void>;
  revoke(user: string, id: string, entryOf?: (removed: StoredAccessToken) => SecurityLogEntry): Promise<void>;
  removeExpired(user: string, now: number): Promise<void>;
}

export interface StoredInvitation {
  /** A public id, used to revoke it. */
  readonly id: string;
  /** SHA-256 of the link's secret, base64url. */
  readonly tokenHash: string;
  readonly team: string;
  readonly role: Role;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** Whether it ends when the first person joins. */
  readonly once: boolean;
}

/** Every `entry` is added to the security log in the same transaction, if the call changed something. */
export interface InvitationStore {
  /**
   * Removes the team's expired invitations first. Adds nothing if `limit` are left, or if its author isn't a manager
   * of the team.
   */
  add(
    invitation: StoredInvitation,
    limit: number,
    entry?: SecurityLogEntry,
  ): Promise<'added' | 'too-many' | 'not-allowed'>;
  find(tokenHash: string): Promise<StoredInvitation | null>;
  /** Those that expire after `now`, newest first. */
  ofTeam(team: string, now: number): Promise<readonly StoredInvitation[]>;
  remove(team: string, id: string, entry?: SecurityLogEntry): Promise<void>;
  /**
   * Joins with the invitation, which ends one that is for a single person. A member keeps their role and doesn't use it
   * up. Null if the invitation doesn't work or the team is gone.
   */
  accept(tokenHash: string, joining: AcceptRequest): Promise<AcceptResult | null>;
}

export interface AcceptRequest {
  readonly user: string;
  readonly now: number;
  readonly entryOf?: (joined: { readonly team: string; readonly role: Role }) => SecurityLogEntry;
}

export interface AcceptResult {
  readonly team: string;
  /** False if the person was a member already. */
  readonly joined: boolean;
}

/** A leaky bucket for each key: `most` calls, which drain evenly over the window in milliseconds. */
export interface LimitOptions {
  readonly most: number;
  readonly window: number;
  readonly now: () => number;
}

export interface SharedLimit {
  isFull(key: string): Promise<boolean>;
  /** False, and not counted, when the bucket is full. */
  add(key: string): Promise<boolean>;
  takeBack(key: string): Promise<void>;
}

export interface StoredLogo {
  readonly team: string;
  /** Derived from the bytes: the same picture has the same id. */
  readonly id: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

export interface LogoStore {
  put(logo: StoredLogo): Promise<void>;
  find(team: string, id: string): Promise<StoredLogo | null>;
  remove(team: string, id: string): Promise<void>;
  /** Removes all others of the team, as long as the team has the version that shows this one. */
  keepOnly(team: string, id: string, version: number): Promise<void>;
}

export interface StoredMember {
  readonly team: string;
  readonly user: string;
  readonly role: Role;
  readonly joinedAt: number;
}

/** Every `entry` is added to the security log in the same transaction, if the call changed something. */
export interface MemberStore {
  role(team: string, user: string): Promise<Role | null>;
  /** The role a moment ago. Only for changes, and only where their commit checks the role. */
  recentRole?(team: string, user: string): Promise<Role | null>;
  /** In the order they joined. */
  ofTeam(team: string): Promise<readonly StoredMember[]>;
  ofUser(user: string): Promise<readonly StoredMember[]>;
  /**
   * Joins, or keeps the role of a member. True if the person just joined; a person whose account was deleted
   * can't join.
   */
  add(member: StoredMember, entry?: SecurityLogEntry): Promise<boolean>;
  /**
   * Returns false and does nothing if the team would be left without a manager, and so does `remove`. The invite
   * links of a person who stops being a manager end, here and in `remove` and `removeEverywhere`.
   */
  setRole(team: string, user: string, role: Role, entry?: SecurityLogEntry): Promise<boolean>;
  /** Also true if the person isn't a member. */
  remove(team: string, user: string, entry?: SecurityLogEntry): Promise<boolean>;
  requiresSecondFactor(team: string): Promise<boolean>;
  requireSecondFactor(team: string, isRequired: boolean, entry?: SecurityLogEntry): Promise<void>;
  /** The teams without another manager. */
  lastManagerOf(user: string): Promise<readonly string[]>;
  /** Leaves all teams for good. Returns false and does nothing if one would be left without a manager. */
  removeEverywhere(
    user: string,
    entriesOf?: (teams: readonly string[]) => readonly SecurityLogEntry[],
  ): Promise<boolean>;
}

/** Whose breaks a browser is told of: the person's own, or everybody's. */
type PushAbout = 'mine' | 'all';

/** What a push service needs, as the browser gave it. */
export interface PushTarget {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  /** The public key of the server that the browser expects messages from. */
  readonly publicKey: string;
  /** Whom the push service can turn to: the address of the server. */
  readonly contact: string;
}

/** A browser that is told of breaks of a team. */
export interface StoredSubscription {
  readonly team: string;
  /** A hash of the endpoint, which is a secret. */
  readonly device: string;
  readonly user: string;
  /** The sign-in session that switched it on; it ends with it. */
  readonly session: string;
  readonly about: PushAbout;
  readonly target: PushTarget;
  readonly createdAt: number;
}

/** They end when the person leaves the team or deletes the account, and with the team, in the same transactions. */
export interface PushStore {
  /**
   * Replaces what the device had in the team, and whatever others had switched on with it. Of more devices than `most` of
   * a person in a team, the oldest go. False, and nothing is stored, if they are not a member.
   */
  put(subscription: StoredSubscription, most: number): Promise<boolean>;
  find(team: string, user: string, device: string): Promise<StoredSubscription | null>;
  remove(team: string, user: string, device: string): Promise<void>;
  /** In every team: the push service does not know the device anymore. */
  removeDevice(device: string): Promise<void>;
  /** In every team: the sign-in session has ended. */
  removeSession(session: string): Promise<void>;
  /** Teams with a subscription, after an id, in order of their ids. */
  teams(after: string, limit: number): Promise<readonly string[]>;
  ofTeam(team: string): Promise<readonly StoredSubscription[]>;
  /** True once for each notice of a team, also if several servers ask. */
  claim(team: string, notice: string, at: number): Promise<boolean>;
  forgetNoticesBefore(at: number): Promise<void>;
}

/** What a change of a team, or of its crew, means for the team's other documents. */
export interface Reach {
  readonly id: string;
  readonly team: string;
  /** The document that was changed, and the id of that change. */
  readonly document: string;
  readonly change: string;
  /** Layouts of this date and later. */
  readonly from: IsoDate;
  /** Whether layouts get the team's break minutes and start of the day. */
  readonly settings: boolean;
  /** New names of areas by their old names. */
  readonly areas: readonly (readonly [old: string, current: string])[];
  /** People of the crew who are called something else. */
  readonly people: readonly { readonly person: string; readonly was: string; readonly is: string }[];
  /** Milliseconds since 1970. */
  readonly at: number;
}

/**
 * Changes that have not reached all documents of their team. One is stored before its change, so that it is found after a
 * crash, and may be of a change that was never stored.
 */
export interface ReachStore {
  /** False if the team has another one. */
  put(reach: Reach): Promise<boolean>;
  find(team: string): Promise<Reach | null>;
  all(): Promise<readonly Reach[]>;
  remove(team: string, id: string): Promise<void>;
}

interface ConnectionTerms {
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
  /** Each secret encrypted. */
  readonly sealed: Readonly<Record<string, string>>;
  readonly terms: ConnectionTerms;
  /** Null for all. */
  readonly roles: readonly string[] | null;
  readonly lastRead: LastRead | null;
}

export interface ListedConnection extends StoredConnection {
  /** How many background syncs failed in a row, if the last read did. */
  readonly failures: number;
}

interface LastRead {
  readonly at: number;
  readonly problem: Problem | null;
}

/** Secrets are encrypted anew on each save, so these distinguish one save from another. */
export type SavedConnection = Pick<StoredConnection, 'team' | 'provider' | 'sealed'>;

export interface StoredReading {
  readonly shifts: readonly ScheduledShift[];
  readonly warnings: readonly string[];
  readonly readAt: number;
}

/**
 * The schedule connections of teams, and background syncs that wait for review. Every `entry` is added to the security log
 * in the same transaction, if the call changed something.
 */
export interface ScheduleStore {
  ofTeam(team: string): Promise<readonly StoredConnection[]>;
  find(team: string, provider: string): Promise<StoredConnection | null>;
  all(): Promise<readonly ListedConnection[]>;
  /**
   * Claims a connection for a background sync, which counts as failed until its read is noted. False if another server on
   * the same database has claimed it, or if it was read or saved since it was listed.
   */
  claim(listed: StoredConnection, claim: { readonly now: number; readonly until: number }): Promise<boolean>;
  /** False if the team is gone. */
  put(connection: StoredConnection, entry?: SecurityLogEntry): Promise<boolean>;
  /** Replaces the encrypted secrets of existing connections, all or none. */
  putSealed(all: readonly SavedConnection[]): Promise<void>;
  /** Has no effect if the connection was saved in the meantime: the result of the old one doesn't apply to it. */
  noteRead(read: SavedConnection, how: LastRead): Promise<void>;
  setRoles(team: string, provider: string, roles: readonly string[] | null): Promise<void>;
  /** Also deletes its stored syncs. */
  remove(team: string, provider: string, entry?: SecurityLogEntry): Promise<void>;
  /** Returns false and stores nothing if the connection is gone or was saved in the meantime. */
  putReading(read: SavedConnection, date: IsoDate, reading: StoredReading): Promise<boolean>;
  reading(team: string, provider: string, date: IsoDate): Promise<StoredReading | null>;
  forgetReadingsBefore(date: IsoDate): Promise<void>;
  forgetReadingsOf(team: string): Promise<void>;
}

/** What one node tells the others, so that their pages hear of it at once. */
export type Wake =
  | { readonly type: 'changed'; readonly ref: DocumentRef; readonly version: number }
  /** Something that lists of documents show. */
  | { readonly type: 'lists'; readonly ref: DocumentRef }
  /** What a page holds of a document, as other pages get it. */
  | { readonly type: 'presence'; readonly ref: DocumentRef; readonly text: string }
  /** Something that live sessions handle: its name, and whom or what it is about. */
  | { readonly type: 'news'; readonly news: string; readonly about: string };

export interface WakeListener {
  /** Of another node, in the order in which that node told it. */
  heard(wake: Wake): void;
  /**
   * Some may have been missed. Also called once it listens. The epoch is another one if the database was restored, or if a
   * copy of it took over: then it may lack what this node has read.
   */
  gap(epoch: string): void;
}

/** How nodes on one database wake each other. A wake may be lost, so nothing may depend on one alone. */
export interface Wakes {
  /** Those that are told together arrive together. */
  tell(wakes: readonly Wake[]): void;
  /** Returns how to stop. */
  listen(listener: WakeListener): () => Promise<void>;
}

export interface Store {
  /** Identifies this history: created with the database, changed by a restore. */
  readonly epoch: string;
  readonly documents: DocumentStore;
  readonly members: MemberStore;
  readonly invitations: InvitationStore;
  readonly accessTokens: AccessTokenStore;
  readonly logos: LogoStore;
  readonly schedule: ScheduleStore;
  readonly reaches: ReachStore;
  /** Writes something without meaning. Rejects when changes cannot be stored now. */
  probe(): Promise<void>;
  readonly securityLog: SecurityLogStore;
  /** How several nodes on this database wake each other; none if only one can use it. */
  readonly wakes?: Wakes;
  /** A limit that several nodes count together; none if only one can use the database. */
  createLimit?(name: string, options: LimitOptions): SharedLimit;
  close(): Promise<void>;
}

/** A store in a database, which also has the sign-in library's tables. */
export interface DatabaseStore extends Store {
  readonly engine: 'sqlite' | 'postgres';
  readonly kysely: Kysely<Tables>;
  readonly push: PushStore;
  /** How far the clock that counts is ahead of this machine's, in milliseconds. */
  clockOffset(): number;
  /** An error that the operator can mend as a `StartProblem` with its sentence; others as they are. */
  asStartProblem(error: unknown): unknown;
  /** A task that one of several nodes does at a time; none if only one can use the database. */
  claimTask?(task: string, now: () => number): TaskClaim;
  /** Gives the history another id, from the next start on. */
  renewEpoch(): Promise<void>;
  /** Runs something that creates tables, for as long as it takes, while no other process does. */
  migrateAlone<Result>(work: (db: Kysely<Tables>) => Promise<Result>): Promise<Result>;
}

/**
 * PostgreSQL's codes: it stops, has no room, no connection left, or accepts no changes, a row is held for too long, or transactions
 * kept getting in each other's way; and the system's of a connection.
 */
const failures =
  /^(ERR_SQLITE|08|53|57P|58|XX|25006|25P03|55P03|40001|40P01|ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT)/;
/** Errors of a connection without a code. */
const broken =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered)/;

/** Whether the database failed, so that trying again later may work. */
export function isStorageFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return failures.test('code' in error ? String(error.code) : '') || broken.test(error.message);
}
