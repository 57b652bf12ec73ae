import type { ProblemCode } from './problem.ts';

/**
 * Refusals that are not about the change itself: it stays shown, and is sent again. A change refused because the session
 * ended belongs to its author, and is sent after the next sign-in.
 */
export const passing: ReadonlySet<ProblemCode> = new Set([
  'signed-out',
  'storage-failed',
  'too-busy',
  'too-many-changes',
]);
