import { commonEnds, findLineChanges } from './line-changes.ts';
import type { NoteAttributes, NoteRun, Notes } from './notes.ts';

/** Merges two versions of one line by character. */
type MergeCharacters = (theirs: Notes, base: Notes, mine: Notes) => Notes;

/**
 * Three-way merge by line. A line that one person changed, added or deleted is taken as it is. If both changed the same
 * line, both of their lines stay, so that nobody's sentence is mixed with another's.
 */
export function mergeLines(theirs: Notes, base: Notes, mine: Notes, mergeCharacters: MergeCharacters): Notes {
  const [baseLines, theirLines, myLines] = [base, theirs, mine].map(linesOf) as [Line[], Line[], Line[]];
  const byThem = findLineChanges(keysOf(baseLines), keysOf(theirLines));
  const byMe = findLineChanges(keysOf(baseLines), keysOf(myLines));

  function mergeLine(line: Line, index: number): readonly Line[] {
    const [their, my] = [theirLines[byThem.kept[index] ?? -1], myLines[byMe.kept[index] ?? -1]];
    if (!their || !my) {
      const changed = their ?? my;
      // A change survives that the other person deleted the line.
      return changed && changed.key !== line.key ? [changed] : [];
    }
    if (their.key === line.key || their.key === my.key) return [my];
    if (my.key === line.key) return [their];
    if (!canShareLine(line.text, their.text, my.text)) return [their, my];
    const merged = mergeCharacters(notesOf([their, end]), notesOf([line, end]), notesOf([my, end]));
    return linesOf(merged).slice(0, -1);
  }

  const addedAt = (index: number): readonly Line[] =>
    withoutRepeats(pick(theirLines, byThem.added[index]), pick(myLines, byMe.added[index]));

  return notesOf([
    ...baseLines.flatMap((line, index) => [...addedAt(index), ...mergeLine(line, index)]),
    ...addedAt(baseLines.length),
  ]);
}

/** False if the texts would be mixed: one of them replaced words, or both added some at the same place. */
function canShareLine(base: string, theirs: string, mine: string): boolean {
  if (theirs === base || mine === base) return true;
  const [their, my] = [insertionInto(base, theirs), insertionInto(base, mine)];
  return their !== null && my !== null && (their.latest < my.earliest || my.latest < their.earliest);
}

/** Where text was added to a line, as far as it can be told; null if anything else was done. */
function insertionInto(base: string, next: string): { earliest: number; latest: number } | null {
  const { start } = commonEnds([...base], [...next]);
  const { start: end } = commonEnds([...base].reverse(), [...next].reverse());
  const { length } = [...base];
  return start + end < length ? null : { earliest: length - end, latest: start };
}

/** A line with its styles. */
interface Line {
  readonly runs: Notes;
  readonly paragraph: NoteAttributes | undefined;
  readonly text: string;
  /** The same for lines with the same text and styles. */
  readonly key: string;
}

const keysOf = (lines: readonly Line[]): readonly string[] => lines.map(({ key }) => key);

const pick = (lines: readonly Line[], indexes: readonly number[] = []): readonly Line[] =>
  indexes.flatMap((index) => lines[index] ?? []);

/** The lines of both; what both begin or end with comes once. */
function withoutRepeats(first: readonly Line[], second: readonly Line[]): readonly Line[] {
  const { start, end } = commonEnds(keysOf(first), keysOf(second));
  const rest = second.slice(start, second.length - end);
  return [...first.slice(0, first.length - end), ...rest, ...first.slice(first.length - end)];
}

/** What follows the last line break is a line too, even if it is empty. */
function linesOf(notes: Notes): Line[] {
  const lines: Line[] = [];
  let runs: NoteRun[] = [];
  for (const { insert, attributes } of notes) {
    const [first = '', ...others] = insert.split('\n');
    if (first !== '') runs.push(runOf(first, attributes));
    for (const text of others) {
      lines.push(lineOf(runs, attributes));
      runs = text === '' ? [] : [runOf(text, attributes)];
    }
  }
  return [...lines, lineOf(runs, undefined)];
}

const runOf = (insert: string, attributes: NoteAttributes | undefined): NoteRun =>
  attributes ? { insert, attributes } : { insert };

const lineOf = (runs: Notes, paragraph: NoteAttributes | undefined): Line => ({
  runs,
  paragraph,
  text: runs.map(({ insert }) => insert).join(''),
  key: JSON.stringify([runs, paragraph]),
});

const end = lineOf([], undefined);

const notesOf = (lines: readonly Line[]): Notes =>
  lines.flatMap(({ runs, paragraph }, index) =>
    index < lines.length - 1 ? [...runs, runOf('\n', paragraph)] : runs,
  );
