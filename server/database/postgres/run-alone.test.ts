import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../test/postgres/shared-postgres.ts';
import type { DatabaseStore } from '../store.ts';
import { openPostgresStore } from './postgres.ts';

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

test('of several nodes one does a task, until it is done', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let count = 0;
  const work = () => {
    count += 1;
    return promise;
  };
  const running = nodes[0]?.runAlone('packing', work);
  await expect.poll(() => count).toBe(1);
  await nodes[1]?.runAlone('packing', work);
  expect(count).toBe(1);
  await nodes[1]?.runAlone('days', async () => resolve());
  await running;
  await nodes[1]?.runAlone('packing', work);
  expect(count).toBe(2);
});
