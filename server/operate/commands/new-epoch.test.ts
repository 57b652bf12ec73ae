import { expect, test } from 'vitest';
import { lastChangeBefore } from '../../../contract/live.ts';
import { createDatabase } from '../../../test/postgres/shared-postgres.ts';
import { startProcess } from '../../../test/servers/real-process.ts';
import { createTeam, rename } from '../../../test/stores/team-fixture.ts';
import { openPostgresStore } from '../../database/postgres/postgres.ts';

test('pages take a database that was restored for another history, which ends with its last change', async () => {
  const database = await createDatabase();
  const run = () => startProcess('lineup.ts', ['new-epoch'], { DATABASE_URL: database.url }).ended;
  const store = await openPostgresStore(database.url);
  await store.documents.commit([createTeam]);
  await store.documents.commit([rename(1)]);
  const listening = store.wakes?.listen({ heard() {}, gap() {} });
  expect(await run()).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('in use by a running Lineup'),
  });
  await listening?.();
  await store.close();
  expect(await run()).toMatchObject({ code: 0, stderr: '' });
  const restored = await openPostgresStore(database.url);
  expect(restored.epoch).not.toBe(store.epoch);
  expect(lastChangeBefore(restored.epoch)).toBe(rename(1).changes[0]?.at);
  expect(await restored.securityLog.all({ before: null, limit: 1 })).toMatchObject([
    { type: 'backup-restored' },
  ]);
  await restored.close();
  await database.drop();
});
