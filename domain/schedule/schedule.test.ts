import { expect, test } from 'vitest';
import {
  after,
  layout,
  press,
  review,
  scheduled,
  seat,
  seats,
  taken,
} from '../../test/schedules/reviewed-day.ts';
import type { Change } from '../change/change.ts';
import { inverse } from '../change/inverse.ts';
import { manualShift } from '../day/shift.ts';
import { addDays } from '../time/date.ts';
import { rolesOf, type ScheduledShift, seatsLeft, suggestedRows, takeOf } from './schedule.ts';

test('[SC6] new shifts are added with the provider, the label and the breaks they earn', () => {
  expect(review(layout, [scheduled('Ana')]).rows).toMatchObject([{ id: 'Ana', kind: 'added' }]);
  expect(taken(layout, [scheduled('Ana')]).shifts).toMatchObject([
    {
      id: 'Ana',
      teamMember: 'Ana',
      startTime: '9:00 AM',
      endTime: '5:00 PM',
      schedule: 'Kitchen',
      note: '',
      provider: 'hs',
      breaks: [null],
    },
  ]);
});

test('rows are sorted like the shifts of a layout, regardless of the schedule’s order', () => {
  const told = [scheduled('Cy', { startTime: '10:00 AM' }), scheduled('Bo'), scheduled('Ana')];
  expect(review(layout, told).rows.map(({ id }) => id)).toEqual(['Ana', 'Bo', 'Cy']);
});

test('the same schedule once more is nothing to decide', () => {
  const shifts = [scheduled('Ana'), scheduled('Bo')];
  const again = review(taken(layout, shifts), shifts);
  expect(again).toMatchObject({ rows: [], unchanged: 2 });
  expect(takeOf(again, suggestedRows(again))).toBeNull();
});

test.each<[string, Partial<ScheduledShift>]>([
  ['times', { endTime: '6:00 PM' }],
  ['name', { teamMember: 'Ana B' }],
  ['label', { job: 'Counter' }],
  ['note', { note: 'Opens' }],
])('[SC7] a shift with a different %s is edited, and keeps its seat and break', (_, over) => {
  const before = after(taken(layout, [scheduled('Ana')]), seat('Ana'), press('Ana'));
  const now = taken(before, [scheduled('Ana', over)]);
  const { id, date, role, job, ...told } = scheduled('Ana', over);
  expect(now.shifts).toMatchObject([{ ...told, schedule: job, breaks: [{ startedAt: 1_000 }] }]);
  expect(seats(now)).toEqual(['Ana']);
});

test('[SC8] [SC54] shifts no longer in the schedule are removed with their seats; typed shifts stay', () => {
  const typed = { ...manualShift('typed', 'Cy', { startTime: '9:00 AM', endTime: '5:00 PM' }) };
  const before = after(
    taken(layout, [scheduled('Ana'), scheduled('Bo')]),
    { type: 'shift.add', shift: typed, seats: [] },
    seat('Ana'),
  );
  expect(review(before, [scheduled('Bo')]).rows).toMatchObject([{ id: 'Ana', kind: 'gone', theirs: null }]);
  const now = taken(before, [scheduled('Bo')]);
  expect(now.shifts.map(({ id }) => id)).toEqual(['Bo', 'typed']);
  expect(seats(now)).toEqual([]);
});

test.each<[string, Change, string]>([
  ['edited', { type: 'shift.edit', shift: 'Ana', note: 'Trains Bo' }, 'edited'],
  ['on a break', press('Ana'), 'on-break'],
  [
    'called out',
    { type: 'shift.out', shift: 'Ana', reason: 'sick', from: '9:00 AM', at: 1, by: null },
    'attendance',
  ],
  ['late', { type: 'shift.late', shift: 'Ana', expected: null, at: 1, by: null }, 'attendance'],
])(
  '[SC53] who is %s is kept when the schedule tells them no more, unless it is accepted',
  (_, change, why) => {
    const before = after(taken(layout, [scheduled('Ana')]), change);
    expect(review(before, []).rows).toMatchObject([{ id: 'Ana', kind: 'kept', why, theirs: null }]);
    expect(taken(before, [])).toEqual(before);
    expect(taken(before, [], ['Ana']).shifts).toEqual([]);
  },
);

