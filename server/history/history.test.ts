import { expect, test } from 'vitest';
import { apply, type Change, type DocumentBody } from '../../domain/change/change.ts';
import { recordOf } from '../../domain/history/history.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import { buildLayout, buildShift } from '../../test/builders.ts';
import { memoryStore } from '../../test/stores/memory-store.ts';
import { createTeam, teamRef } from '../../test/stores/team-fixture.ts';
import { english } from '../../test/words.ts';
import type { StoredChange } from '../database/document-store.ts';
import type { Store } from '../database/store.ts';
import { createDocuments } from '../live/documents.ts';
import { createWorkTurns } from '../live/work-turns.ts';
import { createHistory } from './history.ts';
import { historyCsv } from './history-csv.ts';

const day = { team: teamRef.team, document: 'day' };

/** Commits changes as the engine does. */
async function commit(store: Store, changes: readonly Change[], document = day): Promise<void> {
  let body: DocumentBody | null = null;
  const stored: StoredChange[] = changes.map((change, index) => {
    const outcome = apply(body, change);
    if (!outcome.ok) return expect.fail(outcome.problem.code);
    const at = index + 1;
    const record = recordOf(body, change, outcome.value, { at }, english);
    body = outcome.value;
    return { version: index + 1, id: `change-${index}`, by: 'ann', at, change, record };
  });
  await store.documents.commit([
    { ...document, kind: 'layout', from: 0, changes: stored, columns: null, snapshot: null },
  ]);
}

const created: Change = {
  type: 'layout.create',
  layout: buildLayout({
    shifts: [buildShift('a', '9:00 AM', '5:00 PM', { teamMember: 'Sam Ray', breaks: [null] })],
  }),
};
const edit = (index: number): Change => ({ type: 'shift.edit', shift: 'a', teamMember: `Sam ${index}` });

const longWork = { begin: () => true, end: () => {} };

function historyOver(store: Store, clock = () => 0) {
  return createHistory({
    documents: { read: store.documents.load, undo: () => Promise.reject(new Error('not here')), longWork },
    store: store.documents,
    names: async () => new Map(),
    kept: { breaksAndSeats: null, others: null },
    turns: createWorkTurns(clock),
  });
}

