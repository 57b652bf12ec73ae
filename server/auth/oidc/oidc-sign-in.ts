import type { Logger } from 'pino';
import * as z from 'zod/mini';
import { done, type Outcome, refuse } from '../../../domain/problem/problem.ts';
import type { OidcConfig } from '../../config.ts';
import type { Accounts, SignedIn } from '../account/accounts.ts';
import { type Library, signedInPath } from '../better-auth/better-auth.ts';
import { betterAuthHeaders } from '../better-auth/better-auth-headers.ts';
import { revokeAllAccess } from '../revoke-access.ts';
import { namesOf } from './oidc-profile.ts';

/** How the library calls it, and so the last part of the address it sends people back to. */
const providerId = 'oidc';
export const oidcCallbackPath = `/api/auth/callback/${providerId}`;

/** How long people wait for the provider's answers, in milliseconds. */
const PATIENCE = 5_000;

/** Where a browser goes, and the cookie that it comes back with. */
export interface Sent {
  readonly address: string;
  readonly cookies: readonly string[];
}

export interface Returned {
  readonly host: string;
  /** Path and query of the address that the provider sent the browser to. */
  readonly url: string;
  readonly cookie: string | undefined;
  readonly browser: string;
}

/** Signing in through the operator's own OpenID Connect provider. */
export interface Provider {
  /** Null where none is set up. */
  readonly name: string | null;
  start(host: string): Promise<Outcome<Sent>>;
  finish(returned: Returned): Promise<Outcome<Arrived>>;
}

export interface Arrived {
  readonly signedIn: SignedIn;
  /** The sessions that ended since the account is linked from now on. */
  readonly ended: readonly string[];
}

interface Parts {
  readonly config: OidcConfig | null;
  readonly library: Pick<Library, 'db' | 'withProvider'>;
  readonly accounts: Pick<Accounts, 'arrive' | 'lastSignOut'>;
  readonly publicUrl: URL | null;
  readonly log: Pick<Logger, 'warn'>;
}

const offered = z.object({
  issuer: z.string(),
  token_endpoint_auth_methods_supported: z.optional(z.array(z.string())),
});

export function createOidcSignIn({ config, library, accounts, publicUrl, log }: Parts): Provider {
  if (!config) {
    const nobody = async () => refuse('provider-unavailable');
    return { name: null, start: nobody, finish: nobody };
  }
  const { issuer, clientId, clientSecret, name } = config;
  const failed = () => refuse('provider-failed', { details: { provider: name } });
  const discoveryUrl = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;

  /** The provider is asked anew each time, so that neither its changes nor its failures are remembered. */
  async function openBetterAuth(origin: string, beforeLink: (user: string) => Promise<void>) {
    const answer = await fetch(discoveryUrl, { signal: AbortSignal.timeout(PATIENCE) });
    const told = offered.parse(await answer.json());
    if (told.issuer !== issuer) throw new Error(`It calls itself ${told.issuer}.`);
    const methods = told.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const options: Parameters<Library['withProvider']>[1] = {
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
    return library.withProvider(origin, options, beforeLink);
  }

  /** What goes wrong on the way to the provider is for the operator to know, and for the person to try again. */
  async function guarded<T>(work: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
    try {
      return await inTime(work());
    } catch (error) {
      log.warn({ error: String(error) }, `Signing in through ${issuer} did not work.`);
      return failed();
    }
  }

  const originAt = (host: string): string => publicUrl?.origin ?? `http://${host}`;

  return {
    name,

    async start(host) {
      if (publicUrl && host.toLowerCase() !== publicUrl.host) {
        return refuse('unauthorized-domain', { details: { address: publicUrl.origin } });
      }
      return guarded(async () => {
        const { api } = await openBetterAuth(originAt(host), async () => {});
        const { response, headers } = await api.signInSocial({
          body: { provider: providerId, callbackURL: signedInPath, errorCallbackURL: signedInPath },
          headers: betterAuthHeaders({}),
          returnHeaders: true,
        });
        return done({ address: response.url ?? '', cookies: headers.getSetCookie() });
      });
    },

    finish: ({ host, url, cookie, browser }) =>
      guarded(async () => {
        const origin = originAt(host);
        let since = await accounts.lastSignOut();
        let ended: readonly string[] = [];
        const { handler } = await openBetterAuth(origin, async (user) => {
          ended = await revokeAllAccess(library.db, user);
          since = await accounts.lastSignOut();
        });
        const headers = betterAuthHeaders({ cookie, browser });
        const response = await handler(new Request(origin + url, { headers }));
        const end = new URL(response.headers.get('location') ?? '/', origin);
        const error = end.searchParams.get('error');
        if (error === 'account_not_linked') return refuse('user-mismatch');
        if (end.pathname !== signedInPath || error !== null) return failed();
        const signedIn = await accounts.arrive(response.headers, since);
        return signedIn ? done({ signedIn, ended }) : failed();
      }),
  };
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('It took too long.')), 2 * PATIENCE);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
