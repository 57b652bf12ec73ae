import { expect, test } from 'vitest';
import { idAt, mostFailures, mostInFull } from './security-log-tables.ts';
import type { SecurityLogEntry, Store } from './store.ts';

const anEntry = (at: number, given: Partial<SecurityLogEntry> = {}): SecurityLogEntry => ({
  id: idAt(at),
  at,
  type: 'signed-in',
  user: 'ann',
  by: null,
  team: null,
  device: 'Chrome on Android',
  place: '192.0.2.0/24',
  details: { method: 'password' },
  ...given,
});
const all = { before: null, limit: 10_000 };
const times = (entries: readonly SecurityLogEntry[]) => entries.map(({ at }) => at);

export function securityLogContract({
  store,
  reopen,
}: {
  store: () => Store;
  reopen: () => Promise<void>;
}): void {
  test('[SL1] entries are kept as they were, and listed by person, newest first, in pages', async () => {
    await store().securityLog.append([1, 2, 3].map((at) => anEntry(at)));
    await store().securityLog.append([anEntry(4, { user: 'bob' }), anEntry(5, { user: null })]);
    await reopen();
    const { securityLog } = store();
    expect(await securityLog.ofUser('ann', { before: null, limit: 2 })).toEqual([anEntry(3), anEntry(2)]);
    expect(times(await securityLog.ofUser('ann', { before: anEntry(2).id, limit: 2 }))).toEqual([1]);
    expect(times(await securityLog.all(all))).toEqual([5, 4, 3, 2, 1]);
    expect(times(await securityLog.all({ ...all, user: 'ann', since: 2 }))).toEqual([3, 2]);
  });

  test('[PIN1] what is about a person of the crew stays without their name when they are deleted', async () => {
    const about = (at: number, whose: string, team = 'harbor') =>
      anEntry(at, { type: 'pin-set', team, details: { person: `Name of ${whose}`, whose } });
    const { securityLog } = store();
    await securityLog.append([about(1, 'eve'), about(2, 'max'), about(3, 'eva'), about(4, 'eve', 'pier')]);
    await securityLog.forgetPerson('harbor', ['eve', 'eva'], 'Nobody');
    const kept = (await securityLog.all(all)).map(({ details }) => details.person);
    expect(kept.toReversed()).toEqual(['Nobody', 'Name of max', 'Nobody', 'Name of eve']);
  });

  test('[SL3] a team reads its own events, and those of its members’ accounts since they joined', async () => {
    const { securityLog, members } = store();
    await members.add({ team: 'harbor', user: 'ann', role: 'manager', joinedAt: 10 });
    await members.add({ team: 'other', user: 'bob', role: 'manager', joinedAt: 10 });
    await securityLog.append([
      anEntry(9),
      anEntry(11),
      anEntry(12, { type: 'signed-out' }),
      anEntry(13, { user: 'bob' }),
      anEntry(14, { user: 'bob', team: 'harbor', type: 'member-left' }),
      anEntry(15, { team: 'other', type: 'token-created' }),
      anEntry(16, { team: 'harbor', type: 'token-created' }),
    ]);
    expect(times(await securityLog.ofTeam('harbor', all))).toEqual([16, 14, 11]);
    expect(times(await securityLog.ofTeam('harbor', { before: anEntry(16).id, limit: 1 }))).toEqual([14]);
  });

  test('[SL2] many failures push out older failures, and nothing else', async () => {
    const { securityLog } = store();
    await securityLog.append([anEntry(0, { type: 'password-changed' }), anEntry(1)]);
    const failures = Array.from({ length: mostFailures + 5 }, (_, index) =>
      anEntry(index + 2, { type: 'sign-in-failed' }),
    );
    await securityLog.append(failures);
    const kept = await securityLog.ofUser('ann', all);
    expect(kept).toHaveLength(mostFailures + 2);
    expect(times(kept.slice(-3))).toEqual([7, 1, 0]);
  });

  test('[SL2] nobody pushes out what happened by doing something else often', async () => {
    const { securityLog } = store();
    await securityLog.append([anEntry(0, { type: 'password-changed' })]);
    const many = Array.from({ length: mostInFull + 50 }, (_, index) =>
      anEntry(index + 1, { type: 'signed-out-others' }),
    );
    await securityLog.append(many);
    const kept = await securityLog.ofUser('ann', all);
    expect(kept).toHaveLength(mostInFull + 2);
    expect(kept.at(-1)).toMatchObject({ type: 'password-changed' });
  });

  test('[SL2] nobody hides what they did by doing the same often: later ones are counted', async () => {
    const { securityLog } = store();
    const roleChange = (at: number, given: Partial<SecurityLogEntry> = {}) =>
      anEntry(at, { type: 'role-changed', by: 'max', team: 'harbor', details: { role: 'lead' }, ...given });
    const noise = Array.from({ length: mostInFull + 5 }, (_, index) => roleChange(index + 1));
    await securityLog.append([roleChange(0, { user: 'eve', details: { role: 'manager' } })]);
    await securityLog.append(noise);
    await securityLog.append([
      roleChange(200, { user: 'bob', details: { role: 'manager' }, place: '192.0.2.0/24' }),
      roleChange(201, { user: 'bob', details: { role: 'manager' }, place: '198.51.100.0/24' }),
      roleChange(202, { by: 'zoe' }),
      roleChange(86_400_000),
    ]);
    const kept = await securityLog.ofTeam('harbor', all);
    expect(kept).toHaveLength(mostInFull + 4);
    expect(kept.slice(0, 4)).toMatchObject([
      { at: 86_400_000, by: 'max', device: 'Chrome on Android', details: { role: 'lead' } },
      { at: 202, by: 'zoe', device: 'Chrome on Android', details: { role: 'lead' } },
      { at: 201, user: 'bob', by: 'max', device: '', details: { role: 'manager', times: 2, since: 200 } },
      { at: 105, user: 'ann', by: 'max', details: { role: 'lead', times: 6, since: 100 } },
    ]);
    expect(kept.at(-1)).toMatchObject({ at: 0, user: 'eve', details: { role: 'manager' } });
  });

  test('[SL2] old entries are removed', async () => {
    const { securityLog } = store();
    await securityLog.append([anEntry(1), anEntry(2)]);
    await securityLog.removeBefore(2);
    expect(times(await securityLog.all(all))).toEqual([2]);
  });
}
