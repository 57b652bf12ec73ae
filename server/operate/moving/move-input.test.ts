import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { execute } from '../../../test/postgres/postgres-server.ts';
import {
  createDatabase,
  createEmptyDatabase,
  type TestDatabase,
} from '../../../test/postgres/shared-postgres.ts';
import { runCommand } from '../../../test/servers/run-command.ts';
import { createTeam } from '../../../test/stores/team-fixture.ts';
import { openSqliteStore } from '../../database/sqlite/sqlite.ts';
import { moveTo } from '../commands/move.ts';

let folder: string;
let dataDir: string;
/** With tables and no data. */
let database: TestDatabase;
/** Without tables. */
let empty: TestDatabase;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lineup-move-'));
  dataDir = join(folder, 'data');
  [database, empty] = await Promise.all([createDatabase(), createEmptyDatabase()]);
  const store = await openSqliteStore(join(dataDir, 'lineup.db'));
  await store.documents.commit([createTeam]);
  await store.close();
});
afterAll(async () => {
  await Promise.all([database.drop(), empty.drop()]);
  rmSync(folder, { recursive: true });
});

/** How moving fails. */
async function refusal(where: string, env: Record<string, string> = {}): Promise<string> {
  const { code, stderr } = await runCommand(moveTo, [where], dataDir, { env });
  expect(code).toBe(1);
  return stderr;
}
const changed = (change: (url: URL) => void): string => {
  const url = new URL(empty.url);
  change(url);
  return url.href;
};

test('an address that leads nowhere, or not to PostgreSQL, is a sentence without the password', async () => {
  expect(await refusal('mysql://ann:hunter2@db/lineup')).toMatch(
    /^The argument must be the address of a PostgreSQL database, such as postgres:/,
  );
  expect(await refusal('postgres://ann:hunter2@127.0.0.1:1/lineup')).toBe(
    'No PostgreSQL answers at 127.0.0.1:1, which the given address names.',
  );
  expect(await refusal(changed((url) => (url.pathname = '/nothing')))).toMatch(
    /^There is no database “nothing” on .* Create it, or correct the given address\.$/,
  );
  const role = `role_${new URL(empty.url).pathname.slice(-8)}`;
  await execute(empty.url, `create role ${role} login`);
  expect(await refusal(changed((url) => (url.username = role)))).toMatch(
    /may not create tables in the database/,
  );
  await execute(empty.url, `drop role ${role}`);
});

test('what is moved already, or nowhere, is a sentence', async () => {
  expect(await refusal('sqlite')).toMatch(/^DATABASE_URL is not set, so the data is in DATA_DIR already\./);
  const env = { DATABASE_URL: database.url };
  expect(await refusal(database.url, env)).toMatch(
    /^DATABASE_URL is set, so the data is in PostgreSQL already\./,
  );
  expect(await refusal('sqlite', env)).toMatch(/^There is a database .*lineup\.db already\./);
  const { stderr } = await runCommand(moveTo, [empty.url], join(folder, 'nothing'));
  expect(stderr).toMatch(/^There is no database .*nothing\/lineup\.db\. Set DATA_DIR/);
});

test('a database that is not empty, newer, or another program’s is left as it is', async () => {
  await execute(empty.url, 'create table orders (id integer)');
  expect(await refusal(empty.url)).toMatch(
    /^The database of the given address holds tables of another program\./,
  );
  await execute(empty.url, 'drop table orders');
  await execute(database.url, `insert into departed values ('ana')`);
  expect(await refusal(database.url)).toBe(
    'The database of the given address holds data already. Create an empty database.',
  );
  await execute(database.url, `delete from departed; update meta set value = '999' where key = 'schema'`);
  expect(await refusal(database.url)).toMatch(/^The database was made by a newer version of Lineup\./);
  const store = await openSqliteStore(join(dataDir, 'lineup.db'));
  expect(await store.documents.load({ team: 'harbor', document: 'harbor' })).toMatchObject({ version: 1 });
  await store.close();
});

test('a database that is already used with another secret is left as it is', async () => {
  const used = await createDatabase();
  await execute(used.url, `insert into meta values ('secret', 'another')`);
  mkdirSync(join(folder, 'home'), { recursive: true });
  writeFileSync(join(folder, 'home', 'secret'), `${Buffer.alloc(32, 1).toString('base64url')}\n`);
  const env = { DATABASE_URL: used.url };
  const { stderr } = await runCommand(moveTo, ['sqlite'], join(folder, 'home'), { env });
  expect(stderr).toMatch(
    /^The database of DATABASE_URL is used with another secret than that in .*home\/secret\./,
  );
  await used.drop();
});
