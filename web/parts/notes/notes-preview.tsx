import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import type { Notes } from '../../../domain/notes/notes.ts';
import { type NoteLine, NoteText, notesLines } from './notes-view.tsx';

/** What was typed before the editor was there. */
export interface TypedEarly {
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

/**
 * The notes as the editor will show them, with the same elements, while its script is loading. Below them is a plain text
 * field for more lines: only a real one takes what an on-screen keyboard, another script's input method, or pasting brings.
 */
export function NotesPreview({ ref, label, placeholder, notes, onComposing, typed }: NotesPreviewProps) {
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
