import { Fragment, memo, type ReactNode } from 'react';
import { words } from '../../../client/words/words.ts';
import { isSafeLink, type NoteAttributes, type NoteRun, type Notes } from '../../../domain/notes/notes.ts';
import { Card } from '../../ui/page/page.tsx';
import './notes-view.css';

const t = words('day');

export type NoteLine = { readonly runs: readonly NoteRun[]; readonly attributes: NoteAttributes };
type Block = {
  readonly list: 'ordered' | 'bullet' | undefined;
  readonly lines: readonly NoteLine[];
  readonly level: number;
};

/** Splits notes into lines. The attributes of a line are those of the line break that ends it. */
export function notesLines(notes: Notes): readonly NoteLine[] {
  const lines: NoteLine[] = [];
  let runs: NoteRun[] = [];
  for (const run of notes) {
    const [first = '', ...others] = run.insert.split('\n');
    if (first) runs.push({ ...run, insert: first });
    for (const text of others) {
      lines.push({ runs, attributes: run.attributes ?? {} });
      runs = text ? [{ ...run, insert: text }] : [];
    }
  }
  return runs.length > 0 ? [...lines, { runs, attributes: {} }] : lines;
}

/** Adjacent items of the same kind of list share a block; heading levels go down one at a time. */
function groupBlocks(lines: readonly NoteLine[]): readonly Block[] {
  const blocks: { list: Block['list']; lines: NoteLine[]; level: number }[] = [];
  // the card around the notes has a heading of level 2
  let level = 2;
  for (const line of lines) {
    const { list, header } = line.attributes;
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

/** Shows notes without loading the editor, nothing where there are no notes. */
export const NotesCard = memo(function NotesCard({ notes, className }: { notes: Notes; className?: string }) {
  if (notes.length === 0) return null;
  return (
    <Card title={t('notes')} isPadded className={className}>
      <NotesView notes={notes} />
    </Card>
  );
});

export function NotesView({ notes }: { notes: Notes }) {
  return (
    <div className="notes-view">
      {groupBlocks(notesLines(notes)).map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no other identity
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
          // biome-ignore lint/suspicious/noArrayIndexKey: items have no other identity
          <li key={index}>
            <NoteText runs={line.runs} />
          </li>
        ))}
      </List>
    );
  }
  const line = lines[0];
  if (!line || line.runs.length === 0) return <p className="notes-view__blank" />;
  const { header } = line.attributes;
  const Paragraph = header ? (`h${level}` as 'h3' | 'h4' | 'h5') : 'p';
  return (
    <Paragraph className={header && `notes-view__header-${header}`}>
      <NoteText runs={line.runs} />
    </Paragraph>
  );
}

export function NoteText({ runs }: { runs: readonly NoteRun[] }) {
  return runs.map((run, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: runs have no other identity
    <Fragment key={index}>{formatted(run)}</Fragment>
  ));
}

function formatted({ insert, attributes = {} }: NoteRun): ReactNode {
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
