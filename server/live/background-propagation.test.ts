import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Change } from '../../domain/change/change.ts';
import type { Outcome } from '../../domain/problem/problem.ts';
import { addDays } from '../../domain/time/date.ts';
import { buildLayout, buildShift } from '../../test/builders.ts';
import { memoryStore } from '../../test/stores/memory-store.ts';
import { aTeam, teamRef } from '../../test/stores/team-fixture.ts';
import type { CommitGroup, DocumentCommit } from '../database/document-store.ts';
import type { Store } from '../database/store.ts';
import { createDocuments, type Documents } from './documents.ts';
import type { Quotas } from './quotas.ts';
import { createWorkTurns, type WorkTurns } from './work-turns.ts';

const noon = Date.parse('2026-11-21T12:00:00Z');
let now = noon;
const manager = { user: 'ann', role: 'manager' } as const;
const { team } = teamRef;
const other = { team: 'other', document: 'other' };
const many = 130;

let store: Store;
let documents: Documents;
/** Documents of each commit, by team. */
let commits: string[][];
/** How often layouts were searched. */
let searches: number;
let beforeCommit: (batch: readonly DocumentCommit[]) => Promise<void> | void;

function open(quotas?: Partial<Quotas>, others: { turns?: WorkTurns; clock?: () => number } = {}): Documents {
  const watched: Store = {
    ...store,
    documents: {
      ...store.documents,
      async commit(batch) {
        await beforeCommit(batch);
        await store.documents.commit(batch);
        commits.push(batch.map((each) => each.document));
      },
      list(...which) {
        searches += 1;
        return store.documents.list(...which);
      },
    },
  };
  return createDocuments({ store: watched, now: () => now, quotas, ...others });
}

beforeEach(async () => {
  store = memoryStore();
  beforeCommit = () => {};
  commits = [];
  documents = open();
  for (const ref of [teamRef, other]) await done(documents.issue(ref, { type: 'team.create', team: aTeam }));
  await Promise.all(layouts.map((document, day) => lay(document, day)));
  commits = [];
  searches = 0;
});
afterEach(() => documents.close());

const layouts = Array.from({ length: many }, (_, day) => `day-${String(day).padStart(3, '0')}`);
const lay = (document: string, day: number) =>
  done(
    documents.issue(
      { team, document },
      {
        type: 'layout.create',
        layout: buildLayout({
          date: addDays('2026-11-21', day),
          area: day % 2 === 0 ? 'Kitchen' : 'Front',
          shifts: [buildShift('Ana', '9:00 AM', '5:00 PM')],
        }),
      },
    ),
  );

async function done<T>(outcome: Promise<Outcome<T>>): Promise<T> {
  const settled = await outcome;
  if (!settled.ok) throw new Error(settled.problem.code);
  return settled.value;
}

let made = 0;
const change = (asked: Change, ref = teamRef, id = `change-${++made}`) =>
  documents.change(manager, ref, { id, change: asked });
const breaks = (breakTimerMinutes: number): Change => ({
  type: 'team.breaks',
  breakMinMinutes: 240,
  breakTimerMinutes,
});
const trade: Change = {
  type: 'batch',
  changes: [
    { type: 'area.rename', area: 'Kitchen', name: 'x' },
    { type: 'area.rename', area: 'Front', name: 'Kitchen' },
    { type: 'area.rename', area: 'x', name: 'Front' },
  ],
};
async function layoutOf(document: string) {
  const body = (await store.documents.load({ team, document }))?.body;
  if (body?.kind !== 'layout') throw new Error(`${document} is no layout`);
  return body;
}
const all = <T>(of: (layout: Awaited<ReturnType<typeof layoutOf>>) => T) =>
  Promise.all(layouts.map(async (document) => of(await layoutOf(document))));
/** What the server does between two turns of the event loop. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setImmediate(resolve));
}
const isReached = async () => (await store.reaches.find(team)) === null;
/** As when the server dies just before it stores the second part. */
async function dieInSecondPart(): Promise<void> {
  let hasDied = false;
  beforeCommit = () => {
    if (commits.length < 2) return;
    hasDied = true;
    return new Promise(() => {});
  };
  await done(change(trade));
  await until(async () => hasDied);
  beforeCommit = () => {};
}

test('a change that reaches many layouts is made in parts, the nearest days first, and others come in between', async () => {
  let between: Promise<unknown> | null = null;
  beforeCommit = () => {
    if (commits.length === 1) between = change({ type: 'team.rename', name: 'Pier' }, other);
  };
  await done(change(breaks(45)));
  expect(commits[0]?.toSorted()).toEqual([...layouts.slice(0, 40), team]);
  await until(isReached);
  await between;
  expect(await all(({ breakTimerMinutes }) => breakTimerMinutes)).toEqual(layouts.map(() => 45));
  const parts = commits.filter((names) => !names.includes('other'));
  expect(Math.max(...parts.map((names) => names.length))).toBeLessThanOrEqual(41);
  expect(parts.length).toBeGreaterThan(3);
  expect(commits.findIndex((names) => names.includes('other'))).toBeLessThan(commits.length - 1);
});

