import IconBold from '@tabler/icons-react/dist/esm/icons/IconBold.mjs';
import IconClearFormatting from '@tabler/icons-react/dist/esm/icons/IconClearFormatting.mjs';
import IconH1 from '@tabler/icons-react/dist/esm/icons/IconH1.mjs';
import IconH2 from '@tabler/icons-react/dist/esm/icons/IconH2.mjs';
import IconH3 from '@tabler/icons-react/dist/esm/icons/IconH3.mjs';
import IconItalic from '@tabler/icons-react/dist/esm/icons/IconItalic.mjs';
import IconLink from '@tabler/icons-react/dist/esm/icons/IconLink.mjs';
import IconList from '@tabler/icons-react/dist/esm/icons/IconList.mjs';
import IconListNumbers from '@tabler/icons-react/dist/esm/icons/IconListNumbers.mjs';
import IconUnderline from '@tabler/icons-react/dist/esm/icons/IconUnderline.mjs';
import { type ReactNode, useRef, useState } from 'react';
import { words } from '../../../client/words/words.ts';
import { type NoteAttributes, type Notes, parseLink, sameNotes } from '../../../domain/notes/notes.ts';
import { Button } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { TextField } from '../../ui/form/form.tsx';
import { SubmitForm, useForm } from '../forms/submit.tsx';
import { lazyScreen } from '../page/lazy-screen.tsx';
import { loadMerge } from './lazy-merge.ts';
import { type NoteLine, NoteText, notesLines } from './notes-view.tsx';
import type { Formats, NotesRange, QuillEditor, QuillFieldProps } from './quill-editor.tsx';
import './notes-editor.css';

const t = words('notes');

const tools: readonly {
  tool: 'h1' | 'h2' | 'h3' | 'bold' | 'italic' | 'underline' | 'numbered' | 'bulleted';
  icon: ReactNode;
  format: NoteAttributes;
}[] = [
  { tool: 'h1', icon: <IconH1 />, format: { header: 1 } },
  { tool: 'h2', icon: <IconH2 />, format: { header: 2 } },
  { tool: 'h3', icon: <IconH3 />, format: { header: 3 } },
  { tool: 'bold', icon: <IconBold />, format: { bold: true } },
  { tool: 'italic', icon: <IconItalic />, format: { italic: true } },
  { tool: 'underline', icon: <IconUnderline />, format: { underline: true } },
  { tool: 'numbered', icon: <IconListNumbers />, format: { list: 'ordered' } },
  { tool: 'bulleted', icon: <IconList />, format: { list: 'bullet' } },
];

interface NotesToolbarProps {
  isReady: boolean;
  current: Formats;
  onFormat: (name: string, value: unknown) => void;
  onLink: () => void;
  onClear: () => void;
}

/** Pressing a button keeps the selection in the text. Without the editor's script, nothing can be pressed. */
function NotesToolbar({ isReady, current, onFormat, onLink, onClear }: NotesToolbarProps) {
  const formats = tools.map(({ tool, icon, format }) => {
    const [name = '', value] = Object.entries(format)[0] ?? [];
    const isOn = current[name] === value;
    return { label: t(`tool-${tool}`), icon, isOn, press: () => onFormat(name, isOn ? false : value) };
  });
  const all = [
    ...formats,
    { label: t('link'), icon: <IconLink />, isOn: Boolean(current.link), press: onLink },
    { label: t('clear-formatting'), icon: <IconClearFormatting />, isOn: undefined, press: onClear },
  ];
  return (
    <div className="notes-editor__toolbar" role="toolbar" aria-label={t('formatting')}>
      {all.map(({ label, icon, isOn, press }) => (
        <button
          key={label}
          type="button"
          className="notes-editor__tool"
          aria-label={label}
          title={label}
          aria-pressed={isOn}
          disabled={!isReady}
          onPointerDown={(event) => event.preventDefault()}
          onClick={press}
        >
          {icon}
        </button>
      ))}
    </div>
  );
}

const QuillField = lazyScreen(
  async () => (await Promise.all([import('./quill-editor.tsx'), loadMerge()]))[0],
  'QuillField',
  NotesPreview,
);

export interface NotesDraft {
  readonly base: Notes;
  readonly next: Notes;
}

interface NotesEditorProps {
  label: string;
  placeholder: string;
  notes: Notes;
  draft: NotesDraft | null;
  /** There is none once the notes are as they were when the edit began. */
  onDraft: (draft: NotesDraft | null) => void;
}

export function NotesEditor({ label, placeholder, notes, draft, onDraft }: NotesEditorProps) {
  const [linking, setLinking] = useState<NotesRange | null>(null);
  const editor = useRef<QuillEditor>(null);
  const [formats, setFormats] = useState<Formats>({});
  const [isReady, setReady] = useState(false);

  function edit(next: Notes, before: Notes) {
    const base = draft?.base ?? before;
    onDraft(sameNotes(next, base) ? null : { base, next });
  }

  function setLink(address: string | false) {
    if (linking) editor.current?.link(linking, address);
    setLinking(null);
  }

  return (
    <div className="notes-editor">
      <NotesToolbar
        isReady={isReady}
        current={formats}
        onFormat={(name, value) => editor.current?.format(name, value)}
        onLink={() => setLinking(editor.current?.focusedRange() ?? null)}
        onClear={() => editor.current?.clearFormats()}
      />
      <div className="notes-editor__text">
        <QuillField
          {...{ label, placeholder, editor }}
          notes={draft?.next ?? notes}
          onEdit={edit}
          onFormats={setFormats}
          onReady={setReady}
        />
      </div>
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
  const form = useForm({ link: address });
  return (
    <Dialog title={t('link')} onClose={onClose}>
      <SubmitForm
        form={form}
        action={t('set-link')}
        work={() => parseLink(form.values.link)}
        onDone={onSet}
        footer={address !== '' && <Button onPress={() => onSet(false)}>{t('remove-link')}</Button>}
      >
        <TextField label={t('address')} type="url" autoFocus {...form.field('link')} />
      </SubmitForm>
    </Dialog>
  );
}

/** The notes as the editor will show them, until its script is there: nothing moves when it comes. */
function NotesPreview({ placeholder, notes }: Pick<QuillFieldProps, 'placeholder' | 'notes'>) {
  const lines = [...notesLines(notes).entries()].map(([key, line]) => ({ key, line }));
  // items share one list, whatever kind of list they are in
  const blocks: (typeof lines)[] = [];
  for (const each of lines) {
    const last = blocks[blocks.length - 1];
    if (each.line.attributes.list && last?.[0]?.line.attributes.list) last.push(each);
    else blocks.push([each]);
  }
  return (
    <div className={notes.length === 0 ? 'ql-editor ql-blank' : 'ql-editor'} data-placeholder={placeholder}>
      {blocks.map((block) => {
        const drawn = block.map(({ key, line }) => <Line key={key} line={line} />);
        return block[0]?.line.attributes.list ? <ol key={block[0].key}>{drawn}</ol> : drawn;
      })}
    </div>
  );
}

function Line({ line: { runs, attributes } }: { line: NoteLine }) {
  const Element = attributes.list ? 'li' : attributes.header ? (`h${attributes.header}` as const) : 'p';
  return <Element data-list={attributes.list}>{runs.length > 0 ? <NoteText runs={runs} /> : <br />}</Element>;
}
