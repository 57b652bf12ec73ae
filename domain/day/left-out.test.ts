import { expect, test } from 'vitest';
import { buildLayout, buildRotation, buildShift, changed } from '../../test/builders.ts';
import { readWords } from '../../words/read-words.ts';
import type { LeftOut } from './fill.ts';
import { leftText, stayText, stillLeft, stillLeftOut, storedLeftOut } from './left-out.ts';

const say = { t: readWords('en', 'editor'), clock: 'h:mm AM/PM' } as const;

const day = buildLayout({
  shifts: ['Ana', 'Bo', 'Cy', 'Di', 'Ed', 'Flo', 'Gus'].map((id) => buildShift(id, '8:00 AM', '6:00 PM')),
  rotations: [buildRotation('lunch', '12:00 PM', '3:00 PM')],
});
const at = (shift: string, why: LeftOut['why'], position?: string): LeftOut => ({
  ...{ shift, rotation: 'lunch', why },
  ...(position && { position }),
});
const left = [
  at('Ana', 'new'),
  at('Bo', 'no-seat'),
  at('Bo', 'no-position', 'Fries 2'),
  at('Cy', 'taken', 'Grill'),
  at('Di', 'same-name'),
];

test('[DS6] a message names each person once, with the reason that says most, and six at most', () => {
  expect(leftText(day, left, say)).toBe(
    'Ana (new), Bo (no Fries 2), Cy (Grill is taken), Di (two people have this name)',
  );
  const everyone = day.shifts.map(({ id }) => at(id, 'new'));
  expect(leftText(day, everyone, say)).toMatch(/Flo \(new\), and 1 more$/);
  expect(stayText(day, [{ shift: 'Ed', why: 'not-working' }], say)).toBe('Ed (not working then)');
});

test('[DS6] who has a position elsewhere is named with the rotation, and who got one there is not named', () => {
  const twoRotations = {
    ...day,
    rotations: [...day.rotations, buildRotation('dinner', '3:00 PM', '6:00 PM')],
  };
  const seat = (shift: string, rotation: string) =>
    ({ type: 'shift.seat', shift, rotation, position: 'till', before: null }) as const;
  const placed = changed(twoRotations, seat('Bo', 'dinner'), seat('Cy', 'lunch'));
  expect(leftText(placed, stillLeftOut(placed, left), say)).toBe(
    'Ana (new), Bo in lunch (no Fries 2), Di (two people have this name)',
  );
});

test('[DS17] who has a position in any rotation is not called unplaced', () => {
  const twoRotations = {
    ...day,
    rotations: [...day.rotations, buildRotation('dinner', '3:00 PM', '6:00 PM')],
  };
  const placed = changed(twoRotations, {
    ...{ type: 'shift.seat', shift: 'Bo', rotation: 'dinner', position: 'till', before: null },
  });
  const laid = { from: '2026-11-14', left: storedLeftOut(left) };
  expect(stillLeft(placed, laid).map(({ shift }) => shift)).toEqual(['Ana', 'Cy', 'Di']);
});

test('[DS17] who was left is told until they have a position', () => {
  const laid = { from: '2026-11-14', left: storedLeftOut(left) };
  expect(laid.left.map(({ shift }) => shift)).toEqual(['Ana', 'Bo', 'Cy', 'Di']);
  const placed = changed(day, {
    ...{ type: 'shift.seat', shift: 'Cy', rotation: 'lunch', position: 'till', before: null },
  });
  expect(stillLeft(placed, laid).map(({ shift }) => shift)).toEqual(['Ana', 'Bo', 'Di']);
});
