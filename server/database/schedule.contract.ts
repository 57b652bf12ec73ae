import { expect, test } from 'vitest';
import { refuse } from '../../domain/problem/problem.ts';
import { createTeam } from '../../test/stores/team-fixture.ts';
import type { Store, StoredConnection } from './store.ts';

interface Opened {
  readonly store: () => Store;
  readonly reopen: () => Promise<void>;
}

const connection: StoredConnection = {
  team: 'harbor',
  provider: 'hotschedules',
  settings: { user: 'ann' },
  sealed: { pass: 'x' },
  terms: { location: { id: '7', name: 'Pier' }, timeZone: 'UTC', everyMinutes: 15, takesAlone: false },
  roles: null,
  lastRead: null,
};

export function scheduleContract({ store, reopen }: Opened): void {
  test('a schedule connection is kept, replaced and forgotten with its readings', async () => {
    const { schedule, documents } = store();
    await documents.commit([createTeam, { ...createTeam, team: 'pier', document: 'pier' }]);
    expect(await schedule.put(connection)).toBe(true);
    expect(await schedule.put({ ...connection, settings: { user: 'bob' } })).toBe(true);
    expect(await schedule.put(connection)).toBe(true);
    await schedule.put({ ...connection, team: 'pier', settings: {} });
    await schedule.putSealed([
      { team: 'harbor', provider: 'hotschedules', sealed: { pass: 'y' } },
      { team: 'nobody', provider: 'hotschedules', sealed: { pass: 'z' } },
    ]);
    const saved = { ...connection, sealed: { pass: 'y' } };
    const lastRead = { at: 5, problem: refuse('schedule-refused', { details: { provider: 'X' } }).problem };
    await schedule.noteRead(saved, lastRead);
    await schedule.setRoles('harbor', 'hotschedules', ['Cook']);
    const reading = { shifts: [], warnings: ['One left out.'], readAt: 5 };
    expect(await schedule.putReading(saved, '2026-11-20', reading)).toBe(true);
    expect(await schedule.putReading(saved, '2026-11-21', { ...reading, readAt: 6 })).toBe(true);
    expect(await schedule.putReading(saved, '2026-11-21', reading)).toBe(true);
    // A sync that used the previous settings.
    await schedule.noteRead(connection, { at: 9, problem: null });
    expect(await schedule.putReading(connection, '2026-11-21', { ...reading, readAt: 9 })).toBe(false);
    await reopen();
    const kept = {
      ...connection,
      sealed: { pass: 'y' },
      roles: ['Cook'],
      lastRead,
    };
    expect(await store().schedule.find('harbor', 'hotschedules')).toEqual(kept);
    expect(await store().schedule.ofTeam('harbor')).toEqual([kept]);
    expect((await store().schedule.all()).map(({ team }) => team)).toEqual(['harbor', 'pier']);
    expect(await store().schedule.reading('harbor', 'hotschedules', '2026-11-21')).toEqual(reading);
    await store().schedule.forgetReadingsBefore('2026-11-21');
    expect(await store().schedule.reading('harbor', 'hotschedules', '2026-11-20')).toBeNull();
    await store().schedule.remove('harbor', 'hotschedules');
    expect(await store().schedule.ofTeam('harbor')).toEqual([]);
    expect(await store().schedule.reading('harbor', 'hotschedules', '2026-11-21')).toBeNull();
    expect(await store().schedule.putReading(saved, '2026-11-21', reading)).toBe(false);
    await store().documents.deleteTeam('pier');
    expect(await store().schedule.all()).toEqual([]);
    expect(await store().schedule.put({ ...connection, team: 'pier' })).toBe(false);
    expect(await store().schedule.all()).toEqual([]);
  });

  test('of servers that want to sync a connection, one gets it, until it is read or the claim is too old', async () => {
    const { schedule, documents } = store();
    await documents.commit([createTeam]);
    await schedule.put(connection);
    const list = async () => (await schedule.all())[0] ?? expect.fail('there is none');
    const listed = await list();
    const claim = { now: 1_000, until: 2_000 };
    const claims = await Promise.all(Array.from({ length: 10 }, () => schedule.claim(listed, claim)));
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(await schedule.claim(listed, { now: 1_999, until: 3_000 })).toBe(false);
    expect(await schedule.claim(listed, { now: 2_000, until: 3_000 })).toBe(true);
    const { problem } = refuse('schedule-unreachable');
    for (const failures of [1, 2, 3]) {
      await schedule.noteRead(connection, { at: 2_000 + failures, problem });
      expect(await schedule.claim(listed, { now: 9_000, until: 9_001 })).toBe(false);
      const again = await list();
      expect(again.failures).toBe(failures);
      expect(await schedule.claim(again, { now: 9_000, until: 9_001 })).toBe(true);
    }
    await schedule.noteRead(connection, { at: 9_000, problem: null });
    expect((await list()).failures).toBe(0);
  });
}
