import { expect, test } from 'vitest';
import { apply } from './apply.ts';
import { addDays } from './date.ts';
import type { Layout } from './layout.ts';
import { mergeSchedule, type ScheduledShift } from './schedule.ts';

const layout: Layout = {
  kind: 'layout',
  date: '2026-11-21',
  area: 'Front of House',
  template: 'Weekday',
  notes: [],
  shifts: [],
  rotations: [
    {
      id: 'lunch',
      name: 'Lunch',
      startTime: '11:00 AM',
      endTime: '2:00 PM',
      subareas: [{ id: 'front', name: 'Front', positions: [{ id: 'till', name: 'Till', seats: [] }] }],
    },
  ],
  breakMinMinutes: 300,
  breakTimerMinutes: 30,
  dayStart: '12:00 AM',
};

const scheduled = (id: string, over: Partial<ScheduledShift> = {}): ScheduledShift => ({
  id,
  date: layout.date,
  teamMember: id,
  startTime: '9:00 AM',
  endTime: '5:00 PM',
  job: 'Kitchen',
  note: '',
  role: 'Kitchen',
  ...over,
});

function merged(into: Layout, shifts: readonly ScheduledShift[]): Layout {
  const { batch } = mergeSchedule(into, shifts, { provider: 'csv' });
  const outcome = batch ? apply(into, batch) : { ok: true as const, value: into };
  if (!outcome.ok) throw new Error(outcome.problem.code);
  return outcome.value as Layout;
}

test('[SC6] what is new is added, with the provider, the label and the breaks its length earns', () => {
  const merge = mergeSchedule(layout, [scheduled('Ana')], { provider: 'csv' });
  expect(merge).toMatchObject({ added: [{ id: 'Ana' }], changed: [], unchanged: [], otherDates: [] });
  expect(merged(layout, [scheduled('Ana')]).shifts).toEqual([
    {
      id: 'Ana',
      teamMember: 'Ana',
      startTime: '9:00 AM',
      endTime: '5:00 PM',
      schedule: 'Kitchen',
      note: '',
      provider: 'csv',
      breaks: [null],
    },
  ]);
});

test('[SC6] laying the same schedule again changes nothing', () => {
  const once = merged(layout, [scheduled('Ana'), scheduled('Bo')]);
  const again = mergeSchedule(once, [scheduled('Ana'), scheduled('Bo')], { provider: 'csv' });
  expect(again).toMatchObject({
    added: [],
    changed: [],
    unchanged: [{ id: 'Ana' }, { id: 'Bo' }],
    batch: null,
  });
});

test.each<[string, Partial<ScheduledShift>]>([
  ['times', { endTime: '6:00 PM' }],
  ['name', { teamMember: 'Ana B' }],
  ['label', { job: 'Counter' }],
  ['note', { note: 'Opens' }],
])('[SC7] what differs in its %s is edited, and keeps its seat', (_, over) => {
  const before = merged(layout, [scheduled('Ana')]);
  const seated = apply(before, {
    type: 'shift.seat',
    shift: 'Ana',
    rotation: 'lunch',
    position: 'till',
    before: null,
  });
  const after = merged((seated.ok && seated.value) as Layout, [scheduled('Ana', over)]);
  const { id, date, role, job, ...told } = scheduled('Ana', over);
  expect(after.shifts).toMatchObject([{ ...told, schedule: job }]);
  expect(after.rotations[0]?.subareas[0]?.positions[0]?.seats).toEqual(['Ana']);
});

test('[SC8] nothing is deleted, and typed shifts are left alone', () => {
  const before = merged(layout, [scheduled('Ana'), scheduled('Bo')]);
  expect(merged(before, [scheduled('Bo')])).toEqual(before);
});

test.each([
  ['12:00 AM', '2026-11-21', '12:00 AM', true],
  ['12:00 AM', '2026-11-22', '12:30 AM', false],
  ['4:00 AM', '2026-11-22', '12:30 AM', true],
  ['4:00 AM', '2026-11-22', '3:59 AM', true],
  ['4:00 AM', '2026-11-22', '4:00 AM', false],
  ['4:00 AM', '2026-11-21', '3:59 AM', false],
  ['4:00 AM', '2026-11-21', '9:00 PM', true],
])(
  '[SC9] with a day that starts at %s, a shift on %s at %s belongs to the date: %s',
  (dayStart, date, startTime, belongs) => {
    const shift = scheduled('Ana', { date, startTime, endTime: '6:00 AM' });
    const merge = mergeSchedule({ ...layout, dayStart }, [shift], { provider: 'csv' });
    expect([merge.added.length, merge.otherDates.length]).toEqual(belongs ? [1, 0] : [0, 1]);
  },
);

test('[SC9] shifts of other dates are counted and left out', () => {
  const other = scheduled('Ana', { date: addDays(layout.date, 1) });
  expect(mergeSchedule(layout, [other], { provider: 'csv' })).toMatchObject({
    added: [],
    otherDates: [{ id: 'Ana' }],
    batch: null,
  });
});
