import type { Role } from '../../domain/account/access.ts';

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
