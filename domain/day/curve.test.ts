import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyLayout } from '../../test/arbitraries.ts';
import { buildLayout, buildRotation, buildShift, pointAt } from '../../test/builders.ts';
import { coverRotation } from './coverage.ts';
import { coverageCurve } from './curve.ts';

const base = 1_795_000_000_000;
const anyMinute = fc.integer({ min: -60, max: 2940 });
const anyNow = fc.integer({ min: base, max: base + 4 * 86_400_000 });

test('[CV6] [CV7] nobody is counted twice, and the curve and the rotations have the same numbers', () => {
  fc.assert(
    fc.property(anyLayout, anyMinute, anyNow, (day, minute, now) => {
      const point = pointAt(coverageCurve(day), minute);
      const running = day.rotations
        .map((rotation) => coverRotation(day, rotation, { minute, now }))
        .filter(({ isNow }) => isNow);
      const sum = (of: (each: (typeof running)[number]) => number) =>
        running.reduce((total, each) => total + of(each), 0);
      expect(point.positions).toBe(sum(({ counts }) => counts.positions));
      expect(point.covered).toBe(sum(({ counts }) => counts.positions - counts.open));
      expect(point.seated).toBeLessThanOrEqual(point.present);

      const standing = new Set<string>();
      for (const { positions, unplaced, out, counts, subareas } of running) {
        const seated = [...positions.values()].flatMap(({ people }) => people);
        const there = seated.filter(({ state }) => state === 'here' || state === 'on-break');
        const everyone = [...there, ...unplaced].map(({ shift }) => shift.id);
        expect(new Set(everyone).size).toBe(everyone.length);
        expect(everyone.length).toBe(point.present);
        expect(out.filter(({ id }) => everyone.includes(id))).toEqual([]);
        expect(counts.standing + counts.onBreak).toBe(there.length);
        for (const amount of ['positions', 'covered', 'open', 'standing', 'onBreak'] as const) {
          const parts = [...subareas.values()].map((each) => each[amount]);
          expect(parts.reduce((total, each) => total + each, 0)).toBe(counts[amount]);
        }
        for (const { shift } of there) standing.add(shift.id);
      }
      expect(point.seated).toBe(standing.size);
    }),
  );
});

test('the curve has a point for each change, and ends with nobody', () => {
  const lunch = buildRotation('lunch', '11:00 AM', '2:00 PM');
  Object.assign(lunch.subareas[0]?.positions[0] ?? {}, { seats: ['Ana', 'Bo'] });
  const day = buildLayout({
    rotations: [lunch, buildRotation('empty', '3:00 PM', '4:00 PM', [])],
    shifts: [buildShift('Ana', '10:00 AM', '12:00 PM'), buildShift('Bo', '12:00 PM', '1:00 PM')],
  });
  const hours = coverageCurve(day).map(({ minute, ...point }) => [minute / 60, ...Object.values(point)]);
  expect(hours).toEqual([
    [10, 1, 0, 0, 0],
    [11, 1, 1, 2, 1],
    [13, 0, 0, 2, 0],
    [14, 0, 0, 0, 0],
  ]);
  expect(coverageCurve(buildLayout())).toEqual([]);
});

test('a person with seats in two rotations at once is one person', () => {
  const rotations = ['lunch', 'late lunch'].map((id) => {
    const rotation = buildRotation(id, '11:00 AM', '2:00 PM', ['till']);
    Object.assign(rotation.subareas[0]?.positions[0] ?? {}, { seats: ['Ana'] });
    return rotation;
  });
  const day = buildLayout({ rotations, shifts: [buildShift('Ana', '9:00 AM', '5:00 PM')] });
  expect(pointAt(coverageCurve(day), 720)).toMatchObject({ present: 1, seated: 1, positions: 2, covered: 2 });
});

test('a forgotten break changes coverage an hour after its time was up', () => {
  const breaks = [{ startedAt: base, startedBy: null, endedAt: null, endedBy: null }];
  const shifts = [buildShift('Ana', '9:00 AM', '5:00 PM', { breaks })];
  const lunch = buildRotation('lunch', '11:00 AM', '2:00 PM');
  const day = buildLayout({ rotations: [lunch], shifts });
  const at = (minutes: number) => ({ minute: 720, now: base + minutes * 60_000 });
  const stateAt = (minutes: number) => coverRotation(day, lunch, at(minutes)).unplaced[0]?.state;
  expect([89, 90].map(stateAt)).toEqual(['on-break', 'here']);
});
