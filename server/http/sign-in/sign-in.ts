import {
  openAccount,
  readMe,
  register,
  signIn,
  signInBySecondFactor,
  signOut,
} from '../../../contract/auth.ts';
import type { Registration } from '../../../domain/account/user.ts';
import { done, type Outcome, refuse } from '../../../domain/problem/problem.ts';
import type { Accounts } from '../../auth/account/accounts.ts';
import type { Attempts } from '../../auth/throttle/sign-in-throttle.ts';
import { plainEmail } from '../../auth/email/email-address.ts';
import type { EmailLinks } from '../../auth/email/confirmation-links.ts';
import type { SecondFactor } from '../../auth/second-factor/second-factor.ts';
import type { Invitations } from '../../teams/invitations.ts';
import type { Memberships } from '../../teams/memberships.ts';
import type { Serve } from '../endpoint.ts';
import type { Entrance } from '../browser-session.ts';

interface Parts {
  readonly accounts: Accounts;
  readonly secondFactor: SecondFactor;
  readonly attempts: Attempts;
  readonly memberships: Memberships;
  readonly entrance: Entrance;
  readonly registration: Registration;
  readonly invitations: Pick<Invitations, 'read'>;
  /** Null where email is not set up. */
  readonly emailLinks: EmailLinks | null;
}

export function serveAuth(serve: Serve, parts: Parts): void {
  const { accounts, secondFactor, attempts, memberships, entrance, registration, invitations, emailLinks } =
    parts;

  serve(readMe, async ({ caller }) => {
    const me = await memberships.me(caller?.user ?? null);
    const only = caller?.token?.team;
    return done(only ? { ...me, teams: me.teams.filter(({ id }) => id === only) } : me);
  });

  async function mayRegister(invitation: string | undefined): Promise<Outcome<unknown>> {
    if (registration === 'closed') return refuse('registration-closed');
    if (registration === 'open') return done(null);
    return invitation === undefined ? refuse('registration-invited') : invitations.read(invitation);
  }

  serve(register, async (request) => {
    const { invitation, ...form } = request.body;
    const allowed = await mayRegister(invitation);
    if (!allowed.ok) return allowed;
    const read = accounts.readForm(form);
    if (!read.ok) return read;
    if (emailLinks) return emailLinks.register(read.value, { place: request.address, invitation });
    const registered = await accounts.register(read.value, request.browser);
    return registered.ok ? done(await entrance.enter(request, registered.value)) : registered;
  });

  serve(openAccount, async (request) => {
    if (!emailLinks) return refuse('confirm-invalid');
    const { token, password } = request.body;
    const opened = await emailLinks.open(token, password, { ...request, place: request.address });
    if (!opened.ok) return opened;
    if ('caller' in opened.value) return done(await entrance.enter(request, opened.value));
    return refuse('sign-in-again');
  });

  serve(signIn, async (request) => {
    const email = plainEmail(request.body.email);
    const attempt = await attempts.signIn({ email, place: request.address, cookie: request.cookie });
    if (!attempt.ok) return attempt;
    const entered = await accounts.signIn(email, request.body.password, request);
    if (!entered.ok) return entered;
    await attempt.value.succeeded();
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
