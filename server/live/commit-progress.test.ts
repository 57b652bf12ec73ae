import { expect, test } from 'vitest';
import { done, refuse } from '../../domain/problem/problem.ts';
import { createCommitProgress } from './commit-queue.ts';

test('[OP2] changes that are refused for what they are do not count as waiting, however many there are', () => {
  let now = 0;
  const progress = createCommitProgress(() => now);
  progress.added();
  for (now = 1; now < 60; now++) {
    progress.added();
    progress.answered(refuse('not-allowed'));
  }
  expect(progress.stalledFor()).toBe(1);
  progress.answered(done({ version: 1, at: 1 }));
  expect(progress.stalledFor()).toBe(0);
});

test('[OP2] changes count as waiting from the first one that could not be stored on, as pages send them again', () => {
  let now = 0;
  const progress = createCommitProgress(() => now);
  progress.added();
  progress.answered(refuse('storage-failed'));
  expect(progress.stalledFor()).toBe(0);
  now = 8_000;
  progress.added();
  now = 9_000;
  expect(progress.stalledFor()).toBe(9_000);
  progress.answered(done({ version: 1, at: 1 }));
  progress.added();
  now = 9_500;
  expect(progress.stalledFor()).toBe(500);
  progress.answered(refuse('storage-failed'));
  now = 60_000;
  progress.added();
  expect(progress.stalledFor()).toBe(0);
});
