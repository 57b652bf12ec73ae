import {
  type AccountSecurity,
  changeEmail,
  changeNames,
  changePassword,
  confirmEmail,
  deleteAccount,
  endSession,
  getSecurity,
  signOutOthers,
  verifyEmail,
} from '../../contract/account.ts';
import { getOutboxKeys } from '../../contract/me.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import { parsePersonNames, type User } from '../../domain/team/user.ts';
import type { OidcConfig } from '../config.ts';
import { forgetRevokedTokens } from '../database/access-token-tables.ts';
import { appendEntries } from '../database/security-log-tables.ts';
import type { SecurityLogEntry } from '../database/store.ts';
import { deviceNameOf } from '../door/device-name.ts';
import type { Serve } from '../door/endpoint.ts';
import type { LiveSessions } from '../live/live-sessions.ts';
import type { EmailLinks } from '../teams/email-links.ts';
import type { Memberships } from '../teams/members.ts';
import {
  type AccountDatabase,
  deleteUser,
  findUserByEmail,
  isEmailVerified,
  isSecondFactorOn,
  listPasskeys,
  parseEmail,
  revokePendingProofs,
  revokeTrustedDevices,
  saveEmail,
  saveNames,
} from './account-tables.ts';
import type { Accounts, Caller } from './accounts.ts';
import type { BetterAuth } from './better-auth.ts';
import type { ConfirmationLinks } from './confirmation-links.ts';
import { hashPassword, type PasswordPolicy } from './password-policy.ts';
import { revokeResetLinks } from './password-reset.ts';
import {
  findPasswordHash,
  isLinkedToOidc,
  type PasswordProof,
  type Reauthenticate,
  setPassword,
} from './passwords.ts';
import type { EventSource, SecurityEvent, SecurityLog } from './security-log.ts';
import { deleteSessionOf, endSessions, isSignedIn, listSessions, revokeAccessTokens } from './sessions.ts';
import type { KnownDevices } from './sign-in-throttle.ts';

type GetSecurity = (caller: Caller) => Promise<AccountSecurity>;

interface AccountSecurityDependencies {
  readonly betterAuth: BetterAuth;
  readonly oidc: OidcConfig | null;
  readonly hasEmail: boolean;
  readonly now: () => number;
}

export function createGetSecurity({
  betterAuth: { db, api },
  oidc,
  hasEmail,
  now,
}: AccountSecurityDependencies): GetSecurity {
  return async ({ user: { id: user }, session: current }) => {
    const [password, hasSecondFactor, isVerified, passkeys, isLinked, sessions] = await Promise.all([
      findPasswordHash(db, user),
      isSecondFactorOn(db, user),
      isEmailVerified(db, user),
      listPasskeys(db, user),
      isLinkedToOidc(db, user),
      listSessions(db, user, now()),
    ]);
    return {
      hasPassword: password !== null,
      canConfirmEmail: hasEmail && !isVerified,
      hasSecondFactor,
      backupCodesLeft: hasSecondFactor ? await countBackupCodes(user) : 0,
      passkeys: [...passkeys],
      // A link is of no use while its provider is not configured.
      providers: oidc && isLinked ? [oidc.name] : [],
      sessions: sessions
        .map(({ id, userAgent, createdAt, updatedAt }) => ({
          id,
          isCurrent: id === current,
          device: deviceNameOf(userAgent),
          signedInAt: createdAt,
          lastUsedAt: updatedAt,
        }))
        .sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent)),
    };
  };

  async function countBackupCodes(userId: string): Promise<number> {
    const { backupCodes } = await api.viewBackupCodes({ body: { userId } });
    return backupCodes.length;
  }
}

interface DeletedAccount {
  readonly sessions: readonly string[];
  readonly teams: readonly string[];
}

/** Refused while a team would be left without a manager. The history of documents keeps the user's id and nothing else. */
type DeleteAccount = (
  caller: Caller,
  proof: PasswordProof,
  /** For the teams that the person left. They are stored first, because a deletion that is interrupted goes on later. */
  entriesOf: (teams: readonly string[]) => readonly SecurityLogEntry[],
) => Promise<Outcome<DeletedAccount>>;

interface Dependencies {
  readonly db: AccountDatabase;
  readonly reauthenticate: Reauthenticate;
  readonly memberships: Pick<Memberships, 'leaveAll'>;
}

export function createDeleteAccount({ db, reauthenticate, memberships }: Dependencies): DeleteAccount {
  return async (caller, proof, entriesOf) => {
    const user = caller.user.id;
    const proved = await reauthenticate(caller, proof);
    if (!proved.ok) return proved;
    const left = await memberships.leaveAll(user, entriesOf);
    if (!left.ok) return left;
    const sessions = await db.transaction().execute(async (transaction) => {
      const ended = await endSessions(transaction, user);
      await revokePendingProofs(transaction, user);
      await revokeAccessTokens(transaction, user);
      await forgetRevokedTokens(transaction, user);
      await deleteUser(transaction, user);
      return ended;
    });
    return done({ sessions, teams: left.value });
  };
}

