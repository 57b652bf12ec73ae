import { type RefObject, useEffect, useState } from 'react';
import './auto-pager.css';

const pageMilliseconds = 9_000;
/** Someone who points at a list is reading it: pages pause for this long after the last interaction. */
const readingMilliseconds = 30_000;
const mostDots = 6;

const interactions = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;

/** Which page is shown: each in turn while nobody interacts with the list. */
export function useAutoPager(count: number, element: RefObject<HTMLElement | null>) {
  const [current, setPage] = useState(0);

  useEffect(() => {
    const area = element.current;
    if (count < 2 || !area) return;
    let lastInteraction = Number.NEGATIVE_INFINITY;
    const pause = () => {
      lastInteraction = performance.now();
    };
    for (const type of interactions) area.addEventListener(type, pause);
    const timer = setInterval(() => {
      if (performance.now() - lastInteraction >= readingMilliseconds) setPage((page) => (page + 1) % count);
    }, pageMilliseconds);
    return () => {
      for (const type of interactions) area.removeEventListener(type, pause);
      clearInterval(timer);
    };
  }, [count, element]);

  return { page: current < count ? current : 0, turn: () => setPage((page) => (page + 1) % count) };
}

type AutoPagerProps = { what: string; page: number; count: number; onTurn: () => void };

/** '1 of 2' with dots; a press shows the next page. */
export function AutoPager({ what, page, count, onTurn }: AutoPagerProps) {
  return (
    <button
      type="button"
      className="auto-pager"
      aria-label={`${what}: page ${page + 1} of ${count}. Show next page`}
      onClick={onTurn}
    >
      {count <= mostDots &&
        Array.from({ length: count }, (_, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: pages have no other identity
            key={index}
            className={index === page ? 'auto-pager__dot auto-pager__dot--shown' : 'auto-pager__dot'}
          />
        ))}
      <span className="auto-pager__count">{`${page + 1} of ${count}`}</span>
    </button>
  );
}
