/** Without capitals, accents and apostrophes: those of 'Zoë O’Neil' are 'zoe' and 'oneil'. */
export const searchWords = (text: string): readonly string[] =>
  text
    .normalize('NFD')
    .replace(/[\p{M}'’]/gu, '')
    .toLocaleLowerCase('en-US')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Of a page that was pasted, each letter more would be looked for in each row. */
const longest = 200;

/** Whether a text has a word that begins like each word that was typed; everything matches what has no words. */
export function searcher(typed: string): (text: string) => boolean {
  const wanted = searchWords(typed.slice(0, longest));
  return (text) => {
    const words = wanted.length > 0 ? searchWords(text) : [];
    return wanted.every((want) => words.some((word) => word.startsWith(want)));
  };
}
