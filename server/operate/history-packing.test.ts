import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { HistoryEntry } from '../../contract/history.ts';
import type { ServerMessage } from '../../contract/live.ts';
import { isDeleted } from '../../domain/change/deletion.ts';
import { writeGoldenDatabase } from '../../test/history/golden-database.ts';
import { layoutCommit } from '../../test/stores/layout-fixture.ts';
import { aTeam, createTeam } from '../../test/stores/team-fixture.ts';
import { makeBackup } from '../database/sqlite/backups.ts';
import { checkDatabase } from '../database/sqlite/check-database.ts';
import { openSqliteStore } from '../database/sqlite/sqlite.ts';
import type { DatabaseStore } from '../database/store.ts';
import { createHistory } from '../history/history.ts';
import { createDocuments } from '../live/documents.ts';
import { createHistoryPacking } from './history-packing.ts';

const DAY = 86_400_000;
let folder: string;
const open: DatabaseStore[] = [];
const packing: ReturnType<typeof createHistoryPacking>[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lineup-'));
});
afterEach(async () => {
  for (const each of packing.splice(0)) await each.close();
  for (const store of open.splice(0)) await store.close();
  rmSync(folder, { recursive: true });
});

async function openStore(file: string): Promise<DatabaseStore> {
  const store = await openSqliteStore(file);
  open.push(store);
  return store;
}

async function openGolden() {
  const dataDir = mkdtempSync(join(folder, 'golden-'));
  const golden = writeGoldenDatabase(dataDir);
  const file = join(dataDir, 'lineup.db');
  return { golden, file, store: await openStore(file) };
}

function maintain(store: DatabaseStore, now: number) {
  const made = createHistoryPacking({
    store: store.documents,
    config: { breaksAndSeats: null, others: null },
    now: () => now,
    log: { error: (error) => expect.fail(String(error)) },
  });
  packing.push(made);
  return made;
}

const count = async (store: DatabaseStore, table: 'changes' | 'packs'): Promise<number> =>
  Number(
    (
      await store.kysely
        .selectFrom(table)
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirst()
    )?.count,
  );

async function readHistory(store: DatabaseStore, team: string, now: number): Promise<HistoryEntry[]> {
  const documents = createDocuments({ store, now: () => now });
  const history = createHistory({
    documents,
    store: store.documents,
    names: async () => new Map(),
    kept: { breaksAndSeats: null, others: null },
  });
  const entries: HistoryEntry[] = [];
  for (let before: string | undefined; ; ) {
    const page = await history.page({ team }, before, 'manager');
    entries.push(...page.entries);
    if (page.next === null) break;
    before = page.next;
  }
  await documents.close();
  return entries;
}

test('between two steps of packing, what people do comes first', async () => {
  const order: string[] = [];
  const packing = createHistoryPacking({
    store: {
      teams: async () => ['t'],
      load: async () => ({ version: 1, body: { ...aTeam, kind: 'team' } }),
      documentsToPack: async () => ['day'],
      compactHistory: async () => false,
      async packHistory() {
        order.push('step');
        setTimeout(() => order.push('tap'), 0);
        return order.length < 4;
      },
    },
    config: { breaksAndSeats: null, others: null },
    now: () => 0,
    log: { error: (error) => expect.fail(String(error)) },
  });
  await packing.run();
  expect(order.slice(0, 5)).toEqual(['step', 'tap', 'step', 'tap', 'step']);
  await packing.close();
});

test('a team that cannot be read keeps no other from being packed', async () => {
  const errors: string[] = [];
  const read: string[] = [];
  const packing = createHistoryPacking({
    store: {
      teams: async () => ['broken', 'whole'],
      async load({ team }) {
        read.push(team);
        throw new Error(team);
      },
      documentsToPack: async () => [],
      compactHistory: async () => false,
      packHistory: async () => false,
    },
    config: { breaksAndSeats: null, others: null },
    now: () => 0,
    log: { error: (error) => errors.push(String(error)) },
  });
  await packing.run();
  expect([read, errors]).toEqual([
    ['broken', 'whole'],
    ['Error: broken', 'Error: whole'],
  ]);
  await packing.close();
});

test('an old database is packed, and its history has the same entries and the same that can be undone', async () => {
  const [rows, packed] = [await openGolden(), await openGolden()];
  const { team, documents } = rows.golden;
  const [last] = await rows.store.documents.history(
    { team, before: { at: 9e15, document: '', version: 0 }, from: 0 },
    1,
  );
  const now = (last?.at ?? 0) + 30 * DAY;
  await maintain(packed.store, now).run();
  expect(await count(packed.store, 'changes')).toBe(0);
  expect(await count(packed.store, 'packs')).toBeGreaterThan(3);
  const entries = await readHistory(packed.store, team, now);
  expect(entries.some(({ undo }) => undo)).toBe(true);
  expect(entries).toEqual(await readHistory(rows.store, team, now));
  for (const [document, expected] of Object.entries(documents)) {
    expect(await packed.store.documents.load({ team, document })).toEqual(expected);
  }
  expect(checkDatabase(packed.file)).toMatchObject({
    ...{ damage: [], documentProblems: [] },
    changes: await count(rows.store, 'changes'),
  });

  const backup = join(folder, 'backup.db');
  await makeBackup(packed.file, backup);
  const restored = await openStore(backup);
  expect(restored.epoch).toMatch(new RegExp(`\\.${last?.at}$`));
  const range = { team, before: { at: 9e15, document: '', version: 0 }, from: 0 };
  expect(await restored.documents.history(range, 999)).toHaveLength(entries.length);

  await packed.store.kysely
    .updateTable('packs')
    .set({ contents: Buffer.from('damaged') })
    .execute();
  expect(checkDatabase(packed.file).documentProblems[0]).toMatch(/packed changes can’t be read/);
});

