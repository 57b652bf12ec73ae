import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Notes } from '../../../domain/notes/notes.ts';
import { fill } from '../../ui/page/elements.ts';
import type { Formats, QuillEditor } from './quill-editor.ts';

interface NotesField {
  label: string;
  placeholder: string;
  notes: Notes;
  onEdit: (notes: Notes) => void;
}

/**
 * Opens Quill in the element of `host` once its script has loaded. Until then `isLoading` is true: what is typed in the
 * element of `preview` and the tools that are pressed wait for the editor.
 */
export function useNotesField({ label, placeholder, notes, onEdit }: NotesField) {
  const host = useRef<HTMLDivElement>(null);
  const preview = useRef<HTMLDivElement>(null);
  const early = useRef({ text: '', isFocused: false, actions: [] as ((editor: QuillEditor) => void)[] });
  const [editor, setEditor] = useState<QuillEditor | null>(null);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  const [formats, setFormats] = useState<Formats>({});
  const latestOnEdit = useRef(onEdit);
  latestOnEdit.current = onEdit;
  // handled like the script of a page that fails to load
  if (failure) throw failure.error;

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    let isClosed = false;
    import('./quill-editor.ts').then(
      ({ openEditor }) => {
        if (isClosed) return;
        early.current.isFocused = preview.current === document.activeElement;
        const opened = openEditor(element, {
          label,
          placeholder,
          onEdit: (next) => latestOnEdit.current(next),
          onFormats: setFormats,
        });
        setEditor(opened);
      },
      (error) => {
        if (!isClosed) setFailure({ error });
      },
    );
    return () => {
      isClosed = true;
      setEditor(null);
      fill(element);
    };
  }, [label, placeholder]);

  useLayoutEffect(() => editor?.show(notes), [editor, notes]);

  useLayoutEffect(() => {
    if (!editor) return;
    const { text, isFocused, actions } = early.current;
    early.current = { text: '', isFocused: false, actions: [] };
    if (isFocused) editor.append(text);
    for (const act of actions) act(editor);
  }, [editor]);

  return {
    host,
    preview,
    formats,
    isLoading: editor === null,
    withEditor(act: (editor: QuillEditor) => void) {
      if (editor) act(editor);
      else early.current.actions.push(act);
    },
    typeEarly(event: KeyboardEvent) {
      const typed = early.current;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Enter') typed.text += '\n';
      else if (event.key === 'Backspace') typed.text = typed.text.slice(0, -1);
      else if (event.key.length === 1) typed.text += event.key;
      else return;
      event.preventDefault();
    },
  };
}
