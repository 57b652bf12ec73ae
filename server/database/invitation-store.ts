import type { Role } from '../../domain/team/user.ts';
import type { SecurityLogEntry } from './security-log-store.ts';

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
