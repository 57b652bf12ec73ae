import type { StoredChange } from '../../../server/database/document-store.ts';
import type { Simulation } from '../simulation.ts';

/**
 * The changes that someone makes of a document on one device happen in the order they were made. One of which they know
 * that it was refused may still happen later, when another copy of it comes late and fits by then; what the device
 * could not store has no place among what its other tabs made; and what an older version of the app could not read goes
 * once the newer one is back.
 */
export function checkOrder(
  { record }: Simulation,
  document: string,
  history: readonly StoredChange[],
): readonly string[] {
  const found: string[] = [];
  const latest = new Map<string, { order: number; id: string }>();
  for (const { id } of history) {
    const made = record.made.get(id);
    if (!made || record.isRefused(id) || made.disk === 'failed' || made.wasUnreadable) continue;
    const author = `${made.user} on device ${made.device}`;
    const before = latest.get(author);
    if (before && before.order > made.order) {
      found.push(`${document}: ${id} of ${author} comes after ${before.id}, which was made later`);
    }
    latest.set(author, { order: Math.max(before?.order ?? 0, made.order), id });
  }
  return found;
}
