import { expect, test } from 'vitest';
import type { Team } from '../../../../domain/team/team.ts';
import { settingsChanges, settingsTexts } from './settings.tsx';

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

test('the same value typed differently is not a change', () => {
  const typed = { ...settingsTexts(team), dayStart: '4a', breakMinMinutes: ' 300 ' };
  expect(settingsChanges(team, typed)).toEqual([]);
});

test('only changed settings are sent', () => {
  const typed = { ...settingsTexts(team), breakTimerMinutes: '20', timeZone: 'America/Denver' };
  expect(settingsChanges(team, typed)).toEqual([
    { type: 'team.breaks', breakMinMinutes: 300, breakTimerMinutes: 20 },
    { type: 'team.day', dayStart: '4:00 AM', timeZone: 'America/Denver' },
  ]);
});

test('unreadable values are passed on as typed, so that validation rejects them', () => {
  const typed = { ...settingsTexts(team), dayStart: '25:99', breakMinMinutes: '-3' };
  expect(settingsChanges(team, typed)).toEqual([
    { type: 'team.breaks', breakMinMinutes: -1, breakTimerMinutes: 30 },
    { type: 'team.day', dayStart: '25:99', timeZone: 'America/Chicago' },
  ]);
});
