import { type RefObject, useEffect, useState } from 'react';
import './auto-pager.css';

const pageMilliseconds = 9_000;
/** Whoever points at a list reads it: its pages wait for so long after the last sign of them. */
const readingMilliseconds = 30_000;
const most = 6;

const signs = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;

/** Which of so many pages is shown: each in turn on a screen that nobody touches. */
export function useAutoPager(count: number, element: RefObject<HTMLElement | null>) {
  const [turned, turnTo] = useState(0);

  useEffect(() => {
    const area = element.current;
    if (count < 2 || !area) return;
    let lastSign = Number.NEGATIVE_INFINITY;
    const see = () => {
      lastSign = performance.now();
    };
    for (const sign of signs) area.addEventListener(sign, see);
    const timer = setInterval(() => {
      if (performance.now() - lastSign >= readingMilliseconds) turnTo((page) => (page + 1) % count);
    }, pageMilliseconds);
    return () => {
      for (const sign of signs) area.removeEventListener(sign, see);
      clearInterval(timer);
    };
  }, [count, element]);

  return { page: turned < count ? turned : 0, turn: () => turnTo((page) => (page + 1) % count) };
}

type AutoPagerProps = { what: string; page: number; count: number; onTurn: () => void };

/** '1 of 2', with dots; a press shows the next page. */
export function AutoPager({ what, page, count, onTurn }: AutoPagerProps) {
  return (
    <button
      type="button"
      className="auto-pager"
      aria-label={`${what}: page ${page + 1} of ${count}. Show next page`}
      onClick={onTurn}
    >
      {count <= most &&
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
