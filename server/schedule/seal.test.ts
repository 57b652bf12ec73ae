import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSeal } from './seal.ts';

const [key, older, stranger] = [randomBytes(32), randomBytes(32), randomBytes(32)] as const;
const place = ['schedule', 'harbor', 'hotschedules', 'pass'];
const seal = createSeal([key]);

test('[SC17] a sealed text opens for its place alone', () => {
  const sealed = seal.seal('pässword', place);
  expect(seal.open(sealed, place)).toBe('pässword');
  for (const at of place.keys()) {
    expect(seal.open(sealed, place.with(at, 'other'))).toBeNull();
  }
  expect(seal.open(sealed, ['schedule', 'harbor', 'hotschedulespass'])).toBeNull();
});

test('[SC17] nothing of it is readable, and two of one text differ', () => {
  const sealed = seal.seal('open sesame', place);
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('sesame');
  expect(seal.seal('open sesame', place)).not.toBe(sealed);
});

test('[SC17] a single changed bit, a shorter text and nonsense do not open', () => {
  const bytes = Buffer.from(seal.seal('open sesame', place), 'base64url');
  for (const at of bytes.keys()) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(seal.open(changed.toString('base64url'), place)).toBeNull();
  }
  for (const text of ['', 'x', bytes.subarray(0, 20).toString('base64url'), '☕']) {
    expect(seal.open(text, place)).toBeNull();
  }
});

test('[SC18] what an older key sealed still opens; the first one seals', () => {
  const before = createSeal([older]).seal('open sesame', place);
  const both = createSeal([key, older]);
  expect(both.open(before, place)).toBe('open sesame');
  expect(seal.open(both.seal('new', place), place)).toBe('new');
  expect(createSeal([stranger]).open(before, place)).toBeNull();
});
