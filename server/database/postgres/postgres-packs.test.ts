import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../test/postgres/shared-postgres.ts';
import { idOf, layoutCommit } from '../../../test/stores/layout-fixture.ts';
import { packAll } from '../../../test/stores/read-everything.ts';
import { createTeam } from '../../../test/stores/team-fixture.ts';
import type { DatabaseStore } from '../store.ts';
import { openPostgresStore } from './postgres.ts';

const day = { team: 'harbor', document: 'day' };
let database: TestDatabase;
let one: DatabaseStore;
let other: DatabaseStore;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  [one, other] = await Promise.all([openPostgresStore(database.url), openPostgresStore(database.url)]);
  await one.documents.commit([createTeam, layoutCommit(day, 0, 300)]);
});
afterEach(async () => {
  await Promise.all([one.close(), other.close()]);
  await database.empty();
});

const commit = (...commits: ReturnType<typeof layoutCommit>[]) =>
  one.documents.commitGroups?.(commits.map((each) => [each])) ?? expect.fail('It has one node.');

test('what another node packed is not made twice, and the rest of the batch is stored', async () => {
  await other.documents.packHistory(day, 9e15);
  const night = { ...day, document: 'night' };
  const next = layoutCommit(day, 300, 1);
  const again = { ...next, changes: next.changes.map((change) => ({ ...change, id: idOf('day 7') })) };
  expect(await commit(again, layoutCommit(night, 0, 2))).toEqual(['duplicate', 'stored']);
  expect(await commit(next, layoutCommit(night, 5, 1), layoutCommit(night, 2, 1))).toEqual([
    'stored',
    'conflict',
    'stored',
  ]);
  // Packed further than this node has seen.
  await packAll(other.documents, day);
  const last = layoutCommit(day, 301, 1);
  const twice = { ...last, changes: last.changes.map((change) => ({ ...change, id: idOf('day 301') })) };
  expect(await commit(twice)).toEqual(['duplicate']);
  expect(await commit(last)).toEqual(['stored']);
});

test('nodes that pack, change and delete at once lose nothing and make nothing twice', async () => {
  const pack = (store: DatabaseStore) => packAll(store.documents, day);
  const change = async () => {
    for (let from = 300; from < 330; ) {
      const [result] = await commit(layoutCommit(day, from, 1));
      expect(result).toMatch(/stored|conflict/);
      // It was packed meanwhile.
      if (result === 'stored') from += 1;
    }
  };
  await Promise.all([pack(one), pack(other), change(), pack(one)]);
  const all = await Array.fromAsync(other.documents.changes(day));
  expect(all).toEqual(layoutCommit(day, 0, 330).changes.map(({ record: _, ...each }) => each));
  const range = { team: 'harbor', before: { at: 9e15, document: '', version: 0 }, from: 0 };
  expect(await one.documents.history(range, 999)).toHaveLength(331);

  await Promise.all([pack(one), other.documents.deleteTeam('harbor'), pack(other)]);
  expect(await Array.fromAsync(one.documents.changes(day))).toEqual([]);
  await one.documents.commit([createTeam, layoutCommit(day, 0, 2)]);
  expect(await Array.fromAsync(other.documents.changes(day))).toHaveLength(2);
});
