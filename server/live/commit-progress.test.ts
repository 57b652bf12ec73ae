import { expect, test } from 'vitest';
import { done, refuse } from '../../domain/problem/problem.ts';
import { teamRef } from '../../test/stores/team-fixture.ts';
import type { QueuedRequest } from './commit-batch.ts';
import { createCommitProgress } from './commit-queue.ts';

const request: QueuedRequest = {
  ref: teamRef,
  author: null,
  id: 'change',
  change: { type: 'team.rename', name: 'Pier' },
  answer: () => {},
};

test('[OP2] changes that are refused for what they are do not count as waiting, however many there are', () => {
  let now = 0;
  const progress = createCommitProgress(() => now);
  let waiting = progress.follow(request);
  for (now = 1; now < 60; now++) {
    const next = progress.follow(request);
    waiting.answer(refuse('not-allowed'));
    waiting = next;
  }
  expect(progress.stalledFor()).toBe(1);
  waiting.answer(done({ version: 1, at: 1 }));
  expect(progress.stalledFor()).toBe(0);
});

test('[OP2] changes count as waiting from the first one that could not be stored on, while others are refused', () => {
  let now = 0;
  const progress = createCommitProgress(() => now);
  progress.follow(request).answer(refuse('storage-failed'));
  now = 8_000;
  const [again, other] = [progress.follow(request), progress.follow(request)];
  other.answer(refuse('not-allowed'));
  now = 9_000;
  expect(progress.stalledFor()).toBe(9_000);
  again.answer(done({ version: 1, at: 1 }));
  progress.follow(request);
  now = 9_500;
  expect(progress.stalledFor()).toBe(500);
});
