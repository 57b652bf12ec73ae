import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Change } from '../../domain/change/change.ts';
import type { Layout } from '../../domain/day/layout.ts';
import {
  buildLayout,
  buildRotation,
  buildShift,
  buildTeam,
  buildTemplate,
  seatsIn,
} from '../../test/builders.ts';
import { openTestStore } from '../../test/stores/test-store.ts';
import type { DatabaseStore } from '../database/store.ts';
import { createDocuments, type Documents } from '../live/documents.ts';
import { createDayLaying, type DayLaying } from './day-laying.ts';

const team = 'harbor';
const [saturday, sunday, lastSunday] = ['2026-11-21', '2026-11-22', '2026-11-15'];
const chicago = (time: string) => Date.parse(`2026-11-21T${time}:00-06:00`);

let folder: string;
let now: number;
let store: DatabaseStore;
let documents: Documents;
let laying: DayLaying;
let taken: string[];
const errors: unknown[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lineup-days-'));
  now = chicago('12:00');
  store = await openTestStore(folder);
  documents = createDocuments({ store, now: () => now });
  laying = openLaying();
  taken = [];
  await issue(team, {
    type: 'team.create',
    team: buildTeam({
      dayStart: '4:00 AM',
      weekdays: [
        { day: 'Sunday', area: 'Front of House', template: 'sundays' },
        { day: 'Saturday', area: 'Front of House', template: 'sundays' },
      ],
      laysTomorrow: true,
    }),
  });
  await issue('sundays', {
    type: 'template.create',
    template: buildTemplate({ name: 'Sundays', rotations: [buildRotation('lunch', '11:00 AM', '3:00 PM')] }),
  });
});
afterEach(async () => {
  await laying.close();
  await documents.close();
  await store.close();
  rmSync(folder, { recursive: true });
  expect(errors.splice(0)).toEqual([]);
});

const openLaying = (over: Partial<Parameters<typeof createDayLaying>[0]> = {}) =>
  createDayLaying({
    store,
    documents,
    takeSchedule: async (each, date) => void taken.push(`${each} ${date}`),
    now: () => now,
    logError: (error) => errors.push(error),
    ...over,
  });

async function issue(document: string, change: Change) {
  const issued = await documents.issue({ team, document }, change);
  expect(issued.ok, change.type).toBe(true);
}
const layoutsOn = (date: string) => documents.list(team, 'layout', { from: date, to: date });
async function laidOn(date: string): Promise<{ id: string; body: Layout }> {
  const [row, ...others] = await layoutsOn(date);
  expect(others).toEqual([]);
  const read = row && (await documents.read({ team, document: row.id }));
  if (read?.body.kind !== 'layout') throw new Error(`no layout on ${date}`);
  return { id: row?.id ?? '', body: read.body };
}
const seat = (shift: string, position: string): Change => ({
  ...{ type: 'shift.seat', shift, rotation: 'lunch', position, before: null },
});
const shifts = (...names: readonly string[]) =>
  names.map((name) => buildShift(`${name} now`, '10:00 AM', '6:00 PM', { teamMember: name }));

test('[DS14] [DS15] from noon on, tomorrow has a layout of its weekday’s template, made once', async () => {
  now = chicago('11:59');
  await laying.layDue();
  expect(await layoutsOn(sunday)).toEqual([]);
  now = chicago('12:00');
  await laying.layDue();
  const { id, body } = await laidOn(sunday);
  expect(body).toMatchObject({ template: 'Sundays', area: 'Front of House', laid: { from: null, left: [] } });
  expect(taken).toEqual([`${team} ${saturday}`, `${team} ${sunday}`]);
  await laying.layDue();
  await issue(id, { type: 'layout.delete' });
  await laying.layDue();
  expect(await layoutsOn(sunday)).toEqual([]);
});

test('[DS15] a date and area that have a layout of a person get no second one', async () => {
  await issue('own', { type: 'layout.create', layout: buildLayout({ date: sunday }) });
  await laying.layDue();
  expect((await laidOn(sunday)).id).toBe('own');
});

