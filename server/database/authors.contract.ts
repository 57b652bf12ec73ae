import { beforeEach, expect, test } from 'vitest';
import { createTeam, rename } from '../../test/stores/team-fixture.ts';
import { insertAccounts } from '../accounts/account-tables.ts';
import { endSessions, insertSession } from '../accounts/sessions.ts';
import { AuthorChanged, type ChangeAuthor, type KioskAuthor } from './document-store.ts';
import type { DatabaseStore, PairedDevice } from './store.ts';

/** A change is stored only as long as its author has every right that it was decided by. */
export function authorsContract({ open }: { open: () => DatabaseStore }): void {
  let from = 1;
  beforeEach(async () => {
    from = 1;
    const { members, documents } = open();
    await documents.commit([createTeam]);
    await members.add({ team: 'harbor', user: 'ann', role: 'manager', joinedAt: 1 });
    await members.add({ team: 'harbor', user: 'cal', role: 'lead', joinedAt: 1 });
  });

  async function isStored(author: ChangeAuthor): Promise<boolean> {
    try {
      await open().documents.commit([{ ...rename(from), authors: [author] }]);
      from += 1;
      return true;
    } catch (error) {
      expect(error).toBeInstanceOf(AuthorChanged);
      expect((await open().documents.load({ team: 'harbor', document: 'harbor' }))?.version).toBe(from);
      return false;
    }
  }

  test('[SV16] the role of its author', async () => {
    const { members } = open();
    expect(await isStored({ user: 'cal', role: 'lead' })).toBe(true);
    expect(await isStored({ user: 'cal', role: 'manager' })).toBe(false);
    expect(await isStored({ user: 'nobody', role: 'viewer' })).toBe(false);
    await members.remove('harbor', 'cal');
    expect(await isStored({ user: 'cal', role: 'lead' })).toBe(false);
  });

  test('[SV16] their session', async () => {
    const { kysely } = open();
    const account = {
      id: 'ann',
      email: 'ann@example.com',
      emailVerified: true,
      firstName: 'Ann',
      lastName: '',
    };
    await insertAccounts(kysely, [{ ...account, createdAt: 1, password: null, providers: [] }], 1);
    const session = await insertSession(kysely, { user: 'ann', token: 'token', browser: '' }, 1);
    const ann = { user: 'ann', role: 'manager', session } as const;
    expect(await isStored(ann)).toBe(true);
    await endSessions(kysely, 'ann');
    expect(await isStored(ann)).toBe(false);
  });

  test('[PIN6] on a kiosk: the device and its role, the PIN, the account’s role, and that it was not signed out', async () => {
    const { members, devices, pins, kysely } = open();
    const device: PairedDevice = {
      ...{ team: 'harbor', id: 'tablet', kind: 'kiosk', name: 'Tablet', area: null, role: 'lead' },
      ...{ createdBy: 'ann', createdAt: 1, lastSeenAt: null },
    };
    await devices.add({ device, secretHash: 'secret', limit: 9 });
    const pin = {
      team: 'harbor',
      person: 'eve',
      hash: 'hash',
      role: 'lead',
      stamp: 'one',
      setAt: 1,
    } as const;
    await pins.set(pin, { ids: ['eve'], by: 'ann', limit: 9 });
    const proof = { person: 'eve', stamp: 'one' };
    const by = (given: Partial<KioskAuthor>) => {
      const proved = { member: null, pin: proof, account: null, known: null };
      const kiosk: KioskAuthor = { device: 'tablet', role: 'lead', ...proved, ...given };
      return isStored({ user: 'crew_eve', role: 'lead', kiosk });
    };
    const cal = { pin: null, member: { user: 'cal', role: 'lead' } } as const;
    expect(await by({})).toBe(true);
    expect(await by(cal)).toBe(true);
    expect(await by({ member: { user: 'cal', role: 'manager' } })).toBe(false);
    expect(await by({ member: { user: 'nobody', role: 'lead' } })).toBe(false);
    expect(await by({ role: 'viewer' })).toBe(false);
    expect(await by({ device: 'other' })).toBe(false);
    await pins.set({ ...pin, stamp: 'two' }, { ids: ['eve'], by: 'ann', limit: 9 });
    expect(await by({})).toBe(false);
    expect(await by({ pin: { ...proof, stamp: 'two' } })).toBe(true);
    await pins.remove('harbor', ['eve']);
    expect(await by({ pin: { ...proof, stamp: 'two' } })).toBe(false);
    expect(await by({ ...cal, account: { user: 'cal', since: 0 } })).toBe(true);
    await endSessions(kysely, 'cal');
    expect(await by({ ...cal, account: { user: 'cal', since: 0 } })).toBe(false);
    expect(await by({ ...cal, account: { user: 'cal', since: 1 } })).toBe(true);
    await members.remove('harbor', 'cal');
    expect(await by(cal)).toBe(false);
    await devices.remove('harbor', 'tablet');
    expect(await by({ pin: null })).toBe(false);
  });
}
