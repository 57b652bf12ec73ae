import type { Me } from '../../contract/auth.ts';
import type { Accounts, SignedIn } from '../auth/account/accounts.ts';
import type { KnownDevices } from '../auth/throttle/known-devices.ts';
import type { LiveSessions } from '../documents/live/live-sessions.ts';
import type { Memberships } from '../teams/memberships.ts';

/** As much of a request as coming and going needs. */
export interface Passing {
  readonly caller: { readonly session: string | null } | null;
  readonly cookie: string | undefined;
  readonly setCookies: (lines: readonly string[]) => void;
}

/** How a browser's session begins and ends, whatever people signed in by. */
export interface BrowserSessions {
  enter(passing: Passing, signedIn: SignedIn): Promise<Me>;
  leave(passing: Passing): Promise<void>;
}

interface Parts {
  readonly accounts: Pick<Accounts, 'signOut'>;
  readonly memberships: Memberships;
  readonly devices: KnownDevices;
  readonly connections: Pick<LiveSessions, 'signedOut'>;
}

export function createBrowserSessions({
  accounts,
  memberships,
  devices,
  connections,
}: Parts): BrowserSessions {
  async function leave({ caller, cookie, setCookies }: Passing): Promise<void> {
    if (!caller?.session || !cookie) return;
    setCookies(await accounts.signOut(cookie));
    connections.signedOut(caller.session);
  }
  return {
    leave,
    async enter(passing, { caller, cookies }) {
      // Whoever was signed in on this browser before is not any more.
      await leave({ ...passing, setCookies: () => {} });
      passing.setCookies([...cookies, ...(await devices.lines(passing.cookie, caller.user.id))]);
      return memberships.me(caller.user);
    },
  };
}
