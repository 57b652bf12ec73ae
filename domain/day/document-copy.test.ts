import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyLayout, anyTemplate } from '../../test/arbitraries.ts';
import { buildLayout, buildRotation, buildShift, buildTeam, changed, seatsIn } from '../../test/builders.ts';
import { mapSeats, type Plan } from '../plan/plan.ts';
import { positionsOf, type Rotation } from '../plan/rotation.ts';
import { parseTemplate } from '../team/template.ts';
import { copyLayout, copyTemplate, freeCopyName, templateFromLayout } from './document-copy.ts';
import { daySettings, type Layout, parseLayout } from './layout.ts';
import { dayToCopy } from './same-weekday.ts';
import { walkInShift } from './walk-in.ts';
import { overlapping } from './who-is-there.ts';

const settings = daySettings(buildTeam({ breakMinMinutes: 240, breakTimerMinutes: 10 }));
function counting(): () => string {
  let made = 0;
  return () => `new ${++made}`;
}
const idsOf = (plan: Plan): string[] =>
  plan.flatMap((rotation) => [
    rotation.id,
    ...rotation.subareas.map(({ id }) => id),
    ...positionsOf(rotation).map(({ id }) => id),
  ]);
/** All of a plan but its ids, and its charts, which [HC21] compares; who sits is said by what `nameOf` makes of them. */
const shown = (plan: Plan, nameOf: (shift: string) => unknown = () => '') =>
  plan.map(({ id: _, charts: __, people: ___, subareas, ...rotation }) => ({
    ...rotation,
    subareas: subareas.map(({ name, positions }) => ({
      name,
      positions: positions.map((position) => [position.name, ...position.seats.map(nameOf)]),
    })),
  }));
const empty = (plan: Plan) =>
  shown(plan).flatMap(({ subareas }) => subareas.flatMap((each) => each.positions));

test('a copy of a day with its people has all of it under new ids, and nobody had a break', () => {
  fc.assert(
    fc.property(anyLayout, (drawn) => {
      // with the times of its schedule, and nobody on a position while they aren't there
      const shifts = drawn.shifts.map(({ told: _, ...shift }) => shift);
      const rotations = mapSeats(drawn.rotations, (rotation) => {
        const there = new Set(overlapping(shifts, rotation, settings.dayStart).map(({ id }) => id));
        return ({ seats }) => seats.filter((id) => there.has(id));
      });
      const layout: Layout = { ...drawn, shifts, rotations };
      const copy = copyLayout(layout, '2026-11-28', { settings, newId: counting(), people: true });
      const person =
        ({ shifts }: typeof layout) =>
        (id: string) => {
          const shift = shifts.find((each) => each.id === id);
          return shift && [shift.teamMember, shift.startTime, shift.endTime, shift.schedule, shift.note];
        };
      expect(shown(copy.rotations, person(copy))).toEqual(shown(layout.rotations, person(layout)));
      const people = (of: Layout) => of.shifts.map(({ id }) => JSON.stringify(person(of)(id))).sort();
      expect(people(copy)).toEqual(people(layout));
      const ids = [...copy.shifts.map(({ id }) => id), ...idsOf(copy.rotations)];
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.every((id) => id.startsWith('new '))).toBe(true);
      expect(copy).toMatchObject({ date: '2026-11-28', area: layout.area, notes: layout.notes, ...settings });
      expect(copy.shifts.every(({ breaks, told }) => breaks.length === 0 && !told)).toBe(true);
      expect(copy.deletedByHand).toBeUndefined();
      expect(parseLayout(copy).ok).toBe(true);
    }),
  );
});

test('[LA17] a copy leaves out what was of that day alone: walk-ins, cut times, and who was out', () => {
  const told = {
    teamMember: 'Bo',
    startTime: '9:00 AM',
    endTime: '5:00 PM',
    schedule: '',
    note: '',
    role: '',
  };
  const friday = changed(
    buildLayout({
      shifts: [
        buildShift('ana', '9:00 AM', '5:00 PM'),
        buildShift('bo', '9:00 AM', '1:00 PM', { told, provider: 'csv' }),
        walkInShift('zoe', 'Zoe', { startTime: '11:00 AM', endTime: '3:00 PM' }),
      ],
      rotations: [buildRotation('lunch', '11:00 AM', '2:00 PM')],
    }),
    { type: 'shift.seat', shift: 'ana', rotation: 'lunch', position: 'till', before: null },
    { type: 'shift.seat', shift: 'zoe', rotation: 'lunch', position: 'grill', before: null },
    { type: 'shift.late', shift: 'bo', expected: '9:30 AM', at: 0, by: null },
    {
      ...{ type: 'shift.out', shift: 'ana', reason: 'sent-home', from: '12:00 PM' },
      ...{ keeps: 'stood', at: 0, by: null },
    },
  );
  const copy = copyLayout(friday, '2026-11-28', { settings, newId: counting(), people: true });
  expect(copy.shifts.map(({ teamMember, endTime, out, late }) => [teamMember, endTime, out ?? late])).toEqual(
    [
      ['ana', '5:00 PM', undefined],
      ['bo', '5:00 PM', undefined],
    ],
  );
  const [ana] = copy.shifts;
  expect(seatsIn(copy, copy.rotations[0]?.id ?? '')).toMatchObject(
    Object.fromEntries(
      positionsOf(copy.rotations[0] as Rotation).map(({ id, name }) => [
        id,
        name === 'till' ? [ana?.id] : [],
      ]),
    ),
  );
});

