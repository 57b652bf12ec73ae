import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChangeRecord } from '../../domain/history/history.ts';
import { idOf, layoutCommit } from '../../test/stores/layout-fixture.ts';
import { memoryStore } from '../../test/stores/memory-store.ts';
import { packAll, readEverything } from '../../test/stores/read-everything.ts';
import { aTeam, createTeam } from '../../test/stores/team-fixture.ts';
import { type DocumentCommit, type DocumentStore, DuplicateChange } from './document-store.ts';
import type { Store } from './store.ts';

const END = 9e15;
const day = { team: 'harbor', document: 'day' };
const night = { team: 'harbor', document: 'night' };
const team = { team: 'harbor', document: 'harbor' };

const idsOf = (...commits: DocumentCommit[]): Record<string, string[]> =>
  Object.fromEntries(
    [...Map.groupBy(commits, ({ document }) => document)].map(([document, each]) => [
      document,
      each.flatMap(({ changes }) => changes.map(({ id }) => id)),
    ]),
  );

/** Packing is invisible; the store in memory, which never packs, shows what to expect. */
export function packsContract({ store, reopen }: { store: () => Store; reopen: () => Promise<void> }): void {
  const documents = () => store().documents;

  test('packed changes are read like rows: by version, by id, by time, and in pages', async () => {
    const days = layoutCommit(day, 0, 255, (version) => (version === 40 ? 1_000 : version * 10));
    const nights = layoutCommit(night, 0, 12, (version) => version * 10);
    await documents().commit([createTeam, days, nights]);
    const ids = idsOf(createTeam, days, nights);
    const before = await readEverything(documents(), 'harbor', ids);
    for (const instant of [1_500, END]) {
      for (const ref of [day, night, team]) await packAll(documents(), ref, instant);
      expect(await readEverything(documents(), 'harbor', ids)).toEqual(before);
    }
    await reopen();
    expect(await readEverything(documents(), 'harbor', ids)).toEqual(before);
    expect(await packAll(documents(), day)).toBe(0);
  });

  test('a packed change that comes again is not made twice, and a later change is stored', async () => {
    const days = layoutCommit(day, 0, 20);
    await documents().commit([createTeam, days]);
    await packAll(documents(), day);
    const again = layoutCommit(day, 20, 1);
    const [late] = again.changes;
    const first = { ...late, version: 21, id: idOf('day 7') } as (typeof again.changes)[number];
    const batch = [{ ...again, changes: [first] }, layoutCommit(night, 0, 1)];
    await expect(documents().commit(batch)).rejects.toBeInstanceOf(DuplicateChange);
    expect(await documents().versions([day, night])).toEqual([20, 0]);
    expect(await documents().findChange(day, idOf('day 7'))).toMatchObject({ version: 7, at: 7, by: 'ann' });

    await documents().commit([again, layoutCommit(night, 0, 1)]);
    const ids = idsOf(days, again);
    const before = await readEverything(documents(), 'harbor', ids);
    await packAll(documents(), day);
    // As it was known before it was packed again.
    const third = { ...first, version: 22, id: idOf('day 21') };
    await expect(documents().commit([{ ...again, from: 21, changes: [third] }])).rejects.toBeInstanceOf(
      DuplicateChange,
    );
    await reopen();
    await expect(documents().commit([{ ...again, from: 21, changes: [third] }])).rejects.toBeInstanceOf(
      DuplicateChange,
    );
    await documents().commit([layoutCommit(day, 21, 3)]);
    expect(await documents().versions([day])).toEqual([24]);
    expect(await Array.fromAsync(documents().changes(day))).toHaveLength(24);
    expect(before).toMatchObject({ read: [{ keys: { length: 21 } }] });
  });

  test('the content of old changes is removed, and what is left of a team can be replayed', async () => {
    const made: DocumentCommit = {
      ...createTeam,
      changes: Array.from({ length: 9 }, (_, index) => ({
        ...{ version: index + 1, id: `change-${index}`, by: 'ann', at: index * 10 },
        change:
          index === 0 ? { type: 'team.create', team: aTeam } : { type: 'team.rename', name: `${index}` },
        record: { did: `did ${index}`, topics: ['team'] as const },
      })) as DocumentCommit['changes'],
    };
    const days = layoutCommit(day, 0, 30);
    const expected = memoryStore().documents;
    for (const each of [documents(), expected]) await each.commit([made, days]);
    for (const ref of [team, day]) await packAll(documents(), ref);
    for (const [about, before, start] of [
      ['others', 15, 2],
      ['others', 35, 4],
      ['breaks-and-seats', 12, 4],
      ['others', 99, 9],
    ] as const) {
      for (const each of [documents(), expected])
        while (await each.compactHistory('harbor', { about, before }));
      const ids = idsOf(made, days);
      expect(await readEverything(documents(), 'harbor', ids)).toEqual(
        await readEverything(expected, 'harbor', ids),
      );
      expect(await documents().historyStart(team)).toMatchObject({
        version: start,
        body: { name: `${start - 1}` },
      });
    }
    const left = await Array.fromAsync(documents().changes(day));
    expect(left.map(({ version }) => version)).toEqual([12, 14, 16, 18, 20, 22, 24, 26, 28, 30]);
  });

  test('[CR40] what is rewritten of a document is gone from rows, packs and bodies, and nothing else differs', async () => {
    const days = layoutCommit(day, 0, 80);
    const nights = layoutCommit(night, 0, 80);
    await documents().commit([createTeam, days, nights]);
    await packAll(documents(), day, 60);
    for (const ref of [day, night]) {
      const loaded = await documents().load(ref);
      if (loaded) await documents().writeSnapshots([{ ...ref, ...loaded }]);
    }
    const ids = idsOf(createTeam, days, nights);
    const before = await readEverything(documents(), 'harbor', ids);
    const replaced = <T>(value: T): T =>
      JSON.parse(JSON.stringify(value).replace(/Sam Ray|Note /g, 'Nobody'));
    const rewriting = {
      change: (change: DocumentCommit['changes'][number]['change'], record: ChangeRecord | null) =>
        /Sam Ray|Note /.test(JSON.stringify(change)) ? { change: replaced(change), record } : null,
      body: replaced,
    };
    await documents().rewriteDocument(day, rewriting);
    await reopen();
    const after = await readEverything(documents(), 'harbor', ids);
    const read = JSON.stringify(await Array.fromAsync(documents().changes(day)));
    expect(read).not.toMatch(/Sam Ray|Note /);
    expect(JSON.stringify(await documents().load(day))).not.toMatch(/Sam Ray|Note /);
    await documents().rewriteDocument(night, rewriting);
    expect(replaced(before)).toEqual(await readEverything(documents(), 'harbor', ids));
    expect(JSON.stringify(after)).toMatch(/Sam Ray/);
  });

  test('packs go with their team, and nothing of them is known to a new one', async () => {
    const days = layoutCommit(day, 0, 20);
    await documents().commit([createTeam, days]);
    await packAll(documents(), day);
    await documents().commit([layoutCommit(day, 20, 1)]);
    await documents().deleteTeam('harbor');
    expect(await documents().changesAfter(day, 0, 9)).toEqual([]);
    expect(await documents().findChange(day, idOf('day 3'))).toBeNull();
    await documents().commit([createTeam, layoutCommit(day, 0, 3)]);
    await documents().commit([layoutCommit(day, 3, 3)]);
    expect(await Array.fromAsync(documents().changes(day))).toHaveLength(6);
  });

  test('whatever is packed when, nothing that can be read differs', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { maxLength: 30 }), async (steps) => {
        run += 1;
        const [tried, expected] = [store().documents, memoryStore().documents];
        await followSteps(`team-${run}`, steps, tried, expected);
      }),
      { numRuns: 8 },
    );
  });
}

