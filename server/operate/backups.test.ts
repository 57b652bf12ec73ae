import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { newcomer, runServer, visit } from '../../test/servers/running-server.ts';
import { isOnPostgres } from '../../test/stores/test-store.ts';
import { checkDatabase } from '../database/sqlite/check-database.ts';
import { openSqliteStore } from '../database/sqlite/sqlite.ts';
import { createBackups } from './backups.ts';

const HOUR = 3_600_000;
let folder: string;
let logged: string[];
const at = (name: string) => join(folder, name);
const log = { error: (_: object, message: string) => void logged.push(message) };
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lineup-'));
  logged = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

const backupsAt = (now: () => number, { everyHours = 24, keep = 2 } = {}) =>
  createBackups({ config: { folder: at('backups'), everyHours, keep }, dataDir: at('data'), now, log });

/** `fetch` sets the Host header by itself. */
const healthUnder = (address: string, host: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    get(`${address}/readyz`, { headers: { host } }, (response) => resolve(json(response))).on(
      'error',
      reject,
    );
  });

test.skipIf(isOnPostgres)(
  'a server with BACKUP_DIR makes a backup by itself, and /readyz says when',
  async () => {
    const server = await runServer({ dataDir: at('data'), env: { BACKUP_DIR: at('backups') } });
    await newcomer(server.address, 'Ana');
    const health = () => visit(server.address).send('/readyz');
    await eventually(async () => expect((await health()).text).toContain('"at":"20'));
    // the draft goes after the backup is there, and not at all if the server stops first
    await eventually(async () => expect(readdirSync(at('backups'))).toHaveLength(1));
    expect((await health()).value).toMatchObject({ status: 'ready', backup: { hasFailed: false } });
    expect(await healthUnder(server.address, 'evil.example.com')).toEqual({ status: 'ready' });
    await server.stop();
    const [made = '', ...others] = readdirSync(at('backups'));
    expect([made, others]).toEqual([
      expect.stringMatching(/^lineup-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.db$/),
      [],
    ]);
    expect(statSync(at(`backups/${made}`)).mode & 0o777).toBe(0o600);
    expect(checkDatabase(at(`backups/${made}`)).damage).toEqual([]);
  },
);

test.skipIf(isOnPostgres)(
  'a backup is made when it is due, the newest are kept, and nothing else is touched',
  async () => {
    await (await openSqliteStore(at('data/lineup.db'))).close();
    mkdirSync(at('backups'));
    const foreign = ['lineup.db', 'lineup-2020-01-01.db', 'lineup-2020-01-01T00-00-00Z.db.old', 'photos.zip'];
    const unfinished = 'lineup-2026-11-20T00-00-00Z.db.AAAAAAAAAAAAAAAAAAAAAA.part';
    const old = ['lineup-2026-11-18T12-00-00Z.db', 'lineup-2026-11-20T12-00-00Z.db'];
    for (const name of [...foreign, unfinished, ...old]) writeFileSync(at(`backups/${name}`), '');
    mkdirSync(at('backups/lineup-2019-01-01T00-00-00Z.db'));

    let now = Date.parse('2026-11-21T11:59:00Z');
    const backups = backupsAt(() => now);
    await backups.backUpIfDue();
    expect(readdirSync(at('backups'))).toContain(unfinished);
    now += HOUR;
    await backups.backUpIfDue();
    expect(logged).toEqual([]);
    expect(readdirSync(at('backups')).sort()).toEqual(
      [...foreign, 'lineup-2019-01-01T00-00-00Z.db', old[1], 'lineup-2026-11-21T12-59-00Z.db'].sort(),
    );
    expect(backups.state()).toEqual({ at: '2026-11-21T12:59:00.000Z', hasFailed: false });
    await backups.close();
  },
);

test.skipIf(isOnPostgres)('a backup that fails is logged, shown, and tried again after an hour', async () => {
  let now = Date.parse('2026-11-21T12:00:00Z');
  const backups = backupsAt(() => now);
  await backups.backUpIfDue();
  await backups.backUpIfDue();
  expect(logged).toEqual([expect.stringContaining('lineup-2026-11-21T12-00-00Z.db failed')]);
  expect(backups.state()).toEqual({ at: null, hasFailed: true });
  await (await openSqliteStore(at('data/lineup.db'))).close();
  now += HOUR;
  await backups.backUpIfDue();
  expect([logged.length, backups.state().hasFailed]).toEqual([1, false]);
  await backups.close();
});
