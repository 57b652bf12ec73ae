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
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import {
  cleanNotes,
  type NoteAttributes,
  type Notes,
  parseLink,
  sameNotes,
} from '../../../domain/notes/notes.ts';
import { sentence } from '../../../domain/problem/sentence.ts';
import { Button } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { Form, FormFooter } from '../../ui/form/form.tsx';
import { replaceChildren } from '../../ui/page/dom.ts';
import { loadWhenIdle } from '../page/page-idle.ts';
import { loadMerge } from './late-merge.ts';
import type { Formats, NotesRange, openEditor as OpenEditor, QuillEditor } from './quill-editor.ts';
import './notes-editor.css';
import { type NoteLine, NoteText, notesLines } from './notes-view.tsx';

const tools: readonly { label: string; icon: ReactNode; format: NoteAttributes }[] = [
  { label: 'Heading 1', icon: <IconH1 />, format: { header: 1 } },
  { label: 'Heading 2', icon: <IconH2 />, format: { header: 2 } },
  { label: 'Heading 3', icon: <IconH3 />, format: { header: 3 } },
  { label: 'Bold', icon: <IconBold />, format: { bold: true } },
  { label: 'Italic', icon: <IconItalic />, format: { italic: true } },
  { label: 'Underline', icon: <IconUnderline />, format: { underline: true } },
  { label: 'Numbered list', icon: <IconListNumbers />, format: { list: 'ordered' } },
  { label: 'Bulleted list', icon: <IconList />, format: { list: 'bullet' } },
];

interface NotesToolbarProps {
  current: Formats;
  onFormat: (name: string, value: unknown) => void;
  onLink: () => void;
  onClear: () => void;
}

/** Pressing a button keeps the selection in the text. */
function NotesToolbar({ current, onFormat, onLink, onClear }: NotesToolbarProps) {
  return (
    <div className="notes-editor__toolbar" role="toolbar" aria-label="Formatting">
      {tools.map(({ label, icon, format }) => {
        const [name = '', value] = Object.entries(format)[0] ?? [];
        const isOn = current[name] === value;
        return (
          <ToolButton
            key={label}
            label={label}
            icon={icon}
            isOn={isOn}
            onPress={() => onFormat(name, isOn ? false : value)}
          />
        );
      })}
      <ToolButton label="Link" icon={<IconLink />} isOn={Boolean(current.link)} onPress={onLink} />
      <ToolButton label="Clear formatting" icon={<IconClearFormatting />} onPress={onClear} />
    </div>
  );
}

function ToolButton({
  label,
  icon,
  isOn,
  onPress,
}: {
  label: string;
  icon: ReactNode;
  isOn?: boolean;
  onPress: () => void;
}) {
  return (
    <button
      type="button"
      className="notes-editor__tool"
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {icon}
    </button>
  );
}

interface NotesField {
  label: string;
  placeholder: string;
  notes: Notes;
  /** The notes as they are now, and as they were shown before the edit. */
  onEdit: (notes: Notes, shown: Notes) => void;
}

const turnings = ['pointerover', 'focusin'] as const;
const nothing: TypedEarly = { text: '', caretFromEnd: null };

/** Quill's script loads when the page is idle, or as soon as somebody turns to the notes. Until then, what is typed and pressed waits. */
function useNotesField({ label, placeholder, notes, onEdit }: NotesField) {
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

export interface NotesDraft {
  readonly base: Notes;
  readonly next: Notes;
}

interface NotesEditorProps {
  label: string;
  placeholder: string;
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

interface TypedEarly {
  readonly text: string;
  /** In characters; null if the focus is elsewhere. */
  readonly caretFromEnd: number | null;
}

interface NotesPreviewProps {
  ref: RefObject<HTMLDivElement | null>;
  label: string;
  placeholder: string;
  notes: Notes;
  onComposing: (isComposing: boolean) => void;
  /** Gets what was typed when the preview goes. */
  typed: RefObject<TypedEarly>;
}

/** Below is a plain text field: only a real one takes what an on-screen keyboard, an input method, or pasting brings. */
function NotesPreview({ ref, label, placeholder, notes, onComposing, typed }: NotesPreviewProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const element = field.current;
    return () => {
      if (!element) return;
      const { value, selectionEnd } = element;
      const hasFocus = element === document.activeElement;
      typed.current = { text: value, caretFromEnd: hasFocus ? value.length - selectionEnd : null };
    };
  }, [typed]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the text field inside is what keys reach
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <div ref={ref} className="ql-editor" onClick={() => field.current?.focus()}>
      {blocks(notesLines(notes))}
      <textarea
        ref={field}
        className="notes-editor__early"
        aria-label={label}
        aria-busy="true"
        placeholder={notes.length === 0 ? placeholder : undefined}
        rows={1}
        onCompositionStart={() => onComposing(true)}
        onCompositionEnd={() => onComposing(false)}
      />
    </div>
  );
}

/** Adjacent list items share one `<ol>`, whatever kind of list they are in. */
function blocks(lines: readonly NoteLine[]): ReactNode[] {
  const drawn: ReactNode[] = [];
  let items: ReactNode[] = [];
  const endList = () => {
    if (items.length > 0) drawn.push(<ol key={drawn.length}>{items}</ol>);
    items = [];
  };
  for (const [index, line] of lines.entries()) {
    if (line.attributes.list) {
      items.push(<Line key={index} line={line} />);
      continue;
    }
    endList();
    drawn.push(<Line key={drawn.length} line={line} />);
  }
  endList();
  return drawn;
}

function Line({ line: { runs, attributes } }: { line: NoteLine }) {
  const Element = attributes.list ? 'li' : attributes.header ? (`h${attributes.header}` as const) : 'p';
  return <Element data-list={attributes.list}>{runs.length > 0 ? <NoteText runs={runs} /> : <br />}</Element>;
}
