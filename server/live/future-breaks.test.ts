import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Change } from '../../domain/change/change.ts';
import { inverse } from '../../domain/change/inverse.ts';
import { type BreakSlot, breakDisplay, breakTimes } from '../../domain/day/break.ts';
import type { Layout } from '../../domain/day/layout.ts';
import { buildLayout, buildShift } from '../../test/builders.ts';
import { aTeam, teamRef } from '../../test/stores/team-fixture.ts';
import { board } from '../../test/words.ts';
import { openSqliteStore } from '../database/sqlite/sqlite.ts';
import type { DatabaseStore } from '../database/store.ts';
import { createDocuments, type Documents } from './documents.ts';

const [minute, day] = [60_000, 86_400_000];
const noon = Date.parse('2026-11-21T12:00:00-06:00');
const ref = { team: teamRef.team, document: 'day' };
const mia = { user: 'mia', role: 'lead' } as const;
let now: number;
let folder: string;
let store: DatabaseStore;
let documents: Documents;

beforeEach(async () => {
  now = noon;
  folder = mkdtempSync(join(tmpdir(), 'lineup-future-'));
  store = await openSqliteStore(join(folder, 'lineup.db'));
  documents = createDocuments({ store, now: () => now });
  await documents.issue(teamRef, { type: 'team.create', team: aTeam });
  await store.members.add({ team: teamRef.team, user: 'mia', role: 'lead', joinedAt: 1 });
  const shifts = [buildShift('ana', '9:00 AM', '5:00 PM', { breaks: [null] })];
  await documents.issue(ref, { type: 'layout.create', layout: buildLayout({ shifts }) });
});
afterEach(async () => {
  await documents.close();
  await store.close();
  rmSync(folder, { recursive: true });
});

let made = 0;
const change = (asked: Change) => documents.change(mia, ref, { id: `change-${++made}`, change: asked });
const press = (wants: 'start' | 'end' | 'clear') =>
  change({ type: 'break.press', shift: 'ana', slot: 0, wants, at: now, by: null });
const layout = async () => (await documents.read(ref))?.body as Layout;
const slot = async (): Promise<BreakSlot> => (await layout()).shifts[0]?.breaks[0] ?? null;
const last = async () =>
  (
    await store.documents.history(
      { ...ref, before: { at: 8.64e15, document: 'z', version: 1e9 }, from: 0 },
      1,
    )
  )[0];

test('[BR60] a break begun while the clock was a day ahead counts from when the clock is right again', async () => {
  now = noon + day;
  await press('start');
  now = noon + 2 * minute;
  const taken = await slot();
  expect(taken).toMatchObject({ startedAt: now, startedBy: 'mia', clockSaid: noon + day, endedAt: null });
  expect(breakDisplay(taken, 30, now + 12 * minute)).toMatchObject({ leftMs: 18 * minute });
  expect(breakTimes(taken, 30, 'America/Chicago', ...board)).toBe('since 12:02 PM, start corrected');
  expect(await last()).toMatchObject({
    by: null,
    record: { did: 'corrected the start of ana’s break, which was later than now', topics: ['breaks'] },
  });
  now += 20 * minute;
  await press('end');
  expect(breakTimes(await slot(), 30, 'America/Chicago', ...board)).toBe('12:02–12:22 PM, start corrected');
});

test('[BR60] also on a screen that is open, where nobody looks anew', async () => {
  now = noon + day;
  await press('start');
  const heard: string[] = [];
  await documents.watch(ref, { send: (text) => void heard.push(JSON.parse(String(text)).type) });
  now = noon;
  await documents.correctStarts();
  await documents.correctStarts();
  expect(heard).toEqual(['snapshot', 'changed']);
  expect(await slot()).toMatchObject({ startedAt: noon });
});

test('[BR60] a start within a minute of the clock, and a break that has ended, stay', async () => {
  now = noon + minute;
  await press('start');
  now = noon;
  expect(await slot()).not.toHaveProperty('clockSaid');
  now = noon + day;
  await press('end');
  const ended = await slot();
  now = noon;
  expect(await slot()).toEqual(ended);
});

test('[BR60] an undo brings the break back as it was corrected', async () => {
  now = noon + day;
  await press('start');
  now = noon;
  const before = await layout();
  const clear: Change = { type: 'break.press', shift: 'ana', slot: 0, wants: 'clear', at: now, by: null };
  await change(clear);
  now += minute;
  await change(inverse(before, clear) as Change);
  expect(await layout()).toEqual(before);
});
