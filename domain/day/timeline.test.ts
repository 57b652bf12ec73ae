import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyLayout } from '../../test/arbitraries.ts';
import { buildLayout, buildRotation, buildShift, changed, pointAt } from '../../test/builders.ts';
import { contains } from '../time/clock-time.ts';
import { coverageCurve, missingPeople, shortages } from './curve.ts';
import type { Shift } from './shift.ts';
import { breakMarks, rotationLanes, timelineRange, timelineRows } from './timeline.ts';
import { breaksAt } from './who-is-there.ts';

const hour = 60;
const record = { at: 0, by: null };
const noon = Date.parse('2026-11-21T12:00:00Z');

function seated(id: string, times: readonly [string, string], seats: Readonly<Record<string, string>>) {
  const rotation = buildRotation(id, times[0], times[1], Object.keys(seats));
  for (const position of rotation.subareas[0]?.positions ?? []) {
    Object.assign(position, { seats: [seats[position.id]] });
  }
  return rotation;
}

test('[TL2] a bar has the position of each rotation, one part where it stays the same', () => {
  const day = buildLayout({
    shifts: [buildShift('Ana', '10:00 AM', '6:00 PM'), buildShift('Bo', '11:00 AM', '2:00 PM')],
    rotations: [
      seated('dinner', ['4:00 PM', '8:00 PM'], { grill: 'Ana' }),
      seated('lunch', ['9:00 AM', '2:00 PM'], { grill: 'Ana', till: 'Bo' }),
      seated('between', ['2:00 PM', '4:00 PM'], { grill: 'Ana' }),
    ],
  });
  const [ana, bo] = timelineRows(day);
  expect(ana?.stints).toEqual([
    {
      start: 10 * hour,
      end: 18 * hour,
      covers: [],
      rotations: ['lunch', 'between', 'dinner'],
      subarea: 'Front',
      position: 'grill',
    },
  ]);
  expect(bo?.stints.map(({ start, end, position }) => [start / hour, end / hour, position])).toEqual([
    [11, 14, 'till'],
  ]);
});

test('who was called out keeps the positions that they had until then', () => {
  const day = changed(
    buildLayout({
      shifts: [buildShift('Ana', '9:00 AM', '6:00 PM')],
      rotations: [
        seated('lunch', ['9:00 AM', '2:00 PM'], { grill: 'Ana' }),
        seated('dinner', ['2:00 PM', '8:00 PM'], { grill: 'Ana' }),
      ],
    }),
    {
      ...{ type: 'shift.out', shift: 'Ana', reason: 'left-early', from: '12:30 PM' },
      ...{ keeps: 'stood', at: noon, by: null },
    },
  );
  const [row] = timelineRows(day);
  expect(row?.stints).toMatchObject([{ start: 9 * hour, end: 14 * hour, position: 'grill' }]);
  expect(row?.out).toEqual({ start: 12.5 * hour, end: 18 * hour });
  expect(pointAt(coverageCurve(day), 10 * hour)).toMatchObject({ seated: 1, covered: 1 });
  expect(pointAt(coverageCurve(day), 13 * hour)).toMatchObject({ present: 0, seated: 0, covered: 0 });
});

test.each<[string, Partial<Shift>, [number, number] | null, [number, number] | null]>([
  ['here', {}, null, null],
  ['late', { late: { expected: '10:30 AM', ...record } }, [9, 10.5], null],
  ['late without a time', { late: { expected: null, ...record } }, [9, 17], null],
  ['out at noon', { out: { reason: 'sick', from: '12:00 PM', ...record } }, null, [12, 17]],
  ['out all day', { out: { reason: 'no-show', from: '8:00 AM', ...record } }, null, [9, 17]],
])('[TL3] the bar of somebody %s', (_, over, late, out) => {
  const day = buildLayout({ shifts: [buildShift('Ana', '9:00 AM', '5:00 PM', over)] });
  const hours = (span: { start: number; end: number } | null | undefined) =>
    span ? [span.start / hour, span.end / hour] : null;
  const [row] = timelineRows(day);
  expect([hours(row?.late), hours(row?.out)]).toEqual([late, out]);
});

