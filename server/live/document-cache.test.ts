import { beforeEach, expect, test } from 'vitest';
import { buildLayout } from '../../test/builders.ts';
import { memoryStore } from '../../test/stores/memory-store.ts';
import { aTeam, teamRef } from '../../test/stores/team-fixture.ts';
import { createDocuments, type Documents } from './documents.ts';
import { createWorkTurns } from './work-turns.ts';

const { team } = teamRef;
const layouts = Array.from({ length: 20 }, (_, index) => ({ team, document: `layout-${index}` }));
let documents: Documents;
let loaded: string[];
/** Documents of each write of snapshots. */
let written: string[][];
/** When it is a page's turn to have a document loaded and sent. */
let turn: Promise<void> | undefined;
beforeEach(async () => {
  [loaded, written, turn] = [[], [], undefined];
  const memory = memoryStore();
  const { load, writeSnapshots } = memory.documents;
  const clock = () => 0;
  const slice = { yieldNow: async () => {}, yieldIfDue: () => turn };
  documents = createDocuments({
    store: {
      ...memory,
      documents: {
        ...memory.documents,
        load(ref) {
          loaded.push(ref.document);
          return load(ref);
        },
        async writeSnapshots(some) {
          written.push(some.map(({ document }) => document));
          await writeSnapshots(some);
        },
      },
    },
    ...{ now: () => 1, clock, idleLimit: 16 },
    turns: { ...createWorkTurns(clock), sliceFor: () => slice },
  });
  await documents.issue(teamRef, { type: 'team.create', team: aTeam });
  for (const ref of layouts)
    await documents.issue(ref, { type: 'layout.create', layout: buildLayout({ date: '2026-11-21' }) });
});

test('only so many stay in memory, and the snapshots of several that leave it share a write', async () => {
  expect(written.length).toBeGreaterThan(1);
  expect(new Set(written.map(({ length }) => length))).toEqual(new Set([2]));
  loaded = [];
  for (const ref of layouts) await documents.read(ref);
  expect(loaded).toContain('layout-0');
});

test('a document that is as it was written is not written again', async () => {
  for (let again = 0; again < 3; again++) for (const ref of layouts) await documents.read(ref);
  const all = written.flat();
  expect(all.length).toBe(new Set(all).size);
});

test('asking for documents that are not there leaves the others in memory', async () => {
  for (let index = 0; index < 40; index++) await documents.find({ team, document: `none-${index}` });
  loaded = [];
  await documents.read({ team, document: 'layout-19' });
  expect(loaded).toEqual([]);
});

test('a document that a page asks for is loaded when it is the page’s turn', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  turn = promise;
  loaded = [];
  const watching = documents.watch({ team, document: 'layout-0' }, { send: () => {} });
  await documents.read({ team, document: 'layout-1' });
  expect(loaded).toEqual(['layout-1']);
  resolve();
  expect(await watching).toBe(true);
});
