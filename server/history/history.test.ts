import { expect, test } from 'vitest';
import type { Change } from '../../domain/change/change.ts';
import { buildLayout, buildShift } from '../../test/builders.ts';
import { memoryStore } from '../../test/stores/memory-store.ts';
import { createTeam, teamRef } from '../../test/stores/team-fixture.ts';
import type { DocumentCommit } from '../store/document-store.ts';
import type { Store } from '../store/store.ts';
import { createWorkTurns } from '../turns/work-turns.ts';
import { historyCsv } from './csv.ts';
import { createHistory } from './history.ts';

const day = { team: teamRef.team, document: 'day' };

/** Commits changes as they were stored before there was a history. */
async function commitOld(store: Store, changes: readonly Change[], document = day): Promise<void> {
  const commit: DocumentCommit = {
    ...document,
    kind: 'layout',
    from: 0,
    changes: changes.map((change, index) => ({
      version: index + 1,
      id: `change-${index}`,
      by: 'ann',
      at: index + 1,
      change,
    })),
    columns: null,
    snapshot: null,
  };
  await store.documents.commit([commit]);
}

const created: Change = {
  type: 'layout.create',
  layout: buildLayout({
    shifts: [buildShift('a', '9:00 AM', '5:00 PM', { teamMember: 'Sam Ray', breaks: [null] })],
  }),
};
const edit = (index: number): Change => ({ type: 'shift.edit', shift: 'a', teamMember: `Sam ${index}` });

/** A history over a store, with how often it let other work happen. */
function historyOver(store: Store, clock = () => 0) {
  let saved = 0;
  const documents = { read: store.documents.load, undo: () => Promise.reject(new Error('not here')) };
  const counting: Store['documents'] = {
    ...store.documents,
    saveRecords: (ref, records) => {
      saved += records.length;
      return store.documents.saveRecords(ref, records);
    },
  };
  const history = createHistory({
    documents,
    store: counting,
    people: async () => [],
    kept: { breaksAndSeats: null, others: null },
    turns: createWorkTurns(clock),
  });
  return { history, saved: () => saved };
}

test('[HI16] changes from before history get the names of their moment, once', async () => {
  const store = memoryStore();
  await store.documents.commit([createTeam]);
  await commitOld(store, [created, edit(1), edit(2), { type: 'shift.delete', shift: 'a' }]);
  const { history, saved } = historyOver(store);
  const sentences = async () =>
    (await history.page(day, undefined, 'viewer')).entries.map(({ sentence }) => sentence);
  const expected = [
    'Former member deleted the shift of Sam 2',
    'Former member renamed Sam 1 to Sam 2',
    'Former member renamed Sam Ray to Sam 1',
    'Former member created the layout Weekday, Front of House',
  ];
  expect(await sentences()).toEqual(expected);
  expect(saved()).toBe(4);
  expect(await sentences()).toEqual(expected);
  expect(saved()).toBe(4);
});

test('[HI16] a long history from before is read in slices, and other work comes in between', async () => {
  const store = memoryStore();
  await store.documents.commit([createTeam]);
  await commitOld(store, [created, ...Array.from({ length: 600 }, (_, index) => edit(index))]);
  let work = 0;
  // Each look at the clock takes 5 ms.
  const { history } = historyOver(store, () => (work += 5));
  let turns = 0;
  let isDone = false;
  const others = (async () => {
    while (!isDone) {
      await new Promise(setImmediate);
      turns += 1;
    }
  })();
  const { entries, next } = await history.page(day, undefined, 'lead');
  isDone = true;
  await others;
  expect(entries).toHaveLength(50);
  expect(next).not.toBeNull();
  expect(turns).toBeGreaterThan(100);
});

test('[HI6] a search that finds nothing ends a page after 10,000 entries, and goes on from there', async () => {
  const store = memoryStore();
  await store.documents.commit([createTeam]);
  await commitOld(store, [created]);
  let looked = 0;
  const { history } = historyOver({
    ...store,
    documents: {
      ...store.documents,
      history: async ({ before }, limit) => {
        looked += limit;
        const last = Math.min(before.version - 1, 11_001);
        return Array.from({ length: Math.min(limit, last) }, (_, index) => ({
          document: 'day',
          version: last - index,
          at: last - index,
          by: 'ann',
          record: { did: 'edited the notes', topics: ['notes'] },
        }));
      },
    },
  });
  const first = await history.page({ ...day, topic: 'breaks' }, undefined, 'viewer');
  expect([first.entries.length, first.next]).toEqual([0, '1002.1002.day']);
  expect(looked).toBeLessThanOrEqual(10_200);
  const second = await history.page({ ...day, topic: 'breaks' }, first.next ?? '', 'viewer');
  expect([second.entries.length, second.next]).toEqual([0, null]);
});

test('[HI9] without the changes before it, a change is shown but not undone', async () => {
  const store = memoryStore();
  await store.documents.commit([createTeam]);
  await commitOld(store, [created, edit(1), edit(2), edit(3)]);
  const { history } = historyOver({
    ...store,
    documents: {
      ...store.documents,
      // The second change was not kept.
      changesAfter: async (ref, after, limit) =>
        (await store.documents.changesAfter(ref, after, limit)).filter(({ version }) => version !== 2),
    },
  });
  const { entries } = await history.page(day, undefined, 'lead');
  expect(entries.map(({ sentence, undo }) => [sentence, undo])).toEqual([
    ['Former member saved a team member’s shift', null],
    ['Former member saved a team member’s shift', null],
    ['Former member created the layout Weekday, Front of House', null],
  ]);
});

test('[HI14] an export ends with a line that says so when there is more', async () => {
  async function* entries() {
    for (let version = 0; version < 100_050; version++) {
      yield {
        document: 'day',
        version,
        at: 1_795_280_400_000,
        madeAt: 1_795_280_300_000,
        by: 'ann',
        who: 'Ann Lee',
        device: null,
        sentence: 'Ann Lee started Sam Ray’s break',
        topics: ['breaks' as const],
        about: {
          kind: 'layout' as const,
          name: 'Weekday',
          area: 'Kitchen',
          date: '2026-11-21',
          deleted: true,
        },
        undid: null,
        undo: null,
      };
    }
  }
  let lines = 0;
  let first = '';
  let last = '';
  for await (const piece of historyCsv(entries(), 'America/Chicago')) {
    if (lines === 1) first = piece;
    lines += piece.split('\r\n').length - 1;
    last = piece;
  }
  expect(lines).toBe(100_002);
  expect(first.split('\r\n')[0]).toBe(
    '11/21/2026,11:00 AM,Ann Lee,Ann Lee started Sam Ray’s break,Breaks,Weekday (deleted),Kitchen,11/21/2026,,10:58 AM,2026-11-21T17:00:00.000Z',
  );
  expect(last).toContain('There is more');
});
