// Writing with looks. Only the notes editor loads this, for its size: notes-editor.tsx.
import Quill from 'quill/core.js';
import Bold from 'quill/formats/bold.js';
import Header from 'quill/formats/header.js';
import Italic from 'quill/formats/italic.js';
import LinkFormat from 'quill/formats/link.js';
import ListItem from 'quill/formats/list.js';
import Underline from 'quill/formats/underline.js';
import { cleanNotes, type Notes, sameNotes } from '../../../domain/notes/notes.ts';
import type { NotesRange } from './plain-notes.ts';

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

export type RichNotes = ReturnType<typeof openRichNotes>;

/** Makes `host` the field. `onEdit` hears what a person changed, `onLooks` the looks of what is selected. */
export function openRichNotes(
  host: HTMLElement,
  placeholder: string,
  onEdit: (notes: Notes) => void,
  onLooks: (looks: Readonly<Record<string, unknown>>) => void,
) {
  const quill = new Quill(host, {
    placeholder,
    formats: ['bold', 'header', 'italic', 'link', 'list', 'underline'],
    // Tab has to leave the field, and a pasted picture has nowhere to go.
    modules: {
      keyboard: { bindings: { tab: false, indent: false, outdent: false } },
      uploader: { mimetypes: [] },
    },
  });
  const read = () => cleanNotes(quill.getContents().ops);
  quill.on('text-change', (_delta, _before, source) => {
    if (source === 'user') onEdit(read());
  });
  quill.on('editor-change', () => {
    const range = quill.getSelection();
    if (range) onLooks(quill.getFormat(range));
  });
  return {
    field: quill.root,
    show(notes: Notes) {
      if (sameNotes(read(), notes)) return;
      quill.setContents(notes as unknown as Parameters<Quill['setContents']>[0], 'api');
    },
    select: ({ index, length }: NotesRange) => quill.setSelection(index, length),
    /** The selection, after the field has got the focus. */
    selected: (): NotesRange | null => quill.getSelection(true),
    format(name: string, value: unknown) {
      quill.focus();
      quill.format(name, value, 'user');
    },
    clearLooks() {
      const { index, length } = quill.getSelection(true);
      quill.removeFormat(index, length, 'user');
    },
    link({ index, length }: NotesRange, address: string | false) {
      if (address !== false && length === 0) quill.insertText(index, address, { link: address }, 'user');
      else quill.formatText(index, length, 'link', address, 'user');
    },
  };
}