test('[SC54] shifts of roles that were not picked, and of other providers, are left alone', () => {
  const shifts = [scheduled('Ana', { role: 'Kitchen' }), scheduled('Bo', { role: 'Front' })];
  expect(rolesOf(shifts)).toEqual(['Front', 'Kitchen']);
  const front = { provider: 'hs', roles: ['Front'] };
  expect(review(layout, shifts, front).rows.map(({ id }) => id)).toEqual(['Bo']);
  const both = taken(layout, shifts);
  expect(review(both, shifts.slice(0, 1), front).rows).toMatchObject([{ id: 'Bo', kind: 'gone' }]);
  expect(review(both, [], { provider: 'other', roles: null }).rows).toEqual([]);
});

test('[SC10] values edited by a person stay, whatever the schedule says; the others are updated', () => {
  const before = after(taken(layout, [scheduled('Ana')]), {
    type: 'shift.edit',
    shift: 'Ana',
    endTime: '4:00 PM',
  });
  expect(review(before, [scheduled('Ana')]).rows, 'told as before').toEqual([]);
  const told = [scheduled('Ana', { startTime: '10:00 AM', note: 'Opens' })];
  expect(review(before, told).rows).toMatchObject([
    { kind: 'changed', fields: ['note'], byHand: ['startTime', 'endTime'] },
  ]);
  expect(taken(before, told).shifts).toMatchObject([
    { startTime: '9:00 AM', endTime: '4:00 PM', note: 'Opens' },
  ]);
});

test('[SC59] with nothing else to take it is kept, and may be accepted all the same', () => {
  const before = after(taken(layout, [scheduled('Ana')]), {
    type: 'shift.edit',
    shift: 'Ana',
    endTime: '4:00 PM',
  });
  const told = [scheduled('Ana', { endTime: '6:00 PM' })];
  expect(review(before, told).rows).toMatchObject([
    { kind: 'kept', why: 'edited', fields: ['startTime', 'endTime'] },
  ]);
  expect(taken(before, told)).toEqual(before);
  expect(taken(before, told, ['Ana']).shifts).toMatchObject([{ endTime: '6:00 PM' }]);
});

test('a sync keeps who is out or late, and whose shift it is', () => {
  const record = { at: 1, by: 'lee' };
  const before = after(
    taken(layout, [scheduled('Ana')]),
    { type: 'shift.late', shift: 'Ana', expected: '9:30 AM', ...record },
    { type: 'shift.out', shift: 'Ana', reason: 'sick', from: '9:00 AM', ...record },
  );
  const known = { ...before, shifts: before.shifts.map((shift) => ({ ...shift, person: 'p-1' })) };
  const now = taken(known, [scheduled('Ana', { endTime: '6:30 PM', teamMember: 'Anna' })]);
  expect(now.shifts).toEqual([
    expect.objectContaining({
      endTime: '6:30 PM',
      person: 'p-1',
      out: { reason: 'sick', from: '9:00 AM', ...record },
      late: { expected: '9:30 AM', ...record },
    }),
  ]);
});

test('[SC57] Ana’s shift, which somebody deleted, doesn’t come back with the next schedule', () => {
  const before = after(taken(layout, [scheduled('Ana')]), { type: 'shift.delete', shift: 'Ana' });
  expect(review(before, [scheduled('Ana')]).rows).toMatchObject([{ kind: 'kept', why: 'declined' }]);
  expect(taken(before, [scheduled('Ana')])).toEqual(before);
  const back = taken(before, [scheduled('Ana')], ['Ana']);
  expect(back.shifts).toMatchObject([{ id: 'Ana' }]);
  expect(back.deletedByHand).toBeUndefined();
});

test('[SC53] a schedule with nobody on the date is probably wrong: existing shifts are kept', () => {
  const before = taken(layout, [scheduled('Ana'), scheduled('Bo')]);
  const ofTheNextDay = [scheduled('Cy', { date: addDays(layout.date, 1) })];
  expect(review(before, ofTheNextDay).rows).toMatchObject([
    { id: 'Ana', kind: 'kept', why: 'nobody-told' },
    { id: 'Bo', kind: 'kept', why: 'nobody-told' },
  ]);
  expect(taken(before, [])).toEqual(before);
  expect(taken(before, [], ['Ana']).shifts).toMatchObject([{ id: 'Bo' }]);
});

