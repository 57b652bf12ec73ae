import { openAccount, register, signIn, signInBySecondFactor, signOut } from '../../contract/auth.ts';
import { getMe, type Me } from '../../contract/me.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import type { Registration } from '../../domain/team/user.ts';
import type { Serve } from '../door/endpoint.ts';
import type { Invitations } from '../teams/invitations.ts';
import type { Memberships } from '../teams/members.ts';
import type { Accounts, SignedIn } from './accounts.ts';
import type { BrowserSessions, SessionRequest } from './browser-session.ts';
import type { ConfirmationLinks } from './confirmation-links.ts';
import { normalizeEmail } from './email-address.ts';
import type { SecondFactor } from './second-factor.ts';
import type { EventSource, SecurityLog } from './security-log.ts';
import type { SignInThrottle } from './sign-in-throttle.ts';

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
  readonly securityLog: SecurityLog;
}

type SignInRequest = SessionRequest & EventSource;

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
    securityLog,
  } = dependencies;

  async function start(request: SignInRequest, signedIn: SignedIn, method: string): Promise<Outcome<Me>> {
    const me = await sessions.start(request, signedIn);
    const { id } = signedIn.caller.user;
    // Before the session is in anybody's hands.
    await securityLog.record({ type: 'signed-in', user: id, details: { method } }, request);
    return done(me);
  }

  function recordFailure(
    find: () => Promise<string | null>,
    { method, isThrottled }: { readonly method: string; readonly isThrottled: boolean },
    request: SignInRequest,
  ): void {
    securityLog.recordLater(async () => {
      const user = await find();
      if (user === null) return { type: 'sign-in-unknown' };
      return { type: isThrottled ? 'sign-in-throttled' : 'sign-in-failed', user, details: { method } };
    }, request);
  }

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
    return registered.ok ? start(request, registered.value, 'registration') : registered;
  });

  serve(openAccount, async (request) => {
    if (!confirmationLinks) return refuse('confirm-invalid');
    const { token, password } = request.body;
    const created = await confirmationLinks.createAccount(token, password, request);
    if (!created.ok) return created;
    if ('caller' in created.value) return start(request, created.value, 'registration');
    return refuse('sign-in-again');
  });

  serve(signIn, async (request) => {
    const email = normalizeEmail(request.body.email);
    // No account has such an address, and PostgreSQL can't be asked for it.
    if (email.includes('\0')) return refuse('credentials-wrong');
    const attempt = await throttle.signIn({ email, place: request.place, cookie: request.cookie });
    const recordFailed = (isThrottled: boolean) =>
      recordFailure(() => accounts.idOf(email), { method: 'password', isThrottled }, request);
    if (!attempt.ok) {
      recordFailed(true);
      return attempt;
    }
    const signedIn = await accounts.signIn(email, request.body.password, request);
    if (!signedIn.ok) {
      recordFailed(false);
      return signedIn;
    }
    await attempt.value.succeeded();
    if ('caller' in signedIn.value) return start(request, signedIn.value, 'password');
    request.setCookies(signedIn.value.pending);
    return refuse('multi-factor-auth-required');
  });

  serve(signInBySecondFactor, async (request) => {
    const user = await secondFactor.pendingUser(request.cookie);
    const signedIn = await secondFactor.finish({ ...request.body, ...request });
    if (signedIn.ok) return start(request, signedIn.value, 'code');
    const { code } = signedIn.problem;
    const failure = { method: 'code', isThrottled: code === 'too-many-requests' };
    if (user && (code === 'code-wrong' || failure.isThrottled))
      recordFailure(async () => user, failure, request);
    return signedIn;
  });

  serve(signOut, async (request) => {
    await sessions.end(request);
    const user = request.caller?.session && request.caller.user.id;
    if (user) await securityLog.record({ type: 'signed-out', user }, request);
    return done(await memberships.me(null));
  });
}
