import { type RefObject, useEffect, useMemo, useReducer, useRef } from 'react';

export interface StableRow<Item> {
  readonly item: Item;
  /** Removed from the list; it keeps its place until the list closes up. */
  readonly isGone: boolean;
}

/** How long changed rows keep their place, so that nobody presses a row that just moved under their finger. */
const quietMilliseconds = 3000;
/** A change this soon after a press elsewhere was caused by it, so the list can close up at once. */
const elsewhereMilliseconds = 1000;

/** Nothing moves under the finger until the list has not been used for a moment, or until a press elsewhere. */
export function useStableRows<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  list: RefObject<HTMLElement | null>,
): readonly StableRow<Item>[] {
  const shown = useRef<readonly StableRow<Item>[]>([]);
  const elsewhereAt = useRef(Number.NEGATIVE_INFINITY);
  const [closed, closeUp] = useReducer((times: number) => times + 1, 0);
  const closedBefore = useRef(closed);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `keyOf` is a new function in each render with the same result
  const rows = useMemo(() => {
    const isFree =
      closed !== closedBefore.current || performance.now() - elsewhereAt.current < elsewhereMilliseconds;
    closedBefore.current = closed;
    shown.current = isFree ? items.map(inPlace) : keepPlaces(shown.current, items, keyOf);
    return shown.current;
  }, [items, closed]);

  const isOpen = rows.some(({ item, isGone }, index) => isGone || item !== items[index]);
  useEffect(() => {
    const isInside = (event: PointerEvent | KeyboardEvent) =>
      list.current !== null &&
      ('clientX' in event ? isOver(list.current, event) : list.current.contains(event.target as Node));
    let timer = isOpen ? setTimeout(closeUp, quietMilliseconds) : undefined;
    const press = (event: PointerEvent | KeyboardEvent) => {
      if (!isInside(event)) {
        elsewhereAt.current = performance.now();
        if (isOpen) closeUp();
      } else if (isOpen) {
        clearTimeout(timer);
        timer = setTimeout(closeUp, quietMilliseconds);
      }
    };
    for (const kind of presses) document.addEventListener(kind, press, true);
    return () => {
      clearTimeout(timer);
      for (const kind of presses) document.removeEventListener(kind, press, true);
    };
  }, [isOpen, list]);

  return rows;
}

/** Compares positions: the element that a touch began on receives its events wherever the finger goes. */
function isOver(list: HTMLElement, { clientX, clientY }: PointerEvent): boolean {
  const { left, right, top, bottom } = list.getBoundingClientRect();
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
}

/** Includes the end of a press, which is when a drag takes effect. */
const presses = ['pointerdown', 'pointerup', 'keydown'] as const;

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

const inPlace = <Item>(item: Item): StableRow<Item> => ({ item, isGone: false });
