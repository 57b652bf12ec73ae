import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import { startOidcSignIn } from '../../contract/auth.ts';
import { nameLimit } from '../../domain/problem/name.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import { capitalize } from '../../domain/team/user.ts';
import type { OidcConfig } from '../config.ts';
import type { SecurityLogEntry } from '../database/store.ts';
import type { Serve } from '../door/endpoint.ts';
import { GUESS_LIMIT } from '../door/rate-limit.ts';
import type { LiveSessions } from '../live/live-sessions.ts';
import type { Accounts, SignedIn } from './accounts.ts';
import { type BetterAuth, betterAuthHeaders, signedInPath } from './better-auth.ts';
import type { SecurityLog } from './security-log.ts';
import { revokeAllAccess } from './sessions.ts';
import type { BrowserSessions } from './sign-in-endpoints.ts';

interface CacheOptions<Value> {
  readonly load: (key: string) => Promise<Value>;
  /** How long a value is kept, in milliseconds. */
  readonly life: number;
  readonly most: number;
  /** Milliseconds; not the time of day. */
  readonly clock?: () => number;
}

/** Keeps what was loaded. Callers at the same time share one load, and a load that failed is not kept. */
export function createExpiringCache<Value>({
  load,
  life,
  most,
  clock = () => performance.now(),
}: CacheOptions<Value>) {
  const kept = new Map<string, { readonly value: Promise<Value>; readonly until: number }>();

  function forget(key: string, value?: Promise<Value>): void {
    if (value === undefined || kept.get(key)?.value === value) kept.delete(key);
  }

  return {
    forget: (key: string) => forget(key),
    get(key: string): Promise<Value> {
      const found = kept.get(key);
      if (found && clock() < found.until) return found.value;
      const value = load(key);
      value.catch(() => forget(key, value));
      kept.delete(key);
      kept.set(key, { value, until: clock() + life });
      const [oldest] = kept.keys();
      if (kept.size > most && oldest !== undefined) kept.delete(oldest);
      return value;
    },
  };
}

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

/** Where to send the browser, and the cookies that identify it when it returns. */
interface OidcRedirect {
  readonly address: string;
  readonly cookies: readonly string[];
}

interface OidcCallback {
  readonly origin: string;
  /** Path and query. */
  readonly url: string;
  readonly cookie: string | undefined;
  readonly browser: string;
  readonly linkedEntry: (user: string) => SecurityLogEntry;
}

export interface OidcSignIn {
  readonly name: string | null;
  start(origin: string): Promise<Outcome<OidcRedirect>>;
  finish(callback: OidcCallback): Promise<Outcome<OidcSignedIn>>;
}

interface OidcSignedIn {
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

interface OidcEndpointsDependencies {
  readonly oidc: OidcSignIn;
  readonly accounts: Pick<Accounts, 'whoIs'>;
  readonly sessions: BrowserSessions;
  readonly connections: Pick<LiveSessions, 'signedOut'>;
  readonly securityLog: SecurityLog;
}

/** The callback is not in the contract, since the provider redirects browsers to it. */
export function serveOidc(
  app: FastifyInstance,
  serve: Serve,
  { oidc, accounts, sessions, connections, securityLog }: OidcEndpointsDependencies,
): void {
  serve(startOidcSignIn, async ({ origin, setCookies }) => {
    const redirect = await oidc.start(origin);
    if (!redirect.ok) return redirect;
    setCookies(redirect.value.cookies);
    return done({ address: redirect.value.address });
  });

  app.get(
    oidcCallbackPath,
    { config: { rateLimit: GUESS_LIMIT } },
    async ({ headers, url, place, ownOrigin }, reply) => {
      reply.header('cache-control', 'no-store');
      const { cookie, 'user-agent': browser = '' } = headers;
      const { caller } = await accounts.whoIs(cookie);
      const linkedEntry = (user: string) =>
        securityLog.entry({ type: 'provider-linked', user }, { place, browser });
      const finished = await oidc.finish({ origin: ownOrigin, url, cookie, browser, linkedEntry });
      if (!finished.ok) {
        const event = { type: 'sign-in-unknown', details: { method: 'provider' } } as const;
        securityLog.recordLater(event, { place, browser });
        return reply.redirect(`${signedInPath}?problem=${finished.problem.code}`);
      }
      const setCookies = (lines: readonly string[]) => reply.header('set-cookie', [...lines]);
      const { signedIn, endedSessions } = finished.value;
      await sessions.start({ caller, cookie, setCookies }, signedIn);
      for (const session of endedSessions) connections.signedOut(session);
      const { id: user } = signedIn.caller.user;
      const event = { type: 'signed-in', user, details: { method: 'provider' } } as const;
      await securityLog.record(event, { place, browser });
      return reply.redirect(signedInPath);
    },
  );
}
