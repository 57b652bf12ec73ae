import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Change, SingleChange } from '../../domain/change/change.ts';
import { inverse } from '../../domain/change/inverse.ts';
import type { Layout } from '../../domain/day/layout.ts';
import type { CallOut, Shift } from '../../domain/day/shift.ts';
import { buildLayout, buildShift } from '../../test/builders.ts';
import { type LiveServer, startLiveServer } from '../../test/servers/live-server.ts';
import { teamRef } from '../../test/stores/team-fixture.ts';

const day = { team: teamRef.team, document: 'day' };
const then = Date.now() - 3_600_000;
let server: LiveServer;

beforeEach(async () => {
  server = await startLiveServer();
  for (const user of ['lee', 'mia']) await server.join(user, 'lead');
  await server.join('max', 'manager');
  const shifts = ['ana', 'bo'].map((id) => buildShift(id, '9:00 AM', '5:00 PM', { breaks: [null] }));
  await server.documents.issue(day, { type: 'layout.create', layout: buildLayout({ shifts }) });
});
afterEach(() => server.stop());

let made = 0;
async function change(asked: Change, user = 'lee', document = day): Promise<string> {
  const author = { user, role: user === 'max' ? 'manager' : 'lead' } as const;
  const outcome = await server.documents.change(author, document, { id: `change-${++made}`, change: asked });
  return outcome.ok ? 'accepted' : outcome.problem.code;
}
async function layout(): Promise<Layout> {
  const read = await server.documents.read(day);
  if (read?.body.kind !== 'layout') throw new Error('no layout');
  return read.body;
}
const shiftOf = async (id: string): Promise<Shift | undefined> =>
  (await layout()).shifts.find((shift) => shift.id === id);

const out = (at: number, by: string | null, shift = 'ana'): SingleChange => ({
  ...{ type: 'shift.out', shift, reason: 'sick', from: '9:00 AM', at, by },
});
const back: SingleChange = { type: 'shift.back', shift: 'ana' };
const record = (more: Partial<CallOut> = {}): CallOut => ({
  ...{ reason: 'sick', from: '9:00 AM', at: then, by: 'mia' },
  ...more,
});
const putBack = (told: CallOut | null, shift = 'ana'): SingleChange => ({
  ...{ type: 'shift.attendance', shift, out: told, late: null },
});
const withShift = (more: Partial<Shift>): Change => ({
  type: 'shift.add',
  shift: buildShift('new', '9:00 AM', '5:00 PM', { breaks: [null], ...more }),
  seats: [],
});

test('[AN3] [CH60] an absence and a lateness are signed by their author, at a time that can be', async () => {
  const before = Date.now();
  await change(out(0, 'mia'));
  await change({ type: 'shift.late', shift: 'bo', expected: null, at: then, by: 'mia' });
  expect((await shiftOf('ana'))?.out?.by).toBe('lee');
  expect((await shiftOf('ana'))?.out?.at).toBeGreaterThanOrEqual(before);
  // pressed without a network an hour ago
  expect((await shiftOf('bo'))?.late).toEqual({ expected: null, at: then, by: 'lee' });
});

const late = { expected: null, at: then, by: 'mia' };
const missed = { slot: 0, how: 'missed', at: then, by: 'mia' } as const;

test.each<[string, Change]>([
  ['an absence', putBack(record())],
  ['a lateness', { ...putBack(null), late } as SingleChange],
  ['a shift with an absence', withShift({ out: record() })],
  ['a shift with a lateness', withShift({ late })],
  ['a shift with a missed break', withShift({ skipped: [missed] })],
  [
    'a schedule with an absence',
    {
      ...{ type: 'schedule.take', remove: [], edit: [], remember: [], forget: [] },
      add: [buildShift('new', '9:00 AM', '5:00 PM', { out: record() })],
    },
  ],
  ['an absence among others', { type: 'batch', changes: [back, putBack(record())] }],
])('[AN40] %s that another is said to have recorded is its author’s', async (_, asked) => {
  expect(await change(asked)).toBe('accepted');
  const said = (await layout()).shifts.flatMap((shift) => [shift.out, shift.late, shift.skipped?.[0]]);
  expect(said.flatMap((each) => (each ? [[each.by, each.at]] : []))).toEqual([['lee', then]]);
});

test('[AN40] [CH60] an absence of 1970 is recorded now', async () => {
  const before = Date.now();
  await change(putBack(record({ at: 0 })));
  expect((await shiftOf('ana'))?.out?.at).toBeGreaterThanOrEqual(before);
});

test('[AN40] a new layout is signed, too', async () => {
  const shifts = [buildShift('ana', '9:00 AM', '5:00 PM', { out: record() })];
  const other = { team: teamRef.team, document: 'other' };
  await change({ type: 'layout.create', layout: buildLayout({ shifts }) }, 'max', other);
  expect((await server.documents.read(other))?.body).toMatchObject({ shifts: [{ out: { by: 'max' } }] });
});

test('[CH61] a layout that a person makes says nothing of how the server laid it', async () => {
  const other = { team: teamRef.team, document: 'other' };
  const layout = buildLayout({ laid: { from: '2026-11-14', left: [] } });
  expect(await change({ type: 'layout.create', layout }, 'max', other)).toBe('accepted');
  expect((await server.documents.read(other))?.body).not.toHaveProperty('laid');
});

test('[AN40] an absence that was recorded is put back as it was, by somebody else and after a restart of the server', async () => {
  await change(out(then, 'mia'), 'mia');
  const before = await layout();
  const undo = inverse(before, back) as Change;
  await change(back);
  await server.restart();
  expect(await change(undo)).toBe('accepted');
  expect(await layout()).toEqual(before);
});

test.each<[string, CallOut, string]>([
  ['in another’s name', record({ by: 'bea' }), 'ana'],
  ['at another time', record({ at: then - 3_600_000 }), 'ana'],
  ['for another reason', record({ reason: 'no-show' }), 'ana'],
  ['from another time on', record({ from: '10:00 AM' }), 'ana'],
  ['of somebody else', record(), 'bo'],
])('[AN40] an absence that is put back %s is no longer what was recorded', async (_, told, shift) => {
  await change(out(then, 'mia'), 'mia');
  await change(back);
  await change(putBack(told, shift));
  expect((await shiftOf(shift))?.out?.by).toBe('lee');
});

test('[AN40] a deleted shift comes back with its absence and its missed break', async () => {
  await change({ type: 'break.miss', shift: 'ana', slot: 0, at: then, by: null }, 'mia');
  await change(out(then, 'mia'), 'mia');
  const before = await layout();
  const removal: Change = { type: 'shift.delete', shift: 'ana' };
  await change(removal);
  expect(await change(inverse(before, removal) as Change)).toBe('accepted');
  expect(await layout()).toEqual(before);
});

test('[AN40] a correction by somebody else, and its undo', async () => {
  await change(out(then, 'mia'), 'mia');
  const before = await layout();
  const correction: Change = { ...(out(then, 'lee') as object), reason: 'no-show' } as Change;
  await change(correction);
  expect((await shiftOf('ana'))?.out).toMatchObject({ reason: 'no-show', by: 'lee' });
  expect(await change(inverse(before, correction) as Change)).toBe('accepted');
  expect(await layout()).toEqual(before);
});
