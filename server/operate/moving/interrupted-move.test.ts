import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lastChangeBefore } from '../../../contract/live.ts';
import { execute } from '../../../test/postgres/postgres-server.ts';
import {
  createDatabase,
  createEmptyDatabase,
  type TestDatabase,
} from '../../../test/postgres/shared-postgres.ts';
import { startProcess } from '../../../test/servers/real-process.ts';
import { createTeam, rename, teamRef } from '../../../test/stores/team-fixture.ts';
import type { DataPlace } from '../../database/moving/place.ts';
import { openServerStore } from '../../database/open-store.ts';
import { openPostgresStore } from '../../database/postgres/postgres.ts';
import { openSqliteStore } from '../../database/sqlite/sqlite.ts';
import { createPlaces, moveData } from './move-data.ts';

let dataDir: string;
let file: string;
let database: TestDatabase;
let inFile: DataPlace;
let inPostgres: DataPlace;
/** Of the database before it is moved. */
let epoch: string;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'lineup-move-'));
  file = join(dataDir, 'lineup.db');
  database = await createDatabase();
  const places = createPlaces({ dataDir, secretFile: join(dataDir, 'secret') });
  inFile = places.inFile;
  inPostgres = places.inPostgres(database.url, 'the given address');
  const store = await openSqliteStore(file);
  await store.documents.commit([createTeam]);
  await store.documents.commit([rename(1)]);
  epoch = store.epoch;
  await store.close();
});
afterEach(async () => {
  await database.drop();
  rmSync(dataDir, { recursive: true });
});

const move = (from: DataPlace, to: DataPlace) =>
  moveData({ from, to, now: Date.now, progress: () => {} }).then(
    (lines) => lines.join('\n'),
    (error) => `Failed: ${error.message}`,
  );
const openInPostgres = () => openPostgresStore(database.url);
const versionIn = async (opening: Promise<Awaited<ReturnType<typeof openInPostgres>>>) => {
  const store = await opening;
  const loaded = await store.documents.load(teamRef);
  await store.close();
  return [loaded?.version, store.epoch];
};
const unfinished =
  'A move into the database of DATABASE_URL did not finish. Run “npm run lineup -- move-to” again, with the settings of the database that was being moved.';

/** From now on, this happens before each row that is written to a table. */
const before = (table: string, statement: string) =>
  execute(
    database.url,
    `create or replace function planned() returns trigger language plpgsql as $$ begin ${statement} return new; end $$;
    create or replace trigger planned before insert or update on ${table} for each row execute function planned()`,
  );
const nothingMore = () => execute(database.url, 'drop function planned cascade');

const waiting = `application_name = 'lineup move-to' and wait_event = 'advisory' and datname = current_database()`;
const waits = async () =>
  (await execute(database.url, `select from pg_stat_activity where ${waiting}`)).rows.length > 0;
async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 50));
}
const cutOff = () =>
  execute(database.url, `select pg_terminate_backend(pid) from pg_stat_activity where ${waiting}`);

test('a move that is killed or cut off in the middle leaves the data where it was, and starts again', async () => {
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  await holder.query('select pg_advisory_lock(1)');
  await before('changes', 'perform pg_advisory_xact_lock(1);');
  const { child, ended } = startProcess('lineup.ts', ['move-to', database.url], { DATA_DIR: dataDir });
  await until(waits);
  child.kill('SIGKILL');
  expect((await ended).stdout).toBe('');
  await cutOff();
  await until(async () => !(await waits()));
  await expect(openServerStore({ databaseUrl: database.url, dataDir })).rejects.toThrow(
    /^The database of DATABASE_URL is empty, and there is data in .*lineup\.db\. Move it with/,
  );
  expect(await versionIn(openSqliteStore(file))).toEqual([2, epoch]);

  const cut = move(inFile, inPostgres);
  await until(waits);
  await cutOff();
  expect(await cut).toMatch(
    /^Failed: The move did not finish, and the data is still in .*lineup\.db\. Run the/,
  );
  await holder.end();
  await nothingMore();
  expect(await move(inFile, inPostgres)).toContain('1 documents with their history');
  expect(await versionIn(openServerStore({ databaseUrl: database.url, dataDir }))).toEqual([2, epoch]);
});

