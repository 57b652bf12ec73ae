import { type RefObject, useLayoutEffect, useState } from 'react';

/** Where the list is held to a height: how many of its rows show whole. All of them where it may be as long as it is. */
export function useRowsThatFit(list: RefObject<HTMLElement | null>, rows: readonly unknown[]): number {
  const [fitting, setFitting] = useState(rows.length);

  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const shown = [...element.children];
    const measure = () => {
      const isHeld = getComputedStyle(element).overflowY === 'hidden';
      const end = element.getBoundingClientRect().bottom;
      const whole = shown.filter((row) => row.getBoundingClientRect().bottom <= end);
      setFitting(isHeld ? Math.max(1, whole.length) : rows.length);
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const each of [element, ...shown]) observer.observe(each);
    return () => observer.disconnect();
  }, [list, rows]);

  return fitting;
}
