import Quill from 'quill/core.js';
import Bold from 'quill/formats/bold.js';
import Header from 'quill/formats/header.js';
import Italic from 'quill/formats/italic.js';
import LinkFormat from 'quill/formats/link.js';
import ListItem from 'quill/formats/list.js';
import Underline from 'quill/formats/underline.js';
import { useEffect, useRef, useState } from 'react';
import { cleanNotes, isSafeLink, type Notes, sameNotes } from '../../domain/notes.ts';
import { sentence } from '../../domain/problem.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Form, FormFooter } from '../ui/form.tsx';
import { TextField } from '../ui/text-field.tsx';
import { NotesToolbar } from './notes-toolbar.tsx';
import './notes-editor.css';

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

/** An edit under way: what the author saw when it began, and what it is now. */
export interface NotesDraft {
  readonly base: Notes;
  readonly next: Notes;
}

interface NotesEditorProps {
  label: string;
  placeholder: string;
  /** The stored notes. While there is no draft, they show as they change. */
  notes: Notes;
  draft: NotesDraft | null;
  onDraft: (draft: NotesDraft) => void;
}

export function NotesEditor({ label, placeholder, notes, draft, onDraft }: NotesEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Quill>(null);
  const [looks, setLooks] = useState<Record<string, unknown>>({});
  const [linking, setLinking] = useState<{ index: number; length: number } | null>(null);
  const latest = useRef({ notes, draft, onDraft });
  latest.current = { notes, draft, onDraft };

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const quill = new Quill(element, {
      placeholder,
      formats: ['bold', 'header', 'italic', 'link', 'list', 'underline'],
      // Tab has to leave the field, and a pasted picture has nowhere to go.
      modules: {
        keyboard: { bindings: { tab: false, indent: false, outdent: false } },
        uploader: { mimetypes: [] },
      },
    });
    editor.current = quill;
    show(quill, (latest.current.draft?.next ?? latest.current.notes) as Notes);
    quill.on('text-change', (_delta, _before, source) => {
      if (source !== 'user') return;
      const base = latest.current.draft?.base ?? latest.current.notes;
      latest.current.onDraft({ base, next: cleanNotes(quill.getContents().ops) });
    });
    quill.on('editor-change', () => {
      const range = quill.getSelection();
      if (range) setLooks(quill.getFormat(range));
    });
    return () => {
      editor.current = null;
      element.replaceChildren();
    };
  }, [placeholder]);

  useEffect(() => {
    const root = editor.current?.root;
    root?.setAttribute('role', 'textbox');
    root?.setAttribute('aria-multiline', 'true');
    root?.setAttribute('aria-label', label);
  }, [label]);

  const shown = draft?.next ?? notes;
  useEffect(() => {
    const quill = editor.current;
    if (quill && !sameNotes(cleanNotes(quill.getContents().ops), shown)) show(quill, shown);
  }, [shown]);

  function onLook(name: string, value: unknown) {
    editor.current?.focus();
    editor.current?.format(name, value, 'user');
  }

  function clearLooks() {
    const range = editor.current?.getSelection(true);
    if (range) editor.current?.removeFormat(range.index, range.length, 'user');
  }

  function setLink(address: string | false) {
    if (linking && address !== false && linking.length === 0) {
      editor.current?.insertText(linking.index, address, { link: address }, 'user');
    } else if (linking) {
      editor.current?.formatText(linking.index, linking.length, 'link', address, 'user');
    }
    setLinking(null);
  }

  return (
    <div className="notes-editor">
      <NotesToolbar
        current={looks}
        onLook={onLook}
        onLink={() => setLinking(editor.current?.getSelection(true) ?? null)}
        onClear={clearLooks}
      />
      <div className="notes-editor__text" ref={host} />
      {linking && (
        <LinkDialog
          address={typeof looks.link === 'string' ? looks.link : ''}
          onSet={setLink}
          onClose={() => setLinking(null)}
        />
      )}
    </div>
  );
}

const show = (quill: Quill, notes: Notes): void => {
  quill.setContents(notes as unknown as Parameters<Quill['setContents']>[0], 'api');
};

interface LinkDialogProps {
  address: string;
  onSet: (address: string | false) => void;
  onClose: () => void;
}

function LinkDialog({ address, onSet, onClose }: LinkDialogProps) {
  const [typed, setTyped] = useState(address);
  const [error, setError] = useState<string>();

  function save() {
    const link = /^[a-z]+:/i.test(typed.trim()) ? typed.trim() : `https://${typed.trim()}`;
    if (isSafeLink(link)) onSet(link);
    else setError(sentence({ code: 'link-unsafe' }));
  }

  return (
    <Dialog title="Link" onClose={onClose}>
      <Form onSubmit={save}>
        <TextField label="Address" type="url" value={typed} onChange={setTyped} error={error} autoFocus />
        <FormFooter>
          <Button type="submit" variant="primary">
            Set link
          </Button>
          {address !== '' && <Button onPress={() => onSet(false)}>Remove link</Button>}
        </FormFooter>
      </Form>
    </Dialog>
  );
}
