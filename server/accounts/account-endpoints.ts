import {
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
import { done, refuse } from '../../domain/problem/problem.ts';
import type { User } from '../../domain/team/user.ts';
import { deviceNameOf } from '../door/device-name.ts';
import type { Serve } from '../door/endpoint.ts';
import type { LiveSessions } from '../live/live-sessions.ts';
import type { EmailLinks } from '../teams/email-links.ts';
import type { Memberships } from '../teams/members.ts';
import type { GetSecurity } from './account-security.ts';
import type { Accounts, Caller } from './accounts.ts';
import type { ConfirmationLinks } from './confirmation-links.ts';
import type { DeleteAccount } from './delete-account.ts';
import type { KnownDevices } from './known-devices.ts';
import type { OwnAccount } from './own-account.ts';
import type { EventSource, SecurityEvent, SecurityLog } from './security-log.ts';

export interface AccountDependencies {
  readonly accounts: Pick<Accounts, 'signOut'>;
  readonly devices: KnownDevices;
  readonly ownAccount: OwnAccount;
  /** Null if email is not set up. */
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

  /** Updates the person's open pages, and the member lists of their teams. */
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
