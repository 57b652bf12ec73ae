import { apply, type Change, type DocumentBody } from '../change/change.ts';
import { differencesOf } from './differences.ts';
import { type ChangeRecord, type Undone, undoneDid } from './history.ts';
import { phraseOf } from './phrases.ts';
import type { Say } from './saying.ts';

export interface RecordedChange {
  readonly version: number;
  readonly by: string | null;
  readonly change: Change;
  readonly record: ChangeRecord;
}

/** It did if making that change again would lead back to `before`, and history would tell it in the same words. */
export function undoneBy(
  before: DocumentBody | null,
  after: DocumentBody,
  { version, by, change, record }: RecordedChange,
  say: Say,
): Undone | undefined {
  if (before === null || differencesOf(before, after).size === 0) return undefined;
  const again = apply(after, change);
  if (!again.ok || differencesOf(again.value, before).size > 0) return undefined;
  return phraseOf(after, change, again.value, say) === record.did
    ? { version, by, did: undoneDid(record) }
    : undefined;
}
