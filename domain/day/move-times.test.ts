import { expect, test } from 'vitest';
import { buildShift } from '../../test/builders.ts';
import { moveTimes } from './move-times.ts';

test('[DS20] times move within the business day; a shift that would begin on another day stays', () => {
  const shifts = [
    buildShift('a', '4:00 AM', '11:45 AM'),
    buildShift('b', '11:50 PM', '3:00 AM'),
    buildShift('c', '3:50 AM', '3:55 AM'),
  ];
  const later = moveTimes(shifts, 15, '4:00 AM');
  expect(later.edits).toEqual([
    { shift: 'a', startTime: '4:15 AM', endTime: '12:00 PM' },
    { shift: 'b', startTime: '12:05 AM', endTime: '3:15 AM' },
  ]);
  expect(later.left).toEqual([shifts[2]]);
  expect(moveTimes(shifts, -15, '4:00 AM').left).toEqual([shifts[0]]);
});
