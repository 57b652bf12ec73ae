import { expect, test } from 'vitest';
import { isCommonPassword } from './password-policy.ts';

test.each([
  'password',
  'PassWord1',
  '12345678',
  'Qwertyuiop',
  'iloveyou',
  '1qaz2wsx',
  'Mustang123',
  'Summer2026',
  'Lineup2026!',
  'hotschedules1',
  'p@ssw0rd!',
  'football!!',
  'dragon69696',
  'aaaaaaaa',
  '74747474',
  '07440744',
  'ｐａｓｓｗｏｒｄ',
])('[OA25] %s is a common password', (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test.each([
  'a good long password',
  'incorrect horse',
  'Zoë12345',
  'summer-and-winter',
  'olive-kitchen-2026',
  'kitchen door 4',
  'abcdeabcde',
])('[OA25] %s is not a common password', (password) => {
  expect(isCommonPassword(password)).toBe(false);
});
