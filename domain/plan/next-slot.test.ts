import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyLayout } from '../../test/arbitraries.ts';
import { buildRotation } from '../../test/builders.ts';
import { lengthOf, minutesOfDay, spanOf, spansOverlap, toMinutes } from '../time/clock-time.ts';
import { duplicateRotation, nextSlot, placeOfCopy, slotAfter } from './plan-copy.ts';

const range = (startTime: string, endTime: string) => ({ startTime, endTime });
const breakfast = range('6:00 AM', '10:30 AM');

test.each([
  ['6:00 AM–10:30 AM', [breakfast], range('10:30 AM', '3:00 PM')],
  ['up to the next', [breakfast, range('12:00 PM', '3:00 PM')], range('10:30 AM', '12:00 PM')],
  ['behind the next', [breakfast, range('10:30 AM', '2:00 PM')], range('2:00 PM', '6:30 PM')],
  ['not in 15 minutes', [breakfast, range('10:45 AM', '2:00 PM')], range('2:00 PM', '6:30 PM')],
  ['behind one that overlaps', [breakfast, range('9:00 AM', '1:00 PM')], range('1:00 PM', '5:30 PM')],
])('[TB10] [TB11] the slot after a rotation: %s', (_, plan, slot) => {
  expect(slotAfter(plan, breakfast, '4:00 AM')).toEqual(slot);
});

test('[TB10] a new rotation is offered the time after the last one, up to the end of the business day', () => {
  const close = range('9:00 PM', '1:00 AM');
  expect(nextSlot([close, breakfast], '4:00 AM')).toEqual(range('1:00 AM', '4:00 AM'));
  expect(nextSlot([close, breakfast], '1:00 AM')).toBeNull();
  expect(nextSlot([], '4:00 AM')).toBeNull();
});

test('[TB10] [TB11] a slot overlaps nothing, lies in the business day and is no longer than its rotation', () => {
  fc.assert(
    fc.property(anyLayout, ({ rotations, dayStart }) => {
      for (const rotation of rotations) {
        const slot = slotAfter(rotations, rotation, dayStart);
        if (!slot) continue;
        const span = spanOf(slot, dayStart);
        expect(rotations.some((each) => spansOverlap(spanOf(each, dayStart), span))).toBe(false);
        expect(span.start).toBeGreaterThanOrEqual(spanOf(rotation, dayStart).end);
        expect(span.end).toBeLessThanOrEqual(toMinutes(dayStart) + minutesOfDay);
        expect(lengthOf(slot)).toBeLessThanOrEqual(lengthOf(rotation));
      }
    }),
  );
});

const rotationFrom = (name: string, startTime: string, endTime: string) => ({
  ...buildRotation(name, startTime, endTime),
  name,
});

test('[TB11] [TB12] copies of breakfast make up the day', () => {
  let ids = 0;
  const newId = () => `new ${++ids}`;
  let day = [rotationFrom('Breakfast', '6:00 AM', '10:00 AM')];
  for (let copies = 0; copies < 5; copies++) {
    const last = day[day.length - 1] ?? day[0];
    if (last) day = [...day, duplicateRotation(last, day, { dayStart: '4:00 AM', newId })];
  }
  expect(day.map(({ name, startTime, endTime }) => `${name} ${startTime}–${endTime}`)).toEqual([
    'Breakfast 6:00 AM–10:00 AM',
    'Lunch 10:00 AM–2:00 PM',
    'Afternoon 2:00 PM–6:00 PM',
    'Dinner 6:00 PM–10:00 PM',
    'Close 10:00 PM–2:00 AM',
    'Close 2 2:00 AM–4:00 AM',
  ]);
});

test.each([
  ['Breakfast', '6:00 AM', '10:30 AM', ['Lunch'], 'Breakfast 2'],
  ['Lunch 2', '1:00 PM', '4:30 PM', [], 'Dinner'],
  ['Rush', '6:00 AM', '10:30 AM', [], 'Rush 2'],
  ['Close', '10:00 PM', '1:00 AM', [], 'Close 2'],
])('[TB12] a copy of %s, %s–%s, beside %j is called %s', (name, startTime, endTime, others, expected) => {
  const original = rotationFrom(name, startTime, endTime);
  const day = [original, ...others.map((each) => rotationFrom(each, '3:00 AM', '4:00 AM'))];
  expect(duplicateRotation(original, day, { dayStart: '4:00 AM', newId: () => 'new' }).name).toBe(expected);
});

test('[TB11] a copy with a time of its own stands where it begins, any other behind the original', () => {
  const [first, second] = [
    rotationFrom('Breakfast', '6:00 AM', '10:30 AM'),
    rotationFrom('Lunch', '10:30 AM', '2:00 PM'),
  ];
  const copyOf = (day: (typeof first)[], dayStart = '4:00 AM') =>
    duplicateRotation(first, day, { dayStart, newId: () => 'new' });
  const inOrder = [first, second, rotationFrom('Close', '9:00 PM', '1:00 AM')];
  expect(copyOf(inOrder)).toMatchObject({ startTime: '2:00 PM', endTime: '6:30 PM', name: 'Afternoon' });
  expect(placeOfCopy(copyOf(inOrder), first, inOrder, '4:00 AM')).toBe('Close');
  const reordered = [second, first, inOrder[2] ?? first];
  expect(placeOfCopy(copyOf(reordered), first, [...reordered].reverse(), '4:00 AM')).toBe('Lunch');
  const full = [first, rotationFrom('Rest', '10:30 AM', '4:00 AM')];
  expect(copyOf(full)).toMatchObject({ startTime: '6:00 AM', endTime: '10:30 AM', name: 'Breakfast 2' });
  expect(placeOfCopy(copyOf(full), first, full, '4:00 AM')).toBe('Rest');
});
