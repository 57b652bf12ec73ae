import type { Problem } from '../../domain/problem/problem.ts';
import type { ScheduledShift } from '../../domain/schedule/schedule.ts';
import type { IsoDate } from '../../domain/time/date.ts';
import type { SecurityLogEntry } from './security-log-store.ts';

/** How a connection syncs. */
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

export interface LastRead {
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
