import type { Logger } from 'pino';
import * as z from 'zod/mini';
import { done, type Outcome, refuse } from '../../../domain/problem/problem.ts';
import type { OidcConfig } from '../../config.ts';
import type { Accounts, SignedIn } from '../account/accounts.ts';
import { type BetterAuth, signedInPath } from '../better-auth/better-auth.ts';
import { betterAuthHeaders } from '../better-auth/better-auth-headers.ts';
import { revokeAllAccess } from '../revoke-access.ts';
import { namesOf } from './oidc-profile.ts';

/** Better Auth's name for the provider, and so the end of its callback address. */
const providerId = 'oidc';
export const oidcCallbackPath = `/api/auth/callback/${providerId}`;

/** For the provider's answer, in milliseconds. */
const TIMEOUT = 5_000;

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
  /** The account was linked to the provider just now. */
  readonly wasLinked: boolean;
  /** Ids of the sessions that ended because of that. */
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

  /** Fetches the provider's discovery document each time, so that neither its changes nor its failures are cached. */
  async function betterAuthWithOidc(origin: string, beforeLink: (user: string) => Promise<void>) {
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
    return betterAuth.withOidc(origin, options, beforeLink);
  }

  /** Failures of the provider go to the operator's log; the person is told to try again. */
  async function guarded<T>(work: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
    try {
      return await withTimeout(work());
    } catch (error) {
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
      return guarded(async () => {
        const { api } = await betterAuthWithOidc(originAt(origin), async () => {});
        const { response, headers } = await api.signInSocial({
          body: { provider: providerId, callbackURL: signedInPath, errorCallbackURL: signedInPath },
          headers: betterAuthHeaders({}),
          returnHeaders: true,
        });
        return done({ address: response.url ?? '', cookies: headers.getSetCookie() });
      });
    },

    finish: ({ origin: sentTo, url, cookie, browser }) =>
      guarded(async () => {
        const origin = originAt(sentTo);
        let since = await accounts.lastSignOut();
        let wasLinked = false;
        let endedSessions: readonly string[] = [];
        const { handler } = await betterAuthWithOidc(origin, async (user) => {
          wasLinked = true;
          endedSessions = await revokeAllAccess(betterAuth.db, user);
          since = await accounts.lastSignOut();
        });
        const headers = betterAuthHeaders({ cookie, browser });
        const response = await handler(new Request(origin + url, { headers }));
        const end = new URL(response.headers.get('location') ?? '/', origin);
        const error = end.searchParams.get('error');
        if (error === 'account_not_linked') return refuse('user-mismatch');
        if (end.pathname !== signedInPath || error !== null) return failed();
        const signedIn = await accounts.completeSignIn(response.headers, since);
        return signedIn ? done({ signedIn, wasLinked, endedSessions }) : failed();
      }),
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
