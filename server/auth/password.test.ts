import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './password.ts';

test('a hash says how it was made, is new each time, and fits its password only', async () => {
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
