import { expect, test } from 'vitest';
import { createTeam } from '../../test/stores/team-fixture.ts';
import type { DatabaseStore, StoredSubscription } from './store.ts';

const target = { endpoint: 'https://push.example/1', p256dh: 'p', auth: 'a', publicKey: 'k', contact: 'c' };
const aSubscription = (over: Partial<StoredSubscription> = {}): StoredSubscription => ({
  team: 'harbor',
  device: 'phone',
  user: 'ann',
  session: 'of ann',
  about: 'mine',
  target,
  createdAt: 1,
  ...over,
});

export function pushContract({ store }: { store: () => DatabaseStore }): void {
  const join = async (team: string, ...users: string[]) => {
    for (const user of users) await store().members.add({ team, user, role: 'manager', joinedAt: 1 });
  };
  const devicesOf = async (team: string) => (await store().push.ofTeam(team)).map(({ device }) => device);

  test('a browser is stored for a member, for the last who switched it on, and for a few of their devices', async () => {
    const { push } = store();
    await join('harbor', 'ann', 'bob');
    expect(await push.put(aSubscription({ user: 'eve' }), 2)).toBe(false);
    expect(await push.put(aSubscription(), 2)).toBe(true);
    expect(await push.put(aSubscription({ about: 'all' }), 2)).toBe(true);
    expect(await push.find('harbor', 'ann', 'phone')).toEqual(aSubscription({ about: 'all' }));
    expect(await push.find('harbor', 'bob', 'phone')).toBeNull();
    await push.put(aSubscription({ device: 'tablet', createdAt: 2 }), 2);
    await push.put(aSubscription({ device: 'laptop', createdAt: 3 }), 2);
    expect(await devicesOf('harbor')).toEqual(['laptop', 'tablet']);
    await push.put(aSubscription({ device: 'laptop', user: 'bob', createdAt: 4 }), 2);
    expect((await push.ofTeam('harbor')).map(({ user }) => user)).toEqual(['bob', 'ann']);
    await push.remove('harbor', 'ann', 'laptop');
    expect(await devicesOf('harbor')).toEqual(['laptop', 'tablet']);
    await push.remove('harbor', 'bob', 'laptop');
    expect(await devicesOf('harbor')).toEqual(['tablet']);
  });

  test('subscriptions end with the session, the device, the membership, the account and the team', async () => {
    const { push, members, documents } = store();
    await documents.commit([createTeam]);
    await join('harbor', 'ann', 'bob', 'cat', 'dan');
    await join('other', 'ann', 'dan', 'eve');
    const of = (user: string, over: Partial<StoredSubscription> = {}) =>
      push.put(aSubscription({ user, device: `${user}’s`, session: `of ${user}`, ...over }), 9);
    for (const user of ['ann', 'bob', 'cat', 'dan']) await of(user);
    for (const user of ['ann', 'dan', 'eve']) await of(user, { team: 'other' });
    expect(await push.teams()).toEqual(['harbor', 'other']);
    await push.removeSession('of bob');
    await push.removeDevice('cat’s');
    expect(await devicesOf('harbor')).toEqual(['ann’s', 'dan’s']);
    await members.remove('harbor', 'ann');
    expect([await devicesOf('harbor'), await devicesOf('other')]).toEqual([
      ['dan’s'],
      ['ann’s', 'dan’s', 'eve’s'],
    ]);
    await members.removeEverywhere('dan');
    expect([await devicesOf('harbor'), await devicesOf('other')]).toEqual([[], ['ann’s', 'eve’s']]);
    await of('bob');
    await push.claim('harbor', 'one', 1);
    await documents.deleteTeam('harbor');
    expect(await devicesOf('harbor')).toEqual([]);
    expect(await push.claim('harbor', 'one', 1)).toBe(true);
  });

  test('[PU8] a notice is claimed once, by whoever asks first, until it is forgotten', async () => {
    const { push } = store();
    const both = await Promise.all([push.claim('harbor', 'one', 1), push.claim('harbor', 'one', 1)]);
    expect(both.sort()).toEqual([false, true]);
    expect(await push.claim('other', 'one', 5)).toBe(true);
    await push.forgetNoticesBefore(5);
    expect(await push.claim('harbor', 'one', 6)).toBe(true);
    expect(await push.claim('other', 'one', 6)).toBe(false);
  });
}
