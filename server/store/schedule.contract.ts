import { expect, test } from 'vitest';
import type { Store, StoredConnection } from './store.ts';

interface Opened {
  readonly store: () => Store;
  readonly reopen: () => Promise<void>;
}

/** What every store must do with schedule connections. */
export function scheduleContract({ store, reopen }: Opened): void {
  test('a schedule connection is kept, replaced and forgotten with its readings', async () => {
    const connection: StoredConnection = {
      team: 'harbor',
      provider: 'hotschedules',
      settings: { user: 'ann' },
      sealed: { pass: 'x' },
      terms: { location: { id: '7', name: 'Pier' }, timeZone: 'UTC', everyMinutes: 15, takesAlone: false },
      roles: null,
      lastRead: null,
    };
    const { schedule } = store();
    await schedule.put(connection);
    await schedule.put({ ...connection, team: 'pier', settings: {} });
    await schedule.putSealed([
      { team: 'harbor', provider: 'hotschedules', sealed: { pass: 'y' } },
      { team: 'nobody', provider: 'hotschedules', sealed: { pass: 'z' } },
    ]);
    await schedule.noteRead('harbor', 'hotschedules', { at: 5, problem: 'No.' });
    await schedule.setRoles('harbor', 'hotschedules', ['Cook']);
    const reading = { shifts: [], warnings: ['One left out.'], readAt: 5 };
    await schedule.putReading('harbor', 'hotschedules', '2026-11-20', reading);
    await schedule.putReading('harbor', 'hotschedules', '2026-11-21', { ...reading, readAt: 6 });
    await schedule.putReading('harbor', 'hotschedules', '2026-11-21', reading);
    await reopen();
    const kept = {
      ...connection,
      sealed: { pass: 'y' },
      roles: ['Cook'],
      lastRead: { at: 5, problem: 'No.' },
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
    await store().documents.deleteTeam('pier');
    expect(await store().schedule.all()).toEqual([]);
  });
}
