import type { Me } from '../../contract/me.ts';
import type { LiveSessions } from '../live/live-sessions.ts';
import type { Memberships } from '../teams/members.ts';
import type { Accounts, SignedIn } from './accounts.ts';
import type { KnownDevices } from './known-devices.ts';

/** What starting and ending a session needs of a request. */
export interface SessionRequest {
  readonly caller: { readonly session: string | null } | null;
  readonly cookie: string | undefined;
  readonly setCookies: (lines: readonly string[]) => void;
}

/** Starts and ends a browser's session, however people signed in. */
export interface BrowserSessions {
  start(request: SessionRequest, signedIn: SignedIn): Promise<Me>;
  end(request: SessionRequest): Promise<void>;
}

interface Dependencies {
  readonly accounts: Pick<Accounts, 'signOut'>;
  readonly memberships: Memberships;
  readonly devices: KnownDevices;
  readonly connections: Pick<LiveSessions, 'signedOut'>;
}

export function createBrowserSessions(dependencies: Dependencies): BrowserSessions {
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
