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
  /** When each request that waits came, the oldest first. */
  const waiting = new Map<QueuedRequest, number>();
  /** Of those that wait, or waited with them. */
  let acceptedAt = 0;
  let failed: { readonly since: number; readonly at: number } | null = null;

  function answered(request: QueuedRequest, outcome: Outcome<unknown>): void {
    const since = waiting.get(request) ?? 0;
    waiting.delete(request);
    if (outcome.ok) [acceptedAt, failed] = [clock(), null];
    else if (outcome.problem.code === 'storage-failed') {
      failed = { since: failed?.since ?? since, at: clock() };
    }
  }

  return {
    follow(request) {
      if (waiting.size === 0) {
        acceptedAt = 0;
        if (failed && clock() - failed.at >= SENT_AGAIN_WITHIN) failed = null;
      }
      const followed: QueuedRequest = {
        ...request,
        answer(outcome) {
          answered(followed, outcome);
          request.answer(outcome);
        },
      };
      waiting.set(followed, clock());
      return followed;
    },

    stalledFor() {
      const [oldest] = waiting.values();
      return oldest === undefined ? 0 : clock() - Math.max(acceptedAt, failed?.since ?? oldest);
    },
  };
}
