import type { Role } from '../../domain/account/access.ts';

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
