import type { Kysely } from 'kysely';
import type { AccessTokenStore } from './access-token-store.ts';
import type { DocumentStore } from './document-store.ts';
import type { InvitationStore } from './invitation-store.ts';
import type { TaskClaim } from './kysely/task-claim.ts';
import type { LimitOptions, SharedLimit } from './limits/shared-limit.ts';
import type { LogoStore } from './logo-store.ts';
import type { MemberStore } from './member-store.ts';
import type { PushStore } from './push/push-store.ts';
import type { ReachStore } from './reach-store.ts';
import type { ScheduleStore } from './schedule-store.ts';
import type { SecurityLogStore } from './security-log-store.ts';
import type { Tables } from './tables.ts';
import type { Wakes } from './wakes.ts';

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
