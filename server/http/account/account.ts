import {
  changeEmail,
  changeNames,
  changePassword,
  confirmEmail,
  deleteAccount,
  getSecurity,
  signOutOthers,
  verifyEmail,
} from '../../../contract/account.ts';
import type { User } from '../../../domain/account/user.ts';
import { done, refuse } from '../../../domain/problem/problem.ts';
import type { DeleteAccount } from '../../auth/account/account-deletion.ts';
import type { GetSecurity } from '../../auth/account/account-security.ts';
import type { Accounts } from '../../auth/account/accounts.ts';
import type { OwnAccount } from '../../auth/account/own-account.ts';
import type { ConfirmationLinks } from '../../auth/email/confirmation-links.ts';
import type { KnownDevices } from '../../auth/throttle/known-devices.ts';
import type { LiveSessions } from '../../documents/live/live-sessions.ts';
import type { Memberships } from '../../teams/memberships.ts';
import type { Serve } from '../endpoint.ts';

export interface AccountDependencies {
  readonly accounts: Pick<Accounts, 'signOut'>;
  readonly devices: KnownDevices;
  readonly ownAccount: OwnAccount;
  /** Null where email is not set up. */
  readonly confirmationLinks: ConfirmationLinks | null;
  readonly getSecurity: GetSecurity;
  readonly deleteAccount: DeleteAccount;
  readonly memberships: Memberships;
  readonly connections: Pick<LiveSessions, 'personChanged' | 'signedOut' | 'listed'>;
}

export function serveAccount(serve: Serve, parts: AccountDependencies): void {
  const { accounts, ownAccount, confirmationLinks, memberships, connections } = parts;

  const signedOut = (sessions: readonly string[]) => {
    for (const session of sessions) connections.signedOut(session);
  };

  /** Tells the pages of the person, and those that list them among the members of a team. */
  async function tell(user: User) {
    const me = await memberships.me(user);
    connections.personChanged(user);
    for (const { id } of me.teams) connections.listed(id);
    return me;
  }

  serve(getSecurity, async ({ caller }) => done(await parts.getSecurity(caller)));

  serve(changeNames, async ({ caller, body }) => {
    const changed = await ownAccount.changeNames(caller, body.firstName, body.lastName);
    return changed.ok ? done(await tell(changed.value)) : changed;
  });

  serve(changeEmail, async ({ caller, body, address }) => {
    const proof = { password: body.password };
    if (confirmationLinks) {
      const proved = await ownAccount.proveForEmail(caller, body.email, proof);
      return proved.ok ? confirmationLinks.ask(caller, proved.value, address) : proved;
    }
    const changed = await ownAccount.changeEmail(caller, body.email, proof);
    return changed.ok ? done(await tell(changed.value)) : changed;
  });

  serve(verifyEmail, async ({ caller, address }) => {
    if (!confirmationLinks) return refuse('mail-unavailable');
    const asked = confirmationLinks.ask(caller, caller.user.email, address);
    return asked.ok || asked.problem.code === 'email-to-confirm' ? done({}) : asked;
  });

  serve(confirmEmail, async ({ caller, body }) => {
    if (!confirmationLinks) return refuse('mail-unavailable');
    const confirmed = await confirmationLinks.confirm(caller, body.token);
    return confirmed.ok ? done(await tell(confirmed.value)) : confirmed;
  });

  serve(changePassword, async ({ caller, body, cookie, setCookies }) => {
    const proof = { password: body.current, field: 'current' };
    const ended = await ownAccount.changePassword(caller, body, proof);
    if (!ended.ok) return ended;
    signedOut(ended.value);
    setCookies(await parts.devices.lines(cookie, caller.user.id));
    return done({});
  });

  serve(signOutOthers, async ({ caller }) => {
    signedOut(await ownAccount.signOutOthers(caller));
    return done({});
  });

  serve(deleteAccount, async ({ caller, body, cookie, setCookies }) => {
    const deleted = await parts.deleteAccount(caller, { password: body.password });
    if (!deleted.ok) return deleted;
    setCookies(await accounts.signOut(cookie ?? ''));
    signedOut(deleted.value.sessions);
    for (const team of deleted.value.teams) connections.listed(team);
    return done(await memberships.me(null));
  });
}
