import { EventEmitter } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createConcurrencyLimit, createOpenLimit, createRateLimit, TooBusy } from './rate-limit.ts';

test('calls of many senders take neither memory nor time without end: the oldest are forgotten', () => {
  const limit = createRateLimit(1, () => 0);
  expect([limit.add('first'), limit.add('first')]).toEqual([true, false]);
  for (let sender = 0; sender < 50_000; sender++) limit.add(String(sender));
  expect([limit.isFull('49999'), limit.isFull('first')]).toEqual([true, false]);
});

test('each limit that a server counts alone is named in docs/security.md', () => {
  const root = join(import.meta.dirname, '../..');
  const named = readFileSync(join(root, 'docs/security.md'), 'utf8');
  const counting = globSync('server/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })
    .map((file) => file.replaceAll('\\', '/'))
    // these make what the others count with
    .filter((file) => file !== 'server/door/rate-limit.ts' && file !== 'server/server.ts')
    .filter((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return /(?<!function )\bcreate(?:Rate|Open|Keyed|Concurrency)?(?:Limit|Buckets)\(/.test(text);
    });
  expect(counting.length).toBeGreaterThan(10);
  expect(counting.filter((file) => !named.includes(`\`${file}\``))).toEqual([]);
});

test('who calls again and again is not forgotten before others', () => {
  const limit = createRateLimit(2, () => 0);
  limit.add('busy');
  for (let sender = 1; sender < 20_000; sender++) limit.add(String(sender));
  limit.add('busy');
  limit.add('20000');
  expect(limit.isFull('busy')).toBe(true);
});

test('calls are possible again evenly, also after the clock was set back', () => {
  let now = 0;
  const limit = createRateLimit(60, () => now);
  expect(limit.add('ann', 60)).toBe(true);
  expect(limit.add('ann')).toBe(false);
  now = 30_000;
  expect(limit.add('ann', 31)).toBe(false);
  expect(limit.add('ann', 10)).toBe(true);
  now = -3_600_000;
  expect(limit.add('ann', 20)).toBe(true);
  expect(limit.add('ann')).toBe(false);
});

test('work that could only wait for ever is refused', async () => {
  const limit = createConcurrencyLimit(1, 1);
  const { promise, resolve } = Promise.withResolvers<void>();
  const [running, waiting] = [limit(() => promise), limit(async () => 'done')];
  await expect(limit(async () => {})).rejects.toThrow(TooBusy);
  resolve();
  await running;
  expect(await waiting).toBe('done');
});

test('somebody has as many open as they may, also when one of them has closed', () => {
  const isAllowed = createOpenLimit(2);
  const opened = Array.from({ length: 2 }, () => new EventEmitter());
  for (const each of opened) expect(isAllowed('ann', each)).toBe(true);
  opened[0]?.emit('close');
  expect(isAllowed('ann', new EventEmitter())).toBe(true);
  expect(isAllowed('ann', new EventEmitter())).toBe(false);
});
