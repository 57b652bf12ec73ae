import type { TokenScope } from '../../domain/account/access.ts';

export interface StoredAccessToken {
  /** SHA-256 of the secret, base64url. */
  readonly secretHash: string;
  /** What it is revoked by; no secret. */
  readonly id: string;
  readonly user: string;
  readonly name: string;
  readonly scope: TokenScope;
  /** The one team it reaches; null for all of its person's. */
  readonly team: string | null;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  readonly expiresAt: number;
}

export interface AccessTokenStore {
  add(token: StoredAccessToken): Promise<void>;
  find(secretHash: string): Promise<StoredAccessToken | null>;
  /** The newest first. */
  ofUser(user: string): Promise<readonly StoredAccessToken[]>;
  used(secretHash: string, at: number): Promise<void>;
  /** Nothing happens when that person has no such token. */
  remove(user: string, id: string): Promise<void>;
  removeExpired(user: string, now: number): Promise<void>;
}
