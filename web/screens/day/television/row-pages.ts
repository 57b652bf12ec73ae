import { type RefObject, useLayoutEffect, useState } from 'react';

/** Rows `from` up to, but not including, `to`. */
export interface RowPage {
  readonly from: number;
  readonly to: number;
}

/** Splits rows into pages that fit; the last page is filled up with rows of the one before. */
export function rowPages(heights: readonly number[], room: number): readonly RowPage[] {
  const pages: RowPage[] = [];
  let from = 0;
  while (from < heights.length) {
    let to = from;
    for (let left = room; to < heights.length; to++) {
      left -= heights[to] ?? 0;
      if (left < 0 && to > from) break;
    }
    pages.push({ from, to });
    from = to;
  }
  const last = pages[pages.length - 1];
  if (!last || pages.length === 1) return pages;
  let left = room;
  for (from = heights.length; from > 0; from--) {
    left -= heights[from - 1] ?? 0;
    if (left < 0) break;
  }
  return [...pages.slice(0, -1), { from: Math.min(from, last.from), to: last.to }];
}

/** Pages of a list with a limited height; a single page if the list may grow. */
export function useRowPages(list: RefObject<HTMLElement | null>, ids: readonly string[]): readonly RowPage[] {
  const [pages, setPages] = useState<readonly RowPage[]>([{ from: 0, to: ids.length }]);
  const count = ids.length;
  const order = ids.join(' ');

  // biome-ignore lint/correctness/useExhaustiveDependencies: different or reordered rows must be measured again
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const rows = [...element.children];
    const measure = () => {
      const isLimited = getComputedStyle(element).overflowY === 'hidden';
      const heights = rows.map((row) => row.getBoundingClientRect().height);
      const next = isLimited ? rowPages(heights, element.clientHeight + 1) : [{ from: 0, to: count }];
      setPages((last) => (isSame(last, next) ? last : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const each of [element, ...rows]) observer.observe(each);
    return () => observer.disconnect();
  }, [list, count, order]);

  return pages;
}

const isSame = (one: readonly RowPage[], other: readonly RowPage[]): boolean =>
  one.length === other.length &&
  one.every(({ from, to }, index) => from === other[index]?.from && to === other[index]?.to);
