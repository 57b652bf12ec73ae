import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ServerMessage } from '../../contract/live.ts';
import { isAboutBreaksOrSeats } from '../../domain/history/history.ts';
import { writeGoldenDatabase } from '../../test/history/golden-database.ts';
import { checkDatabase } from '../database/sqlite/check-database.ts';
import { openSqliteStore } from '../database/sqlite/sqlite.ts';
import type { DatabaseStore } from '../database/store.ts';
import { replay } from '../history/history.ts';
import { createDocuments } from '../live/documents.ts';
import { createHistoryPacking } from './history-packing.ts';

const DAY = 86_400_000;
let dataDir: string;
let store: DatabaseStore;
let golden: ReturnType<typeof writeGoldenDatabase>;
/** When the last change of the golden database was made. */
let end: number;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'lineup-'));
  golden = writeGoldenDatabase(dataDir);
  store = await openSqliteStore(join(dataDir, 'lineup.db'));
  const rows = await store.documents.history(
    { team: golden.team, before: { at: 9e15, document: '', version: 0 }, from: 0 },
    1,
  );
  end = rows[0]?.at ?? 0;
});
afterEach(async () => {
  await store.close();
  rmSync(dataDir, { recursive: true });
});

const layouts = () =>
  Object.entries(golden.documents)
    .filter(([, { body }]) => body.kind === 'layout')
    .map(([id]) => id);
const versionsIn = async (document: string) =>
  (await Array.fromAsync(store.documents.changes({ team: golden.team, document }))).map(
    ({ version }) => version,
  );

const compact = (now: number, config = { breaksAndSeats: null, others: 365 } as const) =>
  createHistoryPacking({
    store: store.documents,
    config,
    now: () => now,
    log: { error: (error) => expect.fail(String(error)) },
  }).run();

test('after a year, history keeps breaks and seats, and every document stays as it was', async () => {
  const before = new Map<string, number[]>();
  for (const id of layouts()) before.set(id, await versionsIn(id));
  await compact(end + 364 * DAY);
  for (const id of layouts()) expect(await versionsIn(id)).toEqual(before.get(id));

  await compact(end + 366 * DAY);
  let removed = 0;
  for (const id of layouts()) {
    const changes = await Array.fromAsync(store.documents.changes({ team: golden.team, document: id }));
    expect(changes.filter(({ change }) => !isAboutBreaksOrSeats(change))).toEqual([]);
    expect(changes.length).toBeGreaterThan(0);
    removed += (before.get(id)?.length ?? 0) - changes.length;
  }
  expect(removed).toBeGreaterThan(50);
  for (const [document, expected] of Object.entries(golden.documents)) {
    expect(await store.documents.load({ team: golden.team, document })).toEqual(expected);
    if (expected.body.kind !== 'layout') expect(await versionsIn(document)).toEqual([]);
  }
  const file = join(dataDir, 'lineup.db');
  expect(checkDatabase(file)).toMatchObject({ damage: [], documentProblems: [] });
  const database = new DatabaseSync(file);
  const left = database.prepare(
    `select count(*) as n from changes where change = '' and (record is not null or author is not null)`,
  );
  expect(left.get()).toEqual({ n: 0 });
  database.close();
});

test('breaks and seats go, too, where the operator says so', async () => {
  await compact(end + 31 * DAY, { breaksAndSeats: 30, others: 30 } as never);
  for (const id of layouts()) expect(await versionsIn(id)).toEqual([]);
  expect(checkDatabase(join(dataDir, 'lineup.db')).documentProblems).toEqual([]);
});