test('a move that ends while it makes tables starts again', async () => {
  const empty = await createEmptyDatabase();
  const inEmpty = createPlaces({ dataDir, secretFile: join(dataDir, 'secret') }).inPostgres(empty.url, 'it');
  const open = () => openPostgresStore(empty.url);
  for (const kind of ['create table documents', 'create table reaches', 'create table "user"']) {
    await execute(
      empty.url,
      `create function stop() returns event_trigger language plpgsql as $$ begin
        if current_query() ilike '${kind}%' then perform pg_terminate_backend(pg_backend_pid()); end if;
      end $$;
      create event trigger stop on ddl_command_start execute function stop()`,
    );
    expect(await move(inFile, inEmpty), kind).toMatch(/^Failed: /);
    await execute(empty.url, 'drop event trigger stop; drop function stop');
    expect(await versionIn(openSqliteStore(file))).toEqual([2, epoch]);
  }
  expect(await move(inFile, inEmpty)).toContain('1 documents with their history');
  expect(await versionIn(open())).toEqual([2, epoch]);
  await empty.drop();
});

test('a full disk or a row that arrives differently stops the move', async () => {
  await before('changes', `raise exception 'No space left on device' using errcode = '53100';`);
  expect(await move(inFile, inPostgres)).toMatch(
    /^Failed: The move did not finish, .* No space left on device\.$/,
  );
  await before('changes', `new.change = '{}';`);
  expect(await move(inFile, inPostgres)).toBe(
    'Failed: The table “changes” is not the same after the move. Nothing was moved: the data is still where it was.',
  );
  await before('changes', `if new.version = 2 then return null; end if;`);
  expect(await move(inFile, inPostgres)).toContain('The table “changes” is not the same after the move.');
  expect(await versionIn(openSqliteStore(file))).toEqual([2, epoch]);
});

test('a move that ends between the two databases leaves none in use, and is finished by the same command', async () => {
  await before('meta', `if new.value like '%in use%' then raise exception 'no'; end if;`);
  expect(await move(inFile, inPostgres)).toMatch(
    /^Failed: Everything is in postgres:.*, but not in use yet\./,
  );
  await expect(openInPostgres()).rejects.toThrow(unfinished);
  await expect(openSqliteStore(file)).rejects.toThrow(/was moved to postgres:/);
  await nothingMore();
  expect(await move(inFile, inPostgres)).toContain('Nothing was left to do.');
  expect(await versionIn(openInPostgres())).toEqual([2, epoch]);

  const powerless = { ...inFile, putInUse: () => Promise.reject(new Error('no power')) };
  expect(await move(inPostgres, powerless)).toMatch(/^Failed: Everything is in .*, but not in use yet\./);
  await expect(openInPostgres()).rejects.toThrow(/was moved to .*lineup\.db/);
  await expect(openSqliteStore(file)).rejects.toThrow(/^A move to .*lineup\.db did not finish\./);
  expect(await move(inPostgres, inFile)).toContain('Nothing was left to do.');
  expect(await versionIn(openSqliteStore(file))).toEqual([2, epoch]);
});

test('[DU28] a database that is used again by hand is another history, and accepts no change before', async () => {
  await move(inFile, inPostgres);
  const [kept = ''] = readdirSync(dataDir).filter((name) => name.startsWith('lineup.db.moved-'));
  renameSync(join(dataDir, kept), file);
  const [version, another] = await versionIn(openSqliteStore(file));
  expect([version, another === epoch, lastChangeBefore(String(another))]).toEqual([
    2,
    false,
    expect.any(Number),
  ]);
  renameSync(file, join(dataDir, kept));
  await move(inPostgres, inFile);
  await expect(execute(database.url, `insert into departed values ('ana')`)).rejects.toThrow(
    /^The data of this database was moved to .*lineup\.db on/,
  );
  await execute(database.url, 'drop function lineup_moved cascade');
  const [, third] = await versionIn(openInPostgres());
  expect([third === epoch, lastChangeBefore(String(third))]).toEqual([false, expect.any(Number)]);
});
