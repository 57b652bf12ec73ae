import { Fragment, type ReactNode } from 'react';
import { isSafeLink, type NoteAttributes, type NoteRun, type Notes } from '../../../domain/notes/notes.ts';
import './notes-view.css';

export type NoteLine = { readonly runs: readonly NoteRun[]; readonly looks: NoteAttributes };
type Block = {
  readonly list: 'ordered' | 'bullet' | undefined;
  readonly lines: readonly NoteLine[];
  /** Of the heading that this is, or that it stands under. */
  readonly level: number;
};

/** The lines of notes; how a line looks stands on the break that ends it. */
export function linesOf(notes: Notes): readonly NoteLine[] {
  const lines: NoteLine[] = [];
  let runs: NoteRun[] = [];
  for (const run of notes) {
    const [first = '', ...others] = run.insert.split('\n');
    if (first) runs.push({ ...run, insert: first });
    for (const text of others) {
      lines.push({ runs, looks: run.attributes ?? {} });
      runs = text ? [{ ...run, insert: text }] : [];
    }
  }
  return runs.length > 0 ? [...lines, { runs, looks: {} }] : lines;
}

/** Neighbouring items of one kind of list stand together; heading levels go down one at a time. */
function blocksOf(lines: readonly NoteLine[]): readonly Block[] {
  const blocks: { list: Block['list']; lines: NoteLine[]; level: number }[] = [];
  // the card around the notes has the second
  let level = 2;
  for (const line of lines) {
    const { list, header } = line.looks;
    const last = blocks[blocks.length - 1];
    if (list && last?.list === list) {
      last.lines.push(line);
      continue;
    }
    if (header && line.runs.length > 0) level = Math.min(header + 2, level + 1);
    blocks.push({ list, lines: [line], level });
  }
  return blocks;
}

/** Notes to read, drawn without the editor. */
export function NotesView({ notes }: { notes: Notes }) {
  return (
    <div className="notes-view">
      {blocksOf(linesOf(notes)).map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks are nothing but their place
        <NotesBlock key={index} block={block} />
      ))}
    </div>
  );
}

function NotesBlock({ block: { list, lines, level } }: { block: Block }) {
  if (list) {
    const List = list === 'ordered' ? 'ol' : 'ul';
    return (
      <List>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items are nothing but their place
          <li key={index}>
            <Text runs={line.runs} />
          </li>
        ))}
      </List>
    );
  }
  const line = lines[0];
  if (!line || line.runs.length === 0) return <p className="notes-view__blank" />;
  const { header } = line.looks;
  const Paragraph = header ? (`h${level}` as 'h3' | 'h4' | 'h5') : 'p';
  return (
    <Paragraph className={header && `notes-view__header-${header}`}>
      <Text runs={line.runs} />
    </Paragraph>
  );
}

function Text({ runs }: { runs: readonly NoteRun[] }) {
  return runs.map((run, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: runs are nothing but their place
    <Fragment key={index}>{dressed(run)}</Fragment>
  ));
}

function dressed({ insert, attributes = {} }: NoteRun): ReactNode {
  let text: ReactNode = insert;
  if (attributes.underline) text = <u>{text}</u>;
  if (attributes.italic) text = <em>{text}</em>;
  if (attributes.bold) text = <strong>{text}</strong>;
  if (attributes.link !== undefined && isSafeLink(attributes.link)) {
    text = (
      <a href={attributes.link} target="_blank" rel="noopener">
        {text}
      </a>
    );
  }
  return text;
}
