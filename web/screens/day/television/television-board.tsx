import { type ReactElement, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Subarea } from '../../../../domain/subarea/subarea.ts';
import { AutoPager, useAutoPager } from './auto-pager.tsx';
import { type BoardSize, type CardSlice, televisionPages } from './television-pages.ts';
import { useWakeLock } from './wake-lock.ts';
import './television-board.css';

type TelevisionBoardProps = {
  subareas: readonly Subarea[];
  card: (part: CardSlice) => ReactElement;
};

/** The cards on a television: they fill the screen and go to several pages when one isn't enough. */
export function TelevisionBoard({ subareas, card }: TelevisionBoardProps) {
  const board = useRef<HTMLDivElement>(null);
  const size = useBoardSize(board);
  const counts = subareas.map(({ positions }) => positions.length).join(' ');
  const pages = useMemo(
    () => (size ? televisionPages(counts.split(' ').map(Number), size) : []),
    [counts, size],
  );
  const { page: shown, turn } = useAutoPager(pages.length, board);
  useCompactColumns(board);
  useWakeLock();

  return (
    <div className="tv-board" ref={board}>
      {pages.map((page, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pages have no other identity
        <div key={index} className="tv-board__page" hidden={index !== shown}>
          {page.map((column, nth) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: nor do columns
            <div key={nth} className="tv-board__column">
              {column.map((part) => (
                <div
                  key={`${subareas[part.subarea]?.id} ${part.from}`}
                  className="tv-board__part"
                  style={{ '--rows': part.to - part.from } as React.CSSProperties}
                >
                  {card(part)}
                </div>
              ))}
            </div>
          ))}
        </div>
      ))}
      {pages.length > 1 && <AutoPager what="Positions" page={shown} count={pages.length} onTurn={turn} />}
    </div>
  );
}

/** Size of the board in pixels of a 1920 x 1080 television (see --tv in tokens.css); null until measured. */
function useBoardSize(board: RefObject<HTMLElement | null>): BoardSize | null {
  const [size, setSize] = useState<BoardSize | null>(null);
  useLayoutEffect(() => {
    const element = board.current;
    if (!element) return;
    const measure = () => {
      const pixel = Number.parseFloat(getComputedStyle(element).fontSize) / 30;
      const next = { width: element.clientWidth / pixel, height: element.clientHeight / pixel };
      setSize((last) => (last && last.width === next.width && last.height === next.height ? last : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [board]);
  return size;
}

/**
 * Makes columns fit step by step: first smaller position labels, then one line per name, then one line for all the
 * names on a position.
 */
function useCompactColumns(board: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const columns = [...(board.current?.querySelectorAll<HTMLElement>('.tv-board__column') ?? [])];
    const compact = () => {
      for (const column of columns) delete column.dataset.short;
      for (const step of ['labels', 'labels lines', 'labels lines names']) {
        for (const column of columns) {
          if (column.scrollHeight > column.clientHeight + 1) column.dataset.short = step;
        }
      }
    };
    compact();
    const observer = new ResizeObserver(compact);
    for (const column of columns) for (const part of column.children) observer.observe(part);
    return () => observer.disconnect();
  });
}
