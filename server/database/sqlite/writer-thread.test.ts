import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DatabaseStore } from '../store.ts';
import { openSqliteStore } from './sqlite.ts';

let folder: string;
let store: DatabaseStore;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lineup-writer-'));
  store = await openSqliteStore(join(folder, 'lineup.db'));
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const set = (key: string, db = store.kysely) => db.insertInto('meta').values({ key, value: '' }).execute();
const keys = async () => {
  const rows = await store.kysely.selectFrom('meta').select('key').where('key', 'like', 'a%').execute();
  return rows.map(({ key }) => key);
};

test('a write by itself never lands inside the transaction of another, and reads do not wait for either', async () => {
  const { promise: asked, resolve: proceed } = Promise.withResolvers<void>();
  const undone = store.kysely.transaction().execute(async (transaction) => {
    await set('a1', transaction);
    await asked;
    throw new Error('rolled back');
  });
  const written = set('a2');
  expect(await keys()).toEqual([]);
  proceed();
  await expect(undone).rejects.toThrow('rolled back');
  await written;
  expect(await keys()).toEqual(['a2']);
});

test('a transaction reads what it wrote, and others when it is committed', async () => {
  const inside = await store.kysely.transaction().execute(async (transaction) => {
    await set('a1', transaction);
    expect(await keys()).toEqual([]);
    return transaction.selectFrom('meta').select('key').where('key', '=', 'a1').execute();
  });
  expect(inside).toEqual([{ key: 'a1' }]);
  expect(await keys()).toEqual(['a1']);
});

test('a refused write says what SQLite said, and later ones work', async () => {
  await set('a1');
  await expect(set('a1')).rejects.toMatchObject({ code: 'ERR_SQLITE_ERROR', errcode: 1555 });
  const failed = store.kysely.transaction().execute(async (transaction) => {
    await set('a2', transaction);
    await set('a1', transaction);
  });
  await expect(failed).rejects.toMatchObject({ errcode: 1555 });
  const returned = await sql<{ key: string }>`insert into meta values ('a3', '') returning key`.execute(
    store.kysely,
  );
  expect(returned.rows).toEqual([{ key: 'a3' }]);
  const { numDeletedRows } = await store.kysely
    .deleteFrom('meta')
    .where('key', 'like', 'a%')
    .executeTakeFirstOrThrow();
  expect(numDeletedRows).toBe(2n);
});

test('when the thread that writes ends, what waits for it is refused, and the next write starts another', async () => {
  const posts = vi.spyOn(Worker.prototype, 'postMessage');
  await set('a1');
  const thread = posts.mock.contexts.at(-1) as Worker;
  posts.mockRestore();
  const other = new DatabaseSync(join(folder, 'lineup.db'));
  other.exec('begin immediate');
  const waiting = set('a2').catch(String);
  const ended = thread.terminate();
  other.exec('rollback');
  other.close();
  await ended;
  expect(await waiting).toContain('The thread that writes has ended.');
  await set('a3');
  expect(await keys()).toEqual(expect.arrayContaining(['a1', 'a3']));
});
