import { readMe, register, signIn, signInBySecondFactor, signOut } from '../../contract/auth.ts';
import { done, refuse } from '../../domain/problem.ts';
import type { Accounts } from '../auth/accounts.ts';
import type { Attempts } from '../auth/attempts.ts';
import { plainEmail } from '../auth/email-address.ts';
import type { Memberships } from '../auth/memberships.ts';
import type { SecondFactor } from '../auth/second-factor.ts';
import type { Serve } from './endpoint.ts';
import type { Entrance } from './entrance.ts';

interface Parts {
  readonly accounts: Accounts;
  readonly secondFactor: SecondFactor;
  readonly attempts: Attempts;
  readonly memberships: Memberships;
  readonly entrance: Entrance;
}

export function serveAuth(serve: Serve, parts: Parts): void {
  const { accounts, secondFactor, attempts, memberships, entrance } = parts;

  serve(readMe, async ({ caller }) => {
    const me = await memberships.me(caller?.user ?? null);
    const only = caller?.token?.team;
    return done(only ? { ...me, teams: me.teams.filter(({ id }) => id === only) } : me);
  });

  serve(register, async (request) => {
    const registered = await accounts.register(request.body, request.browser);
    return registered.ok ? done(await entrance.enter(request, registered.value)) : registered;
  });

  serve(signIn, async (request) => {
    const email = plainEmail(request.body.email);
    if (!attempts.begin(email, request.address)) return refuse('too-many-requests');
    const entered = await accounts.signIn(email, request.body.password, request);
    if (!entered.ok) return entered;
    attempts.succeeded(email, request.address);
    if ('caller' in entered.value) return done(await entrance.enter(request, entered.value));
    request.setCookies(entered.value.pending);
    return refuse('multi-factor-auth-required');
  });

  serve(signInBySecondFactor, async (request) => {
    const entered = await secondFactor.finish({ ...request.body, ...request });
    return entered.ok ? done(await entrance.enter(request, entered.value)) : entered;
  });

  serve(signOut, async (request) => {
    await entrance.leave(request);
    return done(await memberships.me(null));
  });
}
