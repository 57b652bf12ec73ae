import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { buildTeam } from '../../../test/builders.ts';
import { lawRows } from '../../day/law-row.ts';
import { jurisdictions } from '../../team/planning-settings.ts';
import { isIsoDate } from '../../time/date.ts';
import { lawsByJurisdiction, lawsOn, settingsOn } from './laws.ts';

const ids = (jurisdiction: string, date: string) => lawsOn(jurisdiction, date).map(({ id }) => id);

test('[LW1] a day has the rows of its jurisdiction that are in force on it', () => {
  expect(ids('CA', '2026-11-29')).toEqual([
    ...['ca-meal-1', 'ca-meal-2'],
    ...['ca-rest-1', 'ca-rest-2', 'ca-rest-3', 'ca-rest-4'],
  ]);
  expect(ids('LA', '2024-07-31')).toEqual(['la-minor-meal']);
  expect(ids('LA', '2024-08-01')).toEqual(['la-young-meal']);
  expect(ids('MN', '2025-12-31')).toEqual([]);
  expect(ids('MN', '2026-01-01')).toHaveLength(4);
  expect(ids('Atlantis', '2026-11-29')).toEqual([]);
  expect(ids('constructor', '2026-11-29')).toEqual([]);
  expect(lawsOn(undefined, '2026-11-29')).toEqual([]);
});

test('[LW1] a layout keeps its team’s minutes and, where the team named a jurisdiction, the law of its date', () => {
  const settings = { breakMinMinutes: 300, breakTimerMinutes: 30, dayStart: '12:00 AM' };
  expect(settingsOn(buildTeam(), '2026-11-29')).toEqual(settings);
  const team = buildTeam({ planning: { jurisdiction: 'MI' } });
  expect(settingsOn(team, '2026-11-29')).toEqual({ ...settings, laws: lawsOn('MI', '2026-11-29') });
});

test.each(jurisdictions)(
  '[LW2] each row of %s says where the law says it, and when and where that was read, if it was',
  (place) => {
    const rows = lawsByJurisdiction[place];
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    expect(z.safeParse(lawRows, lawsOn(place, '2026-11-29')).error).toBeUndefined();
    for (const { cite, verified, from, until, minutes, earliest = 0, latest = Infinity } of rows) {
      expect(cite).toMatch(/\d/);
      if (verified) expect([isIsoDate(verified.on), verified.at.length > 8]).toEqual([true, true]);
      for (const date of [from, until]) expect(date === undefined || isIsoDate(date)).toBe(true);
      expect(minutes >= 10 && minutes <= 60 && earliest <= latest).toBe(true);
    }
  },
);

test('[LW2] what was not read is not called verified', () => {
  const unread = (place: string) =>
    lawsOn(place, '2026-11-29').flatMap(({ id, verified }) => (verified ? [] : [id]));
  expect(unread('CO')).toEqual([]);
  expect(unread('NY')).toEqual(['ny-late']);
  expect(unread('WA')).toEqual(ids('WA', '2026-11-29'));
  expect(unread('UK')).toEqual(ids('UK', '2026-11-29'));
});

test('[LW3] a row can be waived where the law says so alone', () => {
  const waivable = jurisdictions.flatMap((place) =>
    lawsOn(place, '2026-11-29').flatMap(({ id, waivable }) => (waivable ? [[id, waivable]] : [])),
  );
  expect(Object.fromEntries(waivable)).toEqual({
    'ca-meal-1': { upTo: 360 },
    'ca-meal-2': { upTo: 720, unless: 'ca-meal-1' },
    'wa-meal': {},
    'wa-meal-2': {},
  });
});

test.each(['CT', 'DE'])('[LW7] in %s a meal lies outside of the first and the last two hours', (place) => {
  const [meal] = lawsOn(place, '2026-11-29');
  expect(meal).toMatchObject({ atLeast: 450, earliest: 120, notWithinLast: 120 });
  expect(meal).not.toHaveProperty('latest');
});
