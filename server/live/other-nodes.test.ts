import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Outcome } from '../../domain/problem/problem.ts';
import { memoryStore } from '../../test/stores/memory-store.ts';
import { aTeam, rename, teamRef } from '../../test/stores/team-fixture.ts';
import {
  type CommitGroup,
  type CommitResult,
  type DocumentRef,
  RowsLocked,
  type StoredChange,
} from '../database/document-store.ts';
import { lineOf, parseLine } from '../database/postgres/postgres-wakes.ts';
import type { Wake, WakeListener } from '../database/store.ts';
import { createDocuments, type Documents } from './documents.ts';
import { changedText, textOf } from './message.ts';

const otherRef = { team: 'other', document: 'other' };
const manager = { user: 'ann', role: 'manager' } as const;

let memory: ReturnType<typeof memoryStore>;
let documents: Documents;
let listener: WakeListener;
let told: (readonly Wake[])[];
/** What happens at each of the next commits before it is carried out; its result is that of every group. */
let onCommits: ((groups: readonly CommitGroup[]) => Promise<CommitResult> | CommitResult)[];
let sizes: number[];
let reads: string[];
/** The teams of each commit, and how long it may wait for their rows. */
let tried: [teams: string, patience: number | undefined][];
/** The team of which something else holds a row. */
let held: string | null;
beforeEach(async () => {
  memory = memoryStore();
  [told, onCommits, sizes, reads, tried, held] = [[], [], [], [], [], null];
  const commitGroups = async (
    groups: readonly CommitGroup[],
    patience?: number,
  ): Promise<readonly CommitResult[]> => {
    const teams = new Set(groups.flat().map(({ team }) => team));
    tried.push([[...teams].join(' '), patience]);
    if (held !== null && teams.has(held)) throw new RowsLocked();
    sizes.push(groups.flat().reduce((sum, { changes }) => sum + changes.length, 0));
    const result = (await onCommits.shift()?.(groups)) ?? 'stored';
    if (result === 'stored') await memory.documents.commit(groups.flat());
    return groups.map(() => result);
  };
  documents = createDocuments({
    store: {
      ...memory,
      documents: {
        ...memory.documents,
        commitGroups,
        async changesOfAll(names, limit) {
          reads.push('changesOfAll');
          return Promise.all(
            names.map(({ after, ...ref }) => memory.documents.changesAfter(ref, after, limit)),
          );
        },
        async holdDocuments() {
          reads.push('holdDocuments');
          return { commitGroups, release: async () => {} };
        },
      },
      wakes: {
        tell: (wakes) => void told.push(wakes),
        listen(given) {
          listener = given;
          return async () => {};
        },
      },
    },
    now: () => 1,
  });
  for (const ref of [teamRef, otherRef])
    await done(documents.issue(ref, { type: 'team.create', team: aTeam }));
  [told, sizes, tried] = [[], [], []];
});
afterEach(() => documents.close());
afterEach(() => void vi.useRealTimers());

async function done<T>(outcome: Promise<Outcome<T>>): Promise<T> {
  const result = await outcome;
  if (!result.ok) throw new Error(result.problem.code);
  return result.value;
}

const change = (ref: DocumentRef, id: string, user: string = manager.user) =>
  done(documents.change({ ...manager, user }, ref, { id, change: { type: 'team.rename', name: id } }));

/** The versions that a page of this node is sent. */
async function watch(ref: DocumentRef): Promise<readonly number[]> {
  const versions: number[] = [];
  const send = (frame: Buffer) => {
    const message = JSON.parse(String(textOf(frame)));
    if (message.type === 'changed') versions.push(message.version);
    return true;
  };
  await documents.watch(ref, { send, buffered: () => 0 });
  return versions;
}

/** Another node makes the second version of a document, and tells it. */
async function changeElsewhere(ref: DocumentRef): Promise<() => void> {
  const commit = { ...rename(1), ...ref };
  await memory.documents.commit([commit]);
  const [made] = commit.changes as readonly [StoredChange];
  return () => listener.heard({ type: 'changed', ref, version: 2, text: changedText(ref, made) });
}

test('a change of another node reaches pages while this one commits a change of another document', async () => {
  const [here, there] = [await watch(teamRef), await watch(otherRef)];
  const tellHere = await changeElsewhere(teamRef);
  const tellThere = await changeElsewhere(otherRef);
  onCommits.push(() => {
    tellHere();
    tellThere();
    // The document that is being committed waits: nobody knows yet which change is its second version.
    expect([here, there]).toEqual([[], [2]]);
    return 'conflict';
  });
  expect(await change(teamRef, 'mine')).toMatchObject({ version: 3 });
  expect(here).toEqual([2, 3]);
});

test('[SV1] a change that lost is decided again on what the other node told, without reading it', async () => {
  const tell = await changeElsewhere(teamRef);
  onCommits.push(() => {
    tell();
    return 'conflict';
  });
  expect(await change(teamRef, 'mine')).toMatchObject({ version: 3 });
  expect(reads).toEqual([]);
});

