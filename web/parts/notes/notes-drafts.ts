import { useSyncExternalStore } from 'react';
import { useMe } from '../page/client-context.tsx';
import type { NotesDraft } from './notes-editor.tsx';

/** Unsaved edits by person and document, so that visiting another page loses nothing. */
const drafts = new Map<string, NotesDraft>();
const watchers = new Set<() => void>();

function watch(tell: () => void): () => void {
  watchers.add(tell);
  return () => watchers.delete(tell);
}

function setDraft(key: string, draft: NotesDraft | null): void {
  if (draft) drafts.set(key, draft);
  else drafts.delete(key);
  for (const tell of [...watchers]) tell();
}

export function useNotesDraft(document: string): [NotesDraft | null, (draft: NotesDraft | null) => void] {
  const key = usePrefix() + document;
  const draft = useSyncExternalStore(watch, () => drafts.get(key) ?? null);
  return [draft, (next) => setDraft(key, next)];
}

export const hasNotesDraft = (): boolean => drafts.size > 0;

export function useAnyDraft(): boolean {
  const prefix = usePrefix();
  return useSyncExternalStore(watch, () => [...drafts.keys()].some((key) => key.startsWith(prefix)));
}

const usePrefix = (): string => `${useMe()?.user?.id ?? ''}/`;
