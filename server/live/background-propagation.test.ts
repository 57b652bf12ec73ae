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
let beforeCommit: (batch: readonly DocumentCommit[]) => Promise<void> | void;

function open(quotas?: Partial<Quotas>): Documents {
  const watched: Store = {
    ...store,
    documents: {
      ...store.documents,
      async commit(batch) {
        await beforeCommit(batch);
        await store.documents.commit(batch);
        commits.push(batch.map((each) => each.document));
      },
    },
  };
  return createDocuments({ store: watched, now: () => now, quotas });
}

beforeEach(async () => {
  store = memoryStore();
  beforeCommit = () => {};
  commits = [];
  documents = open();
  for (const ref of [teamRef, other]) await done(documents.issue(ref, { type: 'team.create', team: aTeam }));
  await Promise.all(layouts.map((document, day) => lay(document, day)));
  commits = [];
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
  beforeCommit = () => (commits.length === 2 ? new Promise<void>(() => {}) : undefined);
  await done(change(trade));
  await until(async () => commits.length === 2);
  const areas = await all(({ area }) => area);
  expect([areas.slice(0, 2), areas.slice(-2)]).toEqual([
    ['Front', 'Kitchen'],
    ['Kitchen', 'Front'],
  ]);
  beforeCommit = () => {};
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
    beforeCommit = () => (commits.length === 2 ? new Promise<void>(() => {}) : undefined);
    await done(change(trade));
    await until(async () => commits.length === 2);
    beforeCommit = () => {};
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