test('[SV1] a change that lost to one that nobody told is decided again after one read', async () => {
  const [here, there] = [await watch(teamRef), await watch(otherRef)];
  for (const ref of [teamRef, otherRef]) await changeElsewhere(ref);
  onCommits.push(() => 'conflict');
  const both = [change(teamRef, 'one'), change(otherRef, 'two')];
  expect(await Promise.all(both)).toMatchObject([{ version: 3 }, { version: 3 }]);
  expect(reads).toEqual(['changesOfAll']);
  expect([here, there]).toEqual([
    [2, 3],
    [2, 3],
  ]);
});

test('[SV1] a change that lost twice holds its documents', async () => {
  await changeElsewhere(teamRef);
  onCommits.push(
    () => 'conflict',
    () => 'conflict',
  );
  expect(await change(teamRef, 'mine')).toMatchObject({ version: 3 });
  expect(reads).toEqual(['changesOfAll', 'holdDocuments']);
  expect(sizes).toEqual([1, 1, 1]);
});

test('what was committed together is told together, before pages of this node get it', async () => {
  await documents.watch(teamRef, {
    send(frame) {
      if (JSON.parse(String(textOf(frame))).type === 'changed') expect(told).toHaveLength(1);
      return true;
    },
    buffered: () => 0,
  });
  await Promise.all([change(teamRef, 'one'), change(teamRef, 'two'), change(otherRef, 'three')]);
  expect(told.map((wakes) => wakes.filter(({ type }) => type === 'changed').length)).toContain(3);
  expect(sizes).toEqual([3]);
});

test('a busy node waits with the next commit for those whom it has just answered', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const people = (count: number, name: string) =>
      Array.from({ length: count }, (_, index) => `${name}${index}`);
    const late: Promise<unknown>[] = [];
    onCommits.push(() => {
      for (const user of people(4, 'late')) late.push(change(teamRef, user, user));
      return 'stored';
    });
    const early = people(4, 'early').map(async (user) => {
      await change(teamRef, user, user);
      // As long as an answer and the next change take.
      for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
      await change(teamRef, `${user} again`, user);
    });
    while (sizes.length < 2) await new Promise((resolve) => setImmediate(resolve));
    await vi.runAllTimersAsync();
    await Promise.all([...early, ...late]);
    expect(sizes).toEqual([4, 8]);
  } finally {
    vi.useRealTimers();
  }
});

test('what a page holds is told to other nodes, and what they tell to pages that may know', async () => {
  const heard: string[] = [];
  const hearPresence = (frame: Buffer, page: string | null) => heard.push(`${page}: ${textOf(frame)}`);
  await documents.watch(teamRef, { send: () => true, buffered: () => 0, hearPresence });
  documents.tellPresence(teamRef, 'mine', 'page');
  const [wake] = told.flat();
  expect(parseLine(lineOf(wake as Wake))).toEqual({ type: 'presence', ref: teamRef, text: 'mine' });
  listener.heard({ type: 'presence', ref: teamRef, text: 'theirs' });
  listener.heard({ type: 'presence', ref: otherRef, text: 'elsewhere' });
  expect(heard).toEqual(['page: mine', 'null: theirs']);
  expect(parseLine('["p","harbor","harbor",3]')).toBe(null);
});

test('[SV20] a team with a row that something else holds is committed by itself, and the others without it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const [here, there] = [teamRef.team, otherRef.team];
  held = here;
  const [waits, shares] = [change(teamRef, 'one'), change(otherRef, 'two')];
  expect(await shares).toMatchObject({ version: 2 });
  const next = change(teamRef, 'three');
  expect(await change(otherRef, 'four')).toMatchObject({ version: 3 });
  expect(tried).toEqual([
    [`${here} ${there}`, undefined],
    [here, 50],
    [there, 50],
    [there, undefined],
  ]);
  held = null;
  await vi.advanceTimersByTimeAsync(500);
  expect([await waits, await next]).toMatchObject([{ version: 2 }, { version: 3 }]);
  expect(tried.slice(4)).toEqual([[here, 50]]);
  const both = [change(teamRef, 'five'), change(otherRef, 'six')];
  expect(await Promise.all(both)).toMatchObject([{ version: 4 }, { version: 4 }]);
  expect(tried.slice(5)).toEqual([[`${here} ${there}`, undefined]]);
});

test('[OP2] [SV20] changes of a team whose row stays held are refused, and count as waiting until one is stored', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  held = teamRef.team;
  const send = (id: string) =>
    documents.change(manager, teamRef, { id, change: { type: 'team.rename', name: id } });
  const refused = send('one');
  await vi.advanceTimersByTimeAsync(7_500);
  expect(documents.stalledFor()).toBeGreaterThan(7_000);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await refused).toMatchObject({ ok: false, problem: { code: 'storage-failed' } });
  expect(documents.stalledFor()).toBe(0);
  const again = send('one');
  expect(documents.stalledFor()).toBeGreaterThan(8_000);
  held = null;
  await vi.advanceTimersByTimeAsync(500);
  expect(await again).toMatchObject({ ok: true });
  expect(documents.stalledFor()).toBe(0);
});
