import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createAssertions } from './assertions.ts';
import { createPinHash } from './pin-hash.ts';

const [before, now] = [randomBytes(32), randomBytes(32)];
const plain = {
  hash: async (text: string) => `$${text}`,
  verify: async (text: string, hash: string) => hash === `$${text}`,
};
const whose = { team: 'harbor', person: 'ana' };

test('[PIN3] a word that the replaced secret signed doesn’t count', () => {
  const said = { team: 'harbor', device: 'tablet', at: 1, pin: { person: 'ana', stamp: 'one' } };
  const signed = createAssertions([before], () => 1).sign(said);
  expect(createAssertions([before], () => 1).read(signed)).toEqual(said);
  expect(createAssertions([now, before], () => 1).read(signed)).toBeNull();
});

test('[PIN1] PINs outlive a replaced secret, are of one person and team, and nothing without the secret', async () => {
  const stored = await createPinHash([before], plain).make(whose, '2580');
  const hashes = createPinHash([now, before], plain);
  expect(await hashes.isRight(whose, '2580', stored)).toBe(true);
  expect(hashes.isCurrent(stored)).toBe(false);
  expect(hashes.isCurrent(await hashes.make(whose, '2580'))).toBe(true);
  expect(await hashes.isRight(whose, '2581', stored)).toBe(false);
  expect(await hashes.isRight({ ...whose, person: 'bo' }, '2580', stored)).toBe(false);
  expect(await createPinHash([now], plain).isRight(whose, '2580', stored)).toBe(false);
});
