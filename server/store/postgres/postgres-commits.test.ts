import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startAnswerCutter } from '../../../test/postgres/answer-cutter.ts';
import { execute } from '../../../test/postgres/postgres-server.ts';
import { createDatabase, type TestDatabase } from '../../../test/postgres/shared-postgres.ts';
import { createTeam, rename, teamRef } from '../../../test/stores/team-fixture.ts';
import type { CommitGroup, CommitResult, DocumentCommit } from '../document-store.ts';
import type { DatabaseStore } from '../store.ts';
import { openPostgresStore } from './postgres.ts';

let database: TestDatabase;
let store: DatabaseStore;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  store = await openPostgresStore(database.url);
});
afterEach(async () => {
  await store.close();
  await database.empty();
});

const commit = (...groups: CommitGroup[]): Promise<readonly CommitResult[]> =>
  store.documents.commitGroups?.(groups) ?? Promise.reject();
const of = (team: string, each: DocumentCommit): DocumentCommit => ({ ...each, team, document: team });
const version = async (team: string) => (await store.documents.versions([{ team, document: team }]))[0];
const guard = (team: string, from: number): DocumentCommit => ({
  ...of(team, createTeam),
  from,
  changes: [],
  columns: null,
});

test('a group that lost is not stored, and the others are', async () => {
  expect(await commit([of('a', createTeam)], [of('b', createTeam)])).toEqual(['stored', 'stored']);
  const stale = of('b', rename(4));
  expect(await commit([of('a', rename(1))], [stale, of('c', createTeam)])).toEqual(['stored', 'conflict']);
  expect([await version('a'), await version('b'), await version('c')]).toEqual([2, 1, 0]);
  const again = { ...rename(1), changes: rename(1).changes.map((each) => ({ ...each, id: 'change-1' })) };
  expect(await commit([of('b', again)], [of('a', rename(2))])).toEqual(['duplicate', 'stored']);
  expect([await version('a'), await version('b')]).toEqual([3, 1]);
});

test('a guard keeps its group from being stored when its document is gone or changed', async () => {
  await commit([of('a', createTeam)]);
  const layout = (id: string) => ({ ...createTeam, team: 'a', document: id });
  expect(await commit([layout('one'), guard('a', 1)])).toEqual(['stored']);
  await commit([of('a', rename(1))]);
  expect(await commit([layout('two'), guard('a', 1)])).toEqual(['conflict']);
  await store.documents.deleteTeam('a');
  expect(await commit([layout('three'), guard('a', 2)])).toEqual(['conflict']);
  expect(await store.documents.count('a')).toBe(0);
});

test('of two stores that commit the same documents at once, each version has one author', async () => {
  const other = await openPostgresStore(database.url);
  await commit([of('a', createTeam)], [of('b', createTeam)]);
  const both = Array.from({ length: 20 }, (_, index) => {
    const groups = ['a', 'b'].map((team) => [of(team, rename(index + 1))]);
    return Promise.all([store, other].map(({ documents }) => documents.commitGroups?.(groups)));
  });
  const results = await Promise.all(both);
  const stored = results.flat(2).filter((result) => result === 'stored').length;
  expect((await version('a')) ?? 0).toBeGreaterThan(1);
  expect(stored).toBe(((await version('a')) ?? 0) + ((await version('b')) ?? 0) - 2);
  await other.close();
});

test('while connections break, what was stored is known as stored, once', async () => {
  await store.documents.commit([createTeam]);
  const breakAll = () =>
    execute(
      database.url,
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`,
    );
  for (let from = 1; from < 30; from++)
    await Promise.all([store.documents.commit([rename(from)]), breakAll()]);
  await store.close();
  store = await openPostgresStore(database.url);
  const changes = await store.documents.changesAfter(teamRef, 0, 999);
  expect(changes.map(({ id }) => id)).toEqual(
    Array.from({ length: 30 }, (_, index) => `change-${index + 1}`),
  );
});

test('a commit whose answer is lost is known as stored', async () => {
  const cutter = await startAnswerCutter(database.url);
  const far = await openPostgresStore(cutter.url);
  await far.documents.commit([createTeam]);
  for (const from of [1, 2, 3]) {
    cutter.cutAnswerTo(`change-${from + 1}`);
    await far.documents.commit([rename(from)]);
  }
  expect(cutter.cuts).toBe(3);
  expect(await version('harbor')).toBe(4);
  await far.close();
  await cutter.close();
});
