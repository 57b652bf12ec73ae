import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { startOidcSignIn } from '../../contract/auth.ts';
import { nameLimit } from '../../domain/problem/name.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import { capitalize } from '../../domain/team/user.ts';
import type { OidcConfig } from '../config.ts';
import type { Serve } from '../door/endpoint.ts';
import { limitCalls, MOST_GUESSES } from '../door/rate-limit.ts';
import type { Parts } from '../parts.ts';
import { type SignedIn, startSession } from './accounts.ts';
import { type BetterAuth, betterAuthHeaders, signedInPath } from './better-auth.ts';
import { revokeAllAccess } from './sessions.ts';

/** The claims of an ID token; any may be missing. */
type Claims = Readonly<Record<string, unknown>>;

/** Both names of a person; what the claims lack is taken from the email address. */
export function namesOf(claims: Claims): { firstName: string; lastName: string } {
  const words = textOf(claims.name).split(/\s+/);
  const mailbox = textOf(claims.email).split('@', 1)[0];
  const first = (...candidates: (string | undefined)[]) => toName(candidates.find((each) => each) ?? 'New');
  return {
    firstName: first(textOf(claims.given_name), words.slice(0, -1).join(' '), words.at(-1), mailbox),
    lastName: first(textOf(claims.family_name), words.length > 1 ? words.at(-1) : '', mailbox),
  };
}

const textOf = (claim: unknown): string => (typeof claim === 'string' ? claim.trim() : '');

/** Follows U2 and U3, where nobody can be asked to correct it. */
const toName = (name: string): string => capitalize(name.slice(0, nameLimit).trim());

/** Better Auth's name for the provider, and so the end of its callback address. */
const providerId = 'oidc';
const oidcCallbackPath = `/api/auth/callback/${providerId}`;

/** For the provider's answer, in milliseconds. */
const TIMEOUT = 5_000;
/** How long the provider's discovery document is kept, in milliseconds. */
const DISCOVERY_LIFE = 600_000;
/** Addresses of ours that people sign in at; anyone can send any `Host`. */
const MOST_ORIGINS = 4;

const discoverySchema = z.object({
  issuer: z.string(),
  token_endpoint_auth_methods_supported: z.optional(z.array(z.string())),
});

/** Better Auth reads the discovery document when it starts, and keeps it. */
async function openWithOidc(
  betterAuth: BetterAuth,
  { issuer, clientId, clientSecret }: OidcConfig,
  origin: string,
  beforeLink: (user: string) => Promise<void>,
) {
  const discoveryUrl = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
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

/** The callback is not in the contract, since the provider redirects browsers to it. */
export function serveOidc(app: FastifyInstance, serve: Serve, parts: Parts): void {
  const { db, betterAuth, accounts, connections, securityLog, config } = parts;
  const { oidc, publicUrl } = config;
  if (!oidc) {
    serve(startOidcSignIn, async () => refuse('provider-unavailable'));
    return;
  }
  const failed = () => refuse('provider-failed', { details: { provider: oidc.name } });

  const linking = new AsyncLocalStorage<(user: string) => Promise<void>>();

  async function beforeLink(user: string): Promise<void> {
    const prepare = linking.getStore();
    if (!prepare) throw new Error('An account was linked outside of a sign-in.');
    await prepare(user);
  }

  const opened = new Map<string, { value: ReturnType<typeof openWithOidc>; until: number }>();

  const openAt = (origin: string): ReturnType<typeof openWithOidc> => {
    const known = opened.get(origin);
    if (known && performance.now() < known.until) return known.value;
    const value = openWithOidc(betterAuth, oidc, origin, beforeLink);
    const [oldest] = opened.keys();
    if (opened.size >= MOST_ORIGINS && oldest !== undefined) opened.delete(oldest);
    opened.set(origin, { value, until: performance.now() + DISCOVERY_LIFE });
    return value;
  };

  /** Failures of the provider go to the operator's log; the person is told to try again. */
  const guarded = async <T>(origin: string, work: () => Promise<Outcome<T>>): Promise<Outcome<T>> => {
    try {
      const tooLong = delay(2 * TIMEOUT, null, { ref: false }).then(() => {
        throw new Error('It took too long.');
      });
      return await Promise.race([work(), tooLong]);
    } catch (error) {
      // The provider may have moved what it had discovered.
      opened.delete(origin);
      app.log.warn({ error: String(error) }, `Signing in through ${oidc.issuer} failed.`);
      return failed();
    }
  };

  const originAt = (origin: string): string => publicUrl?.origin ?? origin;

  serve(startOidcSignIn, async ({ origin, setCookies }) => {
    if (publicUrl && URL.parse(origin)?.host !== publicUrl.host) {
      return refuse('unauthorized-domain', { details: { address: publicUrl.origin } });
    }
    return guarded(originAt(origin), async () => {
      const { api } = await openAt(originAt(origin));
      const { response, headers } = await api.signInSocial({
        body: { provider: providerId, callbackURL: signedInPath, errorCallbackURL: signedInPath },
        headers: betterAuthHeaders({}),
        returnHeaders: true,
      });
      setCookies(headers.getSetCookie());
      return done({ address: response.url ?? '' });
    });
  });

  /** Also returns the ids of the sessions that ended because the account was linked. */
  async function finish(
    origin: string,
    url: string,
    source: { readonly cookie: string | undefined; readonly browser: string; readonly place: string },
  ): Promise<Outcome<{ signedIn: SignedIn; ended: readonly string[] }>> {
    let since = await accounts.lastSignOut();
    let ended: readonly string[] = [];
    const { handler } = await openAt(origin);
    const request = new Request(origin + url, { headers: betterAuthHeaders(source) });
    const prepare = async (user: string) => {
      ended = await revokeAllAccess(db, user, securityLog.entry({ type: 'provider-linked', user }, source));
      since = await accounts.lastSignOut();
    };
    const response = await linking.run(prepare, () => handler(request));
    const end = new URL(response.headers.get('location') ?? '/', origin);
    const error = end.searchParams.get('error');
    if (error === 'account_not_linked') return refuse('user-mismatch');
    if (end.pathname !== signedInPath || error !== null) return failed();
    const signedIn = await accounts.completeSignIn(response.headers, since);
    return signedIn ? done({ signedIn, ended }) : failed();
  }

  app.get(
    oidcCallbackPath,
    { onRequest: limitCalls(parts.createLimit(MOST_GUESSES)) },
    async ({ headers, url, place, ownOrigin }, reply) => {
      reply.header('cache-control', 'no-store');
      const { cookie, 'user-agent': browser = '' } = headers;
      const { caller } = await accounts.whoIs(cookie);
      const origin = originAt(ownOrigin);
      const finished = await guarded(origin, () => finish(origin, url, { cookie, browser, place }));
      if (!finished.ok) {
        const event = { type: 'sign-in-unknown', details: { method: 'provider' } } as const;
        securityLog.recordLater(event, { place, browser });
        return reply.redirect(`${signedInPath}?problem=${finished.problem.code}`);
      }
      const setCookies = (lines: readonly string[]) => reply.header('set-cookie', [...lines]);
      const { signedIn, ended } = finished.value;
      await startSession(parts, { caller, cookie, place, browser, setCookies }, signedIn, 'provider');
      for (const session of ended) connections.signedOut(session);
      return reply.redirect(signedInPath);
    },
  );
}