type Step =
  | { readonly type: 'change'; readonly document: string; readonly count: number; readonly later: number }
  | { readonly type: 'again'; readonly document: string; readonly version: number }
  | { readonly type: 'pack'; readonly document: string; readonly age: number }
  | { readonly type: 'compact'; readonly about: 'others' | 'breaks-and-seats'; readonly age: number }
  | { readonly type: 'snapshot'; readonly document: string };

const document = fc.constantFrom('day', 'night');
const age = fc.nat({ max: 40 });
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('change' as const),
      document,
      count: fc.integer({ min: 1, max: 30 }),
      later: fc.nat({ max: 9 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('again' as const),
      document,
      version: fc.integer({ min: 1, max: 60 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('pack' as const), document, age }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('compact' as const),
      about: fc.constantFrom('others' as const, 'breaks-and-seats' as const),
      age,
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('snapshot' as const), document }) },
);

/** Does the same in both stores; only one of them packs. */
async function followSteps(
  id: string,
  steps: readonly Step[],
  tried: DocumentStore,
  expected: DocumentStore,
) {
  let now = 0;
  const ids: Record<string, string[]> = { day: [], night: [] };
  const both = async <T>(work: (each: DocumentStore) => Promise<T>): Promise<T> => {
    const [one, other] = [await work(tried), await work(expected)];
    expect(one).toEqual(other);
    return one;
  };
  const commit = (each: DocumentCommit) => (documents: DocumentStore) =>
    documents.commit([each]).then(
      () => 'stored',
      (error: Error) => error.constructor.name,
    );
  for (const step of steps) {
    if (step.type === 'compact') {
      const rule = { about: step.about, before: now - step.age };
      for (const each of ['day', 'night']) await packAll(tried, { team: id, document: each }, rule.before);
      for (const each of [tried, expected]) while (await each.compactHistory(id, rule));
      continue;
    }
    const ref = { team: id, document: step.document };
    const known = ids[step.document] ?? [];
    if (step.type === 'change') {
      const start = now + step.later;
      const made = layoutCommit(ref, known.length, step.count, (version) => start + Math.floor(version / 8));
      now = Math.max(now, ...made.changes.map(({ at }) => at));
      expect(await both(commit(made))).toBe('stored');
      known.push(...made.changes.map((change) => change.id));
    } else if (step.type === 'again' && known[step.version]) {
      const made = layoutCommit(ref, known.length, 1);
      const changes = made.changes.map((change) => ({ ...change, id: known[step.version] ?? '' }));
      expect(await both(commit({ ...made, changes }))).toBe('DuplicateChange');
    } else if (step.type === 'pack') {
      await packAll(tried, ref, now - step.age);
    } else if (step.type === 'snapshot') {
      const loaded = await both((each) => each.load(ref));
      if (loaded) for (const each of [tried, expected]) await each.writeSnapshots([{ ...ref, ...loaded }]);
    }
  }
  await both((each) => readEverything(each, id, ids));
}
