import { expect, test } from 'vitest';
import { buildLayout, buildRotation, buildShift } from '../../test/builders.ts';
import { isClosed } from './closed.ts';

const rotations = [
  buildRotation('close', '6:00 PM', '1:00 AM'),
  buildRotation('breakfast', '6:00 AM', '10:00 AM'),
];
const day = buildLayout({ rotations, shifts: [] });
const closedAt = (hour: number, minute = 0, layout = day) => isClosed(layout, hour * 60 + minute);

test('[PA47] a board is closed from the end of the last rotation until half an hour before the first', () => {
  const hours = [
    [5, 29, true],
    [5, 30, false],
    [12, 0, false],
    [24, 59, false],
    [25, 0, true],
  ] as const;
  for (const [hour, minute, is] of hours) expect(closedAt(hour, minute), `${hour}:${minute}`).toBe(is);
  expect(closedAt(12, 0, buildLayout({ rotations: [], shifts: [] })), 'a day without rotations').toBe(false);
});

test('[PA47] the board of an earlier day keeps its hours, and nobody who is there stands before a dark one', () => {
  for (const days of [1, 2, 30]) {
    expect(closedAt(days * 24 + 5, 29), `${days} days later`).toBe(true);
    expect(closedAt(days * 24 + 6), `${days} days later`).toBe(false);
  }
  const cleaning = buildLayout({ rotations, shifts: [buildShift('ana', '6:00 PM', '2:00 AM')] });
  expect(closedAt(25, 59, cleaning)).toBe(false);
  expect(closedAt(26, 0, cleaning)).toBe(true);
  expect(closedAt(4, 0, buildLayout({ rotations, shifts: [buildShift('ana', '4:00 AM', '2:00 PM')] }))).toBe(
    false,
  );
});