test('what a server that died had not reached is reached after the next start, each layout once', async () => {
  await dieInSecondPart();
  const areas = await all(({ area }) => area);
  expect([areas.slice(0, 2), areas.slice(-2)]).toEqual([
    ['Front', 'Kitchen'],
    ['Kitchen', 'Front'],
  ]);
  documents = open();
  await until(isReached);
  expect(await all(({ area }) => area)).toEqual(
    layouts.map((_, day) => (day % 2 === 0 ? 'Front' : 'Kitchen')),
  );
  const versions = await store.documents.versions(layouts.map((document) => ({ team, document })));
  expect(new Set(versions)).toEqual(new Set([2]));
});

test('what a server of several had not reached, another one reaches a minute later', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    await dieInSecondPart();
    const { commit } = store.documents;
    const commitGroups = async (groups: readonly CommitGroup[]) => {
      await commit(groups.flat().filter(({ changes }) => changes.length > 0));
      return groups.map(() => 'stored' as const);
    };
    store = { ...store, documents: { ...store.documents, commitGroups } };
    documents = open();
    vi.advanceTimersByTime(60_000);
    await done(change({ type: 'team.rename', name: 'Pier' }));
    expect(await isReached()).toBe(false);
    now = noon + 60_000;
    vi.advanceTimersByTime(60_000);
    await until(isReached);
    expect(await all(({ area }) => area)).toEqual(
      layouts.map((_, day) => (day % 2 === 0 ? 'Front' : 'Kitchen')),
    );
  } finally {
    now = noon;
    vi.useRealTimers();
  }
});

test('until then another change of that kind waits, and other changes do not', async () => {
  const { promise, resolve: goOn } = Promise.withResolvers<void>();
  beforeCommit = () => (commits.length === 1 ? promise : undefined);
  await done(change(breaks(45)));
  await until(async () => commits.length === 1);
  const [waits, passes] = [change(breaks(50)), change({ type: 'team.rename', name: 'Pier' })];
  goOn();
  expect(await waits).toMatchObject({ problem: { code: 'too-busy' } });
  expect((await passes).ok).toBe(true);
  await until(isReached);
  // for what it costs, for the nearest days, and once for the others
  expect(searches).toBe(3);
  await done(change(breaks(50)));
  await until(isReached);
  expect(new Set(await all(({ breakTimerMinutes }) => breakTimerMinutes))).toEqual(new Set([50]));
});

test('a change that could not be stored reaches nobody', async () => {
  beforeCommit = () => {
    throw new Error('disk full');
  };
  expect(await change(trade)).toMatchObject({ problem: { code: 'storage-failed' } });
  beforeCommit = () => {};
  await documents.close();
  documents = open();
  await done(change({ type: 'team.rename', name: 'Pier' }));
  expect((await layoutOf('day-000')).area).toBe('Kitchen');
  await done(change(trade, teamRef, `change-${made - 1}`));
  await until(isReached);
  expect((await layoutOf('day-000')).area).toBe('Front');
  beforeCommit = () => {
    throw new Error('disk full');
  };
  expect(await change(breaks(45))).toMatchObject({ problem: { code: 'storage-failed' } });
  beforeCommit = () => {};
  await done(change(breaks(50)));
});

test('what is just being stored is not taken for lost when another server looks', async () => {
  const { promise, resolve: goOn } = Promise.withResolvers<void>();
  beforeCommit = () => promise;
  const waits = change(breaks(45));
  await until(async () => !(await isReached()));
  let hasLooked = false;
  const { documents: memory } = store;
  const findChange: typeof memory.findChange = (...which) => {
    hasLooked = true;
    return memory.findChange(...which);
  };
  store = { ...store, documents: { ...memory, findChange } };
  const another = open();
  await until(async () => hasLooked);
  await another.close();
  expect(await isReached()).toBe(false);
  goOn();
  await done(waits);
});

test('a part is no longer than other people can wait', async () => {
  await documents.close();
  let time = 0;
  documents = open(undefined, { clock: () => (time += 25) });
  await done(change(breaks(45)));
  await until(isReached);
  expect(Math.max(...commits.slice(1).map((names) => names.length))).toBe(1);
});

test('a part waits for its turn, and counts as work of its team', async () => {
  await documents.close();
  const clock = () => 0;
  const { promise: turn, resolve: takeTurn } = Promise.withResolvers<void>();
  const counted: (readonly string[])[] = [];
  const lookedUp: string[] = [];
  const { documents: memory } = store;
  const findChange: typeof memory.findChange = (ref, id) => {
    lookedUp.push(ref.document);
    return memory.findChange(ref, id);
  };
  store = { ...store, documents: { ...memory, findChange } };
  documents = open(undefined, {
    clock,
    turns: {
      ...createWorkTurns(clock),
      count: (keys) => void counted.push(keys),
      sliceFor: () => ({ yieldNow: () => turn, yieldIfDue: () => undefined }),
    },
  });
  await done(change(breaks(45)));
  await until(async () => searches === 3);
  for (const name of ['Pier', 'Quay']) await done(change({ type: 'team.rename', name }, other));
  expect(lookedUp).toEqual([team]);
  takeTurn();
  await until(isReached);
  expect(counted).toContainEqual([team]);
});

