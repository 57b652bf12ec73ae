import type { Problem } from '../problem/problem.ts';
import { apply } from './apply.ts';
import type { Change, DocumentBody } from './change.ts';

export interface Replayed {
  readonly body: DocumentBody | null;
  /** Of the last change. */
  readonly version: number;
  /** The changes that `apply` refuses today. Without them the body is not what it was when they were made. */
  readonly skipped: readonly { readonly version: number; readonly problem: Problem }[];
}

/**
 * A stored body with the later stored changes. They were accepted once, so none of them makes the document unreadable:
 * one that `apply` refuses today is left out. (Rules that get stricter belong in `applyNew`, which doesn't judge history.)
 */
export function replay(
  start: { readonly version: number; readonly body: DocumentBody | null },
  changes: readonly { readonly version: number; readonly change: Change }[],
): Replayed {
  let { version, body } = start;
  const skipped: { version: number; problem: Problem }[] = [];
  for (const later of changes) {
    const outcome = apply(body, later.change);
    if (outcome.ok) body = outcome.value;
    else skipped.push({ version: later.version, problem: outcome.problem });
    version = later.version;
  }
  return { body, version, skipped };
}
