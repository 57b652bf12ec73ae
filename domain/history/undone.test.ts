import { expect, test } from 'vitest';
import { buildLayout, buildShift, changed } from '../../test/builders.ts';
import { english } from '../../test/words.ts';
import type { Change, DocumentBody } from '../change/change.ts';
import { inverse } from '../change/inverse.ts';
import { recordOf } from './history.ts';
import { undoneBy } from './undone.ts';

const layout = buildLayout({
  shifts: [buildShift('sam', '9:00 AM', '5:00 PM', { teamMember: 'Sam Ray', breaks: [null] })],
});
const press: Change = { type: 'break.press', shift: 'sam', slot: 0, wants: 'start', at: 5_000, by: 'ann' };
const notes = (text: string): Change => ({ type: 'notes.edit', base: [], next: [{ insert: text }] });

/** What a change undoes that was made after `claimed` and `between`. */
function undone(claimed: Change, change: Change | null, between: readonly Change[] = []) {
  const made = changed<DocumentBody>(layout, claimed);
  const record = recordOf(layout, claimed, made, { at: 9_000 }, english);
  const before = changed(made, ...between);
  const after = change ? changed(before, change) : before;
  return undoneBy(before, after, { version: 2, by: 'ann', change: claimed, record }, english);
}

test.each<[string, Change]>([
  ['started Sam Ray’s break', press],
  ['deleted the shift of Sam Ray', { type: 'shift.delete', shift: 'sam' }],
  ['edited the notes', notes('Truck at 6')],
  ['deleted the layout Weekday, Front of House', { type: 'layout.delete' }],
])('[HI23] the opposite change undoes it: %s', (did, change) => {
  expect(undone(change, inverse(layout, change))).toEqual({ version: 2, by: 'ann', did });
});

test('[HI23] a change that does something else, or nothing, undoes nothing', () => {
  expect(undone(press, notes('Truck at 6'))).toBeUndefined();
  expect(undone(press, { ...press, wants: 'end' })).toBeUndefined();
  expect(undone(press, null)).toBeUndefined();
  const rename = (teamMember: string): Change => ({ type: 'shift.edit', shift: 'sam', teamMember });
  expect(undone(rename('Max Ray'), rename('Kim Ray'))).toBeUndefined();
  // Somebody else's name would be lost with it.
  expect(undone(rename('Max Ray'), rename('Sam Ray'), [rename('Eve Ray')])).toBeUndefined();
});