test('[LA17] who stayed longer on that day has no position after the end of their shift in the copy', () => {
  const told = {
    teamMember: 'Ana',
    startTime: '9:00 AM',
    endTime: '5:00 PM',
    schedule: '',
    note: '',
    role: '',
  };
  const friday = changed(
    buildLayout({
      shifts: [buildShift('ana', '9:00 AM', '9:00 PM', { told, provider: 'csv' })],
      rotations: [
        buildRotation('lunch', '11:00 AM', '2:00 PM', ['till']),
        buildRotation('dinner', '5:00 PM', '9:00 PM', ['grill']),
      ],
    }),
    { type: 'shift.seat', shift: 'ana', rotation: 'lunch', position: 'till', before: null },
    { type: 'shift.seat', shift: 'ana', rotation: 'dinner', position: 'grill', before: null },
  );
  const copy = copyLayout(friday, '2026-11-28', { settings, newId: counting(), people: true });
  const seats = copy.rotations.map((rotation) => positionsOf(rotation).map((position) => position.seats));
  expect(seats).toEqual([[[copy.shifts[0]?.id]], [[]]]);
});

test('[LA7] a copy of a day without its people is empty of them', () => {
  fc.assert(
    fc.property(anyLayout, (layout) => {
      const copy = copyLayout(layout, '2026-11-28', { settings, newId: counting(), people: false });
      expect(copy.shifts).toEqual([]);
      expect(empty(copy.rotations).every((position) => position.length === 1)).toBe(true);
      expect(parseLayout(copy)).toEqual({ ok: true, value: copy });
    }),
  );
});

test('a copied day keeps who sits where', () => {
  const friday = buildLayout({
    shifts: [buildShift('ana', '9:00 AM', '5:00 PM'), buildShift('bo', '9:00 AM', '5:00 PM')],
    rotations: [buildRotation('lunch', '11:00 AM', '2:00 PM')],
  });
  Object.assign(friday.rotations[0]?.subareas[0]?.positions[0] ?? {}, { seats: ['bo', 'ana'] });
  const copy = copyLayout(friday, '2026-11-28', { settings, newId: counting(), people: true });
  const seated = Object.values(seatsIn(copy, copy.rotations[0]?.id ?? '')).flat();
  expect(seated.map((id) => copy.shifts.find((shift) => shift.id === id)?.teamMember)).toEqual(['bo', 'ana']);
});

test('a duplicated template has all of it under new ids', () => {
  fc.assert(
    fc.property(anyTemplate, (template) => {
      const copy = copyTemplate(template, { taken: [template.name], newId: counting() });
      expect(shown(copy.rotations)).toEqual(shown(template.rotations));
      expect({ ...copy, rotations: [], name: '' }).toEqual({ ...template, rotations: [], name: '' });
      expect(idsOf(copy.rotations).every((id) => id.startsWith('new '))).toBe(true);
      expect(parseTemplate(copy)).toEqual({ ok: true, value: copy });
    }),
  );
});

test.each([
  ['Weekday', [], 'Weekday copy'],
  ['Weekday', ['Weekday copy'], 'Weekday copy 2'],
  ['Weekday copy', ['Weekday copy', 'Weekday copy 2'], 'Weekday copy 3'],
  ['x'.repeat(100), [], `${'x'.repeat(95)} copy`],
  [' copy', [], ' copy'],
])('[TM8] a copy of %j, where %j are taken, is named %j', (name, taken, expected) => {
  expect(freeCopyName(name, taken)).toBe(expected);
});

test('[TM5] a day becomes a template of its rotations, notes and area, nobody on them', () => {
  fc.assert(
    fc.property(anyLayout, (layout) => {
      const made = templateFromLayout(layout, ' Busy Friday ', counting());
      if (!made.ok) throw new Error(made.problem.code);
      expect(shown(made.value.rotations)).toEqual(shown(layout.rotations, () => '').map(withoutPeople));
      expect(made.value).toMatchObject({ name: 'Busy Friday', area: layout.area, notes: layout.notes });
      expect(parseTemplate(made.value)).toEqual({ ok: true, value: made.value });
    }),
  );
  expect(templateFromLayout(buildLayout(), ' ', counting())).toEqual({
    ok: false,
    problem: { code: 'invalid-name-or-area', field: 'name' },
  });
});

const withoutPeople = (rotation: ReturnType<typeof shown>[number]) => ({
  ...rotation,
  subareas: rotation.subareas.map((subarea) => ({
    ...subarea,
    positions: subarea.positions.map((position) => position.slice(0, 1)),
  })),
});

test('the day to copy is the last same weekday with a layout, else the last day with one', () => {
  const rows = ['2026-11-07', '2026-11-12', '2026-11-14', '2026-11-20', '2026-11-21'].map((date) => ({
    date,
  }));
  expect(dayToCopy(rows, '2026-11-21')).toBe('2026-11-14');
  expect(dayToCopy(rows, '2026-11-22'), 'no Sunday').toBe('2026-11-21');
  expect(dayToCopy(rows, '2026-11-07')).toBeUndefined();
});