test('[DS14] a server that was off at noon makes it later, until the noon after, also when clocks change', async () => {
  now = chicago('23:30');
  await laying.layDue();
  expect(await layoutsOn(sunday)).toHaveLength(1);
  // one at night still belongs to Saturday's business day
  now = Date.parse('2026-11-01T00:30:00-05:00');
  await laying.layDue();
  expect(await layoutsOn('2026-11-01')).toHaveLength(1);
  // clocks went back in the night
  now = Date.parse('2026-11-08T11:59:00-06:00');
  await laying.layDue();
  expect(await layoutsOn('2026-11-08')).toHaveLength(1);
});

test('[DS14] nothing is made while it is off, of a deleted template, or for an area without one', async () => {
  await issue(team, { type: 'team.lays', tomorrow: false });
  await laying.layDue();
  await issue(team, { type: 'team.lays', tomorrow: true });
  await issue('sundays', { type: 'template.delete' });
  await laying.layDue();
  expect(await layoutsOn(sunday)).toEqual([]);
});

test('[DS16] [DS17] people are placed as on the last same weekday once there are shifts; who is left is kept', async () => {
  await issue('before', {
    type: 'layout.create',
    layout: buildLayout({
      date: lastSunday,
      shifts: shifts('Ana', 'Bo'),
      rotations: [buildRotation('lunch', '11:00 AM', '3:00 PM', ['till', 'fries'])],
    }),
  });
  for (const change of [seat('Ana now', 'till'), seat('Bo now', 'fries')]) await issue('before', change);
  await laying.layDue();
  const { id } = await laidOn(sunday);
  for (const shift of shifts('Ana', 'Bo', 'Cy')) await issue(id, { type: 'shift.add', shift, seats: [] });
  await laying.layDue();
  const { body } = await laidOn(sunday);
  expect(seatsIn(body, 'lunch')).toEqual({ till: ['Ana now'], grill: [] });
  expect(body.laid).toEqual({
    from: lastSunday,
    left: [
      { shift: 'Bo now', why: 'no-position', position: 'fries' },
      { shift: 'Cy now', why: 'new' },
    ],
  });
});

test('[DS16] where a person has begun to place people, nobody is placed', async () => {
  await laying.layDue();
  const { id } = await laidOn(sunday);
  const [ana] = shifts('Ana');
  if (ana)
    await issue(id, {
      type: 'shift.add',
      shift: ana,
      seats: [{ rotation: 'lunch', position: 'grill', before: null }],
    });
  await issue('before', { type: 'layout.create', layout: buildLayout({ date: lastSunday }) });
  await laying.layDue();
  expect((await laidOn(sunday)).body.laid).toEqual({ from: null, left: [] });
});

test('[DS15] two servers at once make one layout', async () => {
  const other = openLaying();
  await Promise.all([laying.layDue(), other.layDue()]);
  await other.close();
  expect(await layoutsOn(sunday)).toHaveLength(1);
});

test('[DS16] a person who begins to place people while the server looks is not interrupted', async () => {
  await issue('before', {
    type: 'layout.create',
    layout: buildLayout({
      date: lastSunday,
      shifts: shifts('Ana'),
      rotations: [buildRotation('lunch', '11:00 AM', '3:00 PM', ['till'])],
    }),
  });
  await issue('before', seat('Ana now', 'till'));
  await laying.layDue();
  const { id } = await laidOn(sunday);
  for (const shift of shifts('Ana', 'Bo')) await issue(id, { type: 'shift.add', shift, seats: [] });
  const other = openLaying({
    documents: {
      ...documents,
      async read(ref) {
        if (ref.document === 'before') await issue(id, seat('Bo now', 'grill'));
        return documents.read(ref);
      },
    },
  });
  await other.layDue();
  await other.close();
  const { body } = await laidOn(sunday);
  expect([seatsIn(body, 'lunch'), body.laid]).toEqual([
    { till: [], grill: ['Bo now'] },
    { from: null, left: [] },
  ]);
});

test('a team that cannot be read keeps no other from its layouts', async () => {
  const load: DatabaseStore['documents']['load'] = (ref) =>
    ref.team === 'broken' ? Promise.reject(new Error('It is damaged.')) : store.documents.load(ref);
  const other = openLaying({ store: { documents: { teams: async () => ['broken', team], load } } });
  await other.layDue();
  await other.close();
  expect(await layoutsOn(sunday)).toHaveLength(1);
  expect(errors.splice(0)).toEqual([new Error('It is damaged.')]);
});
