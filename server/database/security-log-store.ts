import type { Details, SecurityEventType } from '../../domain/team/security-event.ts';

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

export interface SecurityLogPage {
  /** Only entries before the one with this id. */
  readonly before: string | null;
  readonly limit: number;
}

export interface SecurityLogQuery extends SecurityLogPage {
  readonly user?: string;
  /** Milliseconds since 1970. */
  readonly since?: number;
}

/** Every list is the newest first. */
export interface SecurityLogStore {
  /** Within the limits of entry-limits.ts. */
  append(entries: readonly SecurityLogEntry[]): Promise<void>;
  /** What happened to a person. */
  ofUser(user: string, page: SecurityLogPage): Promise<readonly SecurityLogEntry[]>;
  /** Events of a team, and what happened to its members' accounts since they joined. */
  ofTeam(team: string, page: SecurityLogPage): Promise<readonly SecurityLogEntry[]>;
  all(query: SecurityLogQuery): Promise<readonly SecurityLogEntry[]>;
  /** Removes entries from before an instant. */
  removeBefore(at: number): Promise<void>;
}
