import { useSyncExternalStore } from 'react';
import type { NotesDraft } from './notes-editor.tsx';

/** Unsaved edits by document, so that looking at another page loses nothing that was typed. */
const drafts = new Map<string, NotesDraft>();
const watchers = new Set<() => void>();

function watch(tell: () => void): () => void {
  watchers.add(tell);
  return () => watchers.delete(tell);
}

function setDraft(document: string, draft: NotesDraft | null): void {
  if (draft) drafts.set(document, draft);
  else drafts.delete(document);
  for (const tell of [...watchers]) tell();
}

export function useNotesDraft(document: string): [NotesDraft | null, (draft: NotesDraft | null) => void] {
  const draft = useSyncExternalStore(watch, () => drafts.get(document) ?? null);
  return [draft, (next) => setDraft(document, next)];
}

/** Are there notes, of whatever document, that were typed and not saved? */
export const useAnyDraft = (): boolean => useSyncExternalStore(watch, () => drafts.size > 0);
