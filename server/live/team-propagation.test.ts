import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Change } from '../../domain/change/change.ts';
import { layTemplate } from '../../domain/day/layout.ts';
import { emptyNotes } from '../../domain/notes/notes.ts';
import type { Outcome } from '../../domain/problem/problem.ts';
import type { Template } from '../../domain/team/template.ts';
import { aTeam, teamRef } from '../../test/stores/team-fixture.ts';
import { openSqliteStore } from '../database/sqlite/sqlite.ts';
import type { DatabaseStore } from '../database/store.ts';
import { createDocuments, type Documents } from './documents.ts';

const noon = Date.parse('2026-11-21T12:00:00Z');
const manager = { user: 'ann', role: 'manager' } as const;
const { team } = teamRef;

let folder: string;
let store: DatabaseStore;
let documents: Documents;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lineup-team-'));
  store = await openSqliteStore(join(folder, 'lineup.db'));
  documents = createDocuments({ store, now: () => noon, idleLimit: 4 });
  await done(documents.issue(teamRef, { type: 'team.create', team: aTeam }));
  await store.members.add({ team, ...manager, joinedAt: 1 });
});
afterEach(async () => {
  await documents.close();
  await store.close();
  rmSync(folder, { recursive: true });
});

async function done<T>(outcome: Promise<Outcome<T>>): Promise<T> {
  const settled = await outcome;
  if (!settled.ok) throw new Error(settled.problem.code);
  return settled.value;
}

let made = 0;
const change = (document: string, asked: Change) =>
  documents.change(manager, { team, document }, { id: `change-${++made}`, change: asked });
const templateIn = (area: string): Template => ({
  kind: 'template',
  name: 'Weekday',
  area,
  notes: emptyNotes,
  rotations: [],
  type: 'fixed',
});
const makeTemplate = (document: string, area: string) =>
  done(change(document, { type: 'template.create', template: templateIn(area) }));
const makeLayout = (document: string, date: string, area: string) =>
  done(change(document, { type: 'layout.create', layout: layTemplate(templateIn(area), date, aTeam) }));
async function areaOf(document: string): Promise<string | undefined> {
  const body = (await documents.read({ team, document }))?.body;
  return body && 'area' in body ? body.area : undefined;
}
const areasOf = (...ids: string[]) => Promise.all(ids.map(areaOf));

test('[TE5] a renamed area is renamed in its templates and in its layouts from today on', async () => {
  await makeTemplate('week', 'Kitchen');
  await makeTemplate('other', 'Front');
  await makeLayout('past', '2026-11-20', 'Kitchen');
  await makeLayout('today', '2026-11-21', 'Kitchen');
  await makeLayout('later', '2026-12-24', 'Kitchen');
  await makeLayout('front', '2026-11-21', 'Front');
  const listed: string[] = [];
  documents.onListsChanged(({ document }) => listed.push(document));
  await done(change(team, { type: 'area.rename', area: 'Kitchen', name: ' Grill ' }));
  expect(await areasOf('week', 'other', 'past', 'today', 'later', 'front')).toEqual([
    'Grill',
    'Front',
    'Kitchen',
    'Grill',
    'Grill',
    'Front',
  ]);
  expect(listed.sort()).toEqual(['harbor', 'later', 'today', 'week']);
  expect((await documents.list(team, 'template')).map(({ area }) => area)).toEqual(['Front', 'Grill']);
  const issued = await store.documents.changesAfter({ team, document: 'today' }, 1, 9);
  expect(issued).toMatchObject([{ version: 2, by: null, change: { type: 'layout.area', area: 'Grill' } }]);
});

test('[TE5] areas that trade names in one step trade them everywhere; a deleted one stays where it is', async () => {
  await makeTemplate('kitchen', 'Kitchen');
  await makeTemplate('front', 'Front');
  const rename = (area: string, name: string) => ({ type: 'area.rename', area, name }) as const;
  const changes = [rename('Kitchen', 'x'), rename('Front', 'Kitchen'), rename('x', 'Front')];
  await done(change(team, { type: 'batch', changes }));
  expect(await areasOf('kitchen', 'front')).toEqual(['Front', 'Kitchen']);
  await done(change(team, { type: 'area.delete', area: 'Front' }));
  expect(await areaOf('kitchen')).toBe('Front');
  await done(change(team, { type: 'area.add', name: 'Front' }));
  await done(change(team, rename('Front', 'Bar')));
  expect(await areaOf('kitchen')).toBe('Bar');
});

test('[TE4] a name that another area has is refused, and nothing is renamed', async () => {
  await makeTemplate('week', 'Kitchen');
  const refused = await change(team, { type: 'area.rename', area: 'Kitchen', name: 'Front' });
  expect(refused).toMatchObject({ problem: { code: 'name-taken' } });
  expect(await areaOf('week')).toBe('Kitchen');
});

test('[TE5] a layout made in the same moment is renamed too', async () => {
  const [, renamed] = await Promise.all([
    makeLayout('new', '2026-11-21', 'Kitchen'),
    change(team, { type: 'area.rename', area: 'Kitchen', name: 'Grill' }),
  ]);
  expect(renamed.ok).toBe(true);
  expect(await areaOf('new')).toBe('Grill');
});

test('what waits when a team is deleted, or comes later, is refused; it cannot come back', async () => {
  await makeTemplate('week', 'Kitchen');
  const template = templateIn('Kitchen');
  const deleted = documents.deleteTeam(team);
  const later = await Promise.all([
    change(team, { type: 'team.rename', name: 'Late' }),
    change('week', { type: 'template.area', area: 'Front' }),
    change('new', { type: 'template.create', template }),
    documents.issue({ team, document: 'own' }, { type: 'template.create', template }),
  ]);
  expect((await deleted).ok).toBe(true);
  for (const outcome of later) expect(outcome).toMatchObject({ problem: { code: 'document-missing' } });
  expect(await change('after', { type: 'template.create', template })).toMatchObject({
    problem: { code: 'document-missing' },
  });
  await documents.close();
  for (const document of [team, 'week', 'new', 'own', 'after']) {
    expect(await store.documents.load({ team, document })).toBeNull();
    expect(await store.documents.changesAfter({ team, document }, 0, 9)).toEqual([]);
  }
});

test('a watch that starts while the team is deleted ends as missing', async () => {
  for (let each = 0; each < 5; each++)
    await done(change(team, { type: 'team.rename', name: `Name ${each}` }));
  const heard: string[] = [];
  const watcher = { send: (frame: Buffer) => heard.push(String(frame)) > 0 };
  const reads = store.documents.changesAfter;
  let ended: Promise<unknown> = Promise.resolve();
  store.documents.changesAfter = async (...asked) => {
    const changes = await reads(...asked);
    ended = documents.deleteTeam(team);
    await ended;
    return changes;
  };
  const there = await documents.watch(teamRef, watcher, { since: 1, epoch: store.epoch });
  expect(there).toBe(false);
  expect(heard.filter((frame) => frame.includes('"current"') || frame.includes('"snapshot"'))).toEqual([]);
});

test('[TE6] a team that could not be deleted is as it was', async () => {
  const broken = createDocuments({
    store: {
      ...store,
      documents: { ...store.documents, deleteTeam: () => Promise.reject(new Error('disk full')) },
    },
    now: () => noon,
  });
  expect(await broken.deleteTeam(team)).toMatchObject({ problem: { code: 'storage-failed' } });
  const again = broken.change(manager, teamRef, {
    id: 'again',
    change: { type: 'team.rename', name: 'Pier' },
  });
  expect((await again).ok).toBe(true);
  await broken.close();
});
