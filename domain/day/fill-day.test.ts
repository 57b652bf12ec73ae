import { expect, test } from 'vitest';
import { buildLayout, buildRotation, buildShift, changed } from '../../test/builders.ts';
import type { SingleChange } from '../change/change.ts';
import { emptyCrew } from '../crew/crew-document.ts';
import { newPerson, personOfCrew } from '../crew/crew-index.ts';
import { fillFromDay } from './fill.ts';
import type { Layout } from './layout.ts';
import type { Shift } from './shift.ts';

const person = (id: string, teamMember: string, over: Partial<Shift> = {}): Shift =>
  buildShift(id, '8:00 AM', '6:00 PM', { teamMember, ...over });
const seat = (shift: string, position: string, rotation = 'lunch'): SingleChange => ({
  ...{ type: 'shift.seat', shift, rotation, position, before: null },
});
const rotations = [buildRotation('lunch', '12:00 PM', '3:00 PM')];
const dayOf = (shifts: readonly Shift[], ...changes: readonly SingleChange[]): Layout =>
  changed(buildLayout({ shifts, rotations }), ...changes);
const personOf = personOfCrew({
  ...emptyCrew,
  people: [newPerson('p-ana', 'Ana Price')],
  merged: [{ ...newPerson('p-old', 'Ana P'), into: 'p-ana' }],
});

const at = (shift: string, position: string, rotation = 'lunch') => ({ shift, rotation, position });

test('[DS7] people are known by their person, also a merged one, whatever their name is', () => {
  const before = dayOf(
    [person('1', 'Ana P', { person: 'p-old' }), person('2', 'Bo', { person: 'p-bo' })],
    seat('1', 'till'),
    seat('2', 'grill'),
  );
  const now = dayOf([
    person('3', 'Ana Price', { person: 'p-ana' }),
    person('4', 'Bo', { person: 'p-other' }),
  ]);
  expect(fillFromDay(now, before, { personOf })).toEqual({
    seats: [at('3', 'till')],
    left: [{ shift: '4', rotation: 'lunch', why: 'new' }],
  });
});

test('[DS7] and by the exact name where one of the days doesn’t know the person', () => {
  const before = dayOf([person('1', 'Ana'), person('2', 'Bo')], seat('1', 'till'), seat('2', 'grill'));
  const now = dayOf([person('3', 'Ana', { person: 'p-ana' }), person('4', 'Bob')]);
  expect(fillFromDay(now, before).seats).toEqual([at('3', 'till')]);
});

test('[DS6] [DS7] a name that two people have places nobody; one person’s two shifts are no such name', () => {
  const before = dayOf([person('1', 'Ana')], seat('1', 'till'));
  const twins = dayOf([person('2', 'Ana'), person('3', 'Ana')]);
  expect(fillFromDay(twins, before).left.map(({ why }) => why)).toEqual(['same-name', 'same-name']);
  expect(fillFromDay(dayOf([person('4', 'Ana')]), changed(twins, seat('2', 'till'))).seats).toEqual([]);
  const morning = buildShift('5', '6:00 AM', '7:00 AM', { teamMember: 'Ana' });
  expect(fillFromDay(dayOf([morning, person('6', 'Ana')]), before).seats).toEqual([at('6', 'till')]);
});

test('[DS6] a whole day: rotations by name, or by the time that they share; what has no twin is said', () => {
  const source = changed(
    buildLayout({
      shifts: [person('1', 'Ana')],
      rotations: [
        buildRotation('early', '8:00 AM', '12:00 PM', ['till']),
        buildRotation('lunch', '1:00 PM', '4:00 PM', ['grill']),
      ],
    }),
    seat('1', 'till', 'early'),
    seat('1', 'grill', 'lunch'),
  );
  const now = buildLayout({
    shifts: [person('2', 'Ana')],
    rotations: [
      buildRotation('breakfast', '8:00 AM', '11:00 AM', ['till']),
      buildRotation('lunch', '11:00 AM', '2:00 PM', ['fries']),
      buildRotation('close', '5:00 PM', '9:00 PM', ['till']),
    ],
  });
  expect(fillFromDay(now, source)).toEqual({
    seats: [at('2', 'till', 'breakfast')],
    left: [
      { shift: '2', rotation: 'lunch', why: 'no-position', position: 'grill' },
      { shift: '2', rotation: 'close', why: 'new' },
    ],
  });
  expect(fillFromDay(now, source, { rotation: 'lunch' }).seats).toEqual([]);
});
