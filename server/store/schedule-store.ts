import type { Problem } from '../../domain/problem/problem.ts';
import type { ScheduledShift } from '../../domain/schedule/schedule.ts';
import type { IsoDate } from '../../domain/time/date.ts';

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