/** Each entry is stored in the transaction of the change. */
interface OwnAccount {
  changeNames(caller: Caller, firstName: string, lastName: string): Promise<Outcome<User>>;
  changeEmail(
    caller: Caller,
    email: string,
    proof: PasswordProof,
    entry: SecurityLogEntry,
  ): Promise<Outcome<User>>;
  /** Reauthenticates, and parses the new address. */
  checkNewEmail(caller: Caller, email: string, proof: PasswordProof): Promise<Outcome<string>>;
  /** Returns the ids of the sessions that ended: all but the caller's. */
  changePassword(
    caller: Caller,
    change: PasswordChange,
    proof: PasswordProof,
    entry: SecurityLogEntry,
  ): Promise<Outcome<readonly string[]>>;
  endSession(
    caller: Caller,
    session: string,
    entryOf: (userAgent: string) => SecurityLogEntry,
  ): Promise<boolean>;
  signOutOthers(caller: Caller, entry: SecurityLogEntry): Promise<readonly string[]>;
}

interface PasswordChange {
  readonly next: string;
  readonly revokeTokens: boolean;
}

interface OwnAccountDependencies {
  readonly db: AccountDatabase;
  readonly reauthenticate: Reauthenticate;
  readonly passwordPolicy: PasswordPolicy;
  readonly now: () => number;
}

export function createOwnAccount({
  db,
  reauthenticate,
  passwordPolicy,
  now,
}: OwnAccountDependencies): OwnAccount {
  async function checkNewEmail(
    caller: Caller,
    typed: string,
    proof: PasswordProof,
  ): Promise<Outcome<string>> {
    const email = parseEmail(typed);
    if (!email.ok) return email;
    const proved = await reauthenticate(caller, proof);
    return proved.ok ? email : proved;
  }

  return {
    async changeNames({ user }, first, last) {
      const names = parsePersonNames(first, last);
      if (!names.ok) return names;
      await saveNames(db, user.id, names.value, now());
      return done({ ...user, ...names.value });
    },

    checkNewEmail,

    async changeEmail(caller, typed, proof, entry) {
      const { user, session } = caller;
      // Reauthenticates before revealing whether the address is taken.
      const checked = await checkNewEmail(caller, typed, proof);
      if (!checked.ok) return checked;
      const email = checked.value;
      const isTaken = async () => {
        const owner = await findUserByEmail(db, email);
        return owner !== null && owner !== user.id;
      };
      if (await isTaken()) return refuse('email-taken', { field: 'email' });
      const saving = db.transaction().execute(async (transaction) => {
        if (!(await isSignedIn(transaction, session))) return refuse('signed-out');
        const isChanged = email !== user.email;
        const isVerified = isChanged ? false : undefined;
        await saveEmail(transaction, user.id, { email, isVerified }, now());
        if (isChanged) await appendEntries(transaction, [entry]);
        // They were sent to the old address.
        await revokeResetLinks(transaction, user.id);
        return done({ ...user, email });
      });
      // Somebody else may have taken it meanwhile.
      return saving.catch(async (error) => {
        if (await isTaken()) return refuse('email-taken', { field: 'email' });
        throw error;
      });
    },

    async changePassword(caller, change, proof, entry) {
      const { user, session } = caller;
      const password = passwordPolicy.check(change.next, 'next');
      if (!password.ok) return password;
      const proved = await reauthenticate(caller, proof);
      if (!proved.ok) return proved;
      const hash = await hashPassword(password.value);
      return db.transaction().execute(async (transaction) => {
        // A reset may have ended the session while the passwords were hashed.
        if (!(await isSignedIn(transaction, session))) return refuse('signed-out');
        await setPassword(transaction, user.id, hash, now());
        if (change.revokeTokens) await revokeAccessTokens(transaction, user.id);
        await appendEntries(transaction, [entry]);
        return done(await endSessions(transaction, user.id, session));
      });
    },

    endSession: ({ user }, session, entryOf) =>
      db.transaction().execute(async (transaction) => {
        const ended = await deleteSessionOf(transaction, user.id, session);
        if (!ended) return false;
        // Nobody knows which of the trusted devices it was.
        await revokeTrustedDevices(transaction, user.id);
        await appendEntries(transaction, [entryOf(ended.userAgent ?? '')]);
        return true;
      }),

    signOutOthers: ({ user, session }, entry) =>
      db.transaction().execute(async (transaction) => {
        await revokePendingProofs(transaction, user.id);
        await appendEntries(transaction, [entry]);
        return endSessions(transaction, user.id, session);
      }),
  };
}

