import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import type { OidcConfig } from '../config.ts';
import type { SecurityLogEntry } from '../database/security-log-store.ts';
import type { Accounts, SignedIn } from './accounts.ts';
import { type BetterAuth, signedInPath } from './better-auth.ts';
import { betterAuthHeaders } from './better-auth-headers.ts';
import { createExpiringCache } from './expiring-cache.ts';
import { namesOf } from './oidc-profile.ts';
import { revokeAllAccess } from './revoke-access.ts';

/** Better Auth's name for the provider, and so the end of its callback address. */
const providerId = 'oidc';
export const oidcCallbackPath = `/api/auth/callback/${providerId}`;

/** For the provider's answer, in milliseconds. */
const TIMEOUT = 5_000;
/** How long the provider's discovery document is kept, in milliseconds. */
const DISCOVERY_LIFE = 600_000;
/** Addresses of ours that people sign in at; anyone can send any `Host`. */
const MOST_ORIGINS = 4;

/** Where to send the browser, and the cookies that identify it when it returns. */
export interface OidcRedirect {
  readonly address: string;
  readonly cookies: readonly string[];
}

/** The request that the provider redirected the browser to. */
export interface OidcCallback {
  readonly origin: string;
  /** Path and query. */
  readonly url: string;
  readonly cookie: string | undefined;
  readonly browser: string;
  /** Of the security log, when the account is linked. */
  readonly linkedEntry: (user: string) => SecurityLogEntry;
}

/** Signing in through the operator's own OpenID Connect provider. */
export interface OidcSignIn {
  /** The provider's name; null if none is configured. */
  readonly name: string | null;
  start(origin: string): Promise<Outcome<OidcRedirect>>;
  finish(callback: OidcCallback): Promise<Outcome<OidcSignedIn>>;
}

export interface OidcSignedIn {
  readonly signedIn: SignedIn;
  /** Ids of the sessions that ended because the account was linked. */
  readonly endedSessions: readonly string[];
}

interface Dependencies {
  readonly config: OidcConfig | null;
  readonly betterAuth: Pick<BetterAuth, 'db' | 'withOidc'>;
  readonly accounts: Pick<Accounts, 'completeSignIn' | 'lastSignOut'>;
  readonly publicUrl: URL | null;
  readonly log: Pick<Logger, 'warn'>;
}

const discoverySchema = z.object({
  issuer: z.string(),
  token_endpoint_auth_methods_supported: z.optional(z.array(z.string())),
});

export function createOidcSignIn(dependencies: Dependencies): OidcSignIn {
  const { config, betterAuth, accounts, publicUrl, log } = dependencies;
  if (!config) {
    const unavailable = async () => refuse('provider-unavailable');
    return { name: null, start: unavailable, finish: unavailable };
  }
  const { issuer, clientId, clientSecret, name } = config;
  const failed = () => refuse('provider-failed', { details: { provider: name } });
  const discoveryUrl = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;

  /** What the sign-in in progress does before an account is linked. */
  const linking = new AsyncLocalStorage<(user: string) => Promise<void>>();

  async function beforeLink(user: string): Promise<void> {
    const prepare = linking.getStore();
    if (!prepare) throw new Error('An account was linked outside of a sign-in.');
    await prepare(user);
  }

  /** Better Auth reads the discovery document when it starts, and keeps it. */
  async function openWithOidc(origin: string) {
    const answer = await fetch(discoveryUrl, { signal: AbortSignal.timeout(TIMEOUT) });
    const discovery = discoverySchema.parse(await answer.json());
    if (discovery.issuer !== issuer) throw new Error(`Its issuer is ${discovery.issuer}.`);
    const methods = discovery.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const options: Parameters<BetterAuth['withOidc']>[1] = {
      providerId,
      discoveryUrl,
      clientId,
      clientSecret,
      scopes: ['openid', 'email', 'profile'],
      authentication: methods.includes('client_secret_basic') ? 'basic' : 'post',
      requireIdTokenVerification: true,
      mapProfileToUser: (claims) => {
        const names = namesOf(claims);
        return { ...names, name: `${names.firstName} ${names.lastName}`, image: undefined };
      },
    };
    const opened = betterAuth.withOidc(origin, options, beforeLink);
    const { socialProviders } = await opened.$context;
    // It leaves out a provider that it couldn't read.
    if (!socialProviders.some(({ id }) => id === providerId)) throw new Error('It could not be discovered.');
    return opened;
  }

  const opened = createExpiringCache({ load: openWithOidc, life: DISCOVERY_LIFE, most: MOST_ORIGINS });

  /** Failures of the provider go to the operator's log; the person is told to try again. */
  async function guarded<T>(origin: string, work: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
    try {
      return await withTimeout(work());
    } catch (error) {
      // The provider may have moved what it had discovered.
      opened.forget(origin);
      log.warn({ error: String(error) }, `Signing in through ${issuer} failed.`);
      return failed();
    }
  }

  const originAt = (origin: string): string => publicUrl?.origin ?? origin;

  return {
    name,

    async start(origin) {
      if (publicUrl && URL.parse(origin)?.host !== publicUrl.host) {
        return refuse('unauthorized-domain', { details: { address: publicUrl.origin } });
      }
      return guarded(originAt(origin), async () => {
        const { api } = await opened.get(originAt(origin));
        const { response, headers } = await api.signInSocial({
          body: { provider: providerId, callbackURL: signedInPath, errorCallbackURL: signedInPath },
          headers: betterAuthHeaders({}),
          returnHeaders: true,
        });
        return done({ address: response.url ?? '', cookies: headers.getSetCookie() });
      });
    },

    finish: ({ origin: sentTo, url, cookie, browser, linkedEntry }) => {
      const origin = originAt(sentTo);
      return guarded(origin, async () => {
        let since = await accounts.lastSignOut();
        let endedSessions: readonly string[] = [];
        const { handler } = await opened.get(origin);
        const request = new Request(origin + url, { headers: betterAuthHeaders({ cookie, browser }) });
        const prepare = async (user: string) => {
          endedSessions = await revokeAllAccess(betterAuth.db, user, linkedEntry(user));
          since = await accounts.lastSignOut();
        };
        const response = await linking.run(prepare, () => handler(request));
        const end = new URL(response.headers.get('location') ?? '/', origin);
        const error = end.searchParams.get('error');
        if (error === 'account_not_linked') return refuse('user-mismatch');
        if (end.pathname !== signedInPath || error !== null) return failed();
        const signedIn = await accounts.completeSignIn(response.headers, since);
        return signedIn ? done({ signedIn, endedSessions }) : failed();
      });
    },
  };
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('It took too long.')), 2 * TIMEOUT);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
