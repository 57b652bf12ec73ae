import { type RefObject, useEffect, useMemo, useReducer, useRef } from 'react';

export interface StableRow<Item> {
  readonly item: Item;
  /** It is in the list no more, and keeps its place until the list closes up. */
  readonly isGone: boolean;
}

/** What changes keeps its place for so long, so that nobody presses what has just come under their finger. */
const quietMilliseconds = 3000;
/** What follows a press elsewhere so soon is its doing, and the finger is elsewhere. */
const elsewhereMilliseconds = 1000;

/** The rows shown before, each with what it is now; new ones come last. */
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

/**
 * A list whose rows stay under the finger: what is added, removed or sorted anew shows in place, and the list closes up
 * once it has been left alone, or with a press elsewhere.
 */
export function useStableRows<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  list: RefObject<HTMLElement | null>,
): readonly StableRow<Item>[] {
  const shown = useRef<readonly StableRow<Item>[]>([]);
  const elsewhereAt = useRef(Number.NEGATIVE_INFINITY);
  const [closed, closeUp] = useReducer((times: number) => times + 1, 0);
  const closedBefore = useRef(closed);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `keyOf` is made anew with each render and says the same
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

/** Where the finger is: what it began on keeps the events of a touch, wherever it goes. */
function isOver(list: HTMLElement, { clientX, clientY }: PointerEvent): boolean {
  const { left, right, top, bottom } = list.getBoundingClientRect();
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
}

/** Also the end of one: what a drag or a key does comes with it. */
const presses = ['pointerdown', 'pointerup', 'keydown'] as const;

const inPlace = <Item>(item: Item): StableRow<Item> => ({ item, isGone: false });
