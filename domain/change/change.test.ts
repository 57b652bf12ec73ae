import { expect, test } from 'vitest';
import { buildLayout, buildShift, buildTeam, buildTemplate } from '../../test/builders.ts';
import { type Change, kindCreated, stampChange } from './change.ts';

const stamp = { now: 1_000, by: 'ana' };
const press = (at: number, by: string | null): Change => ({
  type: 'break.press',
  shift: 'a',
  slot: 0,
  wants: 'start',
  at,
  by,
});
const restore = (startedAt: number, endedAt: number | null): Change => ({
  type: 'break.restore',
  shift: 'a',
  slot: 0,
  record: { startedAt, startedBy: 'bo', endedAt, endedBy: null },
});

const shift = (startedAt: number) =>
  buildShift('a', '9:00 AM', '5:00 PM', {
    breaks: [null, { startedAt, startedBy: 'bo', endedAt: null, endedBy: null }],
  });
const withBreak = (startedAt: number): Change => ({
  type: 'shift.add',
  shift: shift(startedAt),
  seats: [],
});
const layoutWith = (startedAt: number): Change => ({
  type: 'layout.create',
  layout: buildLayout({ shifts: [shift(startedAt)] }),
});

test.each<[string, Change, Change]>([
  ['a press from the future', press(2_000, null), press(1_000, 'ana')],
  ['an earlier press', press(900, null), press(900, 'ana')],
  ['a press in another’s name', press(900, 'bo'), press(900, 'ana')],
  ['a record from the future', restore(2_000, 3_000), restore(1_000, 1_000)],
  ['a record that runs', restore(500, null), restore(500, null)],
  ['a shift with a break from the future', withBreak(2_000), withBreak(1_000)],
  ['a layout with a break from the future', layoutWith(2_000), layoutWith(1_000)],
  ['anything else', { type: 'shift.delete', shift: 'a' }, { type: 'shift.delete', shift: 'a' }],
])('the server keeps %s', (_, sent, kept) => {
  expect(stampChange(sent, stamp)).toEqual(kept);
  const batch = (step: Change) => ({ type: 'batch', changes: [step, step] }) as Change;
  expect(stampChange(batch(sent), stamp)).toEqual(batch(kept));
});

test.each<[Change, string | null]>([
  [{ type: 'team.create', team: buildTeam() }, 'team'],
  [{ type: 'template.create', template: buildTemplate() }, 'template'],
  [{ type: 'layout.create', layout: buildLayout() }, 'layout'],
  [{ type: 'shift.delete', shift: 'a' }, null],
  [{ type: 'batch', changes: [{ type: 'team.create', team: buildTeam() }] }, null],
])('what a first change makes: %#', (change, kind) => {
  expect(kindCreated(change)).toBe(kind);
});
