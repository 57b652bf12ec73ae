import type { Kysely } from 'kysely';
import type { User } from '../../domain/team/user.ts';
import type { Tables } from '../database/tables.ts';

/** SQLite stores 0 and 1, PostgreSQL returns true and false. */
type StoredBoolean = number | boolean;
/** SQLite stores ISO 8601 text, PostgreSQL returns dates. */
type StoredInstant = string | Date;

/** Better Auth's tables. Only the files of this folder know them: everything else has `Kysely<Tables>`, without them. */
export type AccountTables = {
  user: { [Column in keyof User]: string } & {
    name: string;
    emailVerified: StoredBoolean;
    twoFactorEnabled: StoredBoolean | null;
    createdAt: StoredInstant;
    updatedAt: StoredInstant;
  };
  session: {
    id: string;
    token: string;
    userId: string;
    userAgent: string | null;
    createdAt: StoredInstant;
    updatedAt: StoredInstant;
    expiresAt: StoredInstant;
  };
  /** `providerId` is 'credential' for a password, or names the OpenID Connect provider. */
  account: {
    id: string;
    userId: string;
    accountId: string;
    providerId: string;
    password: string | null;
    createdAt: StoredInstant;
    updatedAt: StoredInstant;
  };
  twoFactor: { id: string; userId: string };
  passkey: {
    id: string;
    userId: string;
    name: string | null;
    createdAt: StoredInstant | null;
    credentialID: string;
  };
  verification: {
    id: string;
    identifier: string;
    value: string;
    expiresAt: StoredInstant;
    createdAt: StoredInstant;
    updatedAt: StoredInstant;
  };
};

/** Our own tables. A transaction is one as well. */
export type AccountDatabase = Kysely<Tables>;

export const withAccountTables = (db: AccountDatabase): Kysely<Tables & AccountTables> =>
  db.withTables<AccountTables>();

export const toBoolean = (stored: StoredBoolean | null): boolean => stored === true || stored === 1;

/** SQLite cannot bind booleans; PostgreSQL reads 0 and 1 as booleans too. */
export const fromBoolean = (value: boolean): number => (value ? 1 : 0);

/** Milliseconds since 1970. */
export const toInstant = (stored: StoredInstant): number => new Date(stored).getTime();

export const fromInstant = (milliseconds: number): string => new Date(milliseconds).toISOString();
