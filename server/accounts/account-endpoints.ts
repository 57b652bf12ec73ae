import {
  changeEmail,
  changeLanguage,
  changeNames,
  changePassword,
  deleteAccount,
  endSession as endOneSession,
  getSecurity,
  getSignInOptions,
  register,
  signIn,
  signInBySecondFactor,
  signOut,
  signOutOthers,
} from '../../contract/account.ts';
import { getMe, getOutboxKeys } from '../../contract/me.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import { parsePersonNames, type User } from '../../domain/team/user.ts';
import { forgetRevokedTokens, revokeTokens } from '../database/access-token-tables.ts';
import { appendEntries } from '../database/security-log-tables.ts';
import { cookieLine } from '../door/cookies.ts';
import { deviceNameOf } from '../door/device-name.ts';
import type { Parts, Serve } from '../door/endpoint.ts';
import { findInvitation } from '../teams/members.ts';
import {
  deleteVerifications,
  findProofs,
  findUserByEmail,
  fromInstant,
  normalizeEmail,
  parseEmail,
  passwordProvider,
  revokePendingProofs,
  saveEmail,
  toInstant,
  toUser,
} from './account-tables.ts';
import { type Caller, endSession, type RegisterForm, startSession, tellNewName } from './accounts.ts';
import { isOthers, sendConfirmation, sendRegistration } from './confirmation-links.ts';
import { passkeyOrigin } from './passkeys.ts';
import { hashPassword, type PasswordPolicy } from './password-policy.ts';
import { reauthenticate, revokeResetLinks, setPassword } from './passwords.ts';
import { secondStep, trustedDevice } from './pending-proofs.ts';
import { countBackupCodes, finishSecondStep } from './second-factor.ts';
import type { EventSource, SecurityEvent } from './security-log.ts';
import { endPush, endSessions, isSignedIn } from './sessions.ts';

