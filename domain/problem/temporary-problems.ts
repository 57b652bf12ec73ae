import type { ProblemCode } from './problem.ts';

/** Not about the change itself: it stays shown, and is sent again; if the session ended, after its author's next sign-in. */
export const temporaryProblems: ReadonlySet<ProblemCode> = new Set([
  'signed-out',
  'storage-failed',
  'too-busy',
  'too-many-changes',
]);
