import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../test/postgres/shared-postgres.ts';
import { openPostgresStore } from './postgres/postgres.ts';
import type { DatabaseStore } from './store.ts';

let database: TestDatabase;
let nodes: DatabaseStore[];
beforeAll(async () => {
  database = await createDatabase();
  nodes = await Promise.all([1, 2].map(() => openPostgresStore(database.url)));
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.close()));
  await database.drop();
});

test('of several nodes one does a task, until it is done or the node is gone', async () => {
  let time = 1_000;
  const now = () => time;
  const claims = Array.from({ length: 8 }, (_, each) => nodes[each % 2]?.claimTask?.('compaction', now));
  const takeAll = () => Promise.all(claims.map((claim) => claim?.take()));
  const first = await takeAll();
  expect(first.filter(Boolean)).toHaveLength(1);
  // The one that has it goes on.
  expect(await takeAll()).toEqual(first);
  await claims[first.indexOf(false)]?.release();
  expect(await takeAll()).toEqual(first);
  await claims[first.indexOf(true)]?.release();
  const second = await takeAll();
  expect(second.filter(Boolean)).toHaveLength(1);
  time += 3_600_000;
  const other = claims[second.indexOf(false)];
  expect([await other?.take(), (await takeAll())[second.indexOf(true)]]).toEqual([true, false]);
});
