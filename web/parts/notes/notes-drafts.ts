import { ObservableValue } from '../../../client/observable.ts';
import { useClient, useMe, useObservable } from '../page/client-context.tsx';
import type { NotesDraft } from './notes-editor.tsx';

/** Unsaved edits by person and document, so that visiting another page loses nothing. */
const drafts = new ObservableValue<ReadonlyMap<string, NotesDraft>>(new Map());

export function useNotesDraft(document: string): [NotesDraft | null, (draft: NotesDraft | null) => void] {
  const key = usePrefix() + document;
  function setDraft(draft: NotesDraft | null) {
    const next = new Map(drafts.get());
    if (draft) next.set(key, draft);
    else next.delete(key);
    drafts.set(next);
  }
  return [useObservable(drafts).get(key) ?? null, setDraft];
}

export const hasNotesDraft = (): boolean => drafts.get().size > 0;

export function useAnyDraft(): boolean {
  const prefix = usePrefix();
  return [...useObservable(drafts).keys()].some((key) => key.startsWith(prefix));
}

/** Whoever is at a kiosk finds their own again. */
function usePrefix(): string {
  const here = useObservable(useClient().kiosk.person);
  const me = useMe()?.user?.id;
  return `${here?.user ?? me ?? ''}/`;
}
