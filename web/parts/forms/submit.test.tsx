import { expect, test } from 'vitest';
import { conflicts, type Touched, touch } from './submit.tsx';

const saved = { name: 'Maple', timer: '30' };
const none: Touched<typeof saved> = {};

test('a touched field keeps what was typed when others save', () => {
  expect(touch(none, saved, 'name', 'Oak')).toEqual({ name: { value: 'Oak', base: 'Maple' } });
  expect(conflicts(touch(none, saved, 'name', 'Oak'), saved)).toEqual([]);
});

test('a conflict is reported until the other value is used or typed', () => {
  const touched = touch(touch(none, saved, 'name', 'Oa'), saved, 'name', 'Oak');
  const theirs = { ...saved, name: 'Elm' };
  expect(conflicts(touched, theirs)).toEqual(['name']);
  expect(conflicts(touch(touched, theirs, 'name', 'Oaks'), theirs)).toEqual(['name']);
  expect(touch(touched, theirs, 'name', 'Elm')).toEqual({});
  expect(conflicts(touched, { ...saved, name: 'Oak' }), 'the same value').toEqual([]);
});

test('typing the saved value makes the field untouched', () => {
  expect(touch(touch(none, saved, 'timer', ''), saved, 'timer', '30')).toEqual({});
});

test('a value that a field has already changes nothing', () => {
  expect(touch(none, saved, 'name', 'Maple')).toBe(none);
  const touched = touch(none, saved, 'name', 'Oak');
  expect(touch(touched, saved, 'name', 'Oak')).toBe(touched);
});