export interface AccountDependencies {
  readonly accounts: Pick<Accounts, 'signOut'>;
  readonly devices: KnownDevices;
  readonly ownAccount: OwnAccount;
  readonly confirmationLinks: ConfirmationLinks | null;
  readonly getSecurity: GetSecurity;
  /** Of a person, the current one first. */
  readonly outboxKeys: (user: string) => readonly Buffer[];
  readonly deleteAccount: DeleteAccount;
  readonly memberships: Memberships;
  readonly emailLinks: Pick<EmailLinks, 'confirmed' | 'joined'>;
  readonly securityLog: SecurityLog;
  readonly connections: Pick<LiveSessions, 'personChanged' | 'membershipsChanged' | 'signedOut' | 'listed'>;
}

export function serveAccount(serve: Serve, dependencies: AccountDependencies): void {
  const { accounts, ownAccount, confirmationLinks, memberships, connections, securityLog } = dependencies;

  const closeSessions = (sessions: readonly string[]) => {
    for (const session of sessions) connections.signedOut(session);
  };

  async function notify(user: User) {
    const me = await memberships.me(user);
    connections.personChanged(user);
    for (const { id } of me.teams) connections.listed(id);
    return me;
  }

  const entryOf = (
    request: { readonly caller: Caller } & EventSource,
    event: Pick<SecurityEvent, 'type' | 'team' | 'details'>,
  ) => securityLog.entry({ user: request.caller.user.id, ...event }, request);

  serve(getSecurity, async ({ caller }) => done(await dependencies.getSecurity(caller)));

  serve(getOutboxKeys, async ({ caller, query }) => {
    if (query.user !== undefined && query.user !== caller.user.id) return refuse('signed-out');
    return done({ keys: dependencies.outboxKeys(caller.user.id).map((key) => key.toString('hex')) });
  });

  serve(changeNames, async ({ caller, body }) => {
    const changed = await ownAccount.changeNames(caller, body.firstName, body.lastName);
    return changed.ok ? done(await notify(changed.value)) : changed;
  });

  serve(changeEmail, async (request) => {
    const { caller, body, place } = request;
    const proof = { password: body.password };
    if (confirmationLinks) {
      const email = await ownAccount.checkNewEmail(caller, body.email, proof);
      return email.ok ? confirmationLinks.sendConfirmation(caller, email.value, place) : email;
    }
    const entry = entryOf(request, { type: 'email-changed' });
    const changed = await ownAccount.changeEmail(caller, body.email, proof, entry);
    return changed.ok ? done(await notify(changed.value)) : changed;
  });

  serve(verifyEmail, async ({ caller, place }) => {
    if (!confirmationLinks) return refuse('mail-unavailable');
    const sent = await confirmationLinks.sendConfirmation(caller, caller.user.email, place);
    return sent.ok || sent.problem.code === 'email-to-confirm' ? done({}) : sent;
  });

  serve(confirmEmail, async (request) => {
    if (!confirmationLinks) return refuse('mail-unavailable');
    const { caller, body } = request;
    const entry = entryOf(request, { type: 'email-changed' });
    const confirmed = await confirmationLinks.confirm(caller, body.token, entry);
    if (!confirmed.ok) return confirmed;
    await dependencies.emailLinks.confirmed(caller.user.id);
    return done(await notify(confirmed.value));
  });

  serve(changePassword, async (request) => {
    const { caller, body, cookie, setCookies } = request;
    const proof = { password: body.current, field: 'current' };
    const entry = entryOf(request, { type: 'password-changed' });
    const endedSessions = await ownAccount.changePassword(caller, body, proof, entry);
    if (!endedSessions.ok) return endedSessions;
    closeSessions(endedSessions.value);
    setCookies(await dependencies.devices.lines(cookie, caller.user.id));
    // With their first password, a manager may need an authenticator app.
    if (body.current === '') connections.membershipsChanged(caller.user.id);
    return done({});
  });

  serve(signOutOthers, async (request) => {
    const { caller } = request;
    const entry = entryOf(request, { type: 'signed-out-others' });
    closeSessions(await ownAccount.signOutOthers(caller, entry));
    return done({});
  });

  serve(endSession, async (request) => {
    const { caller, params } = request;
    const isEnded = await ownAccount.endSession(caller, params.session, (browser) =>
      entryOf(request, { type: 'session-ended', details: { device: deviceNameOf(browser) } }),
    );
    if (isEnded) closeSessions([params.session]);
    return done({});
  });

  serve(deleteAccount, async (request) => {
    const { caller, body, cookie, setCookies } = request;
    const deleted = await dependencies.deleteAccount(caller, { password: body.password }, (teams) => [
      entryOf(request, { type: 'account-deleted' }),
      ...teams.map((team) => entryOf(request, { type: 'member-left', team })),
    ]);
    if (!deleted.ok) return deleted;
    setCookies(await accounts.signOut(cookie ?? ''));
    closeSessions(deleted.value.sessions);
    for (const team of deleted.value.teams) connections.listed(team);
    return done(await memberships.me(null));
  });
}
