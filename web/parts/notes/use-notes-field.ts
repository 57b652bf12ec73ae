import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { cleanNotes, type Notes } from '../../../domain/notes/notes.ts';
import { replaceChildren } from '../../ui/page/dom.ts';
import { loadWhenIdle } from '../page/page-idle.ts';
import { loadMerge } from './late-merge.ts';
import type { TypedEarly } from './notes-preview.tsx';
import type { Formats, openEditor as OpenEditor, QuillEditor } from './quill-editor.ts';

interface NotesField {
  label: string;
  placeholder: string;
  notes: Notes;
  /** The notes as they are now, and as they were shown before the edit. */
  onEdit: (notes: Notes, shown: Notes) => void;
}

const turnings = ['pointerover', 'focusin'] as const;
const nothing: TypedEarly = { text: '', caretFromEnd: null };

/**
 * Opens Quill in the element of `host`. Its script loads when the page is idle, or as soon as somebody turns to the notes
 * in `preview`. Until it is there `isLoading` is true: what is typed in the preview and the tools that are pressed wait.
 */
export function useNotesField({ label, placeholder, notes, onEdit }: NotesField) {
  const host = useRef<HTMLDivElement>(null);
  const preview = useRef<HTMLDivElement>(null);
  const typed = useRef(nothing);
  const actions = useRef<((editor: QuillEditor) => void)[]>([]);
  const editor = useRef<QuillEditor>(null);
  const [quill, setQuill] = useState<{ openEditor: typeof OpenEditor } | null>(null);
  const [isComposing, setComposing] = useState(false);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  const [formats, setFormats] = useState<Formats>({});
  const latest = useRef({ notes, onEdit });
  latest.current = { notes, onEdit };
  // handled like the script of a page that fails to load
  if (failure) throw failure.error;

  const load = useRef(() => {});
  useEffect(() => {
    let isGone = false;
    load.current = () => {
      load.current = () => {};
      Promise.all([import('./quill-editor.ts'), loadMerge()]).then(
        ([loaded]) => isGone || setQuill(loaded),
        (error) => isGone || setFailure({ error }),
      );
    };
    // 34 KB, which the first page of a visit needs only when somebody turns to the notes
    const element = preview.current;
    const turned = () => load.current();
    for (const kind of turnings) element?.addEventListener(kind, turned);
    void loadWhenIdle(() => isGone || load.current());
    return () => {
      isGone = true;
      for (const kind of turnings) element?.removeEventListener(kind, turned);
      const { text } = typed.current;
      typed.current = nothing;
      if (text === '') return;
      // the page is left before Quill was there
      const { notes: shown, onEdit: edit } = latest.current;
      edit(cleanNotes([...shown, { insert: `${text}\n` }]), shown);
    };
  }, []);

  const isLoading = quill === null || isComposing;
  useLayoutEffect(() => {
    const element = host.current;
    if (isLoading || !quill || !element) return;
    const opened = quill.openEditor(element, {
      label,
      placeholder,
      onEdit: (next, shown) => latest.current.onEdit(next, shown),
      onFormats: setFormats,
    });
    opened.show(latest.current.notes);
    const { text, caretFromEnd } = typed.current;
    typed.current = nothing;
    opened.append(text);
    if (caretFromEnd !== null) opened.focusBeforeEnd(caretFromEnd);
    for (const act of actions.current.splice(0)) act(opened);
    editor.current = opened;
    return () => {
      editor.current = null;
      replaceChildren(element);
    };
  }, [isLoading, quill, label, placeholder]);

  useLayoutEffect(() => editor.current?.show(notes), [notes]);

  return {
    host,
    preview,
    formats,
    isLoading,
    setComposing,
    typed,
    withEditor(act: (editor: QuillEditor) => void) {
      if (editor.current) act(editor.current);
      else {
        actions.current.push(act);
        load.current();
      }
    },
  };
}
