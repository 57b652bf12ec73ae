import { APIError } from 'better-auth/api';
import { readName } from '../../../domain/problem/name.ts';
import { done, type Outcome, refuse } from '../../../domain/problem/problem.ts';
import type { Accounts, Caller, SignedIn } from '../account/accounts.ts';
import type { Library } from '../better-auth/better-auth.ts';
import { betterAuthHeaders } from '../better-auth/better-auth-headers.ts';
import type { Proof, Prove } from '../password/reauthentication.ts';

type Json = Record<string, unknown>;

/** What the browser is asked, and the cookie that its answer comes back with. */
export interface Asked {
  readonly options: Json;
  readonly cookies: readonly string[];
}

/** What came back from the browser. */
export interface Answered {
  readonly cookie: string | undefined;
  readonly host: string;
  readonly answer: Json;
}

export interface Passkeys {
  /** Can pages at this host use passkeys? */
  areAt(host: string): boolean;
  start(caller: Caller, host: string, cookie: string, proof: Proof): Promise<Outcome<Asked>>;
  add(caller: Caller, name: string, answered: Answered): Promise<Outcome<null>>;
  remove(caller: Caller, passkey: string): Promise<void>;
  startSignIn(host: string): Promise<Outcome<Asked>>;
  signIn(answered: Answered, browser: string): Promise<Outcome<SignedIn>>;
}

interface Parts {
  readonly library: Library;
  readonly accounts: Pick<Accounts, 'arrive' | 'lastSignOut' | 'isSessionAlive'>;
  readonly prove: Prove;
  readonly publicUrl: URL | null;
}

export function createPasskeys({ library: { db, api }, accounts, prove, publicUrl }: Parts): Passkeys {
  /** Null where browsers have no passkeys: they need https or localhost, and a name, not an address. */
  function originAt(host: string): string | null {
    if (!publicUrl) return /^localhost(:\d+)?$/i.test(host) ? `http://${host.toLowerCase()}` : null;
    const isSafe = publicUrl.protocol === 'https:' || publicUrl.hostname === 'localhost';
    return isSafe && host.toLowerCase() === publicUrl.host ? publicUrl.origin : null;
  }

  const headersOf = ({ cookie, host }: Answered, browser?: string) =>
    betterAuthHeaders({ cookie, browser, origin: originAt(host) ?? undefined });

  return {
    areAt: (host) => originAt(host) !== null,

    async start(caller, host, cookie, proof) {
      if (originAt(host) === null) return refuse('passkey-unavailable');
      const proved = await prove(caller, proof);
      if (!proved.ok) return proved;
      const { response, headers } = await api.generatePasskeyRegistrationOptions({
        headers: betterAuthHeaders({ cookie }),
        query: {},
        returnHeaders: true,
      });
      return done({ options: { ...response }, cookies: headers.getSetCookie() });
    },

    async add({ session }, typed, answered) {
      const name = readName(typed, 'name', 'name-missing');
      if (!name.ok) return name;
      try {
        const added = await api.verifyPasskeyRegistration({
          body: { response: answered.answer, name: name.value },
          headers: headersOf(answered),
        });
        if (await accounts.isSessionAlive(session)) return done(null);
        // All of the person was signed out meanwhile, and their passkeys removed, but for this one.
        await db.deleteFrom('passkey').where('id', '=', added.id).execute();
        return refuse('sign-in-again');
      } catch (error) {
        return refusePasskey(error);
      }
    },

    async remove({ user }, passkey) {
      await db.deleteFrom('passkey').where('id', '=', passkey).where('userId', '=', user.id).execute();
    },

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
          // It is looked at there as what it is: something from outside.
          body: { response: answered.answer as never },
          headers: headersOf(answered, browser),
          returnHeaders: true,
        });
        const arrived = await accounts.arrive(headers, since);
        return arrived ? done(arrived) : refuse('passkey-failed');
      } catch (error) {
        return refusePasskey(error);
      }
    },
  };
}

/** The library says of an answer that cannot be read that it failed itself. */
function refusePasskey(error: unknown) {
  if (!(error instanceof APIError)) throw error;
  return refuse('passkey-failed');
}
