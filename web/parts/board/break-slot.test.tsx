import { expect, test } from 'vitest';
import type { BreakDisplay } from '../../../domain/day/break.ts';
import { isEnding, spokenBreak } from './break-slot.tsx';

const running = (leftMs: number) => ({ state: 'running', leftMs, totalMs: 600_000 }) as const;

test.each<[string, BreakDisplay, string]>([
  ['not taken', { state: 'not-taken' }, ''],
  ['running, 3:58 left, since 10:02 AM', running(238_000), 'since 10:02 AM'],
  ['5 min over, since 10:02 AM', { state: 'over', overMs: 300_000 }, 'since 10:02 AM'],
  ['done, 10:02–10:31 AM', { state: 'done' }, '10:02–10:31 AM'],
])(
  '[BR3] [BR15] [BR16] [BR10] [BR11] the spoken label says who, which break, and how it stands: %s',
  (said, display, times) => {
    expect(spokenBreak({ teamMember: 'Chloe Davis', index: 1, display, times })).toBe(
      `Chloe Davis, break 2: ${said}`,
    );
  },
);

test('[BR15] a break is in its last minutes under two of them', () => {
  expect([running(120_000), running(119_000)].map(isEnding)).toEqual([false, true]);
  expect(isEnding({ state: 'done' })).toBe(false);
});
