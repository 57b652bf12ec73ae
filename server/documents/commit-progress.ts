import type { Outcome } from '../../domain/problem/problem.ts';
import type { QueuedRequest } from './commit-batch.ts';

/** Pages send changes again that could not be stored; those that come later than this, in milliseconds, are others. */
const SENT_AGAIN_WITHIN = 30_000;

/** Says whether changes wait while none is stored. */
export interface CommitProgress {
  /** The same request, followed until it is answered. */
  follow(request: QueuedRequest): QueuedRequest;
  /** For how long changes have been waiting, or were refused, while none was accepted, in milliseconds. 0 if none waits. */
  stalledFor(): number;
}

/** `clock` counts milliseconds. */
export function createCommitProgress(clock: () => number): CommitProgress {
  let waiting = 0;
  let since = 0;
  let failedAt: number | null = null;

  function answered(outcome: Outcome<unknown>): void {
    waiting -= 1;
    if (outcome.ok) {
      since = clock();
      failedAt = null;
    } else if (outcome.problem.code === 'storage-failed') failedAt = clock();
  }

  return {
    follow(request) {
      const isAfterFailure = failedAt !== null && clock() - failedAt < SENT_AGAIN_WITHIN;
      if (waiting === 0 && !isAfterFailure) since = clock();
      waiting += 1;
      return {
        ...request,
        answer(outcome) {
          answered(outcome);
          request.answer(outcome);
        },
      };
    },
    stalledFor: () => (waiting === 0 ? 0 : clock() - since),
  };
}
