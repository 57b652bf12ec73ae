import {
  getSignInOptions,
  openAccount,
  register,
  type SignInOptions,
  signIn,
  signInBySecondFactor,
  signOut,
} from '../../contract/auth.ts';
import { getMe, type Me } from '../../contract/me.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import type { Registration } from '../../domain/team/user.ts';
import type { Serve } from '../door/endpoint.ts';
import type { LiveSessions } from '../live/live-sessions.ts';
import type { Invitations } from '../teams/invitations.ts';
import type { Memberships } from '../teams/members.ts';
import { normalizeEmail } from './account-tables.ts';
import type { Accounts, SignedIn } from './accounts.ts';
import type { ConfirmationLinks } from './confirmation-links.ts';
import type { Passkeys } from './passkeys.ts';
import type { SecondFactor } from './second-factor.ts';
import type { EventSource, SecurityLog } from './security-log.ts';
import type { KnownDevices, SignInThrottle } from './sign-in-throttle.ts';

interface SessionRequest {
  readonly caller: { readonly session: string | null } | null;
  readonly cookie: string | undefined;
  readonly setCookies: (lines: readonly string[]) => void;
}

export interface BrowserSessions {
  start(request: SessionRequest, signedIn: SignedIn): Promise<Me>;
  end(request: SessionRequest): Promise<void>;
}

interface BrowserSessionDependencies {
  readonly accounts: Pick<Accounts, 'signOut'>;
  readonly memberships: Memberships;
  readonly devices: KnownDevices;
  readonly connections: Pick<LiveSessions, 'signedOut'>;
}

export function createBrowserSessions(dependencies: BrowserSessionDependencies): BrowserSessions {
  const { accounts, memberships, devices, connections } = dependencies;

  async function end({ caller, cookie, setCookies }: SessionRequest): Promise<void> {
    if (!caller?.session || !cookie) return;
    setCookies(await accounts.signOut(cookie));
    connections.signedOut(caller.session);
  }

  return {
    end,
    async start(request, { caller, cookies }) {
      // Signs out anyone who was signed in on this browser before.
      await end({ ...request, setCookies: () => {} });
      request.setCookies([...cookies, ...(await devices.lines(request.cookie, caller.user.id))]);
      return memberships.me(caller.user);
    },
  };
}

interface Dependencies {
  readonly accounts: Accounts;
  readonly secondFactor: SecondFactor;
  readonly throttle: SignInThrottle;
  readonly memberships: Memberships;
  readonly sessions: BrowserSessions;
  readonly registration: Registration;
  readonly invitations: Pick<Invitations, 'find'>;
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

export function serveSignInOptions(
  serve: Serve,
  passkeys: Pick<Passkeys, 'isAvailableAt'>,
  options: Omit<SignInOptions, 'passkeys'>,
): void {
  serve(getSignInOptions, async ({ origin }) =>
    done({ ...options, passkeys: passkeys.isAvailableAt(origin) }),
  );
}
