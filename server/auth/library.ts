import { passkey } from '@better-auth/passkey';
import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { getMigrations } from 'better-auth/db/migration';
import { twoFactor } from 'better-auth/plugins';
import type { Kysely } from 'kysely';
import { passwordMaximum, type User } from '../../domain/user.ts';
import type { Tables } from '../store/tables.ts';
import { hashPassword, verifyPassword } from './password.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** Of the sign-in library's tables, what is asked here. Instants are ISO 8601 text. */
export type AccountTables = {
  user: { [Column in keyof User]: string } & {
    name: string;
    twoFactorEnabled: number | null;
    updatedAt: string;
  };
  session: {
    id: string;
    userId: string;
    userAgent: string | null;
    createdAt: string;
    updatedAt: string;
    expiresAt: string;
  };
  /** Ways to sign in: 'credential', which is the password, or a provider. */
  account: {
    id: string;
    userId: string;
    accountId: string;
    providerId: string;
    password: string | null;
    createdAt: string;
    updatedAt: string;
  };
  passkey: { id: string; userId: string; name: string | null; createdAt: string | null };
  /** What proves something once, for some time, such as the link for a new password. */
  verification: {
    id: string;
    identifier: string;
    value: string;
    expiresAt: string;
    createdAt: string;
    updatedAt: string;
  };
};

/** The database as accounts see it: the library's tables beside our own. */
export type AccountDatabase = Kysely<Tables & AccountTables>;

export interface LibraryParts {
  readonly kysely: Kysely<Tables>;
  readonly key: Buffer;
  readonly publicUrl: URL | null;
  readonly logError: (message: string, details: unknown) => void;
}

/** The sign-in library as it is set up here; its tables are brought up to date first. */
export async function openLibrary({ kysely, key, publicUrl, logError }: LibraryParts) {
  const db: AccountDatabase = kysely.withTables<AccountTables>();
  const options = {
    appName: 'Lineup',
    database: { db, type: 'sqlite' },
    secret: key.toString('base64url'),
    // A fixed base URL refuses every other address that people come by, localhost and the LAN among them.
    baseURL: publicUrl?.origin,
    emailAndPassword: {
      enabled: true,
      // What a password must be is said in password-rules.ts, before the library sees it.
      minPasswordLength: 1,
      maxPasswordLength: passwordMaximum,
      password: { hash: hashPassword, verify: ({ password, hash }) => verifyPassword(password, hash) },
    },
    user: {
      additionalFields: {
        firstName: { type: 'string', required: true },
        lastName: { type: 'string', required: true },
      },
    },
    session: { expiresIn: 30 * DAY, updateAge: HOUR, cookieCache: { enabled: false } },
    plugins: [twoFactor(), passkey()],
    // `Secure` is added where people come by https.
    advanced: { cookiePrefix: 'lineup', useSecureCookies: false, ipAddress: { disableIpTracking: true } },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { level: 'error', log: (_, message, ...details) => logError(message, details) },
  } satisfies BetterAuthOptions;
  await (await getMigrations(options)).runMigrations();
  return { db, api: betterAuth(options).api };
}

export type Library = Awaited<ReturnType<typeof openLibrary>>;