export function serveAccount(serve: Serve, parts: Parts): void {
  const { db, accounts, mailer, passwordPolicy, devices } = parts;
  const { memberships, connections, securityLog, config, now } = parts;

  const entryOf = (
    request: { readonly caller: Caller } & EventSource,
    event: Pick<SecurityEvent, 'type' | 'team' | 'details'>,
  ) => securityLog.entry({ user: request.caller.user.id, ...event }, request);

  serve(getSecurity, async ({ caller: { user, session: current } }) => {
    const [signIns, { isVerified, hasSecondFactor }, passkeys, sessions] = await Promise.all([
      db.selectFrom('account').select(['providerId', 'password']).where('userId', '=', user.id).execute(),
      findProofs(db, user.id),
      db.selectFrom('passkey').selectAll().where('userId', '=', user.id).orderBy('createdAt').execute(),
      db
        .selectFrom('session')
        .selectAll()
        .where('userId', '=', user.id)
        .where('expiresAt', '>', fromInstant(now()))
        .orderBy('updatedAt', 'desc')
        .execute(),
    ]);
    const isOfPassword = ({ providerId }: { providerId: string }) => providerId === passwordProvider;
    const isLinked = signIns.some((each) => !isOfPassword(each));
    return done({
      hasPassword: (signIns.find(isOfPassword)?.password ?? null) !== null,
      canConfirmEmail: mailer !== null && !isVerified,
      hasSecondFactor,
      backupCodesLeft: hasSecondFactor ? await countBackupCodes(parts, user.id) : 0,
      passkeys: passkeys.map(({ id, name, createdAt }) => ({
        id,
        name: name ?? '',
        createdAt: createdAt === null ? 0 : toInstant(createdAt),
      })),
      // A link is of no use while its provider is not configured.
      providers: config.oidc && isLinked ? [config.oidc.name] : [],
      sessions: sessions
        .map(({ id, userAgent, createdAt, updatedAt }) => ({
          id,
          isCurrent: id === current,
          device: deviceNameOf(userAgent ?? ''),
          signedInAt: toInstant(createdAt),
          lastUsedAt: toInstant(updatedAt),
        }))
        .sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent)),
    });
  });

  serve(getOutboxKeys, async ({ caller, query }) => {
    if (query.user !== undefined && query.user !== caller.user.id) return refuse('signed-out');
    return done({ keys: parts.outboxKeys(caller.user.id).map((key) => key.toString('hex')) });
  });

  serve(changeNames, async ({ caller: { user }, body }) => {
    const names = parsePersonNames(body.firstName, body.lastName);
    if (!names.ok) return names;
    const { firstName, lastName } = names.value;
    await db
      .updateTable('user')
      .set({ firstName, lastName, name: `${firstName} ${lastName}`, updatedAt: fromInstant(now()) })
      .where('id', '=', user.id)
      .execute();
    return done(await tellNewName(parts, { ...user, ...names.value }));
  });

  serve(changeLanguage, async ({ caller: { user }, body: { language } }) => {
    await db
      .updateTable('user')
      .set({ language, updatedAt: fromInstant(now()) })
      .where('id', '=', user.id)
      .execute();
    const person = toUser({ ...user, language });
    connections.personChanged(person);
    return done(await memberships.me(person));
  });

  serve(changeEmail, async (request) => {
    const { caller, body, place } = request;
    const { user, session } = caller;
    const parsed = parseEmail(body.email);
    if (!parsed.ok) return parsed;
    const email = parsed.value;
    // Before revealing whether the address is taken.
    const proved = await reauthenticate(parts, caller, { password: body.password });
    if (!proved.ok) return proved;
    if (mailer) return sendConfirmation(parts, mailer, caller, { email, place });
    const taken = refuse('email-taken', { field: 'email' });
    if (await isOthers(db, email, user.id)) return taken;
    const saving = db.transaction().execute(async (transaction): Promise<Outcome<User>> => {
      if (!(await isSignedIn(transaction, session))) return refuse('signed-out');
      const isChanged = email !== user.email;
      await saveEmail(transaction, user.id, { email, isVerified: isChanged ? false : undefined }, now());
      if (isChanged) await appendEntries(transaction, [entryOf(request, { type: 'email-changed' })]);
      // They were sent to the old address.
      await revokeResetLinks(transaction, user.id);
      return done({ ...user, email });
    });
    const saved = await saving.catch(async (error) => {
      // Somebody else may have taken it meanwhile.
      if (await isOthers(db, email, user.id)) return taken;
      throw error;
    });
    return saved.ok ? done(await tellNewName(parts, saved.value)) : saved;
  });

  serve(changePassword, async (request) => {
    const { caller, body, cookie, setCookies } = request;
    const { user, session } = caller;
    const password = passwordPolicy.check(body.next, 'next');
    if (!password.ok) return password;
    const proved = await reauthenticate(parts, caller, { password: body.current, field: 'current' });
    if (!proved.ok) return proved;
    const hash = await hashPassword(password.value);
    const isChanged = await db.transaction().execute(async (transaction) => {
      // A reset may have ended the session while the passwords were hashed.
      if (!(await isSignedIn(transaction, session))) return false;
      await setPassword(transaction, user.id, hash, now());
      if (body.revokeTokens) await revokeTokens(transaction, user.id);
      await appendEntries(transaction, [entryOf(request, { type: 'password-changed' })]);
      await endSessions(transaction, user.id, session);
      return true;
    });
    if (!isChanged) return refuse('signed-out');
    connections.sessionsChanged(user.id);
    setCookies(await devices.lines(cookie, user.id));
    // With their first password, a manager may need an authenticator app.
    if (body.current === '') connections.membershipsChanged(user.id);
    return done({});
  });

  serve(signOutOthers, async (request) => {
    const { user, session } = request.caller;
    await db.transaction().execute(async (transaction) => {
      await revokePendingProofs(transaction, user.id);
      await appendEntries(transaction, [entryOf(request, { type: 'signed-out-others' })]);
      await endSessions(transaction, user.id, session);
    });
    connections.sessionsChanged(user.id);
    return done({});
  });

  serve(endOneSession, async (request) => {
    const { id: user } = request.caller.user;
    const { session } = request.params;
    const isEnded = await db.transaction().execute(async (transaction) => {
      const ended = await transaction
        .deleteFrom('session')
        .where('userId', '=', user)
        .where('id', '=', session)
        .returning('userAgent')
        .executeTakeFirst();
      if (!ended) return false;
      await endPush(transaction, session);
      // Nobody knows which of the trusted devices it was.
      await deleteVerifications(transaction, user, trustedDevice.prefix);
      const details = { device: deviceNameOf(ended.userAgent ?? '') };
      await appendEntries(transaction, [entryOf(request, { type: 'session-ended', details })]);
      return true;
    });
    if (isEnded) connections.signedOut(session);
    return done({});
  });

  /** Refused while a team would be left without a manager. The history of documents keeps the user's id and nothing else. */
  serve(deleteAccount, async (request) => {
    const { caller, body, cookie, setCookies } = request;
    const user = caller.user.id;
    const proved = await reauthenticate(parts, caller, { password: body.password });
    if (!proved.ok) return proved;
    // The entries are stored with leaving the teams, because a deletion that is interrupted goes on later.
    const left = await memberships.leaveAll(user, (teams) => [
      entryOf(request, { type: 'account-deleted' }),
      ...teams.map((team) => entryOf(request, { type: 'member-left', team })),
    ]);
    if (!left.ok) return left;
    await db.transaction().execute(async (transaction) => {
      await endSessions(transaction, user);
      await revokePendingProofs(transaction, user);
      await revokeTokens(transaction, user);
      await forgetRevokedTokens(transaction, user);
      // The other tables of accounts refer to it, and their rows go with it.
      await transaction.deleteFrom('user').where('id', '=', user).execute();
    });
    setCookies(await accounts.signOut(cookie ?? ''));
    connections.sessionsChanged(user);
    for (const team of left.value) connections.listed(team);
    return done(await memberships.me(null));
  });
}

