import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Change } from '../../domain/change/change.ts';
import { buildLayout, buildShift } from '../../test/builders.ts';
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
/** How often a whole history was read. */
let histories: number;
beforeEach(async () => {
  [sizes, step, heavy, counted, histories] = [[], 0, null, [], 0];
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
  const changes: typeof memory.documents.changes = (...which) => {
    histories += 1;
    return memory.documents.changes(...which);
  };
  const store = { ...memory, documents: { ...memory.documents, commit, changes } };
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

test('breaks are put back again and again by one look at the history', async () => {
  const day = { team: teamRef.team, document: 'day' };
  const layout = buildLayout({ shifts: [buildShift('ana', '9:00 AM', '5:00 PM', { breaks: [null] })] });
  await documents.issue(day, { type: 'layout.create', layout });
  const slot = { shift: 'ana', slot: 0 };
  const lead = (id: string, change: Change) =>
    documents.change({ user: 'lee', role: 'lead' }, day, { id, change });
  await lead('start', { type: 'break.press', ...slot, wants: 'start', at: 1, by: null });
  const body = (await documents.read(day))?.body;
  const record = body?.kind === 'layout' ? (body.shifts[0]?.breaks[0] ?? null) : null;
  if (!record) throw new Error('no break');
  for (const again of [1, 2]) {
    await lead(`clear-${again}`, { type: 'break.press', ...slot, wants: 'clear', at: 1, by: null });
    expect(await lead(`back-${again}`, { type: 'break.restore', ...slot, record })).toMatchObject({
      ok: true,
    });
  }
  expect(histories).toBe(1);
});
