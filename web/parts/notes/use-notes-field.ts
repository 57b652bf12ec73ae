import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Notes } from '../../../domain/notes/notes.ts';
import { replaceChildren } from '../../ui/page/dom.ts';
import { loadWhenIdle } from '../page/page-idle.ts';
import { loadMerge } from './late-merge.ts';
import type { Formats, openEditor as OpenEditor, QuillEditor } from './quill-editor.ts';

interface NotesField {
  label: string;
  placeholder: string;
  notes: Notes;
  onEdit: (notes: Notes) => void;
}

const turnings = ['pointerover', 'focusin'] as const;

/**
 * Opens Quill in the element of `host`. Its script loads when the page is idle, or as soon as somebody turns to the notes.
 * Until it is there `isLoading` is true: what is typed in the element of `preview` and the tools that are pressed wait.
 */
export function useNotesField({ label, placeholder, notes, onEdit }: NotesField) {
  const host = useRef<HTMLDivElement>(null);
  const preview = useRef<HTMLDivElement>(null);
  const early = useRef({ text: '', isFocused: false, actions: [] as ((editor: QuillEditor) => void)[] });
  const editor = useRef<QuillEditor>(null);
  const [quill, setQuill] = useState<{ openEditor: typeof OpenEditor } | null>(null);
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
        ([loaded]) => {
          early.current.isFocused = preview.current !== null && preview.current === document.activeElement;
          if (!isGone) setQuill(loaded);
        },
        (error) => {
          if (!isGone) setFailure({ error });
        },
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
    };
  }, []);

  useLayoutEffect(() => {
    const element = host.current;
    if (!quill || !element) return;
    const opened = quill.openEditor(element, {
      label,
      placeholder,
      onEdit: (next) => latest.current.onEdit(next),
      onFormats: setFormats,
    });
    opened.show(latest.current.notes);
    const { text, isFocused, actions } = early.current;
    early.current = { text: '', isFocused: false, actions: [] };
    opened.append(text);
    if (isFocused) opened.focusEnd();
    for (const act of actions) act(opened);
    editor.current = opened;
    return () => {
      editor.current = null;
      replaceChildren(element);
    };
  }, [quill, label, placeholder]);

  useLayoutEffect(() => editor.current?.show(notes), [notes]);

  return {
    host,
    preview,
    formats,
    isLoading: quill === null,
    withEditor(act: (editor: QuillEditor) => void) {
      if (editor.current) act(editor.current);
      else {
        early.current.actions.push(act);
        load.current();
      }
    },
    typeEarly(event: KeyboardEvent) {
      const typed = early.current;
      const isShortcut = event.ctrlKey || event.metaKey || event.altKey;
      // AltGr, which types, is Ctrl and Alt on Windows; a link inside has keys of its own
      if (event.target !== event.currentTarget) return;
      if (isShortcut && !event.getModifierState('AltGraph')) return;
      if (event.key === 'Enter') typed.text += '\n';
      else if (event.key === 'Backspace') typed.text = typed.text.slice(0, -1);
      else if (event.key.length === 1) typed.text += event.key;
      else return;
      event.preventDefault();
    },
  };
}
