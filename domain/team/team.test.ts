import { expect, test } from 'vitest';
import { buildTeam, changed, refusal } from '../../test/builders.ts';
import type { TeamChange } from '../change/change.ts';
import { defaultDayStart, logoAddress, parseTeam, type Team } from './team.ts';

const team = buildTeam();

test.each<[string, Partial<Team>, string]>([
  ['no name', { name: ' ' }, 'Enter a name.'],
  ['no area', { areas: [] }, 'A team needs at least one area.'],
  ['a blank area', { areas: ['Front', ' '] }, 'Enter a name.'],
  ['an area twice', { areas: ['Front', ' Front '] }, 'That name is already taken. Enter a different one.'],
  [
    '25 areas',
    { areas: Array.from({ length: 25 }, (_, index) => `Area ${index}`) },
    'You’ve reached the limit of 24.',
  ],
  ['half a minute', { breakMinMinutes: 0.5 }, 'Enter a whole number of minutes from 0 to 1440.'],
  ['minus one minute', { breakTimerMinutes: -1 }, 'Enter a whole number of minutes from 0 to 1440.'],
  ['more than a day', { breakTimerMinutes: 1_441 }, 'Enter a whole number of minutes from 0 to 1440.'],
  ['no number', { breakMinMinutes: Number.NaN }, 'Enter a whole number of minutes from 0 to 1440.'],
  ['no start of the day', { dayStart: ' ' }, 'Enter a time, such as 3:30 PM.'],
  ['an unreadable start of the day', { dayStart: '4x' }, '“4x” is not a time. Try 3:30 PM, 3p, or 15:30.'],
  ['a start of the day that may be in the evening', { dayStart: '4' }, 'Add AM or PM to “4”.'],
  ['no time zone', { timeZone: 'Nowhere' }, 'Choose a time zone from the list.'],
  ['a color by name', { primaryColor: 'red' }, 'Enter a color, such as #1f5fbf.'],
  ['a short color', { primaryColor: '#fff' }, 'Enter a color, such as #1f5fbf.'],
  [
    'a logo by script',
    { logoUrl: 'javascript:alert(1)' },
    'Enter an https address without a user name or password.',
  ],
  [
    'a logo by http',
    { logoUrl: 'http://example.com/logo.png' },
    'Enter an https address without a user name or password.',
  ],
  [
    'a logo of another path',
    { logoUrl: '/api/account' },
    'Enter an https address without a user name or password.',
  ],
  [
    'a logo with a password',
    { logoUrl: 'https://ana:secret@example.com/logo.png' },
    'Enter an https address without a user name or password.',
  ],
])('[TE2] [TE3] [TE12] [TE15] a team with %s is refused', (_, over, sentence) => {
  expect(refusal(null, { type: 'team.create', team: { ...team, ...over } })).toBe(sentence);
});

test.each<[string, Partial<Team>]>([
  ['the smallest', { areas: ['Front'], breakMinMinutes: 0, breakTimerMinutes: 0 }],
  ['whole days', { breakMinMinutes: 1_440, breakTimerMinutes: 1_440 }],
  ['color and logo', { primaryColor: '#1F5fbf', logoUrl: 'https://example.com/@us/logo.png' }],
  ['an uploaded logo', { logoUrl: logoAddress('t1', 'picture') }],
])('[TE2] [TE3] [TE12] [TE15] a team with %s is taken', (_, over) => {
  const made = buildTeam(over);
  expect(parseTeam(made)).toEqual({ ok: true, value: made });
});

test.each<[TeamChange, Partial<Team>]>([
  [{ type: 'team.rename', name: ' Oak & 5th ' }, { name: 'Oak & 5th' }],
  [
    { type: 'team.breaks', breakMinMinutes: 240, breakTimerMinutes: 15 },
    { breakMinMinutes: 240, breakTimerMinutes: 15 },
  ],
  [
    { type: 'team.day', dayStart: '4:00 AM', timeZone: 'UTC' },
    { dayStart: '4:00 AM', timeZone: 'UTC' },
  ],
  [
    { type: 'team.formats', clock: 'H:mm', date: 'D.M.YYYY' },
    { clock: 'H:mm', date: 'D.M.YYYY' },
  ],
  [{ type: 'team.formats', clock: 'h:mm AM/PM', date: 'M/D/YYYY' }, {}],
  [{ type: 'team.theme', primaryColor: '#123456' }, { primaryColor: '#123456' }],
  [{ type: 'team.logo', logoUrl: 'https://example.com/a' }, { logoUrl: 'https://example.com/a' }],
  [{ type: 'team.columns', columns: { name: ' Who ', note: ' ' } }, { columns: { name: 'Who' } }],
  [{ type: 'area.add', name: ' Patio ' }, { areas: [...team.areas, 'Patio'] }],
  [{ type: 'area.rename', area: 'Front of House', name: 'Lobby' }, { areas: ['Lobby', 'Back of House'] }],
  [{ type: 'area.rename', area: 'Gone', name: 'Lobby' }, {}],
  [{ type: 'area.delete', area: 'Front of House' }, { areas: ['Back of House'] }],
  [{ type: 'area.delete', area: 'Gone' }, {}],
])('[TE12] %j', (change, over) => {
  expect(changed(team, change)).toEqual({ ...team, ...over });
});

test('[TE4] an area keeps its own name, and one is left', () => {
  expect(refusal(team, { type: 'area.add', name: 'Front of House' })).toBe(
    'That name is already taken. Enter a different one.',
  );
  expect(refusal(team, { type: 'area.rename', area: 'Back of House', name: 'Front of House' })).toBe(
    'That name is already taken. Enter a different one.',
  );
  const one = changed(team, { type: 'area.delete', area: 'Front of House' });
  expect(refusal(one, { type: 'area.delete', area: 'Back of House' })).toBe(
    'A team needs at least one area.',
  );
});

test('[TE27] a new team’s day starts at 4:00 AM', () => {
  expect(defaultDayStart).toBe('4:00 AM');
});