test('[SC58] a row left out of a review stays out until the schedule changes', () => {
  const before = taken(layout, [scheduled('Ana'), scheduled('Bo')]);
  const told = [scheduled('Ana', { endTime: '6:00 PM' }), scheduled('Cy')];
  const seen = review(before, told);
  const suggested = suggestedRows(seen);
  expect([...suggested].sort()).toEqual(['Ana', 'Bo', 'Cy']);
  const take = takeOf(seen, new Set(), suggested) as Change;
  const declined = after(before, take);
  expect(declined.shifts).toMatchObject([{ id: 'Ana', endTime: '5:00 PM' }, { id: 'Bo' }]);
  expect(taken(declined, told)).toEqual(declined);
  expect(review(declined, told).rows).toMatchObject([
    { id: 'Bo', kind: 'kept', why: 'declined', theirs: null },
    { id: 'Cy', kind: 'kept', why: 'declined', theirs: { teamMember: 'Cy' } },
  ]);
  const later = [scheduled('Ana', { endTime: '6:00 PM', note: 'Opens' }), scheduled('Bo'), scheduled('Cy')];
  expect(taken(declined, later, ['Cy']).shifts).toMatchObject([
    { id: 'Ana', endTime: '5:00 PM', note: 'Opens' },
    { id: 'Bo' },
    { id: 'Cy' },
  ]);
  expect(after(declined, inverse(before, take) as Change)).toEqual(before);
});

test('[SC11] it is one step with one Undo, and what others did meanwhile stays', () => {
  const before = after(taken(layout, [scheduled('Ana'), scheduled('Bo')]), seat('Ana'));
  const seen = review(before, [scheduled('Bo', { endTime: '6:00 PM' }), scheduled('Cy')]);
  const take = takeOf(seen, suggestedRows(seen));
  if (!take) throw new Error('nothing to take');
  const undo = inverse(before, take);
  const meanwhile = after(before, take, press('Bo'));
  const undone = after(meanwhile, undo as Change);
  expect(undone).toEqual(after(before, press('Bo')));
});

test('two managers who accept the same at once do it once', () => {
  const seen = review(layout, [scheduled('Ana')]);
  const take = takeOf(seen, suggestedRows(seen)) as Change;
  expect(after(layout, take, seat('Ana'), take)).toEqual(after(layout, take, seat('Ana')));
});

test('a step does not put back, as another, a shift that it removes', () => {
  const [ana] = taken(layout, [scheduled('Ana')]).shifts;
  if (!ana) throw new Error('nobody came');
  const before = after(taken(layout, [scheduled('Ana')]), press('Ana'));
  const nothing = { edit: [], remember: [], forget: [] };
  const both: Change = { type: 'schedule.take', remove: ['Ana'], add: [ana], ...nothing };
  expect(after(before, both).shifts).toEqual([]);
  expect(after(before, both, inverse(before, both) as Change)).toEqual(before);
});

test('[SC12] the review lists people who would leave a position', () => {
  const before = after(taken(layout, [scheduled('Ana')]), seat('Ana'));
  const seen = review(before, [scheduled('Ana', { startTime: '4:00 PM', endTime: '9:00 PM' })]);
  const take = takeOf(seen, suggestedRows(seen));
  expect(take && seatsLeft(before, take)).toEqual([{ shift: 'Ana', rotation: 'Lunch', position: 'Till' }]);
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
  '[SC56] with a day that starts at %s, a shift on %s at %s belongs to the date: %s',
  (dayStart, date, startTime, belongs) => {
    const shift = scheduled('Ana', { date, startTime, endTime: '6:00 AM' });
    const { rows, otherDates } = review({ ...layout, dayStart }, [shift]);
    expect([rows.length, otherDates]).toEqual(belongs ? [1, 0] : [0, 1]);
  },
);

test('[SC9] Ana’s shift of the day after is counted and left out', () => {
  const other = scheduled('Ana', { date: addDays(layout.date, 1) });
  expect(review(layout, [other])).toMatchObject({ rows: [], otherDates: 1 });
});
