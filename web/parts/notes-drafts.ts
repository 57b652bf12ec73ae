import { useState } from 'react';
import type { NotesDraft } from './notes-editor.tsx';

/** Unsaved edits by document, so that looking at another page loses nothing that was typed. */
const drafts = new Map<string, NotesDraft>();

export function useNotesDraft(document: string): [NotesDraft | null, (draft: NotesDraft | null) => void] {
  const [, render] = useState(0);
  function setDraft(draft: NotesDraft | null) {
    if (draft) drafts.set(document, draft);
    else drafts.delete(document);
    render((count) => count + 1);
  }
  return [drafts.get(document) ?? null, setDraft];
}
