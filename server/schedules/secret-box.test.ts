import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSecretBox } from './secret-box.ts';

const [key, olderKey, otherKey] = [randomBytes(32), randomBytes(32), randomBytes(32)] as const;
const context = ['schedule', 'harbor', 'hotschedules', 'pass'];
const box = createSecretBox([key]);

test('[SC17] an encrypted text decrypts only in its own context', () => {
  const encrypted = box.encrypt('pässword', context);
  expect(box.decrypt(encrypted, context)).toBe('pässword');
  for (const at of context.keys()) {
    expect(box.decrypt(encrypted, context.with(at, 'other'))).toBeNull();
  }
  expect(box.decrypt(encrypted, ['schedule', 'harbor', 'hotschedulespass'])).toBeNull();
});

test('[SC17] the text can’t be read from it, and encrypting twice gives different results', () => {
  const encrypted = box.encrypt('open sesame', context);
  expect(Buffer.from(encrypted, 'base64url').toString('latin1')).not.toContain('sesame');
  expect(box.encrypt('open sesame', context)).not.toBe(encrypted);
});

test('[SC17] a flipped bit, a truncated text, and garbage don’t decrypt', () => {
  const bytes = Buffer.from(box.encrypt('open sesame', context), 'base64url');
  for (const at of bytes.keys()) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(box.decrypt(changed.toString('base64url'), context)).toBeNull();
  }
  for (const text of ['', 'x', bytes.subarray(0, 20).toString('base64url'), '☕']) {
    expect(box.decrypt(text, context)).toBeNull();
  }
});

test('older keys still decrypt; the first key encrypts', () => {
  const before = createSecretBox([olderKey]).encrypt('open sesame', context);
  const both = createSecretBox([key, olderKey]);
  expect(both.decrypt(before, context)).toBe('open sesame');
  expect(box.decrypt(both.encrypt('new', context), context)).toBe('new');
  expect(createSecretBox([otherKey]).decrypt(before, context)).toBeNull();
});
