import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../test/postgres/shared-postgres.ts';
import { maple, pack } from '../../../test/servers/hosted-files.ts';
import { parseConfig } from '../../config.ts';
import { rotateSecret } from '../../operate/commands/accounts.ts';
import type { CommandContext } from '../../operate/commands/command.ts';
import { importFirebase } from '../../operate/commands/move.ts';
import { openSharedSecret } from '../../secret.ts';
import { StartProblem } from '../../start-problem.ts';
import type { DatabaseStore } from '../store.ts';
import { openPostgresStore } from './postgres.ts';

let database: TestDatabase;
let folder: string;
let store: DatabaseStore;
beforeAll(async () => {
  database = await createDatabase();
  folder = mkdtempSync(join(tmpdir(), 'lineup-secret-'));
  store = await openPostgresStore(database.url);
});
afterAll(async () => {
  await store.close();
  await database.drop();
  rmSync(folder, { recursive: true });
});

const at = (name: string) => join(folder, name);
const openAll = (...names: string[]) => Promise.all(names.map((name) => openSharedSecret(at(name), store)));

/** As in a terminal of a server with this secret. */
const contextOf = (secret: string, said: string[] = []): CommandContext => {
  const open = () => openPostgresStore(database.url);
  const config = parseConfig({ DATABASE_URL: database.url, DATA_DIR: folder, SECRET_FILE: at(secret) });
  const print = (line: string) => void said.push(line);
  const stores = { openStore: open, openLockedStore: open, makeStore: open };
  return { config, ...stores, now: Date.now, print, progress: print } as unknown as CommandContext;
};

test('[SV11] a server with another secret than that of the database is refused, and so are commands', async () => {
  const [first] = await openAll('first');
  copyFileSync(at('first'), at('copy'));
  const [copy] = await openAll('copy');
  expect(copy?.keysFor('sign-in')).toEqual(first?.keysFor('sign-in'));
  const other = await openSharedSecret(at('other'), { ...store, engine: 'sqlite' });
  expect(other.keysFor('sign-in')).not.toEqual(first?.keysFor('sign-in'));
  const sentence = (what: string) =>
    `The database of DATABASE_URL is used with another secret than ${what}. Copy the file from another server of this database. If it is lost, delete the row “secret” of the table meta: everyone signs in again, and schedules are connected anew.`;
  await expect(openAll('other')).rejects.toEqual(new StartProblem(sentence(`that in ${at('other')}`)));
  await expect(openAll('none')).rejects.toEqual(new StartProblem(sentence(`the missing ${at('none')}`)));
  await expect(rotateSecret.run([], contextOf('other'))).rejects.toThrow(sentence(`that in ${at('other')}`));
  await expect(importFirebase.run(pack(folder, maple), contextOf('other'))).rejects.toThrow(
    sentence(`that in ${at('other')}`),
  );
});

test('[SV11] after a new secret, servers that still have the old one are refused', async () => {
  await openAll('first');
  copyFileSync(at('first'), at('old'));
  const said: string[] = [];
  await rotateSecret.run([], contextOf('first', said));
  expect(said).toContain('Copy the file to the other servers of this database before they start.');
  await expect(openAll('old')).rejects.toBeInstanceOf(StartProblem);
  await openAll('first');
});
