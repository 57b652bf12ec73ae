import { expect, test } from 'vitest';
import { isEnding, spokenBreak } from './use-break.ts';

const running = (leftMs: number) => ({ state: 'running', leftMs, totalMs: 600_000 }) as const;

test('[BR3] the spoken label says who, which break, and how it stands', () => {
  expect(spokenBreak('Chloe Davis', 0, { state: 'not-taken' })).toBe('Chloe Davis, break 1: not taken');
  expect(spokenBreak('Chloe Davis', 0, running(238_000))).toBe('Chloe Davis, break 1: running, 3:58 left');
  expect(spokenBreak('Chloe Davis', 1, { state: 'done' })).toBe('Chloe Davis, break 2: done');
});

test('[BR3] a break is in its last minutes under two of them', () => {
  expect([running(120_000), running(119_000)].map(isEnding)).toEqual([false, true]);
  expect(isEnding({ state: 'done' })).toBe(false);
});
