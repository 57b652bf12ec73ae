// Loaded only with the notes editor, because Quill is large: notes-editor.tsx.
import Quill from 'quill/core.js';
import Bold from 'quill/formats/bold.js';
import Header from 'quill/formats/header.js';
import Italic from 'quill/formats/italic.js';
import LinkFormat from 'quill/formats/link.js';
import ListItem from 'quill/formats/list.js';
import Underline from 'quill/formats/underline.js';
import Delta from 'quill-delta';
import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { deltaOf, difference } from '../../../domain/notes/difference.ts';
import { cleanNotes, emptyNotes, type Notes, sameNotes } from '../../../domain/notes/notes.ts';

Quill.register(
  {
    'formats/bold': Bold,
    'formats/header': Header,
    'formats/italic': Italic,
    'formats/link': LinkFormat,
    'formats/list': ListItem,
    'formats/underline': Underline,
  },
  true,
);

/** The caret or the selection, in characters of the notes. */
export type NotesRange = { readonly index: number; readonly length: number };

export type Formats = Readonly<Record<string, unknown>>;

export type QuillEditor = ReturnType<typeof openEditor>;

export interface QuillFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly notes: Notes;
  /** Called when a person edits: the notes as they are now, and as they were shown last. */
  readonly onEdit: (notes: Notes, shown: Notes) => void;
  readonly onFormats: (formats: Formats) => void;
  readonly editor: RefObject<QuillEditor | null>;
  /** Whether people can type and format. */
  readonly onReady: (isReady: boolean) => void;
}

export function QuillField(props: QuillFieldProps) {
  const { label, placeholder, notes, onFormats, onReady, editor } = props;
  const host = useRef<HTMLDivElement>(null);
  const edit = useEffectEvent(props.onEdit);

  useLayoutEffect(() => {
    const element = host.current;
    if (!element) return;
    editor.current = openEditor(element, {
      ...{ label, placeholder, onFormats },
      onEdit: (next, shown) => edit(next, shown),
    });
    onReady(true);
    return () => {
      onReady(false);
      editor.current = null;
      element.textContent = '';
    };
  }, [label, placeholder, onFormats, onReady, editor]);

  useLayoutEffect(() => editor.current?.show(notes), [notes, editor]);

  return <div ref={host} />;
}

/** The page's policy leaves `style` attributes without effect, so Quill doesn't see those of pasted text. */
function pastedFormats(element: Element): Formats {
  const { style } = document.createElement('span');
  style.cssText = element.getAttribute('style') ?? '';
  const formats: Record<string, unknown> = {};
  if (style.fontStyle === 'italic') formats.italic = true;
  if (style.textDecoration.includes('underline')) formats.underline = true;
  if (style.fontWeight.startsWith('bold') || Number(style.fontWeight) >= 700) formats.bold = true;
  return formats;
}

type EditorOptions = Omit<QuillFieldProps, 'notes' | 'editor' | 'onReady'>;

function openEditor(host: HTMLElement, { label, placeholder, onEdit, onFormats }: EditorOptions) {
  const quill = new Quill(host, {
    placeholder,
    formats: ['bold', 'header', 'italic', 'link', 'list', 'underline'],
    // Tab has to leave the field, and pasted pictures are not stored
    modules: {
      // what `show` brings is nothing that a person could want to undo
      history: { userOnly: true },
      keyboard: { bindings: { tab: false, indent: false, outdent: false } },
      uploader: { mimetypes: [] },
    },
  });
  quill.clipboard.addMatcher(Node.ELEMENT_NODE, (element, delta) =>
    delta.compose(new Delta().retain(delta.length(), pastedFormats(element as Element))),
  );
  quill.root.setAttribute('role', 'textbox');
  quill.root.setAttribute('aria-multiline', 'true');
  quill.root.setAttribute('aria-label', label);
  const read = () => cleanNotes(quill.getContents().ops);
  let shown = emptyNotes;
  let isComposing = false;
  /** Notes that came while a word was composed, by an on-screen keyboard or in Japanese: replacing text would end that. */
  let waiting: Notes | null = null;
  quill.on('text-change', (_delta, _before, source) => {
    if (source !== 'user') return;
    const now = read();
    // a word that was composed anew can be the same
    if (!sameNotes(now, shown)) waiting = null;
    onEdit(now, shown);
  });
  quill.on('composition-start', () => {
    isComposing = true;
  });
  quill.on('composition-end', () => {
    isComposing = false;
    if (waiting) show(waiting);
  });
  quill.on('editor-change', () => {
    const range = quill.getSelection();
    if (range) onFormats(quill.getFormat(range));
  });
  function show(notes: Notes): void {
    waiting = isComposing ? notes : null;
    if (isComposing) return;
    shown = notes;
    if (sameNotes(read(), notes)) return;
    // only what differs, so that the caret stays where it is
    const next = deltaOf(
      notes[notes.length - 1]?.insert.endsWith('\n') ? notes : [...notes, { insert: '\n' }],
    );
    quill.updateContents(difference(quill.getContents(), next), 'api');
  }
  return {
    show,
    focusedRange: (): NotesRange | null => quill.getSelection(true),
    format(name: string, value: unknown) {
      quill.focus();
      quill.format(name, value, 'user');
    },
    clearFormats() {
      const { index, length } = quill.getSelection(true);
      quill.removeFormat(index, length, 'user');
    },
    link({ index, length }: NotesRange, address: string | false) {
      if (address !== false && length === 0) quill.insertText(index, address, { link: address }, 'user');
      else quill.formatText(index, length, 'link', address, 'user');
    },
  };
}
