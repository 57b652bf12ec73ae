import { passkey } from '@better-auth/passkey';
import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import { getMigrations } from 'better-auth/db/migration';
import { genericOAuth, twoFactor } from 'better-auth/plugins';
import type { Kysely } from 'kysely';
import { passwordMaximum, type User } from '../../../domain/account/user.ts';
import { nameOfKey } from '../../secret.ts';
import type { Tables } from '../../store/tables.ts';
import { hashPassword, verifyPassword } from '../password/password-hashing.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** Of the sign-in library's tables, what is asked here. Instants are ISO 8601 text. */
export type AccountTables = {
  user: { [Column in keyof User]: string } & {
    name: string;
    emailVerified: number;
    twoFactorEnabled: number | null;
    createdAt: string;
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
  twoFactor: { id: string; userId: string };
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

export interface BetterAuthDependencies {
  readonly kysely: Kysely<Tables>;
  /** The newest first: it signs and encrypts, the others still open what they encrypted. */
  readonly keys: readonly [Buffer, ...Buffer[]];
  readonly publicUrl: URL | null;
  readonly logError: (message: string, details: unknown) => void;
}

/** The sign-in library as it is set up here; its tables are brought up to date first. */
export async function openBetterAuth({ kysely, keys, publicUrl, logError }: BetterAuthDependencies) {
  const db: AccountDatabase = kysely.withTables<AccountTables>();
  const options = {
    appName: 'Lineup',
    database: { db, type: 'sqlite' },
    secrets: keys.map((key) => ({ version: nameOfKey(key), value: key.toString('base64url') })),
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
    // What needs a fresh sign-in is said in password-proof.ts.
    session: { expiresIn: 30 * DAY, updateAge: HOUR, freshAge: 0, cookieCache: { enabled: false } },
    // Nobody's address is checked here, so the provider's word for it is what links.
    account: { accountLinking: { requireLocalEmailVerified: false } },
    onAPIError: { errorURL: signedInPath },
    plugins: [
      twoFactor({ allowPasswordless: true }),
      passkey({
        advanced: { webAuthnChallengeCookie: 'passkey' },
        // A finger, a face or a PIN makes a passkey both factors at once.
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        registration: {
          afterVerification: async ({ verification }) =>
            demandVerifiedUser(verification.registrationInfo?.userVerified),
        },
        authentication: {
          afterVerification: async ({ verification }) =>
            demandVerifiedUser(verification.authenticationInfo.userVerified),
        },
      }),
    ],
    // `Secure` is added where people come by https.
    advanced: { cookiePrefix: 'lineup', useSecureCookies: false, ipAddress: { disableIpTracking: true } },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      log: (_, message, ...details) => {
        if (!everyday.has(message)) logError(message, details);
      },
    },
  } satisfies BetterAuthOptions;
  await (await getMigrations(options)).runMigrations();
  const { api, $context } = betterAuth(options);
  return {
    db,
    api,
    /** Who a verification that is still good is about, by its identifier. */
    async verified(identifier: string): Promise<string | null> {
      const { internalAdapter } = await $context;
      return (await internalAdapter.findVerificationValue(identifier))?.value ?? null;
    },
    /**
     * The same library with a provider, as pages at that origin see it. Asks the provider what it offers, and
     * `beforeLink` before an account, new or not, can be come to through it.
     */
    withProvider(origin: string, provider: ProviderOptions, beforeLink: (user: string) => Promise<void>) {
      const plugins = [...options.plugins, genericOAuth({ config: [provider] })];
      const before = async <A extends { userId: string }>(account: A) => {
        await beforeLink(account.userId);
        return { data: withoutTokens(account) };
      };
      return betterAuth({
        ...options,
        baseURL: origin,
        plugins,
        databaseHooks: { account: { create: { before } } },
      });
    },
  };
}

type ProviderOptions = Parameters<typeof genericOAuth>[0]['config'][number];

/** Where the provider's way ends. */
export const signedInPath = '/signed-in';

/** What the library calls an error, and what is only somebody's wrong try. */
const everyday: ReadonlySet<string> = new Set([
  'Failed to verify registration',
  'Failed to verify authentication',
  'Failed to parse state',
  'State not found',
  'account_not_linked',
]);

async function demandVerifiedUser(verified: boolean | undefined): Promise<undefined> {
  if (!verified) throw new APIError('UNAUTHORIZED', { message: 'The person was not verified.' });
}

/** Nothing is asked of the provider after the sign-in, so its tokens are not kept. */
const withoutTokens = <A extends object>(account: A) => ({
  ...account,
  accessToken: null,
  refreshToken: null,
  idToken: null,
});

export type Library = Awaited<ReturnType<typeof openBetterAuth>>;
