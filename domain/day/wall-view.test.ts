import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { anyLayout, anyTeam } from '../../test/arbitraries.ts';
import { buildLayout, buildShift } from '../../test/builders.ts';
import { boardNames } from '../plan/board-names.ts';
import { teamSchema } from '../team/team.ts';
import { clockFormats } from '../time/formats.ts';
import { type Layout, layoutSchema } from './layout.ts';
import { wallLayout, wallTeam } from './wall-view.ts';

const opaque = (id: string) => `s-${[...id].map((each) => each.codePointAt(0)).join('-')}`;

/** The fields of what a wall is told, wherever they are. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  '': [
    ...['kind', 'date', 'area', 'template', 'notes', 'shifts', 'rotations'],
    ...['breakMinMinutes', 'breakTimerMinutes', 'dayStart', 'deleted'],
  ],
  notes: ['insert', 'attributes'],
  'notes.attributes': ['header', 'bold', 'italic', 'underline', 'list'],
  shifts: [
    ...['id', 'teamMember', 'startTime', 'endTime', 'schedule', 'note', 'provider', 'breaks'],
    ...['out', 'late', 'planned', 'skipped'],
  ],
  'shifts.breaks': ['startedAt', 'startedBy', 'endedAt', 'endedBy', 'confirmedAt'],
  'shifts.planned': ['kind', 'start', 'minutes', 'relief'],
  'shifts.skipped': ['slot', 'how', 'at', 'by'],
  'shifts.out': ['reason', 'from', 'at', 'by'],
  'shifts.late': ['expected', 'at', 'by'],
  rotations: ['id', 'name', 'startTime', 'endTime', 'subareas', 'charts', 'people'],
  'rotations.charts': ['people', 'coveredBy'],
  'rotations.subareas': ['id', 'name', 'positions'],
  'rotations.subareas.positions': ['id', 'name', 'breaker', 'seats'],
};

/** Fields that are not allowed, by their paths. */
function foreign(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => foreign(each, path));
  if (typeof value !== 'object' || value === null) return [];
  // by the ids of positions, which it has anyway
  if (path === 'rotations.charts.coveredBy') return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    allowed[path]?.includes(name)
      ? foreign(inner, path === '' ? name : `${path}.${name}`)
      : [`${path}.${name}`],
  );
}

/** With a secret in each text that walls are not told. */
const withSecrets = (layout: Layout): Layout => ({
  ...layout,
  notes: [{ insert: 'call', attributes: { link: 'tel:secret' } }, ...layout.notes],
  deletedByHand: ['secret'],
  laws: [{ id: 'secret', kind: 'rest', minutes: 15, ageTo: 15, cite: 'secret' }],
  laid: { from: null, left: [{ shift: 'secret', why: 'new', position: 'secret' }] },
  shifts: layout.shifts.map((shift) => ({
    ...shift,
    id: `secret ${shift.id}`,
    schedule: 'secret',
    note: 'secret',
    provider: 'secret',
    person: 'secret',
    told: {
      ...{
        teamMember: 'secret',
        startTime: '1:00 PM',
        endTime: '2:00 PM',
        schedule: 'secret',
        note: 'secret',
      },
      ...{ role: 'secret', person: 'secret', id: 'secret' },
    },
    breaks: shift.breaks.map((slot) => slot && { ...slot, startedBy: 'secret', endedBy: 'secret' }),
    out: {
      reason: 'sick',
      from: '1:00 PM',
      at: 1,
      by: 'secret',
      stood: [{ rotation: 'secret', position: 'x' }],
    },
    late: { expected: null, at: 1, by: 'secret' },
    skipped: [{ slot: 0, how: 'waived', at: 1, by: 'secret' }],
    planned: [
      {
        ...{ kind: 'rest', row: 'secret', start: '1:00 PM', minutes: 15 },
        relief: [{ position: 'secret', from: '1:00 PM', to: '1:15 PM', by: 'secret' }],
      },
    ],
  })),
  rotations: layout.rotations.map((rotation) => ({
    ...rotation,
    subareas: rotation.subareas.map((subarea) => ({
      ...subarea,
      positions: subarea.positions.map((position) => ({
        ...position,
        secondDuty: 'secret',
        seats: position.seats.map((seat) => `secret ${seat}`),
      })),
    })),
  })),
});

test('[PD8] a wall is told what is on a list of fields, of any layout, and it is a layout', () => {
  fc.assert(
    fc.property(anyLayout, (layout) => {
      const told = wallLayout(withSecrets(layout), opaque);
      expect(foreign(told)).toEqual([]);
      expect(JSON.stringify(told)).not.toMatch(/secret|sick|tel:/);
      if (z.safeParse(layoutSchema, layout).success)
        expect(z.safeParse(layoutSchema, told).error).toBeUndefined();
      expect(told.shifts.map(({ startTime }) => startTime)).toEqual(
        layout.shifts.map(({ startTime }) => startTime),
      );
    }),
  );
});

const word = fc.constantFrom(
  'Maria',
  'Mario',
  'Ana',
  'Garcia',
  'Gomez',
  'Lee',
  'Nwosu-Bennett',
  'O’Neil',
  '“Bob”',
  '李',
);
const fullName = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
const hour = fc.constantFrom('8:00 AM', '9:00 AM', '9:30 AM');

const end = fc.constantFrom('4:00 PM', '5:00 PM');
const job = fc.constantFrom('Grill', 'Till', '');

test('[PD8] a page calls people as any other page does, with times as the team writes them', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fullName, hour, end, job), { maxLength: 8 }), (people) => {
      const shifts = people.map(([teamMember, startTime, endTime, schedule], index) =>
        buildShift(`s${index}`, startTime, endTime, { teamMember, schedule }),
      );
      const told = wallLayout(buildLayout({ shifts }), (id) => id).shifts;
      const shortest = ([id, { short }]: readonly [string, { readonly short: string }]) => [id, short];
      for (const clock of clockFormats) {
        const shown = [...boardNames(told, clock)].map(shortest);
        expect(shown).toEqual([...boardNames(shifts, clock)].map(shortest));
        expect(new Set(shown.map(([, short]) => short?.toLowerCase())).size).toBe(shifts.length);
      }
    }),
  );
});

test('[PD8] a full name that can be shortened is not told', () => {
  const names = ['Maria Gutiérrez', 'Maria Garcia', 'Robert “Bob” Smith', 'Amara Nwosu-Bennett', 'Cher'];
  const shifts = names.map((teamMember, index) =>
    buildShift(`s${index}`, '9:00 AM', '5:00 PM', { teamMember }),
  );
  const told = wallLayout(buildLayout({ shifts }), opaque).shifts.map(({ teamMember }) => teamMember);
  expect(told).toEqual(['Maria Gu.', 'Maria Ga.', 'Bob S.', 'Amara N-B.', 'Cher']);
});

test('[PD8] of a team, a wall is told its name, color, logo, formats, zone and when its day begins', () => {
  fc.assert(
    fc.property(anyTeam, (team) => {
      const told = wallTeam({
        ...team,
        date: 'D.M.YYYY',
        columns: { name: 'secret' },
        guide: true,
        laysTomorrow: true,
      });
      expect(z.safeParse(teamSchema, told).error).toBeUndefined();
      expect(told).toEqual({
        ...{ kind: 'team', name: team.name, areas: [], breakMinMinutes: 0, breakTimerMinutes: 0 },
        ...{ dayStart: team.dayStart, timeZone: team.timeZone },
        ...{ primaryColor: team.primaryColor, logoUrl: team.logoUrl, date: 'D.M.YYYY' },
      });
    }),
  );
});
