import { type RefObject, useLayoutEffect, useState } from 'react';

/** From roomy to tight; subarea-cards.css says what each means. The last leaves room to say what is cut off. */
const ways = [
  'two',
  'two-tight',
  'three',
  'three-tight',
  'three-tight-lines-short',
  'three-flowing',
  'three-flowing-lines-short',
  'three-flowing-short',
  'three-flowing-short-cut',
] as const;

/**
 * On a television nobody scrolls: lays the cards out in the first way that shows all of them, and again whenever
 * `content` or the room for it is another. Answers how many of their rows even the last way cuts off.
 */
export function useFit(cards: RefObject<HTMLElement | null>, content: unknown): number {
  const [cutOff, setCutOff] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other content may need another way
  useLayoutEffect(() => {
    const element = cards.current;
    if (!element) return;
    const isHeld = matchMedia('(min-width: 1800px)');
    const layOut = () => {
      delete element.dataset.fit;
      setCutOff(isHeld.matches && !isShown(element) ? rowsOutside(element) : 0);
    };
    layOut();
    const observer = new ResizeObserver(layOut);
    observer.observe(element);
    return () => observer.disconnect();
  }, [cards, content]);

  return cutOff;
}

function isShown(element: HTMLElement): boolean {
  return ways.some((way) => {
    element.dataset.fit = way;
    return element.scrollWidth <= element.clientWidth && element.scrollHeight <= element.clientHeight;
  });
}

/** Columns that are too many stand beside the last that is seen. */
function rowsOutside(element: HTMLElement): number {
  const { right } = element.getBoundingClientRect();
  const rows = [...element.querySelectorAll('.positions__row')];
  return rows.filter((row) => row.getBoundingClientRect().left >= right).length;
}
