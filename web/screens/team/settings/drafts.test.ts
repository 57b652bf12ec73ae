import { expect, test } from 'vitest';
import { conflicts, type Drafts, fieldTexts, typeInto } from './drafts.tsx';

const shown = { name: 'Maple', timer: '30' };
const none: Drafts<'name' | 'timer'> = {};

test('untouched fields show what others save, edited fields show what was typed', () => {
  const drafts = typeInto(none, shown, 'name', 'Oak');
  expect(fieldTexts(drafts, { name: 'Elm', timer: '20' })).toEqual({ name: 'Oak', timer: '20' });
  expect(conflicts(drafts, shown)).toEqual([]);
});

test('a conflict is reported until the other value is used or typed', () => {
  const drafts = typeInto(typeInto(none, shown, 'name', 'Oa'), shown, 'name', 'Oak');
  const theirs = { ...shown, name: 'Elm' };
  expect(conflicts(drafts, theirs)).toEqual(['name']);
  expect(conflicts(typeInto(drafts, theirs, 'name', 'Oaks'), theirs)).toEqual(['name']);
  expect(typeInto(drafts, theirs, 'name', 'Elm')).toEqual({});
  expect(conflicts(drafts, { ...shown, name: 'Oak' }), 'the same value').toEqual([]);
});

test('typing the saved value removes the draft', () => {
  expect(typeInto(typeInto(none, shown, 'timer', ''), shown, 'timer', '30')).toEqual({});
});
