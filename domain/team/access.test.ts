import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyStep } from '../../test/arbitraries.ts';
import { buildLayout, buildShift } from '../../test/builders.ts';
import { type Change, type DocumentKind, definitionOf } from '../change/change.ts';
import { mayChange } from '../change/may-change.ts';
import { mayManage, mayRunTheDay, roles } from './user.ts';

const settings: Change = {
  type: 'layout.settings',
  breakMinMinutes: 0,
  breakTimerMinutes: 0,
  dayStart: '12:00 AM',
};
const kinds: readonly DocumentKind[] = ['team', 'template', 'layout', 'crew'];

const ofTheDay: readonly Change[] = [
  { type: 'layout.create', layout: buildLayout() },
  { type: 'shift.add', shift: buildShift('a', '9:00 AM', '5:00 PM'), seats: [] },
  { type: 'shift.edit', shift: 'a', note: 'Hi' },
  { type: 'shift.delete', shift: 'a' },
  { type: 'shift.seat', shift: 'a', rotation: 'r', position: 'p', before: null },
  { type: 'shift.unseat', shift: 'a', rotation: 'r', position: 'p' },
  { type: 'break.press', shift: 'a', slot: 0, wants: 'start', at: 0, by: null },
  { type: 'break.restore', shift: 'a', slot: 0, record: null },
  { type: 'rotation.headcount', rotation: 'r', people: 6 },
  { type: 'notes.edit', base: [], next: [] },
];
const ofTheHouse: readonly Change[] = [
  { type: 'layout.area', area: 'Front' },
  { type: 'layout.delete' },
  { type: 'template.restore' },
  { type: 'rotation.delete', rotation: 'r' },
  { type: 'position.rename', rotation: 'r', position: 'p', name: 'Till' },
  { type: 'position.duty', rotation: 'r', position: 'p', secondDuty: 'mop' },
  { type: 'position.planning', rotation: 'r', position: 'p', priority: 'must' },
  { type: 'chart.set', rotation: 'r', people: 6, cells: [] },
  { type: 'chart.remove', rotation: 'r', people: 6 },
  { type: 'template.rename', name: 'Weekend' },
  { type: 'team.rename', name: 'Oak' },
];

test.each(ofTheDay)('[AC2] a lead may make %j on a layout only', (change) => {
  expect(kinds.filter((kind) => mayChange('lead', kind, change))).toEqual(['layout']);
});

test('a lead may say what the columns of schedule files are called', () => {
  const change: Change = { type: 'team.columns', columns: { name: 'Who' } };
  expect(kinds.filter((kind) => mayChange('lead', kind, change))).toEqual(['team']);
});

test.each(ofTheHouse)('[AC2] a lead may not make %j', (change) => {
  expect(kinds.filter((kind) => mayChange('lead', kind, change))).toEqual([]);
});

test('[AC1] [AC3] a manager may make every change of people, a viewer none', () => {
  fc.assert(
    fc.property(anyStep, fc.constantFrom(...kinds), (step, kind) => {
      fc.pre(definitionOf(step)?.may !== 'server');
      expect(mayChange('manager', kind, step)).toBe(true);
      expect(mayChange('viewer', kind, step)).toBe(false);
    }),
  );
  for (const change of [...ofTheDay, ...ofTheHouse])
    expect(mayChange('viewer', 'layout', change)).toBe(false);
});

test.each(roles)('[AC4] the settings of a layout are not a %s’s to change, nor within a batch', (role) => {
  expect(mayChange(role, 'layout', settings)).toBe(false);
  expect(mayChange(role, 'layout', { type: 'batch', changes: [...ofTheDay, settings] as never })).toBe(false);
});

test('a batch is allowed when all its steps are', () => {
  const batch = (...changes: readonly Change[]): Change => ({ type: 'batch', changes: changes as never });
  expect(mayChange('lead', 'layout', batch(...ofTheDay))).toBe(true);
  expect(mayChange('lead', 'layout', batch(...ofTheDay, ...ofTheHouse))).toBe(false);
  expect(mayChange('viewer', 'layout', batch(...ofTheDay))).toBe(false);
  expect(roles.filter((role) => mayChange(role, 'layout', batch()))).toEqual(['manager', 'lead']);
});

test('[AC1] [AC2] [AC3] what screens ask agrees', () => {
  expect(roles.filter(mayManage)).toEqual(['manager']);
  expect(roles.filter(mayRunTheDay)).toEqual(['manager', 'lead']);
});
