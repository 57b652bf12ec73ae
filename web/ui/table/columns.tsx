import { type ReactElement, useRef, useState } from 'react';
import { useSize } from '../page/events.ts';
import './columns.css';

/** The tallest column is as short as can be, and the others even. */
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

type ColumnsProps = {
  minWidth: number;
  /** How tall each child is, in any unit. It decides its column, so it must not depend on what changes under a finger. */
  sizes: readonly number[];
  children: readonly ReactElement[];
};

const gap = 12;

/** Unlike in CSS columns, a child stays in its column when its height changes. */
export function Columns({ minWidth, sizes, children }: ColumnsProps) {
  const element = useRef<HTMLDivElement>(null);
  // nothing is rendered before the width is known, so that children render once
  const [count, setCount] = useState(0);

  useSize(element, ({ clientWidth }) =>
    setCount(Math.max(1, Math.floor((clientWidth + gap) / (minWidth + gap)))),
  );

  let from = 0;
  return (
    // no empty columns: few children get wider ones
    <div
      className="columns"
      ref={element}
      style={{ '--columns': Math.min(count, Math.max(1, children.length)) } as React.CSSProperties}
    >
      {splitColumns(sizes, count).map((length, index) => {
        const inColumn = children.slice(from, from + length);
        from += length;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
          <div key={index} className="columns__column">
            {inColumn}
          </div>
        );
      })}
    </div>
  );
}
