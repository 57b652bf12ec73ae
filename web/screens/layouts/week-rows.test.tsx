import { expect, test } from 'vitest';
import { buildTeam } from '../../../test/builders.ts';
import { firstMissing, weekRows } from './week-rows.ts';

const today = '2026-11-21';
const team = buildTeam({ areas: ['Front', 'Kitchen', 'Patio'] });
const templates = [
  { id: 'weekday', name: 'Weekday', area: 'Front' },
  { id: 'grill', name: 'Grill', area: 'Kitchen' },
];
const layout = (id: string, date: string, area: string) => ({ id, date, area, template: 'Weekday' });
const week = (over: Partial<Parameters<typeof weekRows>[0]>) =>
  weekRows({ from: today, today, layouts: [], templates, team, ...over });
const short = (rows: ReturnType<typeof weekRows>) =>
  rows.map((row) => `${row.date.slice(-2)} ${row.layout ? row.layout.id : `no ${row.area ?? 'layout'}`}`);

test('[LA20] seven days, with what each still lacks; an area without a template lacks nothing', () => {
  const layouts = [layout('a', today, 'Front'), layout('b', '2026-11-23', 'Front')];
  expect(short(week({ layouts }))).toEqual([
    ...['21 a', '21 no Kitchen', '22 no layout', '23 b', '23 no Kitchen'],
    ...['24 no layout', '25 no layout', '26 no layout', '27 no layout'],
  ]);
});

test('[LA20] in days that are over, no area is missing', () => {
  const rows = week({ from: '2026-11-15', layouts: [layout('a', '2026-11-15', 'Front')] });
  expect(short(rows).slice(0, 2)).toEqual(['15 a', '16 no layout']);
  expect(firstMissing(rows, today)).toBe('2026-11-21');
});

test('[LA20] what the server makes by itself says so', () => {
  const weekdays = [{ day: 'Sunday', area: 'Front', template: 'weekday' }] as const;
  const automatic = { ...team, weekdays, laysTomorrow: true as const };
  const sunday = (areas: readonly string[]) =>
    week({ team: { ...automatic, areas } }).find(({ date }) => date === '2026-11-22');
  expect(sunday(['Front'])).toMatchObject({ isAutomatic: true });
  expect(sunday(['Front', 'Kitchen'])).toMatchObject({ isAutomatic: false });
  expect(week({ team: { ...team, weekdays, areas: ['Front'] } })[1]).toMatchObject({
    isAutomatic: false,
  });
});

test('[LA20] a deleted layout leaves its place to what says that it is missing', () => {
  const [front] = week({ layouts: [layout('a', today, 'Front'), layout('b', today, 'Kitchen')] });
  expect(week({ layouts: [layout('b', today, 'Kitchen')] }).map(({ key }) => key)).toContain(front?.key);
  expect(week({})[0]?.key).toBe(front?.key);
});
