import { type RefObject, useEffect, useState } from 'react';
import './turning.css';

const pageMilliseconds = 9_000;
/** Whoever points at a list reads it: its pages wait for so long after the last sign of them. */
const readingMilliseconds = 30_000;
const most = 6;

const signs = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;

/** Which of so many pages is shown: each in turn on a screen that nobody touches. */
export function useTurning(count: number, element: RefObject<HTMLElement | null>) {
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

type TurnerProps = { what: string; page: number; count: number; onTurn: () => void };

/** '1 of 2', with dots; a press shows the next page. */
export function Turner({ what, page, count, onTurn }: TurnerProps) {
  return (
    <button
      type="button"
      className="turner"
      aria-label={`${what}: page ${page + 1} of ${count}. Show the next`}
      onClick={onTurn}
    >
      {count <= most &&
        Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a page is its place
          <span key={index} className={index === page ? 'turner__dot turner__dot--shown' : 'turner__dot'} />
        ))}
      <span className="turner__count">{`${page + 1} of ${count}`}</span>
    </button>
  );
}