test('of the parts of several teams, a tap waits for one', async () => {
  const third = { team: 'third', document: 'third' };
  await done(documents.issue(third, { type: 'team.create', team: aTeam }));
  for (const document of layouts) {
    const layout = buildLayout({ date: '2026-11-21' });
    await done(documents.issue({ team: 'other', document }, { type: 'layout.create', layout }));
  }
  commits = [];
  const waited: number[] = [];
  const taps: Promise<unknown>[] = [];
  beforeCommit = (batch) => {
    const { length: before } = commits;
    if (!batch.every(({ kind }) => kind === 'layout')) return;
    const tap = change({ type: 'team.rename', name: `Pier ${before}` }, third);
    taps.push(tap.then(() => waited.push(commits.length - before)));
  };
  await Promise.all([done(change(breaks(45))), done(change(breaks(45), other))]);
  await until(async () => (await isReached()) && (await store.reaches.find('other')) === null);
  await Promise.all(taps);
  expect(Math.max(...waited)).toBe(2);
});

test('a part that loses to another server is tried again, and not for ever', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    await documents.close();
    let losses = 1;
    let lost = 0;
    const { commit } = store.documents;
    const commitGroups = async (groups: readonly CommitGroup[]) => {
      const changed = groups.flat().filter(({ changes }) => changes.length > 0);
      if (losses > 0 && changed.every(({ kind }) => kind === 'layout')) {
        losses -= 1;
        lost += 1;
        return groups.map(() => 'conflict' as const);
      }
      await commit(changed);
      return groups.map(() => 'stored' as const);
    };
    store = { ...store, documents: { ...store.documents, commitGroups } };
    documents = open();
    await done(change(breaks(45)));
    await until(isReached);
    expect(lost).toBe(1);
    losses = 1_000;
    await done(change(breaks(50)));
    await until(async () => lost > 1);
    await done(change({ type: 'team.rename', name: 'Pier' }, other));
    expect(losses).toBeGreaterThan(900);
  } finally {
    vi.useRealTimers();
  }
});

test('a part that failed and is stored all the same is shown', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    await documents.close();
    const { commit } = store.documents;
    let fails = false;
    const failing: typeof commit = async (batch) => {
      await commit(batch);
      fails = !fails && batch.every(({ kind }) => kind === 'layout');
      if (fails) throw new Error('no answer');
    };
    store = { ...store, documents: { ...store.documents, commit: failing } };
    documents = open();
    const at = { team, document: 'day-040' };
    await documents.read(at);
    await done(change(breaks(45)));
    await until(async () => fails);
    await done(change({ type: 'team.rename', name: 'Pier' }, other));
    expect((await documents.read(at))?.body).toMatchObject({ breakTimerMinutes: 45 });
  } finally {
    vi.useRealTimers();
  }
});

test('a change that another server’s came before is decided again, and reaches every day', async () => {
  await documents.close();
  const { reaches } = store;
  let puts = 0;
  const put: typeof reaches.put = async (reach) => {
    puts += 1;
    return puts > 1 && (await reaches.put(reach));
  };
  store = { ...store, reaches: { ...reaches, put } };
  documents = open();
  await done(change(breaks(45)));
  await until(isReached);
  expect(new Set(await all(({ breakTimerMinutes }) => breakTimerMinutes))).toEqual(new Set([45]));
  expect(puts).toBe(2);
});

test('a renamed person is renamed on later days, too', async () => {
  const crew = { team, document: 'crew' };
  const body = (await documents.read(crew))?.body;
  const [ana] = body?.kind === 'crew' ? body.people : [];
  await done(change({ type: 'person.edit', person: ana?.id ?? '', name: 'Anna' }, crew));
  await until(isReached);
  expect(new Set(await all(({ shifts }) => shifts[0]?.teamMember))).toEqual(new Set(['Anna']));
});

test('[CH27] a change is charged for the documents that it may reach', async () => {
  await documents.close();
  documents = open({ work: { capacity: 220_000, perSecond: 0 } });
  expect((await change(breaks(45))).ok).toBe(true);
  await until(isReached);
  expect(await change(breaks(50))).toMatchObject({ problem: { code: 'too-many-changes' } });
  await documents.close();
  documents = open({ historyOfTeam: { capacity: 100_000, perSecond: 0 } });
  expect((await change(breaks(50))).ok).toBe(true);
  await until(isReached);
  expect(await change(breaks(55))).toMatchObject({ problem: { code: 'too-many-changes' } });
});
