import { expect, test } from 'vitest';
import { shiftOf } from '../../test/team-requests.ts';
import type { Layout } from './layout.ts';
import { todayWith } from './today.ts';

const team = { timeZone: 'America/Chicago', dayStart: '12:00 AM' } as const;
const at = (time: string) => Date.parse(`2026-11-21T${time}:00-06:00`);
const layout: Layout = {
  ...{ kind: 'layout', date: '2026-11-20', area: 'Front', template: 'Friday', notes: [], rotations: [] },
  ...{ shifts: [shiftOf('Cleo', { startTime: '5:00 PM', endTime: '1:00 AM' })], dayStart: '12:00 AM' },
  ...{ breakMinMinutes: 0, breakTimerMinutes: 0 },
};

test('[DV34] today is the board’s day until its last person has gone', () => {
  expect(todayWith(layout, at('00:59'), team)).toBe('2026-11-20');
  expect(todayWith(layout, at('01:00'), team)).toBe('2026-11-21');
  expect(todayWith({ ...layout, date: '2026-11-19' }, at('00:59'), team)).toBe('2026-11-21');
  expect(todayWith(undefined, at('00:59'), team)).toBe('2026-11-21');
});
