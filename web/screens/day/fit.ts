import { type RefObject, useLayoutEffect } from 'react';

/** From roomy to tight; subarea-cards.css says what each means. */
const ways = ['two', 'two-tight', 'three', 'three-tight', 'three-flowing'] as const;

/**
 * On a television nobody scrolls: lays the cards out in the first way that shows all of them, and again whenever
 * `content` or the room for it is another.
 */
export function useFit(cards: RefObject<HTMLElement | null>, content: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other content may need another way
  useLayoutEffect(() => {
    const element = cards.current;
    if (!element) return;
    const isHeld = matchMedia('(min-width: 1800px)');
    const layOut = () => {
      delete element.dataset.fit;
      if (!isHeld.matches) return;
      for (const way of ways) {
        element.dataset.fit = way;
        const fits =
          element.scrollWidth <= element.clientWidth && element.scrollHeight <= element.clientHeight;
        if (fits) return;
      }
    };
    layOut();
    const observer = new ResizeObserver(layOut);
    observer.observe(element);
    return () => observer.disconnect();
  }, [cards, content]);
}
