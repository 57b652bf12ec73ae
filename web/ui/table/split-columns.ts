/**
 * How many of the items, in their order, each column holds, so that the tallest column is as short as can be, and the
 * others even.
 */
export function splitColumns(sizes: readonly number[], count: number): number[] {
  const columns = Math.min(count, sizes.length);
  if (columns === 0) return [];
  // best[n]: the best way to spread the first n items over the columns so far
  let best: (Way | null)[] = sizes.map(() => null);
  best.unshift(none);
  for (let column = 1; column <= columns; column++) {
    best = best.map((_, until) => bestUntil(best, until, sizes));
  }
  return best[sizes.length]?.lengths ?? [];
}

type Way = { readonly lengths: number[]; readonly tallest: number; readonly squares: number };

const none: Way = { lengths: [], tallest: 0, squares: 0 };

/** Adds one column of at least one item, up to `until`. */
function bestUntil(before: readonly (Way | null)[], until: number, sizes: readonly number[]): Way | null {
  let found: Way | null = null;
  let height = 0;
  for (let from = until - 1; from >= 0; from--) {
    height += sizes[from] ?? 0;
    const way = before[from];
    if (!way) continue;
    const tallest = Math.max(way.tallest, height);
    const squares = way.squares + height * height;
    if (found && (tallest > found.tallest || (tallest === found.tallest && squares >= found.squares)))
      continue;
    found = { lengths: [...way.lengths, until - from], tallest, squares };
  }
  return found;
}
