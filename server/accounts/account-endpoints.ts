import {
  changeEmail,
  changeNames,
  changePassword,
  deleteAccount,
  endSession,
  getSecurity,
  signOutOthers,
} from '../../contract/account.ts';
import { getOutboxKeys } from '../../contract/me.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import { parsePersonNames, type User } from '../../domain/team/user.ts';
import { forgetRevokedTokens, revokeTokens } from '../database/access-token-tables.ts';
import { appendEntries } from '../database/security-log-tables.ts';
import { deviceNameOf } from '../door/device-name.ts';
import type { Serve } from '../door/endpoint.ts';
import type { Parts } from '../endpoint-parts.ts';
import {
  deleteVerifications,
  findProofs,
  fromInstant,
  parseEmail,
  passwordProvider,
  revokePendingProofs,
  saveEmail,
  toInstant,
} from './account-tables.ts';
import { type Caller, tellNewName } from './accounts.ts';
import { isOthers, sendConfirmation } from './confirmation-links.ts';
import { hashPassword } from './password-policy.ts';
import { revokeResetLinks } from './password-reset.ts';
import { reauthenticate, setPassword } from './passwords.ts';
import { trustedDevice } from './pending-proofs.ts';
import { countBackupCodes } from './second-factor.ts';
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

  serve(endSession, async (request) => {
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