test('[TL4] breaks are where they were taken, and one that nobody ended goes on until now', () => {
  const started = (minutes: number, ended: number | null = null) => ({
    startedAt: noon + minutes * 60_000,
    startedBy: null,
    endedAt: ended === null ? null : noon + ended * 60_000,
    endedBy: null,
  });
  const breaks = [started(-120, -95), null, started(-40), started(-10)];
  const shift = buildShift('Ana', '9:00 AM', '5:00 PM', { breaks });
  const day = buildLayout({ breakMinMinutes: 180 });
  const marks = breakMarks(shift, day, { now: noon, timeZone: 'UTC' });
  expect(marks).toEqual([
    { index: 0, state: 'taken', start: 600, end: 625 },
    { index: 1, state: 'due', start: 900, end: 930 },
    { index: 2, state: 'over', start: 680, end: 720 },
    { index: 3, state: 'running', start: 710, end: 740 },
  ]);
  const out = { out: { reason: 'sick' as const, from: '3:00 PM', ...record } };
  expect(
    breakMarks({ ...shift, ...out }, day, { now: noon, timeZone: 'UTC' }).map(({ index }) => index),
  ).toEqual([0, 2, 3]);
});

test.each<[string, Partial<Shift>, number, number]>([
  ['a break whose time was up', {}, 16 * hour + 30, 17 * hour],
  ['a break that runs', {}, 16 * hour + 50, 17 * hour],
  ['a break of somebody who left', { out: { reason: 'left-early', from: '4:40 PM', ...record } }, 990, 1000],
])('[TL4] %s ends with the shift', (_, over, start, end) => {
  const at = (minute: number) => noon + (minute - 720) * 60_000;
  const breaks = [{ startedAt: at(start), startedBy: null, endedAt: null, endedBy: null }];
  const shift = buildShift('Ana', '9:00 AM', '5:00 PM', { breaks, ...over });
  const later = start === 16 * hour + 50 ? at(17 * hour - 5) : at(20 * hour);
  const [mark] = breakMarks(shift, buildLayout(), { now: later, timeZone: 'UTC' });
  expect(mark).toMatchObject({ start, end });
});

test('[BR37] a break that runs when the shift ends was taken until then', () => {
  const at = (minute: number) => noon + (minute - 720) * 60_000;
  const breaks = [{ startedAt: at(16 * hour + 50), startedBy: null, endedAt: null, endedBy: null }];
  const shift = buildShift('Ana', '9:00 AM', '5:00 PM', { breaks });
  const marksAt = (minute: number) =>
    breakMarks(shift, buildLayout(), { now: at(minute), timeZone: 'UTC' }).map(({ state }) => state);
  expect(marksAt(17 * hour - 1)).toEqual(['running']);
  expect(marksAt(17 * hour)).toEqual(['taken']);
  expect(breaksAt(shift, buildLayout(), { now: at(18 * hour), timeZone: 'UTC' })).toEqual([
    { ...breaks[0], endedAt: at(17 * hour) },
  ]);
});

test('[TL1] the range holds every shift and rotation, in whole hours', () => {
  const night = buildShift('Ana', '9:30 PM', '2:10 AM');
  const day = { dayStart: '4:00 AM', rotations: [buildRotation('lunch', '11:15 AM', '2:00 PM')] };
  expect(timelineRange(buildLayout({ ...day, shifts: [night] }))).toEqual({
    start: 11 * hour,
    end: 27 * hour,
  });
  expect(timelineRange(buildLayout())).toBeNull();
});

test('[TL5] short are the minutes with fewer people than positions', () => {
  fc.assert(
    fc.property(anyLayout, (day) => {
      const curve = coverageCurve(day);
      const short = shortages(curve);
      curve.forEach((point, index) => {
        if (index === curve.length - 1) return;
        const said = short.filter((each) => contains(each, point.minute)).map(({ by }) => by);
        expect(said, 'what the table says of the same minute').toEqual(
          missingPeople(point) > 0 ? [missingPeople(point)] : [],
        );
      });
      for (const lane of rotationLanes(day)) {
        lane.forEach(({ span }, index) => {
          expect(span.start).toBeGreaterThanOrEqual(lane[index - 1]?.span.end ?? 0);
        });
      }
    }),
  );
  const day = buildLayout({
    rotations: [buildRotation('lunch', '11:00 AM', '2:00 PM', ['a', 'b', 'c'])],
    shifts: [
      buildShift('Ana', '9:00 AM', '1:00 PM'),
      buildShift('Bo', '9:00 AM', '12:00 PM'),
      buildShift('Cy', '1:30 PM', '5:00 PM'),
    ],
  });
  expect(shortages(coverageCurve(day)).map(({ start, end, by }) => [start / hour, end / hour, by])).toEqual([
    [11, 12, 1],
    [12, 13, 2],
    [13, 13.5, 3],
    [13.5, 14, 2],
  ]);
});
