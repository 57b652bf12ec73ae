import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Outcome } from '../../domain/problem/problem.ts';
import { eventually } from '../../test/eventually.ts';
import { memoryStore } from '../../test/stores/memory-store.ts';
import { aTeam, rename, teamRef } from '../../test/stores/team-fixture.ts';
import type { CommitGroup, CommitResult, DocumentRef } from '../database/document-store.ts';
import type { Wake, WakeListener } from '../database/store.ts';
import { createDocuments, type Documents } from './documents.ts';

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
/** What a look at the versions finds instead of them. */
let versions: (() => Promise<readonly number[]>) | null;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  memory = memoryStore();
  versions = null;
  [told, onCommits, sizes, reads] = [[], [], [], []];
  const commitGroups = async (groups: readonly CommitGroup[]): Promise<readonly CommitResult[]> => {
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
        async versions(names) {
          reads.push('versions');
          return versions ? versions() : memory.documents.versions(names);
        },
        async changesOfAll(names, limit) {
          reads.push('changesOfAll');
          return Promise.all(
            names.map(({ after, ...ref }) => memory.documents.changesAfter(ref, after, limit)),
          );
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
    clock: () => 1,
  });
  for (const ref of [teamRef, otherRef])
    await done(documents.issue(ref, { type: 'team.create', team: aTeam }));
  [told, sizes] = [[], []];
});
afterEach(async () => {
  await documents.close();
  vi.useRealTimers();
});

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
    const message = JSON.parse(String(frame));
    if (message.type === 'changed') versions.push(message.version);
    return true;
  };
  await documents.watch(ref, { send });
  return versions;
}

/** Another node makes the second version of a document, and tells it. */
async function changeElsewhere(ref: DocumentRef): Promise<() => void> {
  const commit = { ...rename(1), ...ref };
  await memory.documents.commit([commit]);
  return () => listener.heard({ type: 'changed', ref, version: 2 });
}

test('what other nodes changed reaches pages after one read', async () => {
  const [here, there] = [await watch(teamRef), await watch(otherRef)];
  for (const ref of [teamRef, otherRef]) (await changeElsewhere(ref))();
  await eventually(() => expect([here, there]).toEqual([[2], [2]]));
  expect(reads).toEqual(['changesOfAll']);
});

test('[SV1] changes that lost to another node are decided again after one read, as often as they lose', async () => {
  const [here, there] = [await watch(teamRef), await watch(otherRef)];
  for (const ref of [teamRef, otherRef]) await changeElsewhere(ref);
  onCommits.push(
    () => 'conflict',
    () => 'conflict',
  );
  const both = [change(teamRef, 'one'), change(otherRef, 'two')];
  expect(await Promise.all(both)).toMatchObject([{ version: 3 }, { version: 3 }]);
  expect(reads).toEqual(['changesOfAll', 'changesOfAll']);
  expect(sizes).toEqual([2, 2, 2]);
  expect([here, there]).toEqual([
    [2, 3],
    [2, 3],
  ]);
});

test('what no node was told of is found within a second, by one look at a time', async () => {
  const here = await watch(teamRef);
  await changeElsewhere(teamRef);
  vi.advanceTimersByTime(1_000);
  await eventually(() => expect(here).toEqual([2]));
  expect(reads).toEqual(['versions', 'changesOfAll']);
  reads = [];
  const { promise, resolve } = Promise.withResolvers<readonly number[]>();
  versions = () => promise;
  vi.advanceTimersByTime(1_000);
  await eventually(() => expect(reads).toEqual(['versions']));
  vi.advanceTimersByTime(3_000);
  await change(otherRef, 'one');
  expect(reads).toEqual(['versions']);
  resolve([2, 2]);
});

test('an older file that was put back is noticed by its lower versions', async () => {
  await change(teamRef, 'one');
  versions = async () => [1, 1];
  vi.advanceTimersByTime(1_000);
  await eventually(() => expect(reads).toEqual(['versions', 'changesOfAll']));
});

test('changes that have nothing to do with each other do not lose together', async () => {
  let together = 0;
  onCommits.push((groups) => {
    together = groups.length;
    return 'stored';
  });
  await Promise.all([change(teamRef, 'one'), change(otherRef, 'two')]);
  expect(together).toBe(2);
});

test('a change that always loses is refused in the end', async () => {
  onCommits = Array.from({ length: 150 }, () => () => 'conflict');
  const outcome = await documents.change(manager, teamRef, {
    id: 'one',
    change: { type: 'team.rename', name: 'One' },
  });
  expect(outcome).toMatchObject({ problem: { code: 'too-busy' } });
});

test('a change that lost because its author left the team is refused', async () => {
  onCommits.push(() => 'author-changed');
  const outcome = await documents.change(manager, teamRef, {
    id: 'one',
    change: { type: 'team.rename', name: 'One' },
  });
  expect(outcome).toMatchObject({ problem: { code: 'not-found' } });
});

test('what was committed together is told together, before pages of this node get it', async () => {
  await documents.watch(teamRef, {
    send(frame) {
      if (JSON.parse(String(frame)).type === 'changed') expect(told).toHaveLength(1);
      return true;
    },
  });
  await Promise.all([change(teamRef, 'one'), change(teamRef, 'two'), change(otherRef, 'three')]);
  expect(told.map((wakes) => wakes.filter(({ type }) => type === 'changed').length)).toContain(2);
  expect(sizes).toEqual([3]);
});

test('what a page holds is told to other nodes, and what they tell to pages that may know', async () => {
  const heard: string[] = [];
  const hearPresence = (frame: Buffer, page: string | null) => heard.push(`${page}: ${frame}`);
  await documents.watch(teamRef, { send: () => true, hearPresence });
  documents.tellPresence(teamRef, 'mine', 'page');
  expect(told.flat()).toEqual([{ type: 'presence', ref: teamRef, text: 'mine' }]);
  listener.heard({ type: 'presence', ref: teamRef, text: 'theirs' });
  listener.heard({ type: 'presence', ref: otherRef, text: 'elsewhere' });
  expect(heard).toEqual(['page: mine', 'null: theirs']);
});
