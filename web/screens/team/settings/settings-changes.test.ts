import { expect, test } from 'vitest';
import type { Team } from '../../../../domain/team/team.ts';
import { settingsChanges, settingsTexts } from './settings-changes.ts';

const team: Team = {
  kind: 'team',
  name: 'Maple & 4th',
  areas: ['Kitchen'],
  breakMinMinutes: 300,
  breakTimerMinutes: 30,
  dayStart: '4:00 AM',
  timeZone: 'America/Chicago',
  primaryColor: null,
  logoUrl: null,
};

test('what says the same in other letters is no change', () => {
  const typed = { ...settingsTexts(team), dayStart: '4a', breakMinMinutes: ' 300 ' };
  expect(settingsChanges(team, typed)).toEqual([]);
});

test('only what was changed is said', () => {
  const typed = { ...settingsTexts(team), breakTimerMinutes: '20', timeZone: 'America/Denver' };
  expect(settingsChanges(team, typed)).toEqual([
    { type: 'team.breaks', breakMinMinutes: 300, breakTimerMinutes: 20 },
    { type: 'team.day', dayStart: '4:00 AM', timeZone: 'America/Denver' },
  ]);
});

test('what cannot be read stays as it was typed, for the rule to refuse', () => {
  const typed = { ...settingsTexts(team), dayStart: '25:99', breakMinMinutes: '-3' };
  expect(settingsChanges(team, typed)).toEqual([
    { type: 'team.breaks', breakMinMinutes: -1, breakTimerMinutes: 30 },
    { type: 'team.day', dayStart: '25:99', timeZone: 'America/Chicago' },
  ]);
});
