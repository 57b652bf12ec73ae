import { createContext, type RefObject, useContext, useEffect, useRef, useState } from 'react';
import { afterPaint } from '../../ui/page/events.ts';

export interface DragItem {
  readonly as: 'dragged' | 'place';
  readonly element: Element;
  /** The part that starts a drag; without it, the whole element does. */
  readonly handle: Element | undefined;
  /** A place with kinds accepts only items of these kinds. */
  readonly kinds: readonly string[];
  /** A place that stays on screen while the page scrolls. */
  readonly isPinned: boolean;
  readonly data: () => unknown;
  readonly setActive: (isActive: boolean) => void;
}

type Adding = (item: DragItem) => () => void;

/** The items of a drag area, registered before the drag script has loaded, and attached once the page is painted. */
export function createDragItems() {
  const added = new Map<DragItem, () => void>();
  const waiting = new Set<DragItem>();
  let attach: Adding = () => () => {};
  const attachWaiting = () => {
    for (const item of waiting) added.set(item, attach(item));
    waiting.clear();
  };
  return {
    add(item: DragItem): () => void {
      if (waiting.size === 0) afterPaint(attachWaiting);
      added.set(item, () => {});
      waiting.add(item);
      return () => {
        const detach = added.get(item);
        waiting.delete(item);
        added.delete(item);
        if (detach) afterPaint(detach);
      };
    },
    attachTo(adding: Adding): void {
      attach = adding;
      for (const item of added.keys()) waiting.add(item);
      attachWaiting();
    },
  };
}

export const DragItems = createContext<ReturnType<typeof createDragItems> | null>(null);

type Options<Data> = { data: Data; disabled?: boolean; kinds?: readonly string[]; isPinned?: boolean };

export function useDraggable<Data, Whole extends Element = Element>(options: Options<Data>) {
  const { ref, handleRef, isActive } = useDragItem<Data, Whole>('dragged', options);
  return { ref, handleRef, isDragging: isActive };
}

export function useDroppable<Data, Whole extends Element = Element>(options: Options<Data>) {
  const { ref, isActive } = useDragItem<Data, Whole>('place', options);
  return { ref, isDropTarget: isActive };
}

function useDragItem<Data, Whole extends Element>(
  as: DragItem['as'],
  { data, disabled = false, kinds = [], isPinned = false }: Options<Data>,
): { ref: RefObject<Whole | null>; handleRef: RefObject<HTMLElement | null>; isActive: boolean } {
  const items = useContext(DragItems);
  const ref = useRef<Whole>(null);
  const handleRef = useRef<HTMLElement>(null);
  const [isActive, setActive] = useState(false);
  const latest = useRef(data);
  latest.current = data;
  const known = kinds.join('\n');

  useEffect(() => {
    if (!items || !ref.current || disabled) return;
    return items.add({
      as,
      element: ref.current,
      handle: handleRef.current ?? undefined,
      kinds: known === '' ? [] : known.split('\n'),
      isPinned,
      data: () => latest.current,
      setActive,
    });
  }, [items, as, disabled, known, isPinned]);

  return { ref, handleRef, isActive };
}
