import type { Role } from '../../domain/team/user.ts';
import type { SecurityLogEntry } from './security-log-store.ts';

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
  /** Whether managers of the team need a second factor. */
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
