import { createHmac, timingSafeEqual } from 'node:crypto';
import type { passkey } from '@better-auth/passkey';
import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { getMigrations } from 'better-auth/db/migration';
import { genericOAuth, twoFactor } from 'better-auth/plugins';
import { passwordMaximum } from '../../domain/team/user.ts';
import type { DatabaseStore } from '../database/store.ts';
import { nameOfKey } from '../secret.ts';
import type { AccountDatabase } from './account-tables.ts';
import { hashPassword, verifyPassword } from './password-policy.ts';

const text = { type: 'string', required: true } as const;
const optionalText = { type: 'string', required: false } as const;

/** The table of the passkey plugin, which is migrated without importing the plugin. */
const schema: ReturnType<typeof passkey>['schema'] = {
  passkey: {
    fields: {
      name: optionalText,
      publicKey: text,
      userId: { ...text, references: { model: 'user', field: 'id' }, index: true },
      credentialID: { ...text, index: true },
      counter: { type: 'number', required: true },
      deviceType: text,
      backedUp: { type: 'boolean', required: true },
      transports: optionalText,
      createdAt: { type: 'date', required: false },
      aaguid: optionalText,
    },
  },
};

const passkeyTable = { id: 'passkey', schema } as const;

export const betterAuthCookies = {
  session: 'lineup.session_token',
  /** Between the password and the second factor. */
  pending: 'lineup.two_factor',
  trustedDevice: 'lineup.trust_device',
} as const;

/** `browser` is the User-Agent header, shortened to what identifies the browser. */
export function betterAuthHeaders(request: { cookie?: string; browser?: string; origin?: string }): Headers {
  const headers = new Headers();
  if (request.cookie) headers.set('cookie', request.cookie);
  if (request.browser) headers.set('user-agent', request.browser.slice(0, 400));
  if (request.origin) headers.set('origin', request.origin);
  return headers;
}

export const pickCookie = (lines: string | readonly string[] | undefined, name: string): string =>
  (typeof lines === 'string' ? lines.split(';') : (lines ?? []))
    .map((each) => each.trim())
    .find((each) => each.startsWith(`${name}=`)) ?? '';

/** Null without exactly one that is signed with this secret: then it is Better Auth's to decide what the header means. */
function sessionTokenOf(header: string, secret: string): string | null {
  const name = `${betterAuthCookies.session}=`;
  const [found, ...others] = header
    .split(';')
    .map((each) => each.trim())
    .filter((each) => each.startsWith(name));
  if (found === undefined || others.length > 0) return null;
  const value = decode(found.slice(name.length));
  const end = value.lastIndexOf('.');
  const token = value.slice(0, Math.max(0, end));
  const signature = Buffer.from(value.slice(end + 1), 'base64');
  const expected = sign(token, secret);
  const isSigned = signature.length === expected.length && timingSafeEqual(signature, expected);
  return isSigned && token !== '' ? token : null;
}

/** The `Set-Cookie` line that begins a session, as Better Auth writes it. `life` is in seconds. */
function sessionCookieOf(token: string, secret: string, life: number): string {
  const value = encodeURIComponent(`${token}.${sign(token, secret).toString('base64')}`);
  return `${betterAuthCookies.session}=${value}; Max-Age=${life}; Path=/; HttpOnly; SameSite=Lax`;
}

const sign = (token: string, secret: string): Buffer => createHmac('sha256', secret).update(token).digest();

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}

const HOUR = 3_600;
/** How long an unused session lasts, in milliseconds. */
export const sessionIdleLife = 30 * 24 * HOUR * 1_000;
/** A session in use is prolonged this often, in milliseconds. */
export const sessionProlongedEvery = HOUR * 1_000;

