import { getSignInOptions, register, signIn, signInBySecondFactor, signOut } from '../../contract/auth.ts';
import { getMe } from '../../contract/me.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import { parsePersonNames } from '../../domain/team/user.ts';
import type { Serve } from '../door/endpoint.ts';
import type { Parts } from '../endpoint-parts.ts';
import { findInvitation } from '../teams/members.ts';
import { findUserByEmail, normalizeEmail, parseEmail } from './account-tables.ts';
import { endSession, type RegisterForm, startSession } from './accounts.ts';
import { sendRegistration } from './confirmation-links.ts';
import { passkeyOrigin } from './passkeys.ts';
import type { PasswordPolicy } from './password-policy.ts';
import { secondStep } from './pending-proofs.ts';
import { finishSecondStep } from './second-factor.ts';
import type { EventSource } from './security-log.ts';
import { cookieLine } from './sign-in-keys.ts';

function parseRegistration(form: RegisterForm, passwordPolicy: PasswordPolicy): Outcome<RegisterForm> {
  const names = parsePersonNames(form.firstName, form.lastName);
  if (!names.ok) return names;
  const email = parseEmail(form.email);
  if (!email.ok) return email;
  const password = passwordPolicy.check(form.password, 'password');
  if (!password.ok) return password;
  return done({ ...names.value, email: email.value, password: password.value });
}

export function serveSignIn(serve: Serve, parts: Parts): void {
  const { db, accounts, proofs, throttle, memberships, passwordPolicy, mailer } = parts;
  const { securityLog, config } = parts;
  const { registration, oidc } = config;

  function recordFailure(
    find: () => Promise<string | null>,
    { method, isThrottled }: { readonly method: string; readonly isThrottled: boolean },
    request: EventSource,
  ): void {
    securityLog.recordLater(async () => {
      const user = await find();
      if (user === null) return { type: 'sign-in-unknown' };
      return { type: isThrottled ? 'sign-in-throttled' : 'sign-in-failed', user, details: { method } };
    }, request);
  }

  serve(getSignInOptions, async ({ origin }) =>
    done({
      passwordMinimum: passwordPolicy.minimum,
      registration,
      provider: oidc?.name ?? null,
      resetByEmail: mailer !== null,
      passkeys: passkeyOrigin(parts, origin) !== null,
    }),
  );

  serve(getMe, async ({ caller }) => {
    const me = await memberships.me(caller?.user ?? null);
    const onlyTeam = caller?.token?.team;
    return done(onlyTeam ? { ...me, teams: me.teams.filter(({ id }) => id === onlyTeam) } : me);
  });

  async function mayRegister(invitation: string | undefined): Promise<Outcome<unknown>> {
    if (registration === 'closed') return refuse('registration-closed');
    if (registration === 'open') return done(null);
    return invitation === undefined ? refuse('registration-invited') : findInvitation(parts, invitation);
  }

  serve(register, async (request) => {
    const { invitation, ...form } = request.body;
    const allowed = await mayRegister(invitation);
    if (!allowed.ok) return allowed;
    const parsed = parseRegistration(form, passwordPolicy);
    if (!parsed.ok) return parsed;
    if (mailer) return sendRegistration(parts, mailer, parsed.value, { place: request.place, invitation });
    const registered = await accounts.register(parsed.value);
    return registered.ok ? startSession(parts, request, registered.value, 'registration') : registered;
  });

  serve(signIn, async (request) => {
    const email = normalizeEmail(request.body.email);
    // No account has such an address, and PostgreSQL can't be asked for it.
    if (email.includes('\0')) return refuse('credentials-wrong');
    const attempt = await throttle.signIn({ email, place: request.place, cookie: request.cookie });
    const recordFailed = (isThrottled: boolean) =>
      recordFailure(() => findUserByEmail(db, email), { method: 'password', isThrottled }, request);
    if (!attempt.ok) {
      recordFailed(true);
      return attempt;
    }
    const checked = await accounts.checkPassword(email, request.body.password, request.cookie);
    if (!checked.ok) {
      recordFailed(false);
      return checked;
    }
    await attempt.value.succeeded();
    if ('pending' in checked.value) {
      request.setCookies([checked.value.pending]);
      return refuse('multi-factor-auth-required');
    }
    const signedIn = await startSession(parts, request, checked.value, 'password');
    return signedIn.ok ? signedIn : refuse('credentials-wrong');
  });

  serve(signInBySecondFactor, async (request) => {
    const user = await proofs.find(secondStep, request.cookie);
    const proved = await finishSecondStep(parts, { ...request.body, cookie: request.cookie });
    if (proved.ok) {
      request.setCookies([cookieLine(secondStep.cookie, '', 0)]);
      return startSession(parts, request, proved.value, 'code');
    }
    const { code } = proved.problem;
    const failure = { method: 'code', isThrottled: code === 'too-many-requests' };
    if (user && (code === 'code-wrong' || failure.isThrottled))
      recordFailure(async () => user, failure, request);
    return proved;
  });

  serve(signOut, async (request) => {
    await endSession(parts, request);
    const user = request.caller?.session && request.caller.user.id;
    if (user) await securityLog.record({ type: 'signed-out', user }, request);
    return done(await memberships.me(null));
  });
}