test('a page that knew an earlier version gets the whole document, and a change sent again is not made twice', async () => {
  const [document = ''] = layouts().filter((id) => (golden.documents[id]?.version ?? 0) > 30);
  const ref = { team: golden.team, document };
  const first = await Array.fromAsync(store.documents.changes(ref));
  await compact(end + 366 * DAY);
  const kept = await versionsIn(document);
  const documents = createDocuments({ store, now: () => end + 366 * DAY });
  for (const since of [0, 5, (kept.find((version) => !kept.includes(version + 1)) ?? 1) - 1]) {
    const messages: ServerMessage[] = [];
    const watcher = {
      send: (frame: Buffer) => messages.push(JSON.parse(String(frame))) > 0,
    };
    await documents.watch(ref, watcher, { since, epoch: store.epoch });
    const changed = messages.flatMap((message) => (message.type === 'changed' ? [message.version] : []));
    expect(changed).toEqual(changed.map((_, index) => since + 1 + index));
    expect(messages.at(-1)).toMatchObject({ type: 'snapshot', body: golden.documents[document]?.body });
    documents.unwatch(watcher);
  }

  const author = { user: 'ana', role: 'manager' } as const;
  const old = first.find(({ version, change }) => change.type === 'shift.edit' && !kept.includes(version));
  if (!old) throw new Error('It has no such change.');
  const again = await documents.change(author, ref, { id: old.id, change: old.change });
  expect(again).toMatchObject({ ok: true, value: { version: old.version, at: old.at } });
  expect(await documents.read(ref)).toEqual(golden.documents[document]);
  await documents.close();
});

test('a change that no snapshot contains is kept until one does', async () => {
  const file = join(dataDir, 'lineup.db');
  const database = new DatabaseSync(file);
  database.exec('delete from snapshots');
  // Read without one of its changes, it gets no snapshot.
  const [unreadable = ''] = layouts();
  const wrong = `update changes set change = '{"type":"team.rename","name":"x"}' where version = 2 and document_id = ?`;
  database.prepare(wrong).run(unreadable);
  const complete = await versionsIn(unreadable);
  await compact(end + 366 * DAY);
  expect(await versionsIn(unreadable)).toEqual(complete);
  for (const [document, expected] of Object.entries(golden.documents)) {
    if (document === unreadable) continue;
    expect(await store.documents.load({ team: golden.team, document })).toEqual(expected);
  }
  const compacted = database.prepare(`select count(*) as n from changes c where change = '' and version >
    (select version from snapshots s where s.team_id = c.team_id and s.document_id = c.document_id)`);
  expect(compacted.get()).toEqual({ n: 0 });
  database.close();
});

test('what is kept has the names of its moment, though they were removed', async () => {
  await compact(end + 366 * DAY);
  const range = { team: golden.team, before: { at: 9e15, document: '', version: 0 }, from: 0 };
  const rows = await store.documents.history(range, 9_999);
  const kept = rows.filter(({ document }) => layouts().includes(document));
  expect(kept.length).toBeGreaterThan(0);
  for (const { record } of kept) expect(record?.did).toMatch(/^(?!.*a team member).{5,}/);
});

test('what is left of the history of a team or template can still be replayed, and so undone', async () => {
  const others = Object.keys(golden.documents).filter((id) => !layouts().includes(id));
  const timeSlice = { yieldIfDue: async () => {}, yieldNow: async () => {} };
  for (const [index, document] of others.entries()) {
    const ref = { team: golden.team, document };
    const changes = await Array.fromAsync(store.documents.changes(ref));
    const middle = changes[Math.floor(changes.length / 2)]?.at ?? 0;
    // Twice, as a start is followed by another.
    for (const cutoff of [(changes[1]?.at ?? 0) + 1, middle]) await compact(cutoff + 365 * DAY + index);
    const left = await versionsIn(document);
    expect(left.length).toBeGreaterThan(0);
    expect(left.length).toBeLessThan(changes.length);
    const replayed = await Array.fromAsync(replay(store.documents, timeSlice, ref));
    expect(replayed.map(({ stored }) => stored.version)).toEqual(left);
    expect(replayed.filter(({ before, after }) => !before || !after)).toEqual([]);
    expect(replayed.at(-1)?.after).toEqual(golden.documents[document]?.body);
  }
});
