import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useSize } from '../../../ui/page/events.ts';

const pageMilliseconds = 9_000;
/** Someone who points at a list is reading it: pages pause for this long after the last interaction. */
const readingMilliseconds = 30_000;
const mostDots = 6;

const interactions = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;

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
      className="bare auto-pager screen-only"
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

type PagedCardProps = {
  title: string;
  aside?: string;
  /** The height of each of its lines in pixels of a television of 1920 x 1080. */
  line: number;
  className: string;
  children: ReactNode;
};

/** A card of lines of one height. Where they don't fit, pages of whole lines are shown in turn. */
export function PagedCard({ title, aside, line, className, children }: PagedCardProps) {
  const titleId = useId();
  const card = useRef<HTMLElement>(null);
  const room = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [{ lines, fit, rest }, set] = useState({ lines: 1, fit: 1, rest: 0 });
  const measure = ({ clientHeight }: HTMLElement) => {
    const height = line * televisionPixel();
    const fits = Math.max(1, Math.floor(clientHeight / height + 0.1));
    set({
      lines: Math.max(1, Math.round((content.current?.offsetHeight ?? 0) / height)),
      fit: fits,
      rest: Math.max(0, clientHeight - fits * height),
    });
  };
  useSize(room, measure, content);
  const count = Math.ceil(lines / fit);
  const { page, turn } = useAutoPager(count, card);
  return (
    <section ref={card} className={`card tv-card ${className}`} aria-labelledby={titleId}>
      <div className="card__header">
        <h2 className="card__title" id={titleId}>
          {title}
        </h2>
        {aside && <span className="card__aside">{aside}</span>}
        {count > 1 && <AutoPager what={title} page={page} count={count} onTurn={turn} />}
      </div>
      {/* half a line is worse than none */}
      <div ref={room} className="tv-card__room" style={{ clipPath: `inset(0 0 ${rest}px 0)` }}>
        <div ref={content} style={{ transform: `translateY(calc(${-page * fit * line} * var(--tv)))` }}>
          {children}
        </div>
      </div>
    </section>
  );
}

/** A pixel of a television of 1920 x 1080 on this screen, as --tv in television.css. */
export const televisionPixel = (): number => Math.min(window.innerWidth / 1920, window.innerHeight / 1080);
