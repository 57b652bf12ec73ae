import { APIError } from 'better-auth/api';
import { parseName } from '../../../domain/problem/name.ts';
import { done, type Outcome, refuse } from '../../../domain/problem/problem.ts';
import type { Accounts, Caller, SignedIn } from '../account/accounts.ts';
import { deletePasskey } from '../account-tables/second-factors.ts';
import type { BetterAuth } from '../better-auth/better-auth.ts';
import { betterAuthHeaders } from '../better-auth/better-auth-headers.ts';
import type { PasswordProof, Reauthenticate } from '../password/reauthentication.ts';

type Json = Record<string, unknown>;

/** What the browser is asked for, and the cookie that identifies its answer. */
export interface PasskeyOptions {
  readonly options: Json;
  readonly cookies: readonly string[];
}

/** What the browser sent back. */
export interface PasskeyAnswer {
  readonly cookie: string | undefined;
  readonly host: string;
  readonly answer: Json;
}

export interface Passkeys {
  /** Can pages at this host use passkeys? */
  isAvailableAt(host: string): boolean;
  start(caller: Caller, host: string, cookie: string, proof: PasswordProof): Promise<Outcome<PasskeyOptions>>;
  add(caller: Caller, name: string, answered: PasskeyAnswer): Promise<Outcome<null>>;
  remove(caller: Caller, passkey: string): Promise<void>;
  startSignIn(host: string): Promise<Outcome<PasskeyOptions>>;
  signIn(answered: PasskeyAnswer, browser: string): Promise<Outcome<SignedIn>>;
}

interface Dependencies {
  readonly betterAuth: BetterAuth;
  readonly accounts: Pick<Accounts, 'completeSignIn' | 'lastSignOut' | 'isSessionAlive'>;
  readonly reauthenticate: Reauthenticate;
  readonly publicUrl: URL | null;
}

export function createPasskeys(dependencies: Dependencies): Passkeys {
  const { betterAuth, accounts, reauthenticate, publicUrl } = dependencies;
  const { db, api } = betterAuth;

  /** Null where browsers offer no passkeys: they need https or localhost, and a domain name instead of an IP address. */
  function originAt(host: string): string | null {
    if (!publicUrl) return /^localhost(:\d+)?$/i.test(host) ? `http://${host.toLowerCase()}` : null;
    const isSafe = publicUrl.protocol === 'https:' || publicUrl.hostname === 'localhost';
    return isSafe && host.toLowerCase() === publicUrl.host ? publicUrl.origin : null;
  }

  const headersOf = ({ cookie, host }: PasskeyAnswer, browser?: string) =>
    betterAuthHeaders({ cookie, browser, origin: originAt(host) ?? undefined });

  return {
    isAvailableAt: (host) => originAt(host) !== null,

    async start(caller, host, cookie, proof) {
      if (originAt(host) === null) return refuse('passkey-unavailable');
      const proved = await reauthenticate(caller, proof);
      if (!proved.ok) return proved;
      const { response, headers } = await api.generatePasskeyRegistrationOptions({
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
        const added = await api.verifyPasskeyRegistration({
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

    remove: ({ user }, passkey) => deletePasskey(db, user.id, passkey),

    async startSignIn(host) {
      if (originAt(host) === null) return refuse('passkey-unavailable');
      const { response, headers } = await api.generatePasskeyAuthenticationOptions({
        headers: betterAuthHeaders({}),
        returnHeaders: true,
      });
      const options = { ...response, userVerification: 'required' };
      return done({ options, cookies: headers.getSetCookie() });
    },

    async signIn(answered, browser) {
      const since = await accounts.lastSignOut();
      try {
        const { headers } = await api.verifyPasskeyAuthentication({
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
  };
}

/** Better Auth reports an invalid answer as an internal error, so the status does not count. */
function refusePasskey(error: unknown) {
  if (!(error instanceof APIError)) throw error;
  return refuse('passkey-failed');
}
