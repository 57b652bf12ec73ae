import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Change } from '../../domain/change/change.ts';
import { type Layout, layTemplate } from '../../domain/day/layout.ts';
import { emptyNotes } from '../../domain/notes/notes.ts';
import type { Outcome } from '../../domain/problem/problem.ts';
import type { PlanningChange } from '../../domain/team/planning-settings.ts';
import { memoryStore } from '../../test/stores/memory-store.ts';
import { aTeam, teamRef } from '../../test/stores/team-fixture.ts';
import type { CommitGroup, CommitResult, DocumentCommit } from '../database/document-store.ts';
import { openSqliteStore } from '../database/sqlite/sqlite.ts';
import type { DatabaseStore } from '../database/store.ts';
import { createDocuments, type Documents } from './documents.ts';

const noon = Date.parse('2026-11-21T12:00:00Z');
const manager = { user: 'ann', role: 'manager' } as const;
const team = teamRef.team;

let folder: string;
let store: DatabaseStore;
let commits: (readonly DocumentCommit[])[];
let documents: Documents;
let losesAnswers = false;
let time = noon;

const open = (idleLimit?: number): Documents =>
  createDocuments({
    store: {
      epoch: store.epoch,
      members: store.members,
      logos: store.logos,
      reaches: store.reaches,
      documents: {
        ...store.documents,
        commit: async (batch) => {
          commits.push(batch);
          await store.documents.commit(batch);
          if (losesAnswers) throw new Error('no answer');
        },
      },
    },
    now: () => time,
    idleLimit,
  });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lineup-documents-'));
  store = await openSqliteStore(join(folder, 'lineup.db'));
  commits = [];
  time = noon;
  documents = open();
  await done(documents.issue(teamRef, { type: 'team.create', team: aTeam }));
  await store.members.add({ team, ...manager, joinedAt: 1 });
  commits = [];
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

const layoutOn = (date: string): Change => {
  const template = { kind: 'template', name: 'Weekday', area: 'Kitchen', type: 'fixed' } as const;
  const body = { ...template, notes: emptyNotes, rotations: [] };
  return { type: 'layout.create', layout: layTemplate(body, date, { ...aTeam, breakMinMinutes: 1 }) };
};
const rename = (name: string): Change => ({ type: 'team.rename', name });
const read = async (document: string) => (await documents.read({ team, document }))?.body;

test('only a version before the change is kept as what its author had seen', async () => {
  const { document } = teamRef;
  for (const seen of [0.5, -1, -1e300, 1e300, 2, 1]) {
    const rename = { type: 'team.rename', name: `Seen ${seen}` } as const;
    const asked = { id: `seen${commits.length}`, change: rename, seen };
    await done(documents.change(manager, { team, document }, asked));
  }
  const changes = commits.flat().flatMap((commit) => commit.changes);
  expect(changes.map(({ seen }) => seen)).toEqual([...Array(4).fill(undefined), 2, 1]);
});

test('a new layout has the settings of its team, whatever its author believed', async () => {
  await done(change('day', layoutOn('2026-11-21')));
  expect(await read('day')).toMatchObject({ breakMinMinutes: aTeam.breakMinMinutes });
  const batch = { type: 'batch', changes: [layoutOn('2026-11-21')] } as Change;
  await done(change('second', batch));
  expect(await read('second')).toMatchObject({ breakMinMinutes: aTeam.breakMinMinutes });
});

test('new settings of a team reach its layouts from today on, in the same commit', async () => {
  for (const date of ['2026-11-20', '2026-11-21', '2026-11-22']) await done(change(date, layoutOn(date)));
  commits = [];
  await Promise.all([
    done(change('new', layoutOn('2026-11-23'))),
    done(change(team, { type: 'team.breaks', breakMinMinutes: 240, breakTimerMinutes: 20 })),
  ]);
  expect(commits).toHaveLength(1);
  const minutes = async (document: string) =>
    ((await read(document)) as { breakMinMinutes: number }).breakMinMinutes;
  expect(await Promise.all(['2026-11-20', '2026-11-21', '2026-11-22', 'new'].map(minutes))).toEqual([
    300, 240, 240, 240,
  ]);
  const last = await store.documents.changesAfter({ team, document: '2026-11-22' }, 1, 10);
  expect(last).toMatchObject([
    { version: 2, by: null, change: { type: 'layout.settings', breakMinMinutes: 240 } },
  ]);
});

test('[LW1] the law a team chooses reaches its layouts from today on, each with the rows of its date', async () => {
  const laws = async (document: string) => ((await read(document)) as Layout).laws?.map(({ id }) => id);
  for (const date of ['2026-11-20', '2026-11-21']) await done(change(date, layoutOn(date)));
  const choose = (fields: PlanningChange) => change(team, { type: 'team.planning', ...fields });
  await done(choose({ jurisdiction: 'LA' }));
  await done(change('new', layoutOn('2026-11-22')));
  await done(change('old', layoutOn('2024-07-31')));
  expect(await Promise.all(['2026-11-20', '2026-11-21', 'new', 'old'].map(laws))).toEqual([
    undefined,
    ['la-young-meal'],
    ['la-young-meal'],
    ['la-minor-meal'],
  ]);
  await done(choose({ variety: 'stay', jurisdiction: null }));
  expect(await laws('2026-11-21')).toBeUndefined();
});

