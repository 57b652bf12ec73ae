import { readMe, register, signIn, signOut } from '../../contract/auth.ts';
import { done, type Outcome, refuse } from '../../domain/problem.ts';
import { type Accounts, plainEmail, type SignedIn } from '../auth/accounts.ts';
import type { Attempts } from '../auth/attempts.ts';
import type { Memberships } from '../auth/memberships.ts';
import type { Connections } from '../documents/live-connection.ts';
import type { Request, Serve } from './endpoint.ts';

interface Parts {
  readonly accounts: Accounts;
  readonly attempts: Attempts;
  readonly memberships: Memberships;
  readonly connections: Pick<Connections, 'signedOut'>;
}

export function serveAuth(serve: Serve, { accounts, attempts, memberships, connections }: Parts): void {
  type Entering = Pick<Request<typeof signIn>, 'caller' | 'cookie' | 'setCookies'>;

  /** Whoever was signed in on this browser before is not any more. */
  async function leave({ caller, cookie, setCookies }: Entering): Promise<void> {
    if (!caller || !cookie) return;
    setCookies(await accounts.signOut(cookie));
    connections.signedOut(caller.session);
  }

  async function enter(request: Entering, entered: Outcome<SignedIn>) {
    if (!entered.ok) return entered;
    await leave({ ...request, setCookies: () => {} });
    request.setCookies(entered.value.cookies);
    return done(await memberships.me(entered.value.caller.user));
  }

  serve(readMe, async ({ caller }) => done(await memberships.me(caller?.user ?? null)));

  serve(register, async (request) => enter(request, await accounts.register(request.body, request.browser)));

  serve(signIn, async (request) => {
    const email = plainEmail(request.body.email);
    if (!attempts.begin(email, request.address)) return refuse('too-many-requests');
    const entered = await accounts.signIn(email, request.body.password, request.browser);
    if (entered.ok) attempts.succeeded(email, request.address);
    return enter(request, entered);
  });

  serve(signOut, async (request) => {
    await leave(request);
    return done(await memberships.me(null));
  });
}
