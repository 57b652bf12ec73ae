import { expect, test } from 'vitest';
import { buildLayout, buildRotation, buildShift, changed, refusal, seatsIn } from '../../test/builders.ts';
import { english } from '../../test/words.ts';
import type { Change, SingleChange } from '../change/change.ts';
import { inverse } from '../change/inverse.ts';
import { differencesOf, takesBack } from '../history/differences.ts';
import { phraseOf } from '../history/phrases.ts';

const seat = (shift: string, position: string): SingleChange => ({
  type: 'shift.seat',
  shift,
  rotation: 'lunch',
  position,
  before: null,
});
const swap = (shift: string, position: string, other: string, otherPosition: string): SingleChange => ({
  type: 'shift.swap',
  rotation: 'lunch',
  shift,
  position,
  other,
  otherPosition,
});
const layout = changed(
  buildLayout({
    shifts: ['ana', 'bo', 'cy', 'di'].map((id) => buildShift(id, '9:00 AM', '5:00 PM')),
    rotations: [buildRotation('lunch', '11:00 AM', '2:00 PM', ['till', 'grill', 'fries'])],
  }),
  seat('ana', 'till'),
  seat('bo', 'till'),
  seat('cy', 'grill'),
  seat('di', 'grill'),
);
const change = swap('ana', 'grill', 'di', 'till');

test('[SE8] Di takes Ana’s place before Bo, and Ana takes Di’s after Cy', () => {
  expect(seatsIn(changed(layout, change), 'lunch')).toEqual({
    till: ['di', 'bo'],
    grill: ['cy', 'ana'],
    fries: [],
  });
});

test('two leads who swap the same people at once swap them once, whichever way each of them said it', () => {
  const once = changed(layout, change);
  expect(changed(once, change)).toEqual(once);
  expect(changed(once, swap('di', 'till', 'ana', 'grill'))).toEqual(once);
});

test.each<[string, SingleChange, SingleChange, string]>([
  ['one was moved', seat('di', 'fries'), change, 'di isn’t on grill anymore, so nobody was swapped.'],
  ['the other was moved', seat('ana', 'fries'), change, 'ana isn’t on till anymore, so nobody was swapped.'],
  ['one is gone', { type: 'shift.delete', shift: 'di' }, change, 'That shift no longer exists.'],
  [
    'one is out',
    { type: 'shift.out', shift: 'di', reason: 'sick', from: '11:30 AM', at: 1, by: null },
    change,
    'di isn’t on grill anymore, so nobody was swapped.',
  ],
  [
    'the position is gone',
    { type: 'position.delete', rotation: 'lunch', position: 'till' },
    change,
    'That position no longer exists.',
  ],
])('[SE10] a swap is refused as a whole when meanwhile %s', (_, meanwhile, late, sentence) => {
  expect(refusal(changed(layout, meanwhile), late)).toBe(sentence);
});

test('undo swaps back, each to the very place', () => {
  const now = changed(layout, change);
  const undo = inverse(layout, change) as Change;
  expect(changed(now, undo)).toEqual(layout);
  // as history checks before it offers to undo
  expect(takesBack(differencesOf(now, layout), differencesOf(layout, now))).toBe(true);
  expect(inverse(now, undo)).toEqual(change);
  expect(phraseOf(layout, change, now, english)).toBe('swapped ana (till) and di (grill) in lunch');
});