test('[HI9] what can be undone of a long history is found in slices, and other work comes in between', async () => {
  const store = memoryStore();
  await store.documents.commit([createTeam]);
  await commit(store, [created, ...Array.from({ length: 600 }, (_, index) => edit(index))]);
  let work = 0;
  // Each look at the clock takes 5 ms.
  const history = historyOver(store, () => (work += 5));
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
  await commit(store, [created]);
  let looked = 0;
  const history = historyOver({
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
  await commit(store, [created, edit(1), edit(2), edit(3)]);
  const history = historyOver({
    ...store,
    documents: {
      ...store.documents,
      // The second change was not kept.
      async *changes(ref) {
        for await (const change of store.documents.changes(ref)) if (change.version !== 2) yield change;
      },
    },
  });
  const { entries } = await history.page(day, undefined, 'lead');
  expect(entries.map(({ sentence, undo }) => [sentence, undo])).toEqual([
    ['Former member renamed Sam 2 to Sam 3', null],
    ['Former member renamed Sam 1 to Sam 2', null],
    ['Former member renamed Sam Ray to Sam 1', null],
    ['Former member created the layout Weekday, Front of House', null],
  ]);
});

test('an export ends with a line that says so when there is more', async () => {
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

const lead = { user: 'ann', role: 'lead', device: '' } as const;

test('an undo is tried again while others tap, and given up in the end', async () => {
  const store = memoryStore();
  await store.documents.commit([createTeam]);
  await commit(store, [created, edit(1)]);
  const answers: Outcome<{ version: number }>[] = [];
  const history = createHistory({
    documents: {
      read: store.documents.load,
      undo: async () => (answers.shift() ?? refuse('too-busy')) as never,
      longWork,
    },
    store: store.documents,
    names: async () => new Map(),
    kept: { breaksAndSeats: null, others: null },
  });
  answers.push(refuse('too-busy'), refuse('too-busy'), done({ version: 3 }));
  expect(await history.undo(lead, day, 2)).toEqual(done({ version: 3 }));
  answers.push(refuse('too-busy'), refuse('too-busy'), refuse('too-busy'), done({ version: 3 }));
  expect(await history.undo(lead, day, 2)).toEqual(refuse('too-busy'));
});

test('a document with a very long history is shown without what can be undone, and is not replayed', async () => {
  const store = memoryStore();
  await store.documents.commit([createTeam]);
  await commit(store, [created, edit(1)]);
  let replays = 0;
  const at = (version: number) =>
    historyOver({
      ...store,
      documents: {
        ...store.documents,
        load: async (ref) => ({ version, body: (await store.documents.load(ref))?.body as DocumentBody }),
        changes(ref) {
          replays += 1;
          return store.documents.changes(ref);
        },
      },
    });
  const { entries } = await at(10_001).page(day, undefined, 'lead');
  expect(entries.map(({ undo }) => undo)).toEqual([null, null]);
  expect(await at(20_001).undo(lead, day, 2)).toEqual(refuse('undo-impossible'));
  expect(replays).toBe(0);
});

test('a document that cannot be read costs the history of no other', async () => {
  const store = memoryStore();
  await store.documents.commit([createTeam]);
  await commit(store, [created]);
  await commit(store, [created, edit(1)], { ...day, document: 'other' });
  const history = historyOver({
    ...store,
    documents: {
      ...store.documents,
      load: (ref) => (ref.document === 'day' ? Promise.reject(new Error('gone')) : store.documents.load(ref)),
    },
  });
  const { entries } = await history.page({ team: day.team }, undefined, 'lead');
  expect(entries.map(({ document, version }) => [document, version])).toEqual(
    expect.arrayContaining([
      ['other', 2],
      ['other', 1],
    ]),
  );
});

test('[HI9] others have their turns for each change that is read, replayed or judged', async () => {
  const store = memoryStore();
  await store.documents.commit([createTeam]);
  await commit(store, [created, ...Array.from({ length: 99 }, (_, index) => edit(index))]);
  const given = { now: 0, ifDue: 0 };
  const slice = {
    yieldNow: async () => void given.now++,
    yieldIfDue: async () => void given.ifDue++,
  };
  const history = createHistory({
    documents: { read: store.documents.load, undo: () => Promise.reject(new Error('not here')), longWork },
    store: store.documents,
    names: async () => new Map(),
    kept: { breaksAndSeats: null, others: null },
    turns: { ...createWorkTurns(() => 0), sliceFor: () => slice as never },
  });
  expect((await history.page(day, undefined, 'lead')).entries).toHaveLength(50);
  // one chunk of rows; a document, its 100 changes, and the 50 that are shown, each compared and in three pieces
  expect(given).toEqual({ now: 1, ifDue: 1 + 100 + 50 + 50 * 3 });
});

test('changes that cannot be read again are shown, without what can be undone', async () => {
  const store = memoryStore();
  await store.documents.commit([createTeam]);
  await commit(store, [created, edit(1)]);
  const broken = () => {
    throw new Error('They are damaged.');
  };
  const history = historyOver({ ...store, documents: { ...store.documents, changes: broken } });
  const { entries } = await history.page(day, undefined, 'lead');
  expect(entries.map(({ version, undo }) => [version, undo])).toEqual([
    [2, null],
    [1, null],
  ]);
});

const nothing = { remove: [], edit: [], add: [], remember: [], forget: [] };

test('[CH73] undoing from the history counts by the changes that are gone through, and isn’t begun by who has to wait', async () => {
  const store = memoryStore();
  await store.documents.commit([createTeam]);
  const shifts = Array.from({ length: 1_000 }, (_, index) => buildShift(`${index}`, '9:00 AM', '5:00 PM'));
  const takes = Array.from({ length: 150 }, () => ({ type: 'schedule.take', ...nothing }) as const);
  const rename: Change = { type: 'shift.edit', shift: '1', teamMember: 'Sam' };
  await commit(store, [{ type: 'layout.create', layout: buildLayout({ shifts }) }, ...takes, rename]);
  let [now, replays] = [0, 0];
  const changes: typeof store.documents.changes = (ref) => {
    replays += 1;
    return store.documents.changes(ref);
  };
  const watched = { ...store, documents: { ...store.documents, changes } };
  const documents = createDocuments({
    store: watched,
    now: () => now,
    quotas: { work: { capacity: 101_000, perSecond: 1_000 } },
  });
  const history = createHistory({
    documents,
    store: watched.documents,
    names: async () => new Map(),
    kept: { breaksAndSeats: null, others: null },
  });
  const undo = async () => {
    const outcome = await history.undo({ ...lead, role: 'manager' }, day, 152);
    return outcome.ok ? 'done' : outcome.problem.code;
  };
  // more than is there at once, and is made all the same
  expect(await undo()).toBe('done');
  replays = 0;
  now = 30_000;
  expect(await undo()).toBe('too-many-changes');
  expect(replays).toBe(0);
  now = 600_000;
  expect(await undo()).toBe('undo-changed');
});
