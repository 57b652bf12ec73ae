import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { words } from '../../../../client/words/words.ts';
import { useSize } from '../../../ui/page/events.ts';

const t = words('television');

const pageMilliseconds = 9_000;
/** For a page that somebody turned to, to read it. */
const readingMilliseconds = 30_000;

export function useAutoPager(count: number) {
  const [{ current, isReading }, set] = useState({ current: 0, isReading: false });
  const page = current < count ? current : 0;
  const next = count < 2 ? 0 : (page + 1) % count;

  useEffect(() => {
    if (count < 2) return;
    const turn = () => set({ current: next, isReading: false });
    const timer = setTimeout(turn, isReading ? readingMilliseconds : pageMilliseconds);
    return () => clearTimeout(timer);
  }, [count, next, isReading]);
  return { page, count, turn: () => set({ current: next, isReading: true }) };
}

type AutoPagerProps = ReturnType<typeof useAutoPager> & { readonly what: string };

export function AutoPager({ what, page, count, turn }: AutoPagerProps) {
  const said = t('count-of', { count: page + 1, all: count });
  const label = t('next-page', { what, shown: said });
  return (
    <button type="button" className="bare auto-pager screen-only" aria-label={label} onClick={turn}>
      {said}
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
  const pager = useAutoPager(count);
  return (
    <section className={`card tv-card ${className}`} aria-labelledby={titleId}>
      <div className="card__header">
        <h2 className="card__title" id={titleId}>
          {title}
        </h2>
        {aside && <span className="card__aside">{aside}</span>}
        {count > 1 && <AutoPager what={title} {...pager} />}
      </div>
      {/* half a line is worse than none */}
      <div ref={room} className="tv-card__room" style={{ clipPath: `inset(0 0 ${rest}px 0)` }}>
        <div ref={content} style={{ transform: `translateY(calc(${-pager.page * fit * line} * var(--tv)))` }}>
          {children}
        </div>
      </div>
    </section>
  );
}

/** A pixel of a television of 1920 x 1080, or upright of 1080 x 1920, on this screen, as --tv in television.css. */
export function televisionPixel(): number {
  const [width, height] = [window.innerWidth, window.innerHeight];
  return height >= width ? Math.min(width / 1080, height / 1920) : Math.min(width / 1920, height / 1080);
}
