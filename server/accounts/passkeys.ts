import { APIError } from 'better-auth/api';
import { addPasskey, removePasskey, startPasskey } from '../../contract/account.ts';
import { signInByPasskey, startPasskeySignIn } from '../../contract/auth.ts';
import { parseName } from '../../domain/problem/name.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import { appendEntries } from '../database/security-log-tables.ts';
import type { SecurityLogEntry } from '../database/store.ts';
import type { Serve } from '../door/endpoint.ts';
import { deletePasskey, findPasskeyOwner } from './account-tables.ts';
import type { Accounts, Caller, SignedIn } from './accounts.ts';
import { type BetterAuth, betterAuthHeaders } from './better-auth.ts';
import type { PasswordProof, Reauthenticate } from './passwords.ts';
import type { SecurityLog } from './security-log.ts';
import type { BrowserSessions } from './sign-in-endpoints.ts';

type Json = Record<string, unknown>;

interface PasskeyOptions {
  readonly options: Json;
  readonly cookies: readonly string[];
}

interface PasskeyAnswer {
  readonly cookie: string | undefined;
  readonly origin: string;
  readonly answer: Json;
}

export interface Passkeys {
  isAvailableAt(origin: string): boolean;
  start(
    caller: Caller,
    origin: string,
    cookie: string,
    proof: PasswordProof,
  ): Promise<Outcome<PasskeyOptions>>;
  add(caller: Caller, name: string, answered: PasskeyAnswer): Promise<Outcome<null>>;
  remove(caller: Caller, passkey: string, entry: SecurityLogEntry): Promise<boolean>;
  startSignIn(origin: string): Promise<Outcome<PasskeyOptions>>;
  signIn(answered: PasskeyAnswer, browser: string): Promise<Outcome<SignedIn>>;
  /** Whose passkey an answer names, whether or not it is valid; null if it is nobody's. */
  ownerOf(answer: Json): Promise<string | null>;
}

interface Dependencies {
  readonly betterAuth: BetterAuth;
  readonly accounts: Pick<Accounts, 'completeSignIn' | 'lastSignOut' | 'isSessionAlive'>;
  readonly reauthenticate: Reauthenticate;
  readonly publicUrl: URL | null;
  readonly certifiedNames: () => readonly string[];
}

