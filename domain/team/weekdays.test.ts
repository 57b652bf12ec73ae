import { expect, test } from 'vitest';
import { buildTeam, changed, refusal } from '../../test/builders.ts';
import type { TeamChange } from '../change/change.ts';
import { inverse } from '../change/inverse.ts';
import { dateDue, templateOn } from './team.ts';

const set = (day: 'Monday' | 'Sunday', area: string, template: string | null): TeamChange => ({
  ...{ type: 'team.weekday', day, area, template },
});
const team = changed(
  buildTeam(),
  set('Sunday', 'Back of House', 'b'),
  set('Monday', 'Front of House', 'old'),
  set('Monday', 'Front of House', 'f'),
);

test('[DS13] each weekday and area has one template, in one order', () => {
  expect(team.weekdays).toEqual([
    { day: 'Monday', area: 'Front of House', template: 'f' },
    { day: 'Sunday', area: 'Back of House', template: 'b' },
  ]);
  expect(templateOn(team.weekdays ?? [], '2026-11-23', 'Front of House')).toBe('f');
  expect(templateOn(team.weekdays ?? [], '2026-11-23', 'Back of House')).toBeUndefined();
  const none = changed(team, set('Sunday', 'Back of House', null), set('Monday', 'Front of House', null));
  expect(none).toEqual(buildTeam());
  expect(refusal(team, set('Monday', 'Patio', 'x'))).toBe('Choose an area.');
});

test('[DS13] a renamed area keeps its templates; a deleted one loses them until that is undone', () => {
  const renamed = changed(team, { type: 'area.rename', area: 'Front of House', name: ' Lobby ' });
  expect(renamed.weekdays?.[0]).toEqual({ day: 'Monday', area: 'Lobby', template: 'f' });
  const remove: TeamChange = { type: 'area.delete', area: 'Front of House' };
  const deleted = changed(team, remove);
  expect(deleted.weekdays).toEqual([{ day: 'Sunday', area: 'Back of House', template: 'b' }]);
  const undo = inverse(team, remove, deleted);
  expect(undo && changed(deleted, undo)).toEqual(team);
});

test.each([
  ['2026-11-21T17:59:00Z', '2026-11-21'],
  ['2026-11-21T18:00:00Z', '2026-11-22'],
  // before 4 AM it is still Saturday's business day
  ['2026-11-22T09:59:00Z', '2026-11-22'],
  ['2026-11-22T10:00:00Z', '2026-11-22'],
  // the days when clocks change: noon comes an hour later or earlier
  ['2026-03-08T16:59:00Z', '2026-03-08'],
  ['2026-03-08T17:00:00Z', '2026-03-09'],
  ['2026-11-01T17:59:00Z', '2026-11-01'],
  ['2026-11-01T18:00:00Z', '2026-11-02'],
])('[DS14] at %s the layouts of %s are due in Chicago', (now, date) => {
  expect(dateDue({ timeZone: 'America/Chicago', dayStart: '4:00 AM' }, Date.parse(now))).toBe(date);
});
