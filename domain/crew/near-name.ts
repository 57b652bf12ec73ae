const folded = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s.,]+/g, ' ')
    .trim();

/** Fewer letters are too few to tell a slip from another name. */
const shortest = 5;
const mostSlips = 2;

/**
 * Whose name was probably meant by one that nobody has: 'Gabriela Soto' for 'Gabriella Soto'. Null for a name of the crew,
 * and where nobody's, or more than one, is as near.
 */
export function nearName(names: readonly string[], typed: string): string | null {
  const wanted = folded(typed);
  if (wanted.length < shortest || names.includes(typed.trim())) return null;
  const near = [...new Set(names)]
    .map((name) => ({ name, slips: slipsBetween(folded(name), wanted) }))
    .filter(({ slips }) => slips <= mostSlips)
    .sort((one, other) => one.slips - other.slips);
  const [first, second] = near;
  return first && first.slips !== second?.slips ? first.name : null;
}

/** How many letters are added, left out or another; beyond the most that count, only that it is more. */
function slipsBetween(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > mostSlips) return mostSlips + 1;
  let above = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const next = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const changed = (above[column - 1] ?? 0) + (isSame ? 0 : 1);
      next.push(Math.min(changed, (above[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    above = next;
  }
  return above[other.length] ?? 0;
}
