import { expect, test } from 'vitest';
import { createTeam, rename } from '../../test/stores/team-fixture.ts';
import type { DatabaseStore, PairedDevice, StoredPairing } from './store.ts';

const aDevice = (id: string, given: Partial<PairedDevice> = {}): PairedDevice => ({
  ...{ team: 'harbor', id, kind: 'wall', name: `TV ${id}`, area: null, role: 'viewer' },
  ...{ createdBy: 'ann', createdAt: 1, lastSeenAt: null },
  ...given,
});
const aPairing = (userCode: string, given: Partial<StoredPairing> = {}): StoredPairing => ({
  ...{ deviceHash: `of ${userCode}`, userCode, kind: 'wall', browser: 'Chrome on an LG TV' },
  ...{ place: '192.0.2.1', startedAt: 1, expiresAt: 100 },
  ...given,
});

export function devicesContract({ store }: { store: () => DatabaseStore }): void {
  const join = (...users: string[]) =>
    Promise.all(
      users.map((user) => store().members.add({ team: 'harbor', user, role: 'manager', joinedAt: 1 })),
    );
  const add = (device: PairedDevice, limit = 9) =>
    store().devices.add({ device, secretHash: `secret of ${device.id}`, limit });
  const names = async () => (await store().devices.ofTeam('harbor')).map(({ name }) => name);

  test('a device is found by its secret and its id, seen, changed and removed', async () => {
    const { devices } = store();
    await join('ann');
    expect(await add(aDevice('a', { kind: 'kiosk', area: 'Kitchen', role: 'lead' }))).toBe('added');
    const there = aDevice('a', { kind: 'kiosk', area: 'Kitchen', role: 'lead' });
    expect(await devices.ofSecret('secret of a')).toEqual(there);
    expect(await devices.ofSecret('secret of b')).toBeNull();
    await devices.seen('harbor', 'a', 60_000);
    expect(await devices.find('harbor', 'a')).toEqual({ ...there, lastSeenAt: 60_000 });
    expect(await devices.find('other', 'a')).toBeNull();
    const terms = { name: 'Tablet', area: null, role: 'viewer' } as const;
    expect(await devices.change('harbor', 'b', terms)).toBe('missing');
    expect(await devices.change('harbor', 'a', terms)).toBe('changed');
    expect(await devices.find('harbor', 'a')).toEqual({ ...there, ...terms, lastSeenAt: 60_000 });
    expect(await devices.remove('other', 'a')).toBeNull();
    expect(await devices.remove('harbor', 'a')).toEqual({ ...there, ...terms, lastSeenAt: 60_000 });
    expect(await devices.ofSecret('secret of a')).toBeNull();
  });

  test('[PD5] a team has so many devices, of different names, and only a manager adds one', async () => {
    const { devices } = store();
    await join('ann');
    expect(await add(aDevice('a', { createdBy: 'bob' }))).toBe('not-allowed');
    expect(await add(aDevice('a', { name: 'Bar' }))).toBe('added');
    expect(await add(aDevice('b', { name: 'BAR' }))).toBe('name-taken');
    expect(await add(aDevice('b'), 1)).toBe('too-many');
    expect(await add(aDevice('b'), 2)).toBe('added');
    expect(await devices.change('harbor', 'b', aDevice('b', { name: 'bar' }))).toBe('name-taken');
    expect(await devices.change('harbor', 'a', aDevice('a', { name: 'bar' }))).toBe('changed');
    expect(await names()).toEqual(['bar', 'TV b']);
  });

  test('[PD3] more codes of one address end the oldest, but not one that was approved', async () => {
    const { devices } = store();
    await join('ann');
    const ask = (index: number) =>
      devices.startPairing(aPairing(`code ${index}`, { startedAt: index, expiresAt: 999 }));
    await ask(1);
    await ask(2);
    const given = { device: aDevice('a'), secretHash: 'a', limit: 9 };
    expect(await devices.approve('code 1', 2, given)).toBe('added');
    for (let index = 3; index <= 21; index++) expect(await ask(index)).toBe('started');
    expect(await devices.collect('of code 1', 22, 'new')).toMatchObject({ id: 'a' });
    expect(await devices.collect('of code 2', 22, 'new')).toBe('expired');
    expect(await devices.collect('of code 3', 22, 'new')).toBe('pending');
  });

  test('[PD1] a code is approved by one of those who try at once, and gets a new secret each time it asks', async () => {
    const { devices } = store();
    await join('ann', 'bob');
    expect(await devices.startPairing(aPairing('BCDFHJ'))).toBe('started');
    expect(await devices.startPairing(aPairing('BCDFHJ', { deviceHash: 'other' }))).toBe('code-taken');
    expect(await devices.findPairing('BCDFHJ', 99)).toEqual(aPairing('BCDFHJ'));
    expect(await devices.collect('of BCDFHJ', 99, 'new')).toBe('pending');
    const approve = (id: string, createdBy: string, now = 99) =>
      devices.approve('BCDFHJ', now, { device: aDevice(id, { createdBy }), secretHash: id, limit: 9 });
    expect(await approve('late', 'ann', 100)).toBe('missing');
    const both = await Promise.all([approve('a', 'ann'), approve('b', 'bob')]);
    expect(both.toSorted()).toEqual(['added', 'missing']);
    expect(await devices.findPairing('BCDFHJ', 99)).toBeNull();
    const [paired] = await devices.ofTeam('harbor');
    expect(await devices.collect('of BCDFHJ', 99, 'new')).toEqual(paired);
    expect(await devices.collect('of BCDFHJ', 99, 'newer')).toEqual(paired);
    expect([await devices.ofSecret('new'), await devices.ofSecret('newer')]).toEqual([null, paired]);
    // approved in its last moment, it leaves the device a minute to ask
    expect(await devices.collect('of BCDFHJ', 60_098, 'newest')).toEqual(paired);
    expect(await devices.collect('of BCDFHJ', 60_099, 'late')).toBe('expired');
    await devices.remove('harbor', paired?.id ?? '');
    expect(await devices.collect('of BCDFHJ', 99, 'gone')).toBe('denied');
  });

  test('[PD2] a refused code is over, and so is an expired one', async () => {
    const { devices } = store();
    await devices.startPairing(aPairing('BCDFHJ'));
    expect(await devices.deny('BCDFHJ', 99, 'harbor')).toBe(true);
    expect(await devices.deny('BCDFHJ', 99, 'harbor')).toBe(false);
    expect(await devices.collect('of BCDFHJ', 99, 'new')).toBe('denied');
    expect(
      await devices.startPairing(aPairing('BCDFHJ', { deviceHash: 'later', startedAt: 100, expiresAt: 200 })),
    ).toBe('started');
    expect(await devices.collect('of BCDFHJ', 99, 'new')).toBe('expired');
  });

  test('[PD3] when there are 2,000 codes, one more ends the oldest of the address that has the most', async () => {
    const { devices, kysely } = store();
    const row = (index: number, place: string) => ({
      ...{ device_hash: `h${index}`, user_code: `c${index}`, kind: 'wall', browser: '', place },
      ...{ started_at: index, expires_at: 90_000 },
    });
    const rows = Array.from({ length: 2_000 }, (_, index) =>
      row(index, index < 1_999 ? `flood ${index % 150}` : 'store'),
    );
    for (let first = 0; first < rows.length; first += 500) {
      await kysely
        .insertInto('device_pairings')
        .values(rows.slice(first, first + 500) as never)
        .execute();
    }
    expect(await devices.startPairing(aPairing('BCDFHJ', { startedAt: 5_000, expiresAt: 90_000 }))).toBe(
      'started',
    );
    expect(await devices.findPairing('c0', 5_000)).toBeNull();
    for (const code of ['c1', 'c150', 'c1999', 'BCDFHJ']) {
      expect(await devices.findPairing(code, 5_000)).toMatchObject({ userCode: code });
    }
  });

  test('[PD5] areas that trade names trade their devices in the commit of the team, or not at all', async () => {
    const { devices, documents } = store();
    await documents.commit([createTeam]);
    await join('ann');
    for (const [id, area] of [
      ['a', 'Kitchen'],
      ['b', 'Front “A”'],
      ['c', null],
      ['d', 'Bar'],
    ] as const) {
      await add(aDevice(id, { area }));
    }
    const areas = [
      ['Kitchen', 'Front “A”'],
      ['Front “A”', 'Kitchen'],
    ] as const;
    const shown = async () => (await devices.ofTeam('harbor')).map(({ area }) => area);
    await expect(documents.commit([{ ...rename(7), areas }])).rejects.toThrow();
    expect(await shown()).toEqual(['Kitchen', 'Front “A”', null, 'Bar']);
    await documents.commit([{ ...rename(1), areas }]);
    expect(await shown()).toEqual(['Front “A”', 'Kitchen', null, 'Bar']);
  });

  test('[PD7] devices stay when who paired them is gone, and end with their team', async () => {
    const { devices, members, documents } = store();
    await documents.commit([createTeam]);
    await join('ann', 'bob');
    await add(aDevice('a'));
    await devices.startPairing(aPairing('BCDFHJ'));
    await devices.approve('BCDFHJ', 2, { device: aDevice('b'), secretHash: 'b', limit: 9 });
    expect(await members.removeEverywhere('ann')).toBe(true);
    expect(await names()).toEqual(['TV a', 'TV b']);
    await documents.deleteTeam('harbor');
    expect(await names()).toEqual([]);
    expect(await devices.collect('of BCDFHJ', 2, 'new')).toBe('expired');
  });
}
