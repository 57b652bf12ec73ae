import { words } from '../../../client/words/words.ts';
import type { Notes } from '../../../domain/notes/notes.ts';
import { NoteText, notesLines } from '../notes/notes-view.tsx';
import { TickBox, WriteIn } from './paper.tsx';

const t = words('paper');

/** The notes of a day, whose list is what there is to do, and lines to write more. */
export function PaperNotes({ notes, lines }: { notes: Notes; lines: number }) {
  const written = notesLines(notes).filter(({ runs }) => runs.length > 0);
  return (
    <section className="paper__notes">
      <h3>{t('notes')}</h3>
      {written.map(({ runs, attributes: { list, header } }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
        <p key={index} className={list && 'paper__task'}>
          {list && <TickBox />}
          {header ? (
            <b>
              <NoteText runs={runs} />
            </b>
          ) : (
            <span>
              <NoteText runs={runs} />
            </span>
          )}
        </p>
      ))}
      <BlankLines count={lines} hasBox />
    </section>
  );
}

/** To write on, taller where the page has room. */
export const BlankLines = ({ count, hasBox = false }: { count: number; hasBox?: boolean }) =>
  Array.from({ length: count }, (_, line) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: empty lines are all the same
    <p key={line} className="paper__blank">
      {hasBox && <TickBox />}
      <WriteIn />
    </p>
  ));
