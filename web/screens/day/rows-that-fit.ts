import { type RefObject, useLayoutEffect, useState } from 'react';

/** Where the list is held to a height: how many of its rows show whole. All of them where it may be as long as it is. */
export function useRowsThatFit(list: RefObject<HTMLElement | null>, count: number): number {
  const [fitting, setFitting] = useState(count);

  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const measure = () => {
      const row = element.firstElementChild as HTMLElement | null;
      const isHeld = getComputedStyle(element).overflowY === 'hidden';
      const rows = isHeld && row ? Math.floor(element.clientHeight / row.offsetHeight) : count;
      setFitting(Math.max(1, Math.min(count, rows)));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [list, count]);

  return fitting;
}
