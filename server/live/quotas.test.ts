import { expect, test } from 'vitest';
import type { Change } from '../../domain/change/change.ts';
import { buildLayout, buildShift, buildTemplate } from '../../test/builders.ts';
import { memoryStore } from '../../test/stores/memory-store.ts';
import { aTeam, teamRef } from '../../test/stores/team-fixture.ts';
import { createDocuments } from './documents.ts';
import type { Quotas } from './quotas.ts';

const team = teamRef.team;
const noon = Date.parse('2026-11-21T12:00:00Z');
const layoutOn = (date: string): Change => ({ type: 'layout.create', layout: buildLayout({ date }) });
const template: Change = { type: 'template.create', template: buildTemplate() };

async function start(quotas: Partial<Quotas>, store = memoryStore()) {
  let now = noon;
  const documents = createDocuments({ store, now: () => now, quotas });
  await documents.issue(teamRef, { type: 'team.create', team: aTeam });
  let made = 0;
  return {
    documents,
    later: (seconds: number) => {
      now += seconds * 1_000;
    },
    async change(document: string, change: Change, user = 'ann', undoes?: string): Promise<string> {
      const id = `change-${++made}`;
      const author = { user, role: 'manager' } as const;
      const outcome = await documents.change(author, { team, document }, { id, change, undoes });
      return outcome.ok ? 'accepted' : outcome.problem.code;
    },
  };
}

test('[LA9] a date has room for so many layouts', async () => {
  const { change } = await start({ layoutsPerDate: 2 });
  const outcomes = await Promise.all(
    ['one', 'two', 'three'].map((name) => change(name, layoutOn('2026-11-21'))),
  );
  expect(outcomes).toEqual(['accepted', 'accepted', 'layouts-too-many']);
  expect(await change('four', layoutOn('2026-11-21'))).toBe('layouts-too-many');
  expect(await change('four', layoutOn('2026-11-22'))).toBe('accepted');
  await change('one', { type: 'layout.delete' });
  expect(await change('three', layoutOn('2026-11-21'))).toBe('accepted');
});

test('[CH11] a team has room for so many documents, those that were deleted among them', async () => {
  const { change, documents } = await start({ documents: 3 });
  expect(await Promise.all(['one', 'two', 'three'].map((name) => change(name, template)))).toEqual([
    'accepted',
    'accepted',
    'documents-too-many',
  ]);
  await change('one', { type: 'template.delete' });
  expect(await change('three', template)).toBe('documents-too-many');
  // Existing documents can still be changed, and the server's own changes continue.
  expect(await change('two', { type: 'template.rename', name: 'Sunday' })).toBe('accepted');
  expect((await documents.issue({ team, document: 'three' }, template)).ok).toBe(true);
});

test('[CH27] [CH28] a person’s changes may cost so much at once, and it comes back', async () => {
  const { change, later } = await start({ work: { capacity: 250_000, perSecond: 50_000 } });
  const rename = (area: string, name: string) => change(team, { type: 'area.rename', area, name });
  expect(await rename('Kitchen', 'A')).toBe('accepted');
  expect(await rename('A', 'B')).toBe('accepted');
  expect(await rename('B', 'C')).toBe('too-many-changes');
  expect(await change(team, { type: 'area.rename', area: 'B', name: 'C' }, 'bob')).toBe('accepted');
  later(2);
  expect(await rename('C', 'D')).toBe('accepted');
});

test.each<[string, Partial<Quotas>, string]>([
  ['a person', { historyOfPerson: { capacity: 1_000, perSecond: 10 } }, 'accepted'],
  ['a team', { historyOfTeam: { capacity: 1_000, perSecond: 10 } }, 'too-many-changes'],
])('[CH26] [CH28] the history of %s grows by so much, and by more later', async (_, quotas, byAnother) => {
  const { change, later } = await start(quotas);
  const edit: Change = { type: 'notes.edit', base: [], next: [{ insert: 'x'.repeat(600) }] };
  await change('week', template);
  expect(await change('week', edit)).toBe('accepted');
  expect(await change('week', edit)).toBe('too-many-changes');
  expect(await change('week', edit, 'bob')).toBe(byAnother);
  later(90);
  expect(await change('week', edit)).toBe('accepted');
});

test('a change that costs more than all that is left at most can be made', async () => {
  const { change } = await start({ work: { capacity: 1, perSecond: 0 } });
  expect(await change(team, { type: 'team.rename', name: 'Pier' })).toBe('accepted');
  expect(await change(team, { type: 'team.rename', name: 'Quay' })).toBe('too-many-changes');
});

test('[CH72] of a person who has to wait, no change is encoded, and no other documents are looked for', async () => {
  const store = memoryStore();
  let [encoded, looked] = [0, 0];
  const watched = {
    ...store,
    documents: {
      ...store.documents,
      list(...which: Parameters<typeof store.documents.list>) {
        looked += 1;
        return store.documents.list(...which);
      },
    },
  };
  const { change } = await start({ work: { capacity: 1, perSecond: 0 } }, watched);
  const counted = (plain: Change): Change =>
    Object.defineProperty({ ...plain }, 'toJSON', {
      value: () => {
        encoded += 1;
        return plain;
      },
    });
  const rename = (name: string) => counted({ type: 'area.rename', area: 'Kitchen', name });
  expect(await change('day', counted(layoutOn('2026-11-21')))).toBe('accepted');
  expect(encoded).toBeGreaterThan(0);
  [encoded, looked] = [0, 0];
  expect(await change(team, rename('Bar'))).toBe('too-many-changes');
  expect([encoded, looked]).toEqual([0, 0]);
  expect(await change(team, rename('Bar'), 'bob')).toBe('accepted');
  expect([encoded > 0, looked > 0]).toEqual([true, true]);
});

test('[CH72] what a change takes back counts with it, since it is made again to compare', async () => {
  const { change, later } = await start({ work: { capacity: 40_000, perSecond: 1 } });
  const shifts = Array.from({ length: 2_000 }, (_, index) => buildShift(`${index}`, '9:00 AM', '5:00 PM'));
  const noTake = { type: 'schedule.take', remove: [], edit: [], add: [], remember: [], forget: [] } as const;
  await change('day', layoutOn('2026-11-21'), 'bob');
  later(40_000);
  const small: Change = { type: 'layout.area', area: 'Bar' };
  expect(await change('day', { ...noTake, add: shifts })).toBe('accepted');
  later(40_000);
  expect(await change('day', small)).toBe('accepted');
  expect(await change('day', small, 'ann', 'change-2')).not.toBe('too-many-changes');
  expect(await change('day', small, 'ann', 'change-2')).toBe('too-many-changes');
  expect(await change('day', small)).toBe('accepted');
});
