import { expect, test } from 'vitest';
import { createRateLimit } from './rate-limit.ts';

test('calls of many senders take neither memory nor time without end: the oldest are forgotten', () => {
  const limit = createRateLimit(1, () => 0);
  expect([limit.add('first'), limit.add('first')]).toEqual([true, false]);
  for (let sender = 0; sender < 50_000; sender++) limit.add(String(sender));
  expect([limit.isFull('49999'), limit.isFull('first')]).toEqual([true, false]);
});
