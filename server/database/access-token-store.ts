import type { TokenScope } from '../../domain/team/user.ts';
import type { SecurityLogEntry } from './security-log-store.ts';

export interface StoredAccessToken {
  /** SHA-256 of the secret, base64url. */
  readonly secretHash: string;
  /** A public id, used to revoke it. */
  readonly id: string;
  readonly user: string;
  readonly name: string;
  readonly scope: TokenScope;
  /** The only team it can access; null for all teams of its person. */
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
  /** Has no effect if the person has no such token. */
  revoke(user: string, id: string, entryOf?: (removed: StoredAccessToken) => SecurityLogEntry): Promise<void>;
  removeExpired(user: string, now: number): Promise<void>;
}
