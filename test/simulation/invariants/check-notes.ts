import { isDeleted } from '../../../domain/change/deletion.ts';
import type { StoredDocument } from '../../../server/database/document-store.ts';
import type { Simulation } from '../simulation.ts';

/** Every word that someone added to the notes is there, in restaurants where nobody deletes from them. */
export function checkNotes(
  { record, store, removesWords }: Simulation,
  document: string,
  stored: StoredDocument | null,
): readonly string[] {
  if (removesWords || !stored || !('notes' in stored.body) || isDeleted(stored.body)) return [];
  const text = stored.body.notes.map(({ insert }) => insert).join('');
  const happened = new Set(store.history.of(document).map(({ stored: { id } }) => id));
  const found: string[] = [];
  for (const { word, made, ...added } of record.words) {
    if (added.document !== document || !happened.has(made) || text.includes(word)) continue;
    found.push(`${document}: "${word}" of ${made} is not in the notes`);
  }
  return found;
}
