/** The words of a name, first name first, without capitals, accents and signs. */
export function wordsOf(name: string): readonly string[] {
  const [last = '', first = '', more] = name.split(',');
  const turned = first.trim() !== '' && more === undefined ? `${first} ${last}` : name;
  return turned
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** The same but for capitals, accents, signs and which part comes first. */
export const isSameName = (one: string, other: string): boolean =>
  wordsOf(one).join(' ') === wordsOf(other).join(' ');
