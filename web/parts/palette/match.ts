/** Something that the palette finds. */
export interface Entry {
  readonly id: string;
  readonly label: string;
  /** What tells entries of one name apart, such as times. Found as well, after labels. */
  readonly about?: string;
  readonly kind: EntryKind;
  /** Words that also find it, such as 'start over' for an action that is called otherwise. */
  readonly also?: string;
  readonly href?: string;
  readonly run?: () => void;
}

export const entryKinds = ['Person', 'Position', 'Rotation', 'Day', 'Page', 'Action', 'Crew'] as const;
export type EntryKind = (typeof entryKinds)[number];

interface Indexed {
  readonly entry: Entry;
  readonly label: readonly string[];
  readonly about: readonly string[];
}

/** Entries with their words, taken apart once. */
export type EntryIndex = readonly Indexed[];

/** Without accents, capitals and apostrophes. */
export const wordsOf = (text: string): readonly string[] =>
  text
    .normalize('NFD')
    .replace(/[\p{M}'’]/gu, '')
    .toLocaleLowerCase('en-US')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

export const indexOf = (entries: readonly Entry[]): EntryIndex =>
  entries.map((entry) => ({
    entry,
    label: wordsOf(entry.label),
    about: wordsOf(`${entry.about ?? ''} ${entry.also ?? ''}`),
  }));

/** Longer texts find nothing, and would be slow to compare. */
const longestTyped = 100;

/**
 * Entries with a word that begins like each typed one, best first: the whole label, labels that begin like it, labels with
 * the words, and then those that have them in what is said about them.
 */
export function findEntries(index: EntryIndex, typed: string, most: number): readonly Entry[] {
  const wanted = wordsOf(typed.slice(0, longestTyped));
  if (wanted.length === 0) return [];
  const found: { readonly rank: number; readonly indexed: Indexed }[] = [];
  for (const indexed of index) {
    const rank = rankOf(indexed, wanted);
    if (rank !== null) found.push({ rank, indexed });
  }
  return found
    .sort((one, other) => one.rank - other.rank || kindOf(one.indexed) - kindOf(other.indexed))
    .slice(0, most)
    .map(({ indexed }) => indexed.entry);
}

function rankOf({ label, about }: Indexed, wanted: readonly string[]): number | null {
  if (wanted.every((part) => hasWord(label, part))) {
    if (label.length === wanted.length && wanted.every((part, place) => label[place] === part)) return 0;
    return wanted.every((part, place) => label[place]?.startsWith(part)) ? 1 : 2;
  }
  return wanted.every((part) => hasWord(label, part) || hasWord(about, part)) ? 3 : null;
}

// names are not always written in words, such as Japanese ones
const hasWord = (words: readonly string[], part: string): boolean =>
  words.some((word) => word.startsWith(part) || (!isPlain(part) && word.includes(part)));

const isPlain = (part: string): boolean => /^[ -~]*$/.test(part);

const kindOf = ({ entry }: Indexed): number => entryKinds.indexOf(entry.kind);