test('[LW1] what a page says of the law for a new layout is not taken', async () => {
  const created = layoutOn('2026-11-21') as Extract<Change, { type: 'layout.create' }>;
  const laws = [{ id: 'mine', kind: 'rest', minutes: 600, cite: 'me' }] as const;
  await done(change('day', { ...created, layout: { ...created.layout, laws } }));
  expect(await read('day')).not.toHaveProperty('laws');
  expect(await change('day', { type: 'layout.settings', ...aTeam, laws })).toMatchObject({
    problem: { code: 'not-allowed' },
  });
});

test('[D3] [D7] today is the business day in the zone of the team', async () => {
  for (const date of ['2026-11-20', '2026-11-21']) await done(change(date, layoutOn(date)));
  await done(change(team, { type: 'team.day', dayStart: '4:00 AM', timeZone: 'Pacific/Honolulu' }));
  const dayStart = async (document: string) => ((await read(document)) as { dayStart: string }).dayStart;
  expect([await dayStart('2026-11-20'), await dayStart('2026-11-21')]).toEqual(['4:00 AM', '4:00 AM']);
});

test('a break is signed and timed by the server', async () => {
  await done(change('day', layoutOn('2026-11-21')));
  const shift = {
    id: 's',
    teamMember: 'Bo',
    startTime: '9:00 AM',
    endTime: '5:00 PM',
    schedule: '',
    note: '',
    provider: 'manual',
    breaks: [],
  };
  await done(change('day', { type: 'shift.add', shift, seats: [] }));
  const press = {
    type: 'break.press',
    shift: 's',
    slot: 0,
    wants: 'start',
    at: noon + 60_000,
    by: 'bob',
  } as const;
  await done(change('day', press));
  expect(await read('day')).toMatchObject({
    shifts: [{ breaks: [{ startedAt: noon, startedBy: 'ann', endedAt: null }] }],
  });
});

test('every 32nd version writes the body with it, and closing writes the rest', async () => {
  for (let each = 2; each <= 70; each++) await done(change(team, rename(`Name ${each}`)));
  const snapshots = commits.flat().filter(({ snapshot }) => snapshot !== null);
  expect(snapshots.map(({ from, changes }) => from + changes.length)).toEqual([32, 64]);
  await documents.close();
  const kept = await store.kysely.selectFrom('snapshots').selectAll().execute();
  expect(kept).toMatchObject([{ version: 70 }]);
});

test('more documents than stay in memory: each is whole when it comes back', async () => {
  await documents.close();
  documents = open(8);
  const ids = Array.from({ length: 60 }, (_, index) => `layout-${index}`);
  await Promise.all(ids.map((id) => done(change(id, layoutOn('2026-11-21')))));
  for (const id of ids) await done(change(id, { type: 'layout.area', area: `Area of ${id}` }));
  for (const id of ids) expect(await read(id)).toMatchObject({ area: `Area of ${id}` });
});

test('what another process wrote is loaded: nothing is lost, and watchers get it', async () => {
  const heard: string[] = [];
  const watcher = { send: (frame: Buffer) => heard.push(String(frame)) > 0 };
  await documents.watch(teamRef, watcher);
  const other = await openSqliteStore(join(folder, 'lineup.db'));
  const elsewhere = createDocuments({ store: other, now: () => noon });
  await done(elsewhere.change(manager, teamRef, { id: 'there', change: { type: 'area.add', name: 'Bar' } }));
  expect(await done(change(team, { type: 'area.add', name: 'Patio' }))).toEqual({ version: 3, at: noon });
  expect(await read(team)).toMatchObject({ areas: [...aTeam.areas, 'Bar', 'Patio'] });
  expect(heard.map((message) => JSON.parse(message).type)).toEqual(['snapshot', 'changed', 'changed']);
  await elsewhere.close();
  await other.close();
});

test('requests that lost to another node are decided again together, however long that took', async () => {
  let clock = 0;
  const sizes: number[] = [];
  const memory = memoryStore();
  const commitGroups = async (groups: readonly CommitGroup[]): Promise<readonly CommitResult[]> => {
    const all = groups.flat();
    sizes.push(all.reduce((sum, { changes }) => sum + changes.length, 0));
    if (sizes.length === 2) clock += 1_000;
    else await memory.documents.commit(all);
    return groups.map(() => (sizes.length === 2 ? 'conflict' : 'stored'));
  };
  const node = createDocuments({
    store: { ...memory, documents: { ...memory.documents, commitGroups } },
    now: () => noon,
    clock: () => clock,
  });
  await done(node.issue(teamRef, { type: 'team.create', team: aTeam }));
  const people = ['ann', 'bob', 'cal'];
  await Promise.all(
    people.map((user) =>
      done(node.change({ user, role: 'manager' }, teamRef, { id: user, change: rename(user) })),
    ),
  );
  expect(sizes).toEqual([1, 3, 3]);
  await node.close();
});

