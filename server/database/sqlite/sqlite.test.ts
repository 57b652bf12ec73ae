import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTeam, rename, teamRef } from '../../../test/stores/team-fixture.ts';
import { StartProblem } from '../../start-problem.ts';
import { authorsContract } from '../authors.contract.ts';
import { devicesContract } from '../devices.contract.ts';
import { pinsContract } from '../pins.contract.ts';
import { pushContract } from '../push.contract.ts';
import { storeContract } from '../store.contract.ts';
import type { DatabaseStore } from '../store.ts';
import { openSqliteStore } from './sqlite.ts';

const newFolder = () => mkdtempSync(join(tmpdir(), 'lineup-store-'));

storeContract('SQLite', () => {
  const folder = newFolder();
  return {
    open: () => openSqliteStore(join(folder, 'lineup.db')),
    remove: async () => rmSync(folder, { recursive: true }),
  };
});

describe('push subscriptions, devices and PINs on SQLite', () => {
  let folder: string;
  let store: DatabaseStore;
  beforeEach(async () => {
    folder = newFolder();
    store = await openSqliteStore(join(folder, 'lineup.db'));
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });
  pushContract({ store: () => store });
  devicesContract({ store: () => store });
  pinsContract({
    nodes: () => [store],
    async reopen() {
      await store.close();
      store = await openSqliteStore(join(folder, 'lineup.db'));
    },
  });
});

describe('a commit on SQLite depends on', () => {
  let folder: string;
  let store: DatabaseStore;
  beforeEach(async () => {
    folder = newFolder();
    store = await openSqliteStore(join(folder, 'lineup.db'));
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });
  authorsContract({ open: () => store });
});

describe('the database file', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = newFolder();
    file = join(folder, 'lineup.db');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const openingFails = async (path: string) => {
    const problem = await openSqliteStore(path).catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(StartProblem);
    return (problem as StartProblem).message;
  };

  test('its folder is made', async () => {
    const store = await openSqliteStore(join(folder, 'deep', 'down', 'lineup.db'));
    await store.close();
  });

  test('one of a newer version is refused in a sentence and left as it was', async () => {
    const store = await openSqliteStore(file);
    await store.kysely.updateTable('meta').set({ value: '999' }).where('key', '=', 'schema').execute();
    await store.close();
    expect(await openingFails(file)).toBe(
      'The database was made by a newer version of Lineup. Start that version instead.',
    );
  });

  test('a folder that cannot be made or written is a sentence', async () => {
    writeFileSync(join(folder, 'occupied'), '');
    for (const parent of [join(folder, 'occupied'), join(folder, 'occupied', 'data'), '/proc/lineup/data']) {
      expect(await openingFails(join(parent, 'lineup.db'))).toContain('cannot be written to');
    }
  });

  test('a file that is no database is a sentence', async () => {
    writeFileSync(file, 'no database at all, but long enough to be looked at as if it were one');
    expect(await openingFails(file)).toContain('is not a Lineup database');
  });

  test('a database of another program is a sentence', async () => {
    const foreign = new DatabaseSync(file);
    foreign.exec('create table meta (name text)');
    foreign.close();
    expect(await openingFails(file)).toContain('is not a Lineup database');
  });

  test('a commit reaches the disk before it is acknowledged', async () => {
    const store = await openSqliteStore(file);
    const pragma = async (name: string) =>
      Object.values((await sql.raw(`pragma ${name}`).execute(store.kysely)).rows[0] ?? {})[0];
    expect(await pragma('journal_mode')).toBe('wal');
    expect(await pragma('synchronous')).toBe(2);
    expect(await pragma('foreign_keys')).toBe(1);
    await store.close();
  });

  test('the connection that commits waits for the disk, and for other writers', async () => {
    const store = await openSqliteStore(file);
    const read = async (name: string) =>
      store.kysely.transaction().execute(async (transaction) => {
        const { rows } = await sql.raw<object>(`pragma ${name}`).execute(transaction);
        return Object.values(rows[0] ?? {})[0];
      });
    const expected = { journal_mode: 'wal', synchronous: 2, busy_timeout: 5000, foreign_keys: 1 };
    for (const [name, value] of Object.entries(expected)) expect(await read(name)).toBe(value);
    await store.documents.clearLog();
    expect(await read('busy_timeout')).toBe(5000);
    await store.close();
  });

  test('statements that are read with stay prepared, but never more than 200', async () => {
    const store = await openSqliteStore(file);
    const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
    const read = (number: number) => sql.raw(`select ${number}`).execute(store.kysely);
    for (const number of [0, 0, 0]) await read(number);
    expect(prepare).toHaveBeenCalledTimes(1);
    for (let number = 1; number <= 200; number++) await read(number);
    await read(0);
    expect(prepare).toHaveBeenCalledTimes(202);
    prepare.mockRestore();
    await store.close();
  });

  test('an empty file is a sentence, and so is a missing one that left something behind', async () => {
    writeFileSync(file, '');
    expect(await openingFails(file)).toMatch(/lineup\.db is empty \(0 bytes\)\. Restore a backup/);
    expect(statSync(file).size).toBe(0);
    rmSync(file);
    writeFileSync(`${file}-wal`, 'the last changes');
    expect(await openingFails(file)).toMatch(/is missing, but lineup\.db-wal is there/);
    rmSync(`${file}-wal`);
    writeFileSync(join(folder, 'secret'), 'of the server');
    expect(await openingFails(file)).toMatch(
      /is missing, but secret is there\. .* move .*secret to another folder\.$/,
    );
    expect(readdirSync(folder)).toEqual(['secret']);
    rmSync(join(folder, 'secret'));
    await (await openSqliteStore(file)).close();
    expect(readdirSync(folder)).toEqual(['lineup.db']);
  });

  test('a new database and its log can be read by the account of the server alone', async () => {
    const store = await openSqliteStore(file);
    for (const each of readdirSync(folder)) {
      expect([each, statSync(join(folder, each)).mode & 0o777]).toEqual([each, 0o600]);
    }
    expect(readdirSync(folder)).toContain('lineup.db-wal');
    await store.close();
  });

  test('a commit waits for another transaction and never lands inside it', async () => {
    const store = await openSqliteStore(file);
    let proceed = () => {};
    const asked = new Promise<void>((resolve) => {
      proceed = resolve;
    });
    const undone = store.kysely.transaction().execute(async () => {
      await asked;
      throw new Error('rolled back');
    });
    const committed = store.documents.commit([createTeam]);
    proceed();
    await expect(undone).rejects.toThrow('rolled back');
    await committed;
    expect((await store.documents.load(teamRef))?.version).toBe(1);
    await store.close();
  });

  test('a backup made while commits run is whole, and opens as a history of its own', async () => {
    const store = await openSqliteStore(file);
    await store.documents.commit([createTeam]);
    const copy = join(folder, 'backup.db');
    const writing = Promise.all(
      Array.from({ length: 50 }, (_, i) => store.documents.commit([rename(i + 1)])),
    );
    const backup = new DatabaseSync(file);
    backup.prepare('vacuum into ?').run(copy);
    backup.close();
    await writing;
    const restored = new DatabaseSync(copy);
    restored.exec(`delete from meta where key = 'epoch'`);
    restored.close();
    const second = await openSqliteStore(copy);
    expect(second.epoch).not.toBe(store.epoch);
    expect((await second.documents.load(teamRef))?.version).toBeGreaterThanOrEqual(1);
    await second.close();
    await store.close();
  });
});
