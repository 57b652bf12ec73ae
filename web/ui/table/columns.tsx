import { type ReactElement, useLayoutEffect, useRef, useState } from 'react';
import { splitColumns } from './split-columns.ts';
import './columns.css';

type ColumnsProps = {
  /** A column is at least this wide. */
  minWidth: number;
  /** How tall each child is, in any unit. It decides its column, so it must not depend on what changes under a finger. */
  sizes: readonly number[];
  children: readonly ReactElement[];
};

const gap = 12;

/**
 * Children in order, one column after the other. Unlike in CSS columns, a child stays in its column when its height
 * changes.
 */
export function Columns({ minWidth, sizes, children }: ColumnsProps) {
  const element = useRef<HTMLDivElement>(null);
  // nothing is rendered before the width is known, so that children render once
  const [count, setCount] = useState(0);

  useLayoutEffect(() => {
    const room = element.current;
    if (!room) return;
    const measure = () => setCount(Math.max(1, Math.floor((room.clientWidth + gap) / (minWidth + gap))));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(room);
    return () => observer.disconnect();
  }, [minWidth]);

  let from = 0;
  return (
    // no empty columns: few children get wider ones
    <div
      className="columns"
      ref={element}
      style={{ '--columns': Math.min(count, Math.max(1, children.length)) } as React.CSSProperties}
    >
      {splitColumns(sizes, count).map((length, index) => {
        const inColumn = children.slice(from, from + length);
        from += length;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
          <div key={index} className="columns__column">
            {inColumn}
          </div>
        );
      })}
    </div>
  );
}
