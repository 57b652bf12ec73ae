import { expect, test } from 'vitest';
import { readWords } from '../../words/read-words.ts';
import { plainText } from '../notes/notes.ts';
import { positionsOf } from '../plan/rotation.ts';
import { parseTemplate } from '../team/template.ts';
import { type DaySettings, parseLayout } from './layout.ts';
import { sampleLayout, sampleTemplate } from './sample.ts';
import { unassigned } from './who-is-there.ts';

const english = readWords('en', 'starter');

const settings: DaySettings = { breakMinMinutes: 300, breakTimerMinutes: 30, dayStart: '12:00 AM' };

function ids() {
  let made = 0;
  return () => `id${++made}`;
}

test('the sample template obeys every rule: 5 rotations of 4 subareas with about 22 positions', () => {
  const template = sampleTemplate(ids(), 'Counter', english);
  expect(parseTemplate(template)).toEqual({ ok: true, value: template });
  expect(template).toMatchObject({ name: 'Weekday', area: 'Counter' });
  expect(template.rotations.map((rotation) => rotation.name)).toHaveLength(5);
  for (const rotation of template.rotations) {
    expect(rotation.subareas).toHaveLength(4);
    expect(Math.abs(positionsOf(rotation).length - 22)).toBeLessThanOrEqual(1);
  }
  expect(plainText(template.notes)).toContain('Good morning');
});

test.each([settings, { ...settings, dayStart: '4:00 AM' }, { ...settings, breakMinMinutes: 0 }])(
  '[LA6] the sample layout obeys every rule: 40 people, most of them placed (%j)',
  (daySettings) => {
    const newId = ids();
    const layout = sampleLayout(
      newId,
      '2026-11-21',
      daySettings,
      sampleTemplate(newId, 'Front of House', english),
    );
    expect(parseLayout(layout)).toEqual({ ok: true, value: layout });
    expect(new Set(layout.shifts.map((shift) => shift.teamMember)).size).toBe(40);
    expect(layout.shifts.every((shift) => shift.breaks.every((slot) => slot === null))).toBe(true);
    for (const rotation of layout.rotations) {
      const open = positionsOf(rotation).filter((position) => position.seats.length === 0);
      const waiting = unassigned(layout.shifts, rotation, layout.dayStart);
      expect([1, 2], rotation.name).toContain(open.length);
      expect(waiting.length, rotation.name).toBeGreaterThanOrEqual(1);
      expect(waiting.length, rotation.name).toBeLessThanOrEqual(8);
    }
  },
);
