import { useState } from 'react';
import { type Notes, parseLink, sameNotes } from '../../../domain/notes/notes.ts';
import { sentence } from '../../../domain/problem/sentence.ts';
import { Button } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Form, FormFooter } from '../../ui/form/form.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { NotesPreview } from './notes-preview.tsx';
import { NotesToolbar } from './notes-toolbar.tsx';
import type { NotesRange } from './quill-editor.ts';
import { useNotesField } from './use-notes-field.ts';
import './notes-editor.css';

/** An unsaved edit: the notes when it began, and as they are now. */
export interface NotesDraft {
  readonly base: Notes;
  readonly next: Notes;
}

interface NotesEditorProps {
  label: string;
  placeholder: string;
  /** The stored notes, shown while there is no draft. */
  notes: Notes;
  draft: NotesDraft | null;
  /** Null once the notes are as they were when the edit began. */
  onDraft: (draft: NotesDraft | null) => void;
}

export function NotesEditor({ label, placeholder, notes, draft, onDraft }: NotesEditorProps) {
  const [linking, setLinking] = useState<NotesRange | null>(null);
  const shown = draft?.next ?? notes;
  const { host, preview, formats, isLoading, setComposing, typed, withEditor } = useNotesField({
    label,
    placeholder,
    notes: shown,
    onEdit: (next, before) => {
      const base = draft?.base ?? before;
      onDraft(sameNotes(next, base) ? null : { base, next });
    },
  });

  function setLink(address: string | false) {
    if (linking) withEditor((editor) => editor.link(linking, address));
    setLinking(null);
  }

  return (
    <div className="notes-editor">
      <NotesToolbar
        current={formats}
        onFormat={(name, value) => withEditor((editor) => editor.format(name, value))}
        onLink={() => withEditor((editor) => setLinking(editor.focusedRange()))}
        onClear={() => withEditor((editor) => editor.clearFormats())}
      />
      {isLoading && (
        <div className="notes-editor__text">
          <NotesPreview
            ref={preview}
            label={label}
            placeholder={placeholder}
            notes={shown}
            onComposing={setComposing}
            typed={typed}
          />
        </div>
      )}
      <div className="notes-editor__text" ref={host} hidden={isLoading} />
      {linking && (
        <LinkDialog
          address={typeof formats.link === 'string' ? formats.link : ''}
          onSet={setLink}
          onClose={() => setLinking(null)}
        />
      )}
    </div>
  );
}

interface LinkDialogProps {
  address: string;
  onSet: (address: string | false) => void;
  onClose: () => void;
}

function LinkDialog({ address, onSet, onClose }: LinkDialogProps) {
  const [typed, setTyped] = useState(address);
  const [error, setError] = useState<string>();

  function save() {
    const link = parseLink(typed);
    if (link.ok) onSet(link.value);
    else setError(sentence(link.problem));
  }

  return (
    <Dialog title="Link" onClose={onClose}>
      <Form onSubmit={save}>
        <TextField label="Address" type="url" value={typed} onChange={setTyped} error={error} autoFocus />
        <FormFooter>
          <Button type="submit" variant="primary">
            Set Link
          </Button>
          {address !== '' && <Button onPress={() => onSet(false)}>Remove Link</Button>}
        </FormFooter>
      </Form>
    </Dialog>
  );
}
