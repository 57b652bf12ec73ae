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
import type { SignInThrottle } from '../../auth/throttle/sign-in-throttle.ts';
import type { Invitations } from '../../teams/invitations.ts';
import type { Memberships } from '../../teams/memberships.ts';
import type { BrowserSessions } from '../browser-session.ts';
import type { Serve } from '../endpoint.ts';

interface Dependencies {
  readonly accounts: Accounts;
  readonly secondFactor: SecondFactor;
  readonly throttle: SignInThrottle;
  readonly memberships: Memberships;
  readonly sessions: BrowserSessions;
  readonly registration: Registration;
  readonly invitations: Pick<Invitations, 'find'>;
  /** Null if email is not set up. */
  readonly confirmationLinks: ConfirmationLinks | null;
}

export function serveSignIn(serve: Serve, dependencies: Dependencies): void {
  const {
    accounts,
    secondFactor,
    throttle,
    memberships,
    sessions,
    registration,
    invitations,
    confirmationLinks,
  } = dependencies;

  serve(getMe, async ({ caller }) => {
    const me = await memberships.me(caller?.user ?? null);
    const onlyTeam = caller?.token?.team;
    return done(onlyTeam ? { ...me, teams: me.teams.filter(({ id }) => id === onlyTeam) } : me);
  });

  async function mayRegister(invitation: string | undefined): Promise<Outcome<unknown>> {
    if (registration === 'closed') return refuse('registration-closed');
    if (registration === 'open') return done(null);
    return invitation === undefined ? refuse('registration-invited') : invitations.find(invitation);
  }

  serve(register, async (request) => {
    const { invitation, ...form } = request.body;
    const allowed = await mayRegister(invitation);
    if (!allowed.ok) return allowed;
    const parsed = accounts.parseForm(form);
    if (!parsed.ok) return parsed;
    if (confirmationLinks)
      return confirmationLinks.sendRegistration(parsed.value, { place: request.place, invitation });
    const registered = await accounts.register(parsed.value, request.browser);
    return registered.ok ? done(await sessions.start(request, registered.value)) : registered;
  });

  serve(openAccount, async (request) => {
    if (!confirmationLinks) return refuse('confirm-invalid');
    const { token, password } = request.body;
    const created = await confirmationLinks.createAccount(token, password, request);
    if (!created.ok) return created;
    if ('caller' in created.value) return done(await sessions.start(request, created.value));
    return refuse('sign-in-again');
  });

  serve(signIn, async (request) => {
    const email = normalizeEmail(request.body.email);
    const attempt = await throttle.signIn({ email, place: request.place, cookie: request.cookie });
    if (!attempt.ok) return attempt;
    const signedIn = await accounts.signIn(email, request.body.password, request);
    if (!signedIn.ok) return signedIn;
    await attempt.value.succeeded();
    if ('caller' in signedIn.value) return done(await sessions.start(request, signedIn.value));
    request.setCookies(signedIn.value.pending);
    return refuse('multi-factor-auth-required');
  });

  serve(signInBySecondFactor, async (request) => {
    const signedIn = await secondFactor.finish({ ...request.body, ...request });
    return signedIn.ok ? done(await sessions.start(request, signedIn.value)) : signedIn;
  });

  serve(signOut, async (request) => {
    await sessions.end(request);
    return done(await memberships.me(null));
  });
}