test('a page with a version that is packed since gets the document, and what it sends again is not made twice', async () => {
  const { golden, store } = await openGolden();
  const { team } = golden;
  const [document = ''] = Object.keys(golden.documents).filter((id) => {
    const { version, body } = golden.documents[id] ?? expect.fail('It is not there.');
    return body.kind === 'layout' && !isDeleted(body) && version > 20;
  });
  const ref = { team, document };
  const changes = await Array.fromAsync(store.documents.changes(ref));
  const now = (changes.at(-1)?.at ?? 0) + 30 * DAY;
  await maintain(store, now).run();
  const documents = createDocuments({ store, now: () => now });
  const messages: ServerMessage[] = [];
  const watcher = {
    send: (frame: Buffer) => messages.push(JSON.parse(String(frame))) > 0,
  };
  await documents.watch(ref, watcher, { since: 5, epoch: store.epoch });
  expect(messages).toMatchObject([{ type: 'snapshot', body: golden.documents[document]?.body }]);

  const author = { user: 'ana', role: 'manager' } as const;
  await store.members.add({ team, ...author, joinedAt: 1 });
  const { id, change, version, at } = changes[3] ?? expect.fail('It has no change.');
  expect(await documents.change(author, ref, { id, change })).toMatchObject({
    ok: true,
    value: { version, at },
  });
  expect(await documents.read(ref)).toEqual(golden.documents[document]);
  const { body } = golden.documents[document] ?? expect.fail('It is not there.');
  const shift = body.kind === 'layout' ? (body.shifts[0]?.id ?? '') : '';
  const late = { id: 'late', change: { type: 'shift.edit', shift, note: 'Late' } } as const;
  expect(await documents.change(author, ref, late)).toMatchObject({ ok: true });
  documents.unwatch(watcher);
  await documents.close();

  await maintain(store, now + 2 * DAY).run();
  expect(await count(store, 'changes')).toBe(1);
  await maintain(store, now + 4 * DAY).run();
  expect(await count(store, 'changes')).toBe(0);
  expect(await store.documents.findChange(ref, 'late')).toMatchObject({ version: changes.length + 1 });
});

test('a layout is packed three days after its day in its team’s time zone, though it was planned earlier', async () => {
  const store = await openStore(join(folder, 'lineup.db'));
  const planned = Date.UTC(2026, 10, 2);
  const chicago = { ...aTeam, timeZone: 'America/Chicago' };
  const change = { type: 'team.create', team: chicago } as const;
  await store.documents.commit([
    { ...createTeam, changes: [{ version: 1, id: 'made', by: null, at: planned, change }] },
    layoutCommit({ team: 'harbor', document: 'day' }, 0, 9, () => planned),
  ]);
  await maintain(store, Date.UTC(2026, 10, 25, 5)).run();
  expect([await count(store, 'changes'), await count(store, 'packs')]).toEqual([9, 1]);
  const closing = maintain(store, Date.UTC(2026, 10, 25, 7));
  await closing.close();
  await closing.run();
  expect(await count(store, 'changes'), 'nothing is packed after closing').toBe(9);
  await maintain(store, Date.UTC(2026, 10, 25, 7)).run();
  expect([await count(store, 'changes'), await count(store, 'packs')]).toEqual([0, 2]);
});

test('a pack is never so large that whoever looks up one change waits for it', async () => {
  const store = await openStore(join(folder, 'lineup.db'));
  const ref = { team: 'harbor', document: 'day' };
  const small = layoutCommit(ref, 0, 300);
  // a long history of small changes, two that fill a pack, and one that is larger than a pack
  const sizes = [100_000, 100_000, 100_000, 300_000, 10];
  const large = layoutCommit(ref, 300, sizes.length);
  const changes = large.changes.map((each, index) => ({
    ...each,
    record: { did: 'x'.repeat(sizes[index] ?? 0), topics: [] },
  }));
  await store.documents.commit([createTeam, small]);
  await store.documents.commit([{ ...large, changes }]);
  for (let step = 0; step < 6; step++) await store.documents.packHistory(ref, 1_000);
  const packs = await store.kysely.selectFrom('packs').select(['from_version', 'to_version']).execute();
  expect(packs.map(({ from_version, to_version }) => [from_version, to_version])).toEqual([
    [1, 250],
    [251, 302],
    [303, 303],
    [304, 304],
    [305, 305],
  ]);
});
