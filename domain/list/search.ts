/** Text without capitals and accents: 'Zoë' is 'zoe'. */
const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const wordsOf = (text: string): readonly string[] =>
  folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Longer text isn't looked at. */
const longest = 200;

/** Whether a text has a word that begins like each word that was typed; everything matches what has no words. */
export function searcher(typed: string): (text: string) => boolean {
  const wanted = wordsOf(typed.slice(0, longest));
  return (text) => {
    const words = wanted.length > 0 ? wordsOf(text) : [];
    return wanted.every((want) => words.some((word) => word.startsWith(want)));
  };
}

/** Lists of so many rows are longer than a screen, and have a search field. */
export const longList = 12;
