import { type ReactNode, useEffect, useRef, useState } from 'react';
import { loadWhenIdle } from '../page/lazy-screen.tsx';
import { createDragItems, DragItems } from './drag-items.ts';
import './drag-area.css';

type DragAreaProps<Dragged, Place> = {
  onDragStart?: () => void;
  onDrop: (dragged: Dragged, place: Place) => void;
  ghost: (dragged: Dragged) => string;
  children: ReactNode;
};

/** Keyboards use the buttons. The drag script loads with the first pointer, or once the page is idle. */
export function DragArea<Dragged, Place>(props: DragAreaProps<Dragged, Place>) {
  const [items] = useState(createDragItems);
  const [isDragging, setDragging] = useState(false);
  const overlay = useRef<HTMLDivElement>(null);
  const load = useRef<() => void>(null);
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    let isAsked = false;
    let stop: (() => void) | null = null;
    let isGone = false;

    async function start() {
      const { startDragging } = await import('./dragging.ts');
      const under = overlay.current;
      if (isGone || !under) return;
      const dragging = startDragging({
        overlay: under,
        onTake: (dragged) => {
          const ghost = document.createElement('span');
          ghost.className = 'drag-area__ghost';
          ghost.textContent = latest.current.ghost(dragged as Dragged);
          under.textContent = '';
          under.append(ghost);
        },
        onStart: () => {
          setDragging(true);
          latest.current.onDragStart?.();
        },
        onEnd: (drop) => {
          setDragging(false);
          if (drop) latest.current.onDrop(drop.dragged as Dragged, drop.place as Place);
        },
      });
      stop = dragging.stop;
      items.attachTo(dragging.attach);
    }

    load.current = () => {
      // tapping works without it, and the next pointer tries again
      if (isAsked) return;
      isAsked = true;
      start().catch(() => {
        isAsked = false;
      });
    };
    void loadWhenIdle(() => !isGone && load.current?.());
    return () => {
      isGone = true;
      items.attachTo(() => () => {});
      stop?.();
    };
  }, [items]);

  return (
    <DragItems value={items}>
      <div
        className={isDragging ? 'drag-area drag-area--dragging' : 'drag-area'}
        onPointerEnter={() => load.current?.()}
        onPointerDown={() => load.current?.()}
      >
        {props.children}
      </div>
      {/* dnd-kit finds it by this attribute */}
      <div data-dnd-overlay ref={overlay} />
    </DragItems>
  );
}
