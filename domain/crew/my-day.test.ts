import { expect, test } from 'vitest';
import { buildLayout, buildRotation, buildShift } from '../../test/builders.ts';
import { isThere } from '../day/who-is-there.ts';
import { myDay, shiftsOf } from './my-day.ts';

const minutes = (hour: number, minute = 0) => hour * 60 + minute;
const ana = buildShift('Ana', '9:00 AM', '4:00 PM', { person: 'p-ana' });
const ben = buildShift('Ben', '9:00 AM', '12:30 PM', { person: 'p-ben' });

function seated(id: string, start: string, end: string, seats: Record<string, readonly string[]>) {
  const rotation = buildRotation(id, start, end);
  const positions = rotation.subareas[0]?.positions ?? [];
  const front = { id: 'front', name: 'Front' };
  return {
    ...rotation,
    subareas: [{ ...front, positions: positions.map((each) => ({ ...each, seats: seats[each.id] ?? [] })) }],
  };
}

const day = buildLayout({
  shifts: [ana, ben],
  rotations: [
    seated('Dinner', '2:00 PM', '8:00 PM', { grill: ['Ana'] }),
    seated('Lunch', '11:00 AM', '2:00 PM', { till: ['Ana'], grill: ['Ben'] }),
  ],
});

test('[MI1] a person’s shifts are those of their ids in the crew', () => {
  expect(shiftsOf(day.shifts, ['p-old', 'p-ana'])).toEqual([ana]);
  expect(shiftsOf([buildShift('Ana', '9:00 AM', '4:00 PM')], ['p-ana'])).toEqual([]);
});

test('[MI2] now, until when, who is beside, and what is next, while the person is there', () => {
  const before = myDay(day, ana, minutes(8));
  expect([before.state, before.now, before.later.map(({ rotation }) => rotation.id)]).toEqual([
    'before',
    null,
    ['Lunch', 'Dinner'],
  ]);
  const noon = myDay(day, ana, minutes(12));
  expect(noon.now).toMatchObject({ rotation: { id: 'Lunch' }, position: { id: 'till' }, end: minutes(14) });
  expect(noon.beside.map(({ shift, position }) => [shift.id, position.id])).toEqual([['Ben', 'grill']]);
  expect(noon.later).toMatchObject([{ position: { id: 'grill' }, start: minutes(14), end: minutes(16) }]);
  // Ben has left.
  expect(myDay(day, ana, minutes(13)).beside).toEqual([]);
  expect(myDay(day, ana, minutes(10))).toMatchObject({ state: 'working', now: null });
  expect(myDay(day, ana, minutes(16)).state).toBe('over');
});

test('somebody who is out or late sees that', () => {
  const recorded = { at: 0, by: null };
  const out = { ...ana, out: { reason: 'sick', from: '12:30 PM', ...recorded } } as const;
  expect(myDay(day, out, minutes(12)).now?.end).toBe(minutes(12, 30));
  expect(myDay(day, out, minutes(13))).toMatchObject({ state: 'out', now: null, later: [] });
  const never = { ...ana, out: { reason: 'no-show', from: '9:00 AM', ...recorded } } as const;
  expect(myDay(day, never, minutes(8))).toMatchObject({ state: 'out', present: null });
  const late = { ...ana, late: { expected: '11:30 AM', ...recorded } };
  expect(myDay(day, late, minutes(11))).toMatchObject({
    state: 'before',
    later: [{ start: minutes(11, 30) }, {}],
  });
});

test('after midnight, a closer is still on the layout of the day before', () => {
  const closer = buildShift('Cleo', '5:00 PM', '1:00 AM');
  const nextMorning = 24 * 60;
  for (const dayStart of ['12:00 AM', '4:00 AM'] as const) {
    expect(isThere(closer, nextMorning + 30, dayStart)).toBe(true);
    expect(isThere(closer, nextMorning + 60, dayStart)).toBe(false);
  }
});
