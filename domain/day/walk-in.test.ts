import { expect, test } from 'vitest';
import { walkInTimes } from './walk-in.ts';

const range = (startTime: string, endTime: string) => ({ startTime, endTime });
const [breakfast, lunch, dinner] = [
  range('6:00 AM', '10:30 AM'),
  range('10:30 AM', '2:00 PM'),
  range('2:00 PM', '9:00 PM'),
];
const day = { dayStart: '4:00 AM', rotations: [breakfast, lunch, dinner] };
const at = (hour: number, minute: number) => hour * 60 + minute;

test('[DB8] a walk-in works from now, rounded to five minutes, to the end of a rotation about four hours later', () => {
  expect(walkInTimes(day, lunch, at(11, 6))).toEqual(range('11:05 AM', '2:00 PM'));
  expect(walkInTimes(day, dinner, at(16, 58))).toEqual(range('5:00 PM', '9:00 PM'));
});

test('[DB8] a walk-in works for four hours where no rotation ends near that', () => {
  expect(walkInTimes(day, dinner, at(14, 30))).toEqual(range('2:30 PM', '6:30 PM'));
});

test('[DB8] a walk-in at a rotation that is not within those hours has the times of the rotation', () => {
  expect(walkInTimes(day, dinner, at(6, 0))).toEqual(dinner);
  expect(walkInTimes(day, breakfast, at(20, 0))).toEqual(breakfast);
});
