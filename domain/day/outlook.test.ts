import { expect, test } from 'vitest';
import { buildLayout, buildRotation, buildShift } from '../../test/builders.ts';
import { readWords } from '../../words/read-words.ts';
import { type Outlook, outlookOf, outlookText, type RotationOutlook } from './outlook.ts';

const rotation = (name: string, positions: number, open: number, hours = ['10:00 AM', '2:00 PM']) => {
  const [startTime = '', endTime = ''] = hours;
  return { name, startTime, endTime, positions, open } satisfies RotationOutlook;
};
const day = (...rotations: RotationOutlook[]): Outlook => ({ shifts: 4, rotations });
const t = readWords('en', 'layouts');
const said = (outlook: Outlook, minute = 0) => outlookText(outlook, { minute, dayStart: '12:00 AM', t });

test.each([
  [day(rotation('Lunch', 5, 3)), '3 open at Lunch', 0],
  [day(rotation('Lunch', 5, 3), rotation('Close', 5, 1)), '3 open at Lunch, 1 at Close', 0],
  [day(rotation('Early', 5, 1), rotation('Lunch', 5, 3), rotation('Close', 5, 2)), '3 open at Lunch', 3],
  [day(rotation('Lunch', 5, 0), rotation('Close', 0, 0)), 'All positions filled', 0],
  [day(rotation('Lunch', 5, 5), rotation('Close', 2, 2)), 'Nobody placed yet', 0],
  [{ ...day(rotation('Lunch', 5, 5)), shifts: 0 }, 'No shifts yet', 0],
  [day(), 'No rotations yet', 0],
])('[CV14] what is still to do for a day: %#', (outlook, text, more) => {
  expect(said(outlook)).toMatchObject({ text, more });
});

test('[CV14] rotations that are over are left out, and a day that is over says nothing', () => {
  const lunchAndDinner = day(rotation('Lunch', 5, 3), rotation('Dinner', 5, 1, ['4:00 PM', '9:00 PM']));
  expect(said(lunchAndDinner, 14 * 60 - 1)?.text).toBe('3 open at Lunch, 1 at Dinner');
  expect(said(lunchAndDinner, 14 * 60)?.text).toBe('1 open at Dinner');
  expect(said(lunchAndDinner, 21 * 60)).toBeNull();
  expect(said({ shifts: 0, rotations: [] }, 24 * 60)?.text).toBe('No rotations yet');
});

test('[CV14] positions are counted as planned for the start of a rotation, or as they are while it goes on', () => {
  const lunch = buildRotation('lunch', '10:00 AM', '2:00 PM');
  const seated = structuredClone(lunch);
  Object.assign(seated.subareas[0]?.positions[0] ?? {}, { seats: ['ana'] });
  const layout = buildLayout({ shifts: [buildShift('ana', '9:00 AM', '12:00 PM')], rotations: [seated] });
  const openAt = (hour: number) => outlookOf(layout, { minute: hour * 60, now: 0 }).rotations[0];
  expect(openAt(8)).toMatchObject({ name: 'lunch', positions: 2, open: 1 });
  expect(openAt(11)).toMatchObject({ open: 1 });
  expect(openAt(13)).toMatchObject({ open: 2 });
});
