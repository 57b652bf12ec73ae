import { type ReactElement, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Subarea } from '../../../../domain/subarea/subarea.ts';
import { AutoPager, useAutoPager } from './auto-pager.tsx';
import { type Part, type Room, televisionPages } from './television-pages.ts';
import './television-board.css';

type TelevisionBoardProps = {
  subareas: readonly Subarea[];
  card: (part: Part) => ReactElement;
};

/** The cards on a screen that nobody scrolls: as tall as it is, on several pages where one does not hold them. */
export function TelevisionBoard({ subareas, card }: TelevisionBoardProps) {
  const board = useRef<HTMLDivElement>(null);
  const room = useRoom(board);
  const counts = subareas.map(({ positions }) => positions.length).join(' ');
  const pages = useMemo(
    () => (room ? televisionPages(counts.split(' ').map(Number), room) : []),
    [counts, room],
  );
  const { page: shown, turn } = useAutoPager(pages.length, board);
  useShortening(board);

  return (
    <div className="tv-board" ref={board}>
      {pages.map((page, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page is its place
        <div key={index} className="tv-board__page" hidden={index !== shown}>
          {page.map((column, nth) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: and so is a column
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

/** Its room in the pixels of a television of 1920 x 1080, as --tv in tokens.css has them; null until it is measured. */
function useRoom(board: RefObject<HTMLElement | null>): Room | null {
  const [room, setRoom] = useState<Room | null>(null);
  useLayoutEffect(() => {
    const element = board.current;
    if (!element) return;
    const measure = () => {
      const pixel = Number.parseFloat(getComputedStyle(element).fontSize) / 30;
      const next = { width: element.clientWidth / pixel, height: element.clientHeight / pixel };
      setRoom((last) => (last && last.width === next.width && last.height === next.height ? last : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [board]);
  return room;
}

/**
 * Names have a line each where the column has room for that. In one that would not fit, labels are smaller; where that is
 * not enough, no name has two lines, and then all of a position share one.
 */
function useShortening(board: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const columns = [...(board.current?.querySelectorAll<HTMLElement>('.tv-board__column') ?? [])];
    const shorten = () => {
      for (const column of columns) delete column.dataset.short;
      for (const what of ['labels', 'labels lines', 'labels lines names']) {
        for (const column of columns) {
          if (column.scrollHeight > column.clientHeight + 1) column.dataset.short = what;
        }
      }
    };
    shorten();
    const observer = new ResizeObserver(shorten);
    for (const column of columns) for (const part of column.children) observer.observe(part);
    return () => observer.disconnect();
  });
}
