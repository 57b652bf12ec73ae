const suffix = /^(jr|sr|ii|iii|iv|v|esq|md|phd)\.?$/i;

/** Whether it is 'Last, First', not a name with a suffix after a comma. */
export function isLastFirst(name: string): boolean {
  const [last = '', ...rest] = partsOf(name);
  return last !== '' && rest.some((part) => !suffix.test(part));
}

/** 'Garcia Lopez, Maria Elena' as 'Maria Elena Garcia Lopez'; 'Smith, Jr., John' as 'John Smith Jr.'. */
export function turnedName(name: string): string {
  if (!isLastFirst(name)) return name;
  const [last = '', ...rest] = partsOf(name);
  const suffixes = rest.filter((part) => suffix.test(part));
  const first = rest.filter((part) => !suffix.test(part));
  const words = last.split(' ');
  // 'Smith Jr., John' has its suffix before the comma.
  const own = words.length > 1 && suffix.test(words[words.length - 1] ?? '') ? words.splice(-1) : [];
  return [...first, ...words, ...own, ...suffixes].join(' ');
}

const partsOf = (name: string): string[] =>
  name
    .replace(/\s+/g, ' ')
    .split(',')
    .map((part) => part.trim())
    .filter((part, index) => part !== '' || index === 0);

/** Whether most names of a column are written that way. */
export const isWrittenLastFirst = (names: readonly string[]): boolean => {
  const said = names.filter((name) => name !== '');
  return said.filter(isLastFirst).length * 2 > said.length;
};
