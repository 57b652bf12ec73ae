import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Change, SingleChange } from '../../domain/change/change.ts';
import { inverse } from '../../domain/change/inverse.ts';
import type { BreakRecord } from '../../domain/day/break.ts';
import type { Layout } from '../../domain/day/layout.ts';
import type { Role } from '../../domain/team/user.ts';
import { buildLayout, buildShift } from '../../test/builders.ts';
import { type LiveServer, startLiveServer } from '../../test/servers/live-server.ts';
import { teamRef } from '../../test/stores/team-fixture.ts';

const day = { team: teamRef.team, document: 'day' };
// nobody can have pressed later than now
const then = Date.now() - 3_600_000;
let server: LiveServer;

beforeEach(async () => {
  server = await startLiveServer();
  await server.join('lee', 'lead');
  await server.join('max', 'manager');
  await server.join('mia', 'lead');
  const shifts = ['ana', 'bo'].map((id) =>
    buildShift(id, '9:00 AM', '5:00 PM', { breaks: [null], provider: 'csv' }),
  );
  await server.documents.issue(day, { type: 'layout.create', layout: buildLayout({ shifts }) });
});
afterEach(() => server.stop());

let made = 0;
async function change(asked: Change, user = 'lee', role: Role = 'lead', document = day): Promise<string> {
  const outcome = await server.documents.change({ user, role }, document, {
    id: `change-${++made}`,
    change: asked,
  });
  return outcome.ok ? 'accepted' : outcome.problem.code;
}
async function layout(): Promise<Layout> {
  const read = await server.documents.read(day);
  if (read?.body.kind !== 'layout') throw new Error('no layout');
  return read.body;
}
const breakOf = async (shift: string) => (await layout()).shifts.find(({ id }) => id === shift)?.breaks[0];

const press = (wants: 'start' | 'end' | 'clear', at: number, shift = 'ana'): SingleChange => ({
  type: 'break.press',
  shift,
  slot: 0,
  wants,
  at,
  by: null,
});
const restore = (record: BreakRecord, shift = 'ana'): SingleChange => ({
  type: 'break.restore',
  shift,
  slot: 0,
  record,
});
const taken: BreakRecord = { startedAt: then, startedBy: 'mia', endedAt: then + 60_000, endedBy: 'mia' };

test.each<[string, Change]>([
  ['put back', restore(taken)],
  ['that comes with a shift', shiftWith(taken)],
  ['that comes with a schedule', takeOf(taken)],
  ['in a batch', { type: 'batch', changes: [press('clear', then), restore(taken)] }],
])('a break that nobody took, %s, is refused', async (_, asked) => {
  expect(await change(asked)).toBe('break-unknown');
  expect(await change(asked, 'max', 'manager')).toBe('break-unknown');
  expect(await breakOf('ana')).toBeNull();
});

test('nor does a new layout bring any', async () => {
  const shifts = [buildShift('ana', '9:00 AM', '5:00 PM', { breaks: [taken] })];
  const create: Change = { type: 'layout.create', layout: buildLayout({ shifts }) };
  const other = { team: teamRef.team, document: 'other' };
  expect(await change(create, 'max', 'manager', other)).toBe('break-unknown');
});

test('a break that was taken can be put back, by someone else and after a restart of the server', async () => {
  await change(press('start', then), 'mia');
  await change(press('end', then + 60_000), 'mia');
  expect(await breakOf('ana')).toEqual(taken);
  const clear = press('clear', then + 90_000);
  const back = inverse(await layout(), clear) as Change;
  await change(clear);
  await server.restart();
  expect(await change(back)).toBe('accepted');
  expect(await breakOf('ana')).toEqual(taken);
});

test.each<[string, BreakRecord, string]>([
  ['in another’s name', { ...taken, startedBy: 'bea', endedBy: 'bea' }, 'ana'],
  ['ended by another', { ...taken, endedBy: 'bea' }, 'ana'],
  ['at another time', { ...taken, startedAt: then - 3_600_000 }, 'ana'],
  ['longer than it was', { ...taken, endedAt: then + 1_800_000 }, 'ana'],
  ['of someone else', taken, 'bo'],
])('a break that was taken is not put back %s', async (_, record, shift) => {
  await change(press('start', then), 'mia');
  await change(press('end', then + 60_000), 'mia');
  await change(press('clear', then + 90_000), 'mia');
  expect(await change(restore(record, shift))).toBe('break-unknown');
});

test('one’s own tap of a clock that goes ahead is put back as the server kept it', async () => {
  const ahead = Date.now() + 20_000;
  await change(press('start', ahead), 'mia');
  const kept = (await breakOf('ana')) as BreakRecord;
  expect(kept.startedAt).toBeLessThan(ahead);
  await change(press('clear', ahead), 'mia');
  const shown = { startedAt: ahead, startedBy: 'mia', endedAt: null, endedBy: null };
  expect(await change(restore(shown), 'mia')).toBe('accepted');
  expect(await breakOf('ana')).toEqual(kept);
});

test('a deleted shift comes back with its breaks, and so does one that a schedule took away', async () => {
  await change(press('start', then), 'mia');
  for (const removal of [
    { type: 'shift.delete', shift: 'ana' } as const,
    { type: 'schedule.take', remove: ['ana'], edit: [], add: [], remember: [], forget: [] } as const,
  ]) {
    const before = await layout();
    const back = inverse(before, removal) as Change;
    expect(await change(removal)).toBe('accepted');
    expect(await change(back)).toBe('accepted');
    expect(await layout()).toEqual(before);
  }
});

test('a break that was moved in can be put back', async () => {
  const moved = { team: teamRef.team, document: 'moved' };
  const shifts = [buildShift('ana', '9:00 AM', '5:00 PM', { breaks: [{ ...taken, startedBy: null }] })];
  await server.documents.issue(moved, { type: 'layout.create', layout: buildLayout({ shifts }) });
  await change(press('clear', then), 'lee', 'lead', moved);
  expect(await change(restore({ ...taken, startedBy: null }), 'lee', 'lead', moved)).toBe('accepted');
});

test('taps and their undo in one commit', async () => {
  const outcomes = await Promise.all([
    change(press('start', then), 'mia'),
    change(press('clear', then), 'mia'),
    change(restore({ ...taken, endedAt: null, endedBy: null }), 'mia'),
  ]);
  expect(outcomes).toEqual(['accepted', 'accepted', 'accepted']);
});

function shiftWith(record: BreakRecord): Change {
  return {
    type: 'shift.add',
    shift: buildShift('new', '9:00 AM', '5:00 PM', { breaks: [record] }),
    seats: [],
  };
}
function takeOf(record: BreakRecord): Change {
  const add = [buildShift('new', '9:00 AM', '5:00 PM', { breaks: [record] })];
  return { type: 'schedule.take', remove: [], edit: [], add, remember: [], forget: [] };
}
