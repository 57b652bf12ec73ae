import { apply } from '../../../domain/change/apply.ts';
import type { Change, DocumentBody } from '../../../domain/change/change.ts';
import type { StoredDocument } from '../document-store.ts';

/** The document after these changes; null if they don't follow, or one can't be made today. */
export function replayFrom(
  start: StoredDocument | null,
  changes: readonly { readonly version: number; readonly change: Change }[],
): StoredDocument | null {
  let body: DocumentBody | null = start?.body ?? null;
  let version = start?.version ?? 0;
  for (const each of changes) {
    const outcome = apply(body, each.change);
    if (each.version !== version + 1 || !outcome.ok) return null;
    body = outcome.value;
    version = each.version;
  }
  return body && { version, body };
}
