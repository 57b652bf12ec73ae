import { afterEach, beforeEach, expect, test } from 'vitest';
import { memoryStore } from '../../test/stores/memory-store.ts';
import { aTeam, teamRef } from '../../test/stores/team-fixture.ts';
import { createDocuments, type Documents } from './documents.ts';
import { createWorkTurns } from './work-turns.ts';

let documents: Documents;
/** Changes of each commit. */
let sizes: number[];
/** How many milliseconds pass between two looks at the clock. */
let step: number;
/** Who used much time lately, and whose work was counted. */
let heavy: string | null;
let counted: (readonly string[])[];
beforeEach(async () => {
  [sizes, step, heavy, counted] = [[], 0, null, []];
  const memory = memoryStore();
  let time = 0;
  const clock = () => (time += step);
  const turns = {
    ...createWorkTurns(clock),
    heavyUse: ([who]: readonly string[]) => (who === heavy ? 100 : 0),
    count: (keys: readonly string[]) => void counted.push(keys),
  };
  const commit: typeof memory.documents.commit = async (batch) => {
    sizes.push(batch.reduce((sum, { changes }) => sum + changes.length, 0));
    await memory.documents.commit(batch);
  };
  const store = { ...memory, documents: { ...memory.documents, commit } };
  documents = createDocuments({ store, now: () => 1, clock, turns });
  await documents.issue(teamRef, { type: 'team.create', team: aTeam });
  sizes = [];
});
afterEach(() => documents.close());

async function rename(user: string, name: string): Promise<number> {
  const envelope = { id: name, change: { type: 'team.rename', name } } as const;
  const outcome = await documents.change({ user, role: 'manager' }, teamRef, envelope);
  return outcome.ok ? outcome.value.version : 0;
}
const anns = () => ['one', 'two', 'three'].map((name) => rename('ann', name));

test('a commit has at most 1,000 changes', async () => {
  const names = Array.from({ length: 1_001 }, (_, index) => `Name ${index}`);
  await Promise.all(names.map((name) => documents.issue(teamRef, { type: 'team.rename', name })));
  expect(sizes).toEqual([1_000, 1]);
});

test('what takes long is committed in parts while somebody else waits, and not otherwise', async () => {
  step = 25;
  await Promise.all(anns());
  expect(sizes).toEqual([3]);
  await Promise.all([rename('ann', 'four'), rename('ann', 'five'), rename('bob', 'six')]);
  expect(sizes).toEqual([3, 1, 1, 1]);
});

test('changes of who used much time lately come after those of others, in their order', async () => {
  heavy = 'ann';
  expect(await Promise.all([...anns(), rename('bob', 'four')])).toEqual([3, 4, 5, 2]);
});

test('a change counts as work of its author and their team', async () => {
  await rename('ann', 'one');
  expect(counted).toContainEqual(['ann', teamRef.team]);
});