export function createPasskeys(dependencies: Dependencies): Passkeys {
  const { betterAuth, accounts, reauthenticate, publicUrl, certifiedNames } = dependencies;
  const { db } = betterAuth;

  /** Null where browsers offer no passkeys: they need https or localhost, and a domain name instead of an IP address. */
  function passkeyOrigin(origin: string): string | null {
    const url = URL.parse(origin);
    if (!url) return null;
    if (publicUrl?.protocol === 'https:') return url.host === publicUrl.host ? publicUrl.origin : null;
    if (isCertified(url)) return origin;
    const isLocalhost = url.hostname === 'localhost' && (!publicUrl || url.host === publicUrl.host);
    return isLocalhost ? origin : null;
  }

  const isCertified = ({ protocol, hostname }: URL) =>
    protocol === 'https:' && certifiedNames().includes(hostname);

  function apiAt(origin: string) {
    const url = URL.parse(origin);
    const isOtherName = url !== null && publicUrl?.protocol !== 'https:' && isCertified(url);
    return betterAuth.passkeyApi(isOtherName ? url.hostname : null);
  }

  const headersOf = ({ cookie, origin }: PasskeyAnswer, browser?: string) =>
    betterAuthHeaders({ cookie, browser, origin: passkeyOrigin(origin) ?? undefined });

  return {
    isAvailableAt: (origin) => passkeyOrigin(origin) !== null,

    async start(caller, origin, cookie, proof) {
      if (passkeyOrigin(origin) === null) return refuse('passkey-unavailable');
      const proved = await reauthenticate(caller, proof);
      if (!proved.ok) return proved;
      const { response, headers } = await (await apiAt(origin)).generatePasskeyRegistrationOptions({
        headers: betterAuthHeaders({ cookie }),
        query: {},
        returnHeaders: true,
      });
      return done({ options: { ...response }, cookies: headers.getSetCookie() });
    },

    async add({ user, session }, typed, answered) {
      const name = parseName(typed, 'name', 'name-missing');
      if (!name.ok) return name;
      try {
        const added = await (await apiAt(answered.origin)).verifyPasskeyRegistration({
          body: { response: answered.answer, name: name.value },
          headers: headersOf(answered),
        });
        if (await accounts.isSessionAlive(session)) return done(null);
        // The user was signed out everywhere meanwhile, and all passkeys except this one were deleted.
        await deletePasskey(db, user.id, added.id);
        return refuse('sign-in-again');
      } catch (error) {
        return refusePasskey(error);
      }
    },

    remove: ({ user }, passkey, entry) =>
      db.transaction().execute(async (transaction) => {
        const isRemoved = await deletePasskey(transaction, user.id, passkey);
        if (isRemoved) await appendEntries(transaction, [entry]);
        return isRemoved;
      }),

    async startSignIn(origin) {
      if (passkeyOrigin(origin) === null) return refuse('passkey-unavailable');
      const { response, headers } = await (await apiAt(origin)).generatePasskeyAuthenticationOptions({
        headers: betterAuthHeaders({}),
        returnHeaders: true,
      });
      const options = { ...response, userVerification: 'required' };
      return done({ options, cookies: headers.getSetCookie() });
    },

    async signIn(answered, browser) {
      const since = await accounts.lastSignOut();
      try {
        const { headers } = await (await apiAt(answered.origin)).verifyPasskeyAuthentication({
          // Better Auth validates it.
          body: { response: answered.answer as never },
          headers: headersOf(answered, browser),
          returnHeaders: true,
        });
        const signedIn = await accounts.completeSignIn(headers, since);
        return signedIn ? done(signedIn) : refuse('passkey-failed');
      } catch (error) {
        return refusePasskey(error);
      }
    },

    ownerOf: async ({ id }) => (typeof id === 'string' ? findPasskeyOwner(db, id) : null),
  };
}

/** Better Auth reports an invalid answer as an internal error, so the status does not count. */
function refusePasskey(error: unknown) {
  if (!(error instanceof APIError)) throw error;
  return refuse('passkey-failed');
}

export function servePasskeys(
  serve: Serve,
  passkeys: Passkeys,
  { sessions, securityLog }: { readonly sessions: BrowserSessions; readonly securityLog: SecurityLog },
): void {
  serve(startPasskey, async ({ caller, origin, cookie = '', body: { password }, setCookies }) => {
    const started = await passkeys.start(caller, origin, cookie, { password });
    if (!started.ok) return started;
    setCookies(started.value.cookies);
    return done({ options: started.value.options });
  });

  serve(addPasskey, async (request) => {
    const { caller, body, cookie, origin } = request;
    const added = await passkeys.add(caller, body.name, { answer: body.answer, cookie, origin });
    if (!added.ok) return added;
    await securityLog.record({ type: 'passkey-added', user: caller.user.id }, request);
    return done({});
  });

  serve(removePasskey, async (request) => {
    const { caller, params } = request;
    const entry = securityLog.entry({ type: 'passkey-removed', user: caller.user.id }, request);
    await passkeys.remove(caller, params.passkey, entry);
    return done({});
  });

  serve(startPasskeySignIn, async ({ origin, setCookies }) => {
    const started = await passkeys.startSignIn(origin);
    if (!started.ok) return started;
    setCookies(started.value.cookies);
    return done({ options: started.value.options });
  });

  serve(signInByPasskey, async (request) => {
    const { cookie, origin, body, browser } = request;
    const signedIn = await passkeys.signIn({ answer: body.answer, cookie, origin }, browser);
    if (!signedIn.ok) {
      securityLog.recordLater(async () => {
        const user = await passkeys.ownerOf(body.answer);
        if (user === null) return { type: 'sign-in-unknown' };
        return { type: 'sign-in-failed', user, details: { method: 'passkey' } };
      }, request);
      return signedIn;
    }
    const { id: user } = signedIn.value.caller.user;
    const event = { type: 'signed-in', user, details: { method: 'passkey' } } as const;
    await securityLog.record(event, request);
    return done(await sessions.start(request, signedIn.value));
  });
}
