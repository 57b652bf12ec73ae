import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { hasVisibleFocus } from '../page/dom.ts';

/** How long a list counts as used after the last interaction. */
const settleMilliseconds = 2000;

/** A pointer is down, the last interaction was less than two seconds ago, or keyboard focus is inside. */
function useListInUse(list: RefObject<HTMLElement | null>): boolean {
  const [isInUse, setInUse] = useState(false);

  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const down = new Set<number>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const settle = () => {
      if (down.size === 0 && !hasVisibleFocus(element)) setInUse(false);
    };
    const hold = () => {
      setInUse(true);
      clearTimeout(timer);
      timer = setTimeout(settle, settleMilliseconds);
    };
    const press = (event: PointerEvent) => {
      down.add(event.pointerId);
      hold();
    };
    const release = (event: PointerEvent) => {
      if (down.delete(event.pointerId)) hold();
    };
    const uses = ['pointermove', 'wheel', 'keydown', 'click', 'focusin', 'focusout'] as const;
    for (const use of uses) element.addEventListener(use, hold, { passive: true });
    element.addEventListener('pointerdown', press);
    // a finger can slide off the list before it is lifted
    window.addEventListener('pointerup', release);
    window.addEventListener('pointercancel', release);
    return () => {
      clearTimeout(timer);
      for (const use of uses) element.removeEventListener(use, hold);
      element.removeEventListener('pointerdown', press);
      window.removeEventListener('pointerup', release);
      window.removeEventListener('pointercancel', release);
    };
  }, [list]);

  return isInUse;
}

export interface StableRow<Item> {
  readonly item: Item;
  /** Removed from the list; it keeps its place until the list closes up. */
  readonly isGone: boolean;
}

/** The rows shown before with their current items; new ones come last. */
export function keepPlaces<Item>(
  before: readonly StableRow<Item>[],
  items: readonly Item[],
  keyOf: (item: Item) => string,
): readonly StableRow<Item>[] {
  const left = new Map(items.map((item) => [keyOf(item), item]));
  const kept = before.map(({ item }) => {
    const now = left.get(keyOf(item));
    left.delete(keyOf(item));
    return now === undefined ? { item, isGone: true } : { item: now, isGone: false };
  });
  return [...kept, ...[...left.values()].map(inPlace)];
}

/** Keeps items in the order they were shown; new ones go to the end, where they don't move the others. */
export const keepOrder = <Item>(
  shown: readonly Item[],
  items: readonly Item[],
  keyOf: (item: Item) => string,
): readonly Item[] =>
  keepPlaces(shown.map(inPlace), items, keyOf)
    .filter(({ isGone }) => !isGone)
    .map(({ item }) => item);

/** The items as they are, except while someone is using the list: then their order doesn't change. */
export function useStableOrder<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  list: RefObject<HTMLElement | null>,
): readonly Item[] {
  const isInUse = useListInUse(list);
  const shown = useRef<readonly Item[]>([]);
  const order = isInUse ? keepOrder(shown.current, items, keyOf) : items;
  useLayoutEffect(() => {
    shown.current = order;
  });
  return order;
}

export const inPlace = <Item>(item: Item): StableRow<Item> => ({ item, isGone: false });