export async function openBetterAuth({
  store,
  keys,
  publicUrl,
  logError,
}: {
  readonly store: Pick<DatabaseStore, 'clockOffset' | 'engine' | 'kysely' | 'migrateAlone'>;
  /** The newest first: it signs and encrypts, and the others can still decrypt. */
  readonly keys: readonly [Buffer, ...Buffer[]];
  readonly publicUrl: URL | null;
  readonly logError: (message: string, details: unknown) => void;
}) {
  const db: AccountDatabase = store.kysely;
  const options = {
    appName: 'Lineup',
    database: { db, type: store.engine },
    secrets: keys.map((key) => ({ version: nameOfKey(key), value: key.toString('base64url') })),
    // A fixed base URL refuses every other address people use, such as localhost or a LAN address.
    baseURL: publicUrl?.origin,
    emailAndPassword: {
      enabled: true,
      // password-policy.ts checks passwords before Better Auth receives them.
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
    // reauthentication.ts decides what needs a recent sign-in.
    session: {
      expiresIn: sessionIdleLife / 1_000,
      updateAge: sessionProlongedEvery / 1_000,
      freshAge: 0,
      cookieCache: { enabled: false },
    },
    // Addresses may be unverified here, so the provider's verification decides about linking.
    account: { accountLinking: { requireLocalEmailVerified: false } },
    onAPIError: { errorURL: signedInPath },
    plugins: [twoFactor({ allowPasswordless: true }), passkeyTable],
    // security-headers.ts adds `Secure` where people use https.
    advanced: { cookiePrefix: 'lineup', useSecureCookies: false, ipAddress: { disableIpTracking: true } },
    rateLimit: { enabled: false },
    databaseHooks: {
      session: {
        create: { before: async (session) => ({ data: moveTimes(session, store.clockOffset()) }) },
        update: { before: async (session) => ({ data: moveTimes(session, store.clockOffset()) }) },
      },
    },
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      log: (_, message, ...details) => {
        if (!expectedErrors.has(message)) logError(message, details);
      },
    },
  } satisfies BetterAuthOptions;
  await store.migrateAlone(async (patient) => {
    const { runMigrations } = await getMigrations({
      ...options,
      database: { db: patient, type: store.engine },
    });
    await runMigrations();
  });
  const { api, $context } = betterAuth(options);
  const { secret } = await $context;
  const [twoFactors] = options.plugins;

  async function openPasskeys(hostname: string | null) {
    const { passkeyPlugin } = await import('./passkey-plugin.ts');
    const baseURL = hostname === null ? options.baseURL : `https://${hostname}`;
    return betterAuth({ ...options, baseURL, plugins: [twoFactors, passkeyPlugin()] }).api;
  }

  const passkeyApis = new Map<string | null, ReturnType<typeof openPasskeys>>();
  return {
    db,
    api,
    sessionToken: (cookie: string) => sessionTokenOf(cookie, secret),
    /** Begins a session without asking for anything; the line sets its cookie. */
    async startSession(user: string, browser: string): Promise<string> {
      const { internalAdapter } = await $context;
      const { token } = await internalAdapter.createSession(user, false, {
        userAgent: browser.slice(0, 400),
      });
      return sessionCookieOf(token, secret, options.session.expiresIn);
    },
    /** Passkeys belong to the host name in the base URL, so pages at another name than the configured one have to say it. */
    passkeyApi(hostname: string | null): ReturnType<typeof openPasskeys> {
      const known = passkeyApis.get(hostname) ?? openPasskeys(hostname);
      passkeyApis.set(hostname, known);
      return known;
    },
    async verified(identifier: string): Promise<string | null> {
      const { internalAdapter } = await $context;
      return (await internalAdapter.findVerificationValue(identifier))?.value ?? null;
    },
    /** Calls `beforeLink` before it links an account, new or not, to the provider. */
    withOidc(origin: string, provider: OidcOptions, beforeLink: (user: string) => Promise<void>) {
      const plugins = [...options.plugins, genericOAuth({ config: [provider] })];
      const before = async <A extends { userId: string }>(account: A) => {
        await beforeLink(account.userId);
        return { data: withoutTokens(account) };
      };
      return betterAuth({
        ...options,
        baseURL: origin,
        plugins,
        databaseHooks: { ...options.databaseHooks, account: { create: { before } } },
      });
    },
  };
}

type OidcOptions = Parameters<typeof genericOAuth>[0]['config'][number];

export const signedInPath = '/signed-in';

/** Better Auth logs these as errors, but they are only wrong input. */
const expectedErrors: ReadonlySet<string> = new Set([
  'Failed to verify registration',
  'Failed to verify authentication',
  'Failed to parse state',
  'State not found',
  'account_not_linked',
]);

const sessionTimes = ['createdAt', 'updatedAt', 'expiresAt'] as const;

/** Better Auth takes the times of a session from this machine's clock. They have to be the database's. */
function moveTimes<S extends { readonly [Time in (typeof sessionTimes)[number]]?: Date }>(
  session: S,
  milliseconds: number,
): S {
  const moved = sessionTimes
    .filter((time) => session[time] !== undefined)
    .map((time) => [time, new Date(Number(session[time]) + milliseconds)]);
  return { ...session, ...Object.fromEntries(moved) };
}

/** The provider's tokens are not needed after the sign-in, so they are not stored. */
const withoutTokens = <A extends object>(account: A) => ({
  ...account,
  accessToken: null,
  refreshToken: null,
  idToken: null,
});

export type BetterAuth = Awaited<ReturnType<typeof openBetterAuth>>;
