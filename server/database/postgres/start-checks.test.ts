import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAnswerCutter } from '../../../test/postgres/answer-cutter.ts';
import { openDoor } from '../../../test/postgres/door.ts';
import { openEncryptingDoor } from '../../../test/postgres/encrypting-door.ts';
import { isPgBouncerInstalled, startPgBouncer } from '../../../test/postgres/pgbouncer.ts';
import { execute } from '../../../test/postgres/postgres-server.ts';
import {
  createDatabase,
  createEmptyDatabase,
  type TestDatabase,
} from '../../../test/postgres/shared-postgres.ts';
import { parseConfig } from '../../config.ts';
import { issueLeaf, makeAuthority } from '../../operate/certificates.ts';
import { startServer } from '../../server.ts';
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

test('a connection is encrypted as DATABASE_URL says, or refused with a sentence', async () => {
  const socket = new URL(database.url).searchParams.get('host') ?? '';
  const authority = await makeAuthority('PostgreSQL', Date.now());
  const encrypted = await openEncryptingDoor(socket, await issueLeaf(authority, ['localhost'], Date.now()));
  const plain = await openDoor(socket);
  const folder = mkdtempSync(join(tmpdir(), 'lineup-authority-'));
  const file = join(folder, 'authority.pem');
  writeFileSync(file, authority.cert);
  const at = (host: string, settings: string) =>
    `postgres://postgres@${host}${new URL(database.url).pathname}?${settings}`;
  const here = `localhost:${encrypted.port}`;
  for (const settings of [
    `sslmode=verify-full&sslrootcert=${encodeURIComponent(file)}`,
    'sslmode=no-verify',
  ]) {
    await (await openPostgresStore(at(here, settings))).close();
  }
  const notEncrypted = 'The connection of DATABASE_URL could not be encrypted: ';
  expect(await problemOf(at(here, 'sslmode=verify-full'))).toMatch(
    new RegExp(`^${notEncrypted}self-signed certificate in certificate chain. See sslmode in docs`),
  );
  const withFile = `sslmode=verify-full&sslrootcert=${encodeURIComponent(file)}`;
  expect(await problemOf(at(`127.0.0.1:${encrypted.port}`, withFile))).toContain(
    `${notEncrypted}Hostname/IP does not match certificate's altnames`,
  );
  expect(await problemOf(at(`localhost:${plain.port}`, withFile))).toContain(
    `${notEncrypted}The server does not support SSL connections`,
  );
  expect(await problemOf(at(here, `${withFile}.missing`))).toBe(
    `${file}.missing, a file that DATABASE_URL names, can’t be read (ENOENT). See sslmode in docs/operations.md.`,
  );
  await Promise.all([encrypted.close(), plain.close()]);
  rmSync(folder, { recursive: true });
});

test('a database that stops answering during the start is a sentence', async () => {
  const door = await openDoor(new URL(database.url).searchParams.get('host') ?? '');
  const url = `postgres://postgres@127.0.0.1:${door.port}${new URL(database.url).pathname}`;
  const dataDir = mkdtempSync(join(tmpdir(), 'lineup-start-'));
  const starting = startServer(parseConfig({ PORT: '0', DATA_DIR: dataDir, DATABASE_URL: url }), {
    async openStore() {
      const store = await openPostgresStore(url, { logError() {} });
      await door.close();
      return store;
    },
    ...{
      log: pino({ level: 'silent' }),
      now: Date.now,
      timeout: AbortSignal.timeout,
      interfaces: () => ({}),
    },
  });
  const problem = await starting.catch((error: unknown) => error);
  expect(problem).toBeInstanceOf(StartProblem);
  expect(String(problem)).toContain(`127.0.0.1:${door.port}, which DATABASE_URL names`);
  rmSync(dataDir, { recursive: true });
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

test('a database that accepts no changes is a sentence', async () => {
  const { pathname } = new URL(database.url);
  const name = pathname.slice(1);
  await execute(database.url, `alter database ${name} set default_transaction_read_only = on`);
  expect(await problemOf(database.url)).toMatch(/accepts no changes: default_transaction_read_only is on\./);
  await execute(database.url, `set transaction_read_only = off; alter database ${name} reset all`);
});

test('a password that is missing or wrong is a sentence without it', async () => {
  const role = `asked_${new URL(database.url).pathname.slice(-8)}`;
  await execute(database.url, `create role ${role} login password 'right'`);
  const [{ hba_file: file }] = (await execute(database.url, 'show hba_file')).rows;
  writeFileSync(file, `local all ${role} scram-sha-256\n${readFileSync(file, 'utf8')}`);
  await execute(database.url, 'select pg_reload_conf()');
  const as = (password: string) =>
    changed((url) => {
      url.username = role;
      url.password = password;
    });
  await expect
    .poll(() => problemOf(as('')))
    .toBe(`PostgreSQL asks for the password of “${role}”, which is missing in DATABASE_URL.`);
  expect(await problemOf(as('hunter2'))).toBe(
    `PostgreSQL refuses the password that DATABASE_URL has for “${role}”.`,
  );
  await execute(database.url, `drop role ${role}`);
});

test('something else than PostgreSQL is a sentence', async () => {
  const web = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  const { port } = web.address() as AddressInfo;
  expect(await problemOf(`postgres://ann:hunter2@127.0.0.1:${port}/lineup`)).toBe(
    `127.0.0.1:${port}, which DATABASE_URL names, closes the connection. It may not be PostgreSQL.`,
  );
  web.close();
});

test('PostgreSQL older than 15 is a sentence', async () => {
  const [{ version }] = (
    await execute(database.url, "select current_setting('server_version_num') as version")
  ).rows;
  const older = await startAnswerCutter(database.url);
  older.replace(version, `14${version.slice(2)}`);
  expect(await problemOf(older.url)).toBe('Lineup needs PostgreSQL 15 or newer; DATABASE_URL names a 14.');
  await older.close();
});

const serializable = "set default_transaction_isolation = ''serializable''";
test.skipIf(!isPgBouncerInstalled).each([
  ['as it comes', {}],
  ['that drops settings of a connection', { ignore_startup_parameters: 'options' }],
  [
    'that has them itself',
    { ignore_startup_parameters: 'options,extra_float_digits', connect_query: serializable },
  ],
])('PgBouncer in transaction mode, %s, is a sentence', async (_, settings: Record<string, string>) => {
  const pool = await startPgBouncer(database.url, settings);
  expect(await problemOf(pool.url)).toMatch(
    /^A connection pool, such as PgBouncer, answers at DATABASE_URL\./,
  );
  await pool.stop();
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
