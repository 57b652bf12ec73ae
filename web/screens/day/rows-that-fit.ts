import { type RefObject, useLayoutEffect, useState } from 'react';

/** Where the list is held to a height: how many of its rows show whole. All of them where it may be as long as it is. */
export function useRowsThatFit(list: RefObject<HTMLElement | null>, ids: readonly string[]): number {
  const [fitting, setFitting] = useState(ids.length);
  const count = ids.length;
  const order = ids.join(' ');

  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows, or the same in another order, are measured anew
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const shown = [...element.children];
    const measure = () => {
      if (getComputedStyle(element).overflowY !== 'hidden') return setFitting(count);
      const end = element.getBoundingClientRect().bottom;
      const whole = shown.filter((row) => row.getBoundingClientRect().bottom <= end);
      setFitting(Math.max(1, whole.length));
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const each of [element, ...shown]) observer.observe(each);
    return () => observer.disconnect();
  }, [list, count, order]);

  return fitting;
}
