import {
  getMe,
  openAccount,
  register,
  signIn,
  signInBySecondFactor,
  signOut,
} from '../../../contract/auth.ts';
import type { Registration } from '../../../domain/account/user.ts';
import { done, type Outcome, refuse } from '../../../domain/problem/problem.ts';
import type { Accounts } from '../../auth/account/accounts.ts';
import type { ConfirmationLinks } from '../../auth/email/confirmation-links.ts';
import { normalizeEmail } from '../../auth/email/email-address.ts';
import type { SecondFactor } from '../../auth/second-factor/second-factor.ts';
import type { Attempts } from '../../auth/throttle/sign-in-throttle.ts';
import type { Invitations } from '../../teams/invitations.ts';
import type { Memberships } from '../../teams/memberships.ts';
import type { BrowserSessions } from '../browser-session.ts';
import type { Serve } from '../endpoint.ts';

interface Parts {
  readonly accounts: Accounts;
  readonly secondFactor: SecondFactor;
  readonly attempts: Attempts;
  readonly memberships: Memberships;
  readonly entrance: BrowserSessions;
  readonly registration: Registration;
  readonly invitations: Pick<Invitations, 'read'>;
  /** Null where email is not set up. */
  readonly confirmationLinks: ConfirmationLinks | null;
}

export function serveSignIn(serve: Serve, parts: Parts): void {
  const {
    accounts,
    secondFactor,
    attempts,
    memberships,
    entrance,
    registration,
    invitations,
    confirmationLinks,
  } = parts;

  serve(getMe, async ({ caller }) => {
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
    if (confirmationLinks)
      return confirmationLinks.register(read.value, { place: request.address, invitation });
    const registered = await accounts.register(read.value, request.browser);
    return registered.ok ? done(await entrance.enter(request, registered.value)) : registered;
  });

  serve(openAccount, async (request) => {
    if (!confirmationLinks) return refuse('confirm-invalid');
    const { token, password } = request.body;
    const opened = await confirmationLinks.open(token, password, { ...request, place: request.address });
    if (!opened.ok) return opened;
    if ('caller' in opened.value) return done(await entrance.enter(request, opened.value));
    return refuse('sign-in-again');
  });

  serve(signIn, async (request) => {
    const email = normalizeEmail(request.body.email);
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
