import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import type { Notes } from '../../../domain/notes/notes.ts';
import { type NoteLine, NoteText, notesLines } from './notes-view.tsx';

interface NotesPreviewProps {
  ref: RefObject<HTMLDivElement | null>;
  label: string;
  placeholder: string;
  notes: Notes;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** The notes as the editor will show them, with the same elements, while its script is loading. */
export function NotesPreview({ ref, label, placeholder, notes, onKeyDown }: NotesPreviewProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a textarea cannot show formatted text
    <div
      ref={ref}
      className={notes.length === 0 ? 'ql-editor ql-blank' : 'ql-editor'}
      data-placeholder={placeholder}
      role="textbox"
      tabIndex={0}
      aria-label={label}
      aria-multiline="true"
      aria-busy="true"
      onKeyDown={onKeyDown}
    >
      {notes.length === 0 ? <Line line={{ runs: [], attributes: {} }} /> : blocks(notesLines(notes))}
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
