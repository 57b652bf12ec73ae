import { isLeaveAlone, isStation } from './not-shifts.ts';

const suffix = /^(jr|sr|ii|iii|iv|v|esq|md|phd)\.?$/i;

/** Whether it is 'Last, First', not a name with a suffix after a comma. */
export function isLastFirst(name: string): boolean {
  const [last = '', ...rest] = partsOf(withoutTags(name).name);
  return last !== '' && rest.some((part) => !suffix.test(part));
}

/** 'Garcia Lopez, Maria Elena (Cook)' as 'Maria Elena Garcia Lopez'; 'Smith, Jr., John' as 'John Smith Jr.'. */
export function turnedName(printed: string): string {
  const { name } = withoutTags(printed);
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

const inBrackets = /\s*(?:\(([^()]*)\)|\[([^[\]]*)\]|\{([^{}]*)\})\s*/;
const atEnd = new RegExp(`${inBrackets.source}$`);
const atStart = new RegExp(`^${inBrackets.source}`);
const marks = /^[\s*#†‡•✓★☆⭐~^!|]+|[\s*†‡•✓★☆⭐~^!|]+$/gu;
const number = /\s*(?:[-–—]\s+|#\s?)\d{1,8}$|^#\s?\d{1,8}\s+|^\d{1,8}\s+[-–—]\s+/;
/** A hyphen within a name has no blanks around it. */
const afterDash = /\s+[-–—|/]\s+([^-–—|/,]+)$/;
const afterComma = /,\s*([^,]+)$/;

/** What stands behind a dash may be another person; behind 'Last, First' it isn't. */
const isTag = (tag: string, rest: string, around: RegExp): boolean =>
  (around !== afterDash && around !== afterComma) ||
  isStation(tag) ||
  isLeaveAlone(tag) ||
  (around === afterDash && rest.includes(','));
const hours = /^[\d.:]+ ?(?:h|hrs?|hours?)?(?:\s?\/.*)?$/i;

/**
 * The name without what schedules write around it: '*Maria Sample (Cook)', 'Maria Sample - Cook', 'Maria Sample #1020'.
 * `tags` are the words taken off, from the last to the first.
 */
export function withoutTags(printed: string): { readonly name: string; readonly tags: readonly string[] } {
  const tags: string[] = [];
  const [first = '', ...lines] = printed.split(/\r?\n/).map((line) => line.replace(/\s+/g, ' ').trim());
  // a long name may be broken into lines, too
  const kept = lines.filter((line) => {
    const isBeside = hours.test(line) || isStation(line) || /^[([].*[)\]]$/.test(line);
    if (isBeside && line !== '') tags.push(line.replace(/^[([]|[)\]]$/g, ''));
    return !isBeside;
  });
  let name = [first, ...kept].join('\n').trim();
  for (let turn = 0; turn < 4; turn++) {
    const before = name;
    for (const around of [atEnd, atStart, afterDash, afterComma]) {
      const found = around.exec(name);
      const rest = name.replace(around, '').trim();
      const tag = (found?.[1] ?? found?.[2] ?? found?.[3] ?? '').trim();
      if (!found || !/\p{L}/u.test(rest) || !isTag(tag, rest, around)) continue;
      tags.push(tag);
      name = rest;
    }
    name = name.replace(number, '').replace(marks, '').trim() || before;
    if (name === before) break;
  }
  return { name, tags };
}
