import type { Body } from '../../contract/endpoint.ts';
import type { PushAbout, switchPushOn } from '../../contract/push.ts';
import type { saveConnection } from '../../contract/schedule.ts';
import type { Invitation } from '../../contract/teams.ts';
import type { AccessToken } from '../../contract/tokens.ts';
import type { Problem } from '../../domain/problem/problem.ts';
import type { ScheduledShift } from '../../domain/schedule/schedule.ts';
import type { DeviceKind, DeviceRole, DeviceTerms } from '../../domain/team/device.ts';
import type { Details, SecurityEventType } from '../../domain/team/security-event.ts';
import type { Role } from '../../domain/team/user.ts';
import type { IsoDate } from '../../domain/time/date.ts';
import type { CommonStore } from './common-store.ts';
import type { DocumentRef, DocumentStore } from './document-store.ts';

export type { AccessTokenStore, RevokedToken } from './access-token-tables.ts';
export type { DeviceStore } from './device-tables.ts';
export type { PinStore } from './pin-tables.ts';
export type { PushStore } from './push-tables.ts';
export type { ListedConnection, ScheduleStore } from './schedule-tables.ts';
export type { SecurityLogStore } from './security-log-tables.ts';
export type {
  AcceptRequest,
  AcceptResult,
  InvitationStore,
  LogoStore,
  MemberStore,
  ReachStore,
} from './team-tables.ts';

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

export interface StoredAccessToken extends Readonly<AccessToken> {
  /** SHA-256 of the secret, base64url. */
  readonly secretHash: string;
  readonly user: string;
}

export interface StoredInvitation extends Readonly<Invitation> {
  /** SHA-256 of the link's secret, base64url. */
  readonly tokenHash: string;
  readonly team: string;
  readonly createdBy: string;
}

export interface StoredLogo {
  readonly team: string;
  /** Derived from the bytes: the same picture has the same id. */
  readonly id: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

export interface StoredMember {
  readonly team: string;
  readonly user: string;
  readonly role: Role;
  readonly joinedAt: number;
}

/** What a push service needs, as the browser gave it. */
export interface PushTarget extends Readonly<Omit<Body<typeof switchPushOn>, 'about'>> {
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

/** A screen that belongs to a team. Of its secret, the database has a hash. */
export interface PairedDevice extends DeviceTerms {
  readonly team: string;
  readonly id: string;
  readonly kind: DeviceKind;
  readonly createdBy: string;
  readonly createdAt: number;
  /** To the minute; null if it never came. */
  readonly lastSeenAt: number | null;
}

/** Of a person of the crew. */
export interface StoredPin {
  readonly team: string;
  readonly person: string;
  /** Of the PIN under a key of the server, which the hash names. */
  readonly hash: string;
  /** What they may do, if they have no account that is a member. */
  readonly role: DeviceRole;
  /** Another one each time that a manager sets it, so that what was proved by the one before counts no longer. */
  readonly stamp: string;
  readonly setAt: number;
}

/** A code that a device shows until a manager has said what becomes of it. */
export interface StoredPairing {
  /** Of the device's own secret. */
  readonly deviceHash: string;
  readonly userCode: string;
  readonly kind: DeviceKind;
  /** A name such as 'A browser on an LG TV'. */
  readonly browser: string;
  readonly place: string;
  readonly startedAt: number;
  readonly expiresAt: number;
}

/** What a change of a team, or of its crew, means for the team's other documents. */
export interface PendingPropagation {
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

export interface StoredConnection {
  readonly team: string;
  readonly provider: string;
  readonly settings: Readonly<Record<string, string>>;
  /** Each secret encrypted. */
  readonly sealed: Readonly<Record<string, string>>;
  readonly terms: Readonly<Omit<Body<typeof saveConnection>, 'settings'>>;
  /** Without a list, all roles are read. */
  readonly roles: readonly string[] | null;
  readonly lastRead: LastRead | null;
}

export interface LastRead {
  readonly at: number;
  readonly problem: Problem | null;
}

/** Secrets are encrypted anew on each save, so these distinguish one save from another. */
export type SavedConnection = Pick<StoredConnection, 'team' | 'provider' | 'sealed'>;

export interface StoredReading {
  readonly shifts: readonly ScheduledShift[];
  readonly warnings: readonly string[];
  readonly reasons?: readonly Problem[];
  readonly readAt: number;
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

export interface Store extends Omit<CommonStore, 'kysely' | 'push' | 'devices' | 'pins'> {
  /** Identifies this history: created with the database, changed by a restore. */
  readonly epoch: string;
  readonly documents: DocumentStore;
  /** How several nodes on this database wake each other; none if only one can use it. */
  readonly wakes?: Wakes;
  close(): Promise<void>;
}

/** A store in a database, which also has the tables of accounts. */
export interface DatabaseStore extends Store, Pick<CommonStore, 'kysely' | 'push' | 'devices' | 'pins'> {
  readonly engine: 'sqlite' | 'postgres';
  /** How far the clock that counts is ahead of this machine's, in milliseconds. */
  clockOffset(): number;
  /** An error that the operator can mend as a `StartProblem` with its sentence; others as they are. */
  asStartProblem(error: unknown): unknown;
  /** Gives the history another id, from the next start on. */
  renewEpoch(): Promise<void>;
}

/**
 * PostgreSQL's codes: it stops, has no room, no connection left, or accepts no changes, a row is held for too long, or transactions
 * kept getting in each other's way; and the system's of a connection.
 */
const failures =
  /^(ERR_SQLITE|08|53|57P|58|XX|25006|25P03|55P03|40001|40P01|ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT)/;
/** Errors of a connection without a code, and of one that leads to a copy. */
const broken =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered|cannot use serializable mode in a hot standby)/;

/** Whether the database failed, so that trying again later may work. */
export function isStorageFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return failures.test('code' in error ? String(error.code) : '') || broken.test(error.message);
}
