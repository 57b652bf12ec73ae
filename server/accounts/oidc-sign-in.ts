import type { FastifyInstance } from 'fastify';
import type { AuthorizationCodeGrantChecks, Configuration } from 'openid-client';
import { startOidcSignIn } from '../../contract/account.ts';
import { nameLimit } from '../../domain/problem/name.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import { capitalize } from '../../domain/team/user.ts';
import type { OidcConfig } from '../config.ts';
import { appendEntries } from '../database/security-log-tables.ts';
import type { Parts, Serve } from '../door/endpoint.ts';
import { limitCalls, MOST_GUESSES } from '../door/rate-limit.ts';
import {
  findUserByEmail,
  insertNewAccount,
  insertSignIn,
  normalizeEmail,
  oidcProvider,
} from './account-tables.ts';
import { type ProvedUser, startSession } from './accounts.ts';
import { endEveryWayIn, proveAddress } from './first-proof.ts';
import { providerRequest } from './pending-proofs.ts';
import type { EventSource } from './security-log.ts';
import { lastSignOut } from './sessions.ts';

/** The claims of an ID token; any may be missing. */
type Claims = Readonly<Record<string, unknown>>;
type PersonClaims = Claims & { readonly sub: string };

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

/** Where the browser ends, signed in or not. */
const signedInPath = '/signed-in';
const oidcCallbackPath = `/api/auth/callback/${oidcProvider}`;

/** For each of the provider's answers, in seconds: a person who waits for one that hangs is soon told to try again. */
const TIMEOUT = 5;
/** How long the provider's discovery document is kept, in milliseconds: each sign-in would wait for it, and for ever would lead people to a page that has moved. */
const DISCOVERY_LIFE = 600_000;

/** Loaded when somebody signs in through the provider. */
const load = () => import('openid-client');

async function discover({ issuer, clientId, clientSecret }: OidcConfig): Promise<Configuration> {
  const library = await load();
  const { ClientSecretBasic, ClientSecretPost, allowInsecureRequests, enableNonRepudiationChecks } = library;
  return library.discovery(
    new URL(issuer),
    clientId,
    clientSecret,
    (server, ...rest) => {
      const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
      const authenticate = methods.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost;
      authenticate(clientSecret)(server, ...rest);
    },
    {
      timeout: TIMEOUT,
      execute: [enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [allowInsecureRequests] : [])],
    },
  );
}

