import { afterAll, beforeAll, expect, test } from 'vitest';
import { cheapPasswords } from '../../test/passwords/cheap-passwords.ts';
import { hashPassword, isPasswordHash, setPasswordCost, verifyPassword } from './password-policy.ts';

beforeAll(() => setPasswordCost());
afterAll(() => setPasswordCost(cheapPasswords));

test('a hash names its parameters, differs each time, and verifies only its password', async () => {
  const [first, second] = await Promise.all([hashPassword('pässword'), hashPassword('pässword')]);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[^$]+\$[^$=]+$/);
  expect(first).not.toBe(second);
  expect(await verifyPassword('pässword', first)).toBe(true);
  expect(await verifyPassword('pa\u0308ssword', first)).toBe(true);
  expect(await verifyPassword('password', first)).toBe(false);
});

test('a hash of a lower cost, or made elsewhere, still verifies', async () => {
  const made = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  expect(await verifyPassword('password', made)).toBe(true);
});

test.each(['', 'secret', '$argon2id$v=19$m=19456$x$y'])(
  'text that is no hash fits nothing: %j',
  async (hash) => {
    expect(await verifyPassword('secret', hash)).toBe(false);
  },
);

test.each([
  ['memory', 'm=65537,t=1,p=1', 'm=65536,t=1,p=1'],
  ['passes', 'm=65536,t=4,p=4', 'm=65536,t=3,p=4'],
  ['passes over little memory', 'm=4096,t=99,p=1', 'm=4096,t=48,p=1'],
  ['lanes', 'm=19456,t=2,p=5', 'm=19456,t=2,p=4'],
  ['too little memory for its lanes', 'm=31,t=1,p=4', 'm=32,t=1,p=4'],
])('an imported hash that is expensive to check is refused: %s', async (_, much, enough) => {
  const text = (cost: string) =>
    `$argon2id$v=19$${cost}$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc`;
  expect([isPasswordHash(text(much)), isPasswordHash(text(enough))]).toEqual([false, true]);
  expect(await verifyPassword('password', text(much))).toBe(false);
});
