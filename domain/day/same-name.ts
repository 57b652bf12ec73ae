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

export const mayBeSamePerson = (one: string, other: string): boolean =>
  mayBeSameName(wordsOf(one), wordsOf(other));

/** 'Maria', 'Maria G.' and 'Maria Garcia' may be one person; 'Maria Lopez' is another. */
export function mayBeSameName(one: readonly string[], other: readonly string[]): boolean {
  const shared = Math.min(one.length, other.length);
  if (shared === 0 || one[0] !== other[0]) return false;
  for (let at = 1; at < shared; at++) {
    const [a = '', b = ''] = [one[at], other[at]];
    if (!a.startsWith(b) && !b.startsWith(a)) return false;
  }
  return true;
}
