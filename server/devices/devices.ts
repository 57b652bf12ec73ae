import type { Me } from '../../contract/me.ts';
import type { User } from '../../domain/team/user.ts';
import type { DeviceStore, PairedDevice } from '../database/store.ts';
import { cookieLine, cookieValues } from '../door/cookies.ts';
import { hashOf } from '../id.ts';
import type { Documents } from '../live/documents.ts';
import { nameAndColor } from '../teams/members.ts';

const MINUTE = 60_000;

const NAME = 'lineup.paired';
/** The longest that browsers keep a cookie, in milliseconds; it begins anew whenever the page asks who it is. */
const LIFE = 400 * 24 * 60 * MINUTE;

/** The cookie of a paired device, with the secret that its link or its code brought. */
export const deviceCookie = (secret: string): string => cookieLine(NAME, secret, LIFE);

/** A device is nobody: what it does, it does by itself. */
export interface DeviceCaller {
  readonly paired: PairedDevice;
  readonly user: User;
  readonly session: null;
  readonly token: null;
}

export const deviceCaller = (paired: PairedDevice): DeviceCaller => ({
  paired,
  user: { id: paired.id, email: '', firstName: paired.name, lastName: '' },
  session: null,
  token: null,
});

export const shownDevice = ({ id, kind, name, area }: PairedDevice): NonNullable<Me['device']> => ({
  id,
  kind,
  name,
  area,
});

interface Dependencies {
  readonly store: DeviceStore;
  readonly documents: Pick<Documents, 'read' | 'list'>;
  readonly now: () => number;
}

export type PairedDevices = ReturnType<typeof createPairedDevices>;

/** Who a paired device is, by its cookie, for as long as nobody revoked it. */
export function createPairedDevices({ store, documents, now }: Dependencies) {
  const secretIn = (cookie: string | undefined) => cookieValues(cookie, NAME).find((value) => value !== '');

  /** Not each time: each message of a television would be a write. */
  async function seen(device: PairedDevice | null): Promise<PairedDevice | null> {
    const minute = now() - (now() % MINUTE);
    if (device && (device.lastSeenAt ?? 0) < minute) await store.seen(device.team, device.id, minute);
    return device;
  }

  /** The `Set-Cookie` lines remove the cookie of a device that was revoked. */
  async function whoIs(
    cookie: string | undefined,
  ): Promise<{ readonly caller: DeviceCaller | null; readonly cookies: readonly string[] }> {
    const secret = secretIn(cookie);
    if (secret === undefined) return { caller: null, cookies: [] };
    const device = await seen(await store.ofSecret(hashOf(secret)));
    if (!device) return { caller: null, cookies: [cookieLine(NAME, '', 0)] };
    return { caller: deviceCaller(device), cookies: [] };
  }

  return {
    whoIs,

    identify: async (cookie: string | undefined) => (await whoIs(cookie)).caller,

    /** The device as it is now; null if it was revoked. */
    find: async ({ team, id }: Pick<PairedDevice, 'team' | 'id'>) => seen(await store.find(team, id)),

    prolong(cookie: string | undefined): readonly string[] {
      const secret = secretIn(cookie);
      return secret === undefined ? [] : [deviceCookie(secret)];
    },

    /** What a device knows about itself. */
    async me(device: PairedDevice): Promise<Me> {
      const { team, role } = device;
      const shown = await nameAndColor(documents, team);
      return {
        user: deviceCaller(device).user,
        teams: shown === null ? [] : [{ id: team, ...shown, role }],
        device: shownDevice(device),
      };
    },
  };
}
