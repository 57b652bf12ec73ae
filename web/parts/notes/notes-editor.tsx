import { useState } from 'react';
import { type Notes, readLink } from '../../../domain/notes/notes.ts';
import { sentence } from '../../../domain/problem/problem.ts';
import { Button } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Form, FormFooter } from '../../ui/form/form.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { NotesToolbar } from './notes-toolbar.tsx';
import type { NotesRange } from './plain-notes.ts';
import { useNotesField } from './use-notes-field.ts';
import './notes-editor.css';

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
  const [linking, setLinking] = useState<NotesRange | null>(null);
  const { host, looks, withRich } = useNotesField({
    label,
    placeholder,
    notes: draft?.next ?? notes,
    onEdit: (next) => onDraft({ base: draft?.base ?? notes, next }),
  });

  function setLink(address: string | false) {
    if (linking) withRich((rich) => rich.link(linking, address));
    setLinking(null);
  }

  return (
    <div className="notes-editor">
      <NotesToolbar
        current={looks}
        onLook={(name, value) => withRich((rich) => rich.format(name, value))}
        onLink={() => withRich((rich) => setLinking(rich.selected()))}
        onClear={() => withRich((rich) => rich.clearLooks())}
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

interface LinkDialogProps {
  address: string;
  onSet: (address: string | false) => void;
  onClose: () => void;
}

function LinkDialog({ address, onSet, onClose }: LinkDialogProps) {
  const [typed, setTyped] = useState(address);
  const [error, setError] = useState<string>();

  function save() {
    const link = readLink(typed);
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
