/** What one person did to the lines of a text. Numbers are indexes of lines in their version. */
export interface LineChanges {
  /** For each line of the base: where it is in their version, also if it was changed; null if it was deleted. */
  readonly kept: readonly (number | null)[];
  /** Lines that were added before each line of the base, and after the last one. */
  readonly added: readonly (readonly number[])[];
}

/** Above this many pairs of lines to compare, everything between the same start and the same end counts as changed. */
const comparable = 250_000;

/** Lines are compared as text. As many changed lines as there were before are the same lines, changed. */
export function findLineChanges(base: readonly string[], next: readonly string[]): LineChanges {
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

/** How many lines two texts have in common at their start, and at the end of the rest. */
export function commonEnds(one: readonly string[], other: readonly string[]): { start: number; end: number } {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end += 1;
  return { start, end };
}

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
