import type Delta from 'quill-delta';
import { commonEnds, deltaOf, difference } from './difference.ts';
import { cleanNotes, type NoteAttributes, type NoteRun, type Notes } from './notes.ts';

/** Comparing more pairs of lines would stop every screen: all between the same start and the same end then counts as changed. */
const comparable = 250_000;

/**
 * For each line of the base where it is in the next version, also if it was changed, null if it was deleted; and the
 * lines that were added before each of them, and after the last one. Lines are compared as text. As many changed lines
 * as there were before are the same lines, changed.
 */
export function findLineChanges(base: readonly string[], next: readonly string[]) {
  const kept: (number | null)[] = base.map(() => null);
  const added: number[][] = [...base, ''].map(() => []);
  let [lastBase, lastNext] = [0, 0];
  for (const [atBase, atNext] of [...samePairs(base, next), [base.length, next.length] as const]) {
    const changed = range(lastNext, atNext);
    if (changed.length === atBase - lastBase) {
      changed.forEach((line, index) => {
        kept[lastBase + index] = line;
      });
    } else {
      added[lastBase] = changed;
    }
    if (atBase < base.length) kept[atBase] = atNext;
    [lastBase, lastNext] = [atBase + 1, atNext + 1];
  }
  return { kept, added };
}

const range = (start: number, end: number): number[] =>
  Array.from({ length: end - start }, (_, index) => start + index);

type Pair = readonly [base: number, next: number];

/** The longest common subsequence, as pairs of indexes in order. */
function samePairs(base: readonly string[], next: readonly string[]): readonly Pair[] {
  const { start, end } = commonEnds(base, next);
  const middle = commonPairs(base.slice(start, base.length - end), next.slice(start, next.length - end));
  return [
    ...range(0, start).map((index): Pair => [index, index]),
    ...middle.map(([one, other]): Pair => [one + start, other + start]),
    ...range(0, end).map((index): Pair => [base.length - end + index, next.length - end + index]),
  ];
}

function commonPairs(base: readonly string[], next: readonly string[]): readonly Pair[] {
  if (base.length * next.length > comparable) return [];
  const width = next.length + 1;
  // The length of the longest common subsequence of what follows each pair of indexes.
  const longest = new Uint16Array((base.length + 1) * width);
  const at = (one: number, other: number): number => longest[one * width + other] ?? 0;
  for (let one = base.length - 1; one >= 0; one--) {
    for (let other = next.length - 1; other >= 0; other--) {
      longest[one * width + other] =
        base[one] === next[other]
          ? at(one + 1, other + 1) + 1
          : Math.max(at(one + 1, other), at(one, other + 1));
    }
  }
  const pairs: Pair[] = [];
  let [one, other] = [0, 0];
  while (one < base.length && other < next.length) {
    if (base[one] === next[other]) pairs.push([one++, other++]);
    else if (at(one + 1, other) >= at(one, other + 1)) one++;
    else other++;
  }
  return pairs;
}

type MergeCharacters = (theirs: Notes, base: Notes, mine: Notes) => Notes;

/** If both changed the same line, both of their lines stay, so that nobody's sentence is mixed with another's. */
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

export type MergedBy = 'lines' | undefined;

/** Null where this can't be done yet: the web app loads it late, by web/parts/notes/lazy-merge.ts. */
export type MergeEdits = (current: Notes, base: Notes, next: Notes, by: MergedBy) => Notes | null;

export const mergeEdits: MergeEdits = (current, base, next, by) =>
  by === 'lines'
    ? cleanNotes(mergeLines(current, base, next, mergeCharacters))
    : mergeCharacters(current, base, next);

function mergeCharacters(current: Notes, base: Notes, next: Notes): Notes {
  const [was, theirs, mine] = [base, current, next].map(deltaOf) as [Delta, Delta, Delta];
  const merged = theirs.compose(difference(was, theirs).transform(difference(was, mine), true));
  return cleanNotes(merged.ops);
}
