import { expect, test } from 'vitest';
import { buildLayout, buildRotation, buildShift, buildTeam } from '../../test/builders.ts';
import { minutesInto, wallClock } from '../time/date.ts';
import { breakAlerts } from './break-alerts.ts';
import { copyLayout } from './document-copy.ts';
import { handoverOf } from './handover.ts';
import { daySettings } from './layout.ts';
import type { Shift } from './shift.ts';
import { breakMarks } from './timeline.ts';
import { breaksAt, presentMinutes, scheduledMinutes } from './who-is-there.ts';

const zone = 'America/Chicago';
/** In Chicago, clocks go back on the night to 11/1/2026, and ahead on the night to 3/14/2027. */
const dates = ['2026-10-24', '2026-10-31', '2026-11-01', '2027-03-13', '2027-03-14', '2027-03-20'];
const at = (local: string) => Date.parse(local);

test('[D40] a day that is copied over both changes of the clocks keeps its clock times, in rotations and shifts', () => {
  const shifts = [
    buildShift('early', '5:00 AM', '1:00 PM'),
    buildShift('close', '4:00 PM', '1:30 AM'),
    buildShift('night', '10:00 PM', '6:00 AM'),
    buildShift('small', '1:30 AM', '3:30 AM'),
  ];
  const rotations = [
    buildRotation('day', '5:00 AM', '4:00 PM'),
    buildRotation('close', '4:00 PM', '2:00 AM'),
    buildRotation('night', '2:00 AM', '4:00 AM'),
  ];
  const settings = daySettings(buildTeam({ timeZone: zone, dayStart: '4:00 AM' }));
  let made = 0;
  const newId = () => `new-${made++}`;
  const timesOf = (each: { startTime: string; endTime: string }) => [each.startTime, each.endTime];
  const first = buildLayout({ date: '2026-10-17', shifts, rotations, ...settings });
  let day = first;
  for (const date of dates) {
    day = copyLayout(day, date, { settings, newId, people: true });
    expect(day.date).toBe(date);
    expect(day.shifts.map(timesOf).sort()).toEqual(first.shifts.map(timesOf).sort());
    expect(day.rotations.map(timesOf)).toEqual(first.rotations.map(timesOf));
    for (const shift of day.shifts) {
      // a shift lasts as long as time passes between what the clock shows
      const usual = scheduledMinutes(shift, { ...first, date: '2026-10-17' }, zone);
      const isOver = (hours: string) => day.date === hours && shift.startTime !== '5:00 AM';
      const more = isOver('2026-10-31') ? longer(shift) : isOver('2027-03-13') ? shorter(shift) : 0;
      expect([date, shift.startTime, scheduledMinutes(shift, day, zone) - usual]).toEqual([
        date,
        shift.startTime,
        more,
      ]);
      expect(presentMinutes(shift, day, zone)).toBe(scheduledMinutes(shift, day, zone));
    }
  }
});

/** Who starts or stops in the hour that comes twice does so the first time. */
const longer = ({ endTime }: Shift): number => (endTime === '1:30 AM' ? 0 : 60);
const shorter = ({ endTime }: Shift): number => (endTime === '1:30 AM' ? 0 : -60);

test('[D41] a break over the hour that comes twice is as long on the timeline as it was, and alerts once', () => {
  const startedAt = at('2026-11-01T01:50:00-05:00');
  const slot = { startedAt, startedBy: null, endedAt: startedAt + 30 * 60_000, endedBy: null };
  const day = buildLayout({ date: '2026-10-31', dayStart: '4:00 AM', breakTimerMinutes: 20 });
  const shift = buildShift('ana', '6:00 PM', '5:00 AM', { breaks: [slot] });
  const now = startedAt + 60 * 60_000;
  const [mark] = breakMarks(shift, day, { now, timeZone: zone });
  expect([mark?.start, mark?.end]).toEqual([25 * 60 + 50, 26 * 60 + 20]);

  const running = { ...shift, breaks: [{ ...slot, endedAt: null }] };
  const alerts = (minutes: number) =>
    breakAlerts({ ...day, shifts: [running] }, startedAt + minutes * 60_000, zone)
      .filter(({ kind }) => kind === 'over')
      .map(({ time }) => time);
  expect([15, 20, 34, 35, 70, 80].map(alerts)).toEqual([[], ['1:10 AM'], ['1:10 AM'], [], [], []]);
});

test.each([
  ['2026-10-31', '2026-11-01T01:50:00-05:00'],
  ['2026-10-31', '2026-11-01T01:20:00-06:00'],
  ['2026-11-01', '2026-11-01T12:00:00-06:00'],
  ['2027-03-13', '2027-03-14T01:50:00-06:00'],
  ['2027-03-14', '2027-03-14T12:00:00-05:00'],
  ['2027-03-15', '2027-03-15T12:00:00-05:00'],
])('[D41] on %s, a break from %s is back by the clock, with the time that passed', (date, started) => {
  const startedAt = at(started);
  const running = { startedAt, startedBy: null, endedAt: null, endedBy: null };
  const layout = buildLayout({
    date,
    dayStart: '4:00 AM',
    breakTimerMinutes: 30,
    shifts: [buildShift('ana', '6:00 AM', '5:30 AM', { breaks: [running] })],
  });
  const now = startedAt + 10 * 60_000;
  const moment = { now, minute: minutesInto(date, now, zone) };
  const [back] = handoverOf(layout, moment, zone).running;
  const ends = wallClock(startedAt + 30 * 60_000, zone);
  expect((back?.minute ?? 0) % 1_440).toBe(ends.minutes);
  expect(breaksAt(layout.shifts[0] as Shift, layout, { now, timeZone: zone })).toEqual([running]);
});
