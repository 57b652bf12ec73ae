import { afterAll, beforeAll, expect, test } from 'vitest';
import { execute } from '../../../test/postgres/postgres-server.ts';
import {
  createDatabase,
  createEmptyDatabase,
  type TestDatabase,
} from '../../../test/postgres/shared-postgres.ts';
import { StartProblem } from '../../start-problem.ts';
import { openPostgresStore } from './postgres.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

/** The sentence with which opening fails. */
async function problemOf(url: string): Promise<string> {
  const store = await openPostgresStore(url).catch((error: unknown) => error);
  expect(store).toBeInstanceOf(StartProblem);
  return (store as StartProblem).message;
}

const changed = (change: (url: URL) => void): string => {
  const url = new URL(database.url);
  change(url);
  return url.href;
};

test('a server that is not there, or not the right one, is a sentence without the password', async () => {
  expect(await problemOf('postgres://ann:hunter2@127.0.0.1:1/lineup')).toBe(
    'No PostgreSQL answers at 127.0.0.1:1, which DATABASE_URL names.',
  );
  expect(await problemOf('postgres://ann:hunter2@db.invalid/lineup')).toBe(
    'There is no machine db.invalid, which DATABASE_URL names.',
  );
});

test('a database that is not there is a sentence', async () => {
  const missing = changed((url) => {
    url.pathname = '/nothing';
  });
  expect(await problemOf(missing)).toMatch(/^There is no database “nothing” on .* Create it/);
});

test('a person whom the database refuses is a sentence', async () => {
  const role = `role_${new URL(database.url).pathname.slice(-8)}`;
  await execute(database.url, `create role ${role} login`);
  const empty = await createEmptyDatabase();
  const as = (name: string) =>
    changed((url) => {
      url.username = name;
      url.pathname = new URL(empty.url).pathname;
    });
  expect(await problemOf(as('nobody'))).toBe(
    'PostgreSQL does not let “nobody” of DATABASE_URL connect from here.',
  );
  expect(await problemOf(as(role))).toMatch(
    new RegExp(`^“${role}” may not create tables in the database “test_`),
  );
  await empty.drop();
  await execute(database.url, `drop role ${role}`);
});

test('a database of a newer version is a sentence, and left as it was', async () => {
  const newer = await createDatabase();
  await execute(newer.url, `update meta set value = '999' where key = 'schema'`);
  expect(await problemOf(newer.url)).toBe(
    'The database was made by a newer version of Lineup. Start that version instead.',
  );
  await newer.drop();
});

test('a database that cannot hold every name is a sentence', async () => {
  const latin = await createEmptyDatabase(`encoding 'LATIN1' locale 'C'`);
  expect(await problemOf(latin.url)).toMatch(/^The database of DATABASE_URL has the encoding LATIN1\./);
  await latin.drop();
});

test('of several nodes that start at once on an empty database, one makes the tables', async () => {
  const empty = await createEmptyDatabase();
  const stores = await Promise.all([1, 2, 3].map(() => openPostgresStore(empty.url)));
  expect(new Set(stores.map(({ epoch }) => epoch)).size).toBe(1);
  await Promise.all(stores.map((store) => store.close()));
  await empty.drop();
});

test('a command that must be alone waits for nothing: it is refused beside a server, and a server beside it', async () => {
  const { url } = database;
  const open = await openPostgresStore(url);
  const refused = openPostgresStore(url, { isAlone: true });
  await expect(refused).rejects.toThrow(/^The database of DATABASE_URL is in use by a running Lineup\./);
  await open.close();
  const alone = await openPostgresStore(url, { isAlone: true });
  expect(await problemOf(url)).toMatch(/^A command such as .* is using the database of DATABASE_URL\. Wait/);
  await alone.close();
  const listening = await openPostgresStore(url);
  const gap = Promise.withResolvers<string>();
  const stop = listening.wakes?.listen({ heard() {}, gap: gap.resolve });
  expect(await gap.promise).toBe(listening.epoch);
  await expect(openPostgresStore(url, { isAlone: true })).rejects.toBeInstanceOf(StartProblem);
  await stop?.();
  await listening.close();
});
