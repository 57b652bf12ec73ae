import { expect, test } from 'vitest';
import { buildLayout, buildRotation, buildShift } from '../../test/builders.ts';
import { instantOf } from '../time/date.ts';
import { type Handover, handoverOf } from './handover.ts';
import type { Layout } from './layout.ts';

const timeZone = 'America/Chicago';
const at = (layout: Layout, minute: number): Handover =>
  handoverOf(layout, { minute, now: instantOf(layout.date, minute, timeZone) }, timeZone);
const ids = (list: readonly { shift: { id: string }; minute: number | null }[]) =>
  list.map(({ shift, minute }) => `${shift.id} ${minute}`);

const seated = (id: string, from: string, to: string, seats: Readonly<Record<string, readonly string[]>>) => {
  const rotation = buildRotation(id, from, to, Object.keys(seats));
  const subareas = rotation.subareas.map((subarea) => ({
    ...subarea,
    positions: subarea.positions.map((each) => ({ ...each, seats: seats[each.name] ?? [] })),
  }));
  return { ...rotation, subareas };
};

const noon = 12 * 60;
const started = (hours: number) => ({
  startedAt: instantOf('2026-11-21', hours * 60, timeZone),
  startedBy: null,
  endedAt: null,
  endedBy: null,
});

test('[PP4] a handover says what is open and what opens, in this rotation and in the next', () => {
  const layout = buildLayout({
    shifts: [buildShift('ana', '9:00 AM', '1:00 PM'), buildShift('ben', '5:30 PM', '9:00 PM')],
    rotations: [
      seated('lunch', '11:00 AM', '2:00 PM', { till: ['ana'], grill: [] }),
      seated('dinner', '5:00 PM', '9:00 PM', { till: ['ben'], grill: ['ben'] }),
      seated('close', '9:00 PM', '1:00 AM', { till: [] }),
    ],
  });
  const shown = at(layout, noon).open.map(({ rotation, position, from, isNow, next }) =>
    [rotation, position, from, isNow ? 'now' : '', next?.shift.id].filter(Boolean).join(' '),
  );
  expect(shown).toEqual([
    'lunch grill 720 now',
    'lunch till 780',
    'dinner till 1020 ben',
    'dinner grill 1020 ben',
  ]);
  expect(
    at(layout, 23 * 60).open.map(({ rotation }) => rotation),
    'across midnight',
  ).toEqual(['close']);
  expect(at(layout, 30 * 60)).toEqual({ open: [], coming: [], going: [], running: [], owed: [], due: [] });
});

test('[PP4] who comes and who goes within the hour, where they will stand, and who is late', () => {
  const late = { expected: null, at: 0, by: null };
  const layout = buildLayout({
    shifts: [
      buildShift('late', '11:00 AM', '8:00 PM', { late }),
      buildShift('now', '9:00 AM', '12:00 PM'),
      buildShift('goes', '9:00 AM', '1:00 PM'),
      buildShift('stays', '9:00 AM', '1:01 PM'),
      buildShift('comes', '12:30 PM', '8:00 PM'),
      buildShift('out', '12:30 PM', '8:00 PM', {
        out: { reason: 'sick', from: '12:30 PM', at: 0, by: null },
      }),
    ],
    rotations: [seated('lunch', '11:00 AM', '2:00 PM', { till: ['goes'], grill: ['comes'] })],
  });
  const { coming, going } = at(layout, noon);
  expect(coming.map(({ shift, minute, position }) => `${shift.id} ${minute} ${position}`)).toEqual([
    'late null ',
    'comes 750 grill',
  ]);
  expect(going.map(({ shift, minute, position }) => `${shift.id} ${minute} ${position}`)).toEqual([
    'goes 780 till',
  ]);
});

test('[PP4] breaks that run, that are owed, and that are due later, of who is there', () => {
  const layout = buildLayout({
    shifts: [
      buildShift('owed', '6:00 AM', '2:00 PM', { breaks: [null] }),
      buildShift('due', '8:00 AM', '4:00 PM', { breaks: [null] }),
      buildShift('gone', '4:00 AM', '11:00 AM', { breaks: [null] }),
      buildShift('coming', '1:00 PM', '9:00 PM', { breaks: [null] }),
      buildShift('away', '7:00 AM', '3:00 PM', { breaks: [started(11.75)] }),
      buildShift('overdue', '7:00 AM', '3:00 PM', { breaks: [started(11)] }),
      buildShift('back', '7:00 AM', '3:00 PM', {
        breaks: [{ ...started(10), endedAt: started(10.5).startedAt }],
      }),
    ],
  });
  const { running, owed, due } = at(layout, noon);
  expect(running.map(({ shift, minute, isLate }) => `${shift.id} ${minute} ${isLate}`)).toEqual([
    'overdue 690 true',
    'away 735 false',
  ]);
  expect([ids(owed), ids(due)]).toEqual([['owed 660'], ['due 780']]);
});