test('times of a document never go back, unless the clock was wrong by more than a day', async () => {
  const at = async (now: number) => {
    time = now;
    return (await done(change(team, rename(`Pier ${now}`)))).at;
  };
  const hour = 3_600_000;
  expect(await at(noon + hour)).toBe(noon + hour);
  expect(await at(noon)).toBe(noon + hour);
  await documents.close();
  documents = open();
  expect(await at(noon + 1)).toBe(noon + hour);
  expect(await at(noon + 2 * hour)).toBe(noon + 2 * hour);
  expect(await at(noon - 23 * hour)).toBe(noon - 23 * hour);
});

test('a document that cannot be read is refused alone', async () => {
  await done(change('day', layoutOn('2026-11-21')));
  await documents.close();
  await store.kysely
    .updateTable('changes')
    .set({ change: 'torn' })
    .where('document_id', '=', 'day')
    .execute();
  await store.kysely.deleteFrom('snapshots').execute();
  documents = open();
  const [torn, whole] = await Promise.all([
    change('day', { type: 'layout.area', area: 'Bar' }),
    change(team, rename('Pier')),
  ]);
  expect(torn).toMatchObject({ problem: { code: 'storage-failed' } });
  expect(whole).toMatchObject({ ok: true, value: { version: 2 } });
});

test('lists are notified of changes they show, and of nothing else', async () => {
  const listed: string[] = [];
  const stop = documents.onListsChanged(({ document }) => listed.push(document));
  await done(change('day', layoutOn('2026-11-21')));
  await done(change('day', { type: 'layout.area', area: 'Bar' }));
  await done(change(team, { type: 'team.theme', primaryColor: '#112233' }));
  await done(change(team, rename('Pier')));
  expect(listed).toEqual(['day', 'day', team]);
  stop();
  await done(change(team, rename('Quay')));
  expect(listed).toHaveLength(3);
  expect(await documents.list(team, 'layout', { from: '2026-11-21', to: '2026-11-21' })).toMatchObject([
    { id: 'day', area: 'Bar' },
  ]);
});

test('closed, it answers what waits and refuses what comes', async () => {
  const waiting = change(team, rename('Pier'));
  const closed = documents.close();
  expect(await change(team, rename('Quay'))).toMatchObject({ problem: { code: 'too-busy' } });
  await closed;
  expect(await waiting).toMatchObject({ ok: true, value: { version: 2 } });
});

test('a deleted layout is in no list until it is restored, with the current settings of its team', async () => {
  const listed: string[] = [];
  documents.onListsChanged((name) => listed.push(name.document));
  const rows = async () =>
    (await documents.list(team, 'layout', { from: '2026-11-21', to: '2026-11-21' })).map(({ id }) => id);
  await done(change('day', layoutOn('2026-11-21')));
  await done(change('past', layoutOn('2026-11-20')));
  await done(change('day', { type: 'layout.delete' }));
  await done(change('past', { type: 'layout.delete' }));
  expect(await rows()).toEqual([]);
  expect(await change('day', { type: 'layout.area', area: 'Patio' })).toMatchObject({
    problem: { code: 'document-missing' },
  });
  await done(change(team, { type: 'team.breaks', breakMinMinutes: 90, breakTimerMinutes: 9 }));
  await documents.close();
  documents = open();
  documents.onListsChanged((name) => listed.push(name.document));
  await done(change('day', { type: 'layout.restore' }));
  await done(change('past', { type: 'layout.restore' }));
  expect(await rows()).toEqual(['day']);
  expect(await read('day')).toMatchObject({ area: 'Kitchen', breakMinMinutes: 90, breakTimerMinutes: 9 });
  expect(await read('past')).toMatchObject({ breakMinMinutes: aTeam.breakMinMinutes });
  expect(listed).toEqual(['day', 'past', 'day', 'past', 'day', 'past']);
});

test('a commit that failed and is stored all the same is known at once, to the engine and to pages', async () => {
  const heard: string[] = [];
  const send = (frame: Buffer) => heard.push(String(frame)) > 0;
  await documents.watch(teamRef, { send });
  const added = { id: 'patio', change: { type: 'area.add', name: 'Patio' } } as const;
  losesAnswers = true;
  expect(await documents.change(manager, teamRef, added)).toMatchObject({
    problem: { code: 'storage-failed' },
  });
  losesAnswers = false;
  expect(heard.at(-1)).toMatch(/"snapshot".*"version":2.*Patio/);
  expect(await change(team, added.change)).toMatchObject({ problem: { code: 'name-taken' } });
  expect(await documents.change(manager, teamRef, added)).toMatchObject({ ok: true, value: { version: 2 } });
});
