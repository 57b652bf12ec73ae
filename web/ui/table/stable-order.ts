import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useListInUse } from './list-in-use.ts';

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
