import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Role } from '../../../domain/team/user.ts';
import { eventually } from '../../../test/eventually.ts';
import { startAnswerCutter } from '../../../test/postgres/answer-cutter.ts';
import { execute } from '../../../test/postgres/postgres-server.ts';
import { createDatabase, type TestDatabase } from '../../../test/postgres/shared-postgres.ts';
import { createTeam, rename, teamRef } from '../../../test/stores/team-fixture.ts';
import { countSignOuts } from '../../accounts/sessions.ts';
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
const withId = (id: string, each: DocumentCommit): DocumentCommit => ({
  ...each,
  changes: each.changes.map((change) => ({ ...change, id })),
});

async function waitingForLocks(): Promise<number> {
  const { rows } = await execute(
    database.url,
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
}
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
  expect(await commit([of('b', withId('change-1', rename(1)))], [of('a', rename(2))])).toEqual([
    'duplicate',
    'stored',
  ]);
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

test('a group is only stored while its authors have the roles that it was decided by', async () => {
  await commit([of('a', createTeam)], [of('b', createTeam)]);
  const { members } = store;
  for (const [user, role] of [
    ['ann', 'manager'],
    ['bob', 'manager'],
    ['cal', 'lead'],
  ] as const) {
    await members.add({ team: 'a', user, role, joinedAt: 1 });
  }
  const by = (user: string, role: Role, from: number): CommitGroup => [
    { ...of('a', rename(from)), authors: [{ user, role }] },
  ];
  const other: CommitGroup = [of('b', rename(1))];
  expect(await commit(by('bob', 'manager', 1))).toEqual(['stored']);
  await members.remove('a', 'bob');
  expect(await commit(by('bob', 'manager', 2), other)).toEqual(['author-changed', 'stored']);
  expect(await commit(by('cal', 'manager', 2))).toEqual(['author-changed']);
  expect(await commit(by('cal', 'lead', 2))).toEqual(['stored']);
  expect(await commit(by('nobody', 'viewer', 3))).toEqual(['author-changed']);
});

test('a commit that waits for the removal of its author sees it', async () => {
  await commit([of('a', createTeam)]);
  for (const user of ['ann', 'bob']) {
    await store.members.add({ team: 'a', user, role: 'manager', joinedAt: 1 });
  }
  const removing = new pg.Client({ connectionString: database.url });
  await removing.connect();
  await removing.query(`begin; delete from members where user_id = 'bob'`);
  const committed = commit([{ ...of('a', rename(1)), authors: [{ user: 'bob', role: 'manager' }] }]);
  await eventually(async () => expect(await waitingForLocks()).toBe(1));
  await removing.query('commit');
  await removing.end();
  expect(await committed).toEqual(['author-changed']);
});

test('[PIN7] a commit that waits for a sign-out of its author at a kiosk sees it', async () => {
  await commit([of('a', createTeam)]);
  await store.members.add({ team: 'a', user: 'ann', role: 'manager', joinedAt: 1 });
  const device = {
    team: 'a',
    id: 'tablet',
    kind: 'kiosk',
    name: 'Tablet',
    area: null,
    role: 'lead',
  } as const;
  const paired = { ...device, createdBy: 'ann', createdAt: 1, lastSeenAt: null };
  await store.devices.add({ device: paired, secretHash: 'secret', limit: 9 });
  const since = await countSignOuts(store.kysely, 'ann');
  const signingOut = new pg.Client({ connectionString: database.url });
  await signingOut.connect();
  await signingOut.query(`begin; update sign_outs set number = number + 1 where user_id = 'ann'`);
  const member = { user: 'ann', role: 'manager' } as const;
  const proof = { account: { user: 'ann', since }, pin: null, known: null };
  const kiosk = { device: 'tablet', role: 'lead', member, ...proof } as const;
  const committed = commit([{ ...of('a', rename(1)), authors: [{ user: 'ann', role: 'lead', kiosk }] }]);
  await eventually(async () => expect(await waitingForLocks()).toBe(1));
  await signingOut.query('commit');
  await signingOut.end();
  expect(await committed).toEqual(['author-changed']);
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

test('[SV20] PostgreSQL ends a transaction whose node hangs in it, which then runs again', async () => {
  await store.members.add({ team: 'a', user: 'ann', role: 'manager', joinedAt: 1 });
  const other = await openPostgresStore(database.url);
  let runs = 0;
  const changing = store.kysely.transaction().execute(async (transaction) => {
    await transaction.updateTable('members').set({ role: 'lead' }).execute();
    runs += 1;
    if (runs > 1) return;
    // Another node waits for the row, and gets it.
    await other.members.add({ team: 'a', user: 'bob', role: 'manager', joinedAt: 1 });
    await other.members.setRole('a', 'ann', 'viewer');
  });
  await changing;
  expect(runs).toBe(2);
  expect((await store.members.ofTeam('a')).map(({ role }) => role)).toEqual(['lead', 'lead']);
  await other.close();
});