/** The callback is not in the contract, since the provider redirects browsers to it. */
export function serveOidc(app: FastifyInstance, serve: Serve, parts: Parts): void {
  const { db, accounts, proofs, connections, securityLog, config, now } = parts;
  const { oidc, publicUrl } = config;
  if (!oidc) {
    serve(startOidcSignIn, async () => refuse('provider-unavailable'));
    return;
  }
  const failed = () => refuse('provider-failed', { details: { provider: oidc.name } });
  const unverified = () => refuse('provider-unverified', { details: { provider: oidc.name } });

  let discovered: { readonly provider: Promise<Configuration>; readonly until: number } | null = null;

  function openProvider(): Promise<Configuration> {
    if (!discovered || now() > discovered.until) {
      discovered = { provider: discover(oidc as OidcConfig), until: now() + DISCOVERY_LIFE };
    }
    return discovered.provider;
  }

  /** Failures of the provider go to the operator's log; the person is told to try again. */
  const guarded = async <T>(work: () => Promise<Outcome<T>>): Promise<Outcome<T>> => {
    try {
      return await work();
    } catch (error) {
      // The provider may have moved what it had discovered.
      discovered = null;
      app.log.warn({ error: String(error) }, `Signing in through ${oidc.issuer} failed.`);
      return failed();
    }
  };

  const originAt = (origin: string): string => publicUrl?.origin ?? origin;

  serve(startOidcSignIn, async ({ origin, setCookies }) => {
    if (publicUrl && URL.parse(origin)?.host !== publicUrl.host) {
      return refuse('unauthorized-domain', { details: { address: publicUrl.origin } });
    }
    return guarded(async () => {
      const [library, provider] = await Promise.all([load(), openProvider()]);
      const pkceCodeVerifier = library.randomPKCECodeVerifier();
      const [expectedState, expectedNonce] = [library.randomState(), library.randomNonce()];
      const address = library.buildAuthorizationUrl(provider, {
        redirect_uri: originAt(origin) + oidcCallbackPath,
        scope: 'openid email profile',
        code_challenge: await library.calculatePKCECodeChallenge(pkceCodeVerifier),
        code_challenge_method: 'S256',
        state: expectedState,
        nonce: expectedNonce,
      });
      const checks = { pkceCodeVerifier, expectedState, expectedNonce, idTokenExpected: true };
      setCookies([await proofs.start(providerRequest, JSON.stringify(checks))]);
      return done({ address: address.href });
    });
  });

  /** The claims about the person who comes back; null for someone who didn't start here, or was refused by the provider. */
  async function claimsAt(address: URL, cookie: string | undefined): Promise<PersonClaims | null> {
    const request = await proofs.find(providerRequest, cookie);
    const expected: AuthorizationCodeGrantChecks | null = request && JSON.parse(request);
    // A stranger's address, or an answer to another request, doesn't end this one.
    if (expected === null || address.searchParams.get('state') !== expected.expectedState) return null;
    const isFirst = (await proofs.take(providerRequest, cookie)) !== null;
    if (!isFirst || address.searchParams.has('error')) return null;
    const [library, provider] = await Promise.all([load(), openProvider()]);
    const tokens = await library.authorizationCodeGrant(provider, address, expected);
    const claims = tokens.claims();
    if (!claims) return null;
    const isWhole = claims.email !== undefined && claims.email_verified !== undefined;
    if (isWhole || provider.serverMetadata().userinfo_endpoint === undefined) return claims;
    const more = await library.fetchUserInfo(provider, tokens.access_token, claims.sub);
    // An address and the word that it is verified come from one place: they may be of two addresses.
    return more.email === undefined ? claims : { ...claims, email_verified: undefined, ...more };
  }

  /** The account gets this way to sign in, and loses all others. Memberships stay. Null if it has another address by now. */
  const link = (
    { user, email, accountId }: { user: string; email: string; accountId: string },
    source: EventSource,
  ): Promise<number | null> =>
    db.transaction().execute(async (transaction) => {
      if ((await findUserByEmail(transaction, email)) !== user) return null;
      if (!(await proveAddress(transaction, user, { email }))) await endEveryWayIn(transaction, user);
      const entry = securityLog.entry({ type: 'provider-linked', user }, source);
      await appendEntries(transaction, [entry]);
      await insertSignIn(transaction, user, { providerId: oidcProvider, accountId }, now());
      return lastSignOut(transaction);
    });

  /** Somebody may have been linked before their address was verified. Null if it was not the first time. */
  const prove = (user: string, email: string, accountId: string): Promise<number | null> =>
    db.transaction().execute(async (transaction) => {
      const kept = { signIn: { providerId: oidcProvider, accountId } };
      return (await proveAddress(transaction, user, { email, kept })) ? lastSignOut(transaction) : null;
    });

  /** The account may be created or linked only now, and only to an address that the provider has verified. */
  async function userOf(
    claims: PersonClaims,
    since: number,
    source: EventSource,
  ): Promise<Outcome<ProvedUser>> {
    const email = normalizeEmail(textOf(claims.email));
    if (email === '') return failed();
    const emailVerified = claims.email_verified === true || claims.email_verified === 'true';
    const accountId = claims.sub;
    const known = await db
      .selectFrom('account')
      .select('userId as user')
      .where('providerId', '=', oidcProvider)
      .where('accountId', '=', accountId)
      .executeTakeFirst();
    if (!known && !emailVerified) return unverified();
    const user = known?.user ?? (await findUserByEmail(db, email));
    if (user === null) {
      const providers = [{ provider: oidcProvider, account: accountId }];
      const account = { email, emailVerified, ...namesOf(claims), password: null, providers };
      const created = await insertNewAccount(db, account, now());
      if (created === null) return failed();
      await securityLog.record({ type: 'provider-linked', user: created }, source);
      return done({ user: created, since });
    }
    if (known && !emailVerified) return done({ user, since });
    const signOut = known
      ? await prove(user, email, accountId)
      : await link({ user, email, accountId }, source);
    if (signOut === null) return known ? done({ user, since }) : failed();
    connections.sessionsChanged(user);
    return done({ user, since: signOut });
  }

  app.get(
    oidcCallbackPath,
    { onRequest: limitCalls(parts.createLimit(MOST_GUESSES)) },
    async ({ headers, url, place, ownOrigin }, reply) => {
      reply.header('cache-control', 'no-store');
      const { cookie, 'user-agent': browser = '' } = headers;
      const { caller } = await accounts.whoIs(cookie);
      const setCookies = (lines: readonly string[]) => reply.header('set-cookie', [...lines]);
      const source = { place, browser };
      const signedIn = await guarded(async () => {
        const since = await accounts.lastSignOut();
        const claims = await claimsAt(new URL(originAt(ownOrigin) + url), cookie);
        const user = claims ? await userOf(claims, since, source) : failed();
        if (!user.ok) return user;
        return startSession(parts, { caller, cookie, setCookies, ...source }, user.value, 'provider');
      });
      if (signedIn.ok) return reply.redirect(signedInPath);
      securityLog.recordLater({ type: 'sign-in-unknown', details: { method: 'provider' } }, source);
      const code =
        signedIn.problem.code === 'provider-unverified' ? 'provider-unverified' : 'provider-failed';
      return reply.redirect(`${signedInPath}?problem=${code}`);
    },
  );
}