function parseRegistration(form: RegisterForm, passwordPolicy: PasswordPolicy): Outcome<RegisterForm> {
  const names = parsePersonNames(form.firstName, form.lastName);
  if (!names.ok) return names;
  const email = parseEmail(form.email);
  if (!email.ok) return email;
  const password = passwordPolicy.check(form.password, 'password');
  if (!password.ok) return password;
  return done({
    ...names.value,
    email: email.value,
    password: password.value,
    language: form.language,
  });
}

export function serveSignIn(serve: Serve, parts: Parts): void {
  const { db, accounts, proofs, throttle, memberships, passwordPolicy, mailer } = parts;
  const { securityLog, config, paired } = parts;
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

  serve(getMe, async ({ caller, cookie, setCookies }) => {
    if (caller?.paired) {
      setCookies(paired.prolong(cookie));
      return done(await paired.me(caller.paired));
    }
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
    const { kiosk, ...typed } = request.body;
    const email = normalizeEmail(typed.email);
    // No account has such an address, and PostgreSQL can't be asked for it.
    if (email.includes('\0')) return refuse('credentials-wrong');
    const attempt = await throttle.signIn({ email, place: request.place, cookie: request.cookie });
    const recordFailed = (isThrottled: boolean) =>
      recordFailure(() => findUserByEmail(db, email), { method: 'password', isThrottled }, request);
    if (!attempt.ok) {
      recordFailed(true);
      return attempt;
    }
    const checked = await accounts.checkPassword(email, typed.password, request.cookie);
    if (!checked.ok) {
      recordFailed(false);
      return checked;
    }
    await attempt.value.succeeded();
    if ('pending' in checked.value) {
      request.setCookies([checked.value.pending]);
      return refuse('multi-factor-auth-required');
    }
    const signedIn = await startSession(parts, request, { ...checked.value, kiosk }, 'password');
    return signedIn.ok ? signedIn : refuse('credentials-wrong');
  });

  serve(signInBySecondFactor, async (request) => {
    const user = await proofs.find(secondStep, request.cookie);
    const { kiosk, ...typed } = request.body;
    const proved = await finishSecondStep(parts, { ...typed, cookie: request.cookie });
    if (proved.ok) {
      request.setCookies([cookieLine(secondStep.cookie, '', 0)]);
      return startSession(parts, request, { ...proved.value, kiosk }, 'code');
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
