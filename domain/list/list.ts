/** As Object.hasOwn, which the browser of an old television lacks. */
export const hasOwn = (fields: object, name: PropertyKey): boolean =>
  // biome-ignore lint/suspicious/noPrototypeBuiltins: this is what the newer function stands for
  Object.prototype.hasOwnProperty.call(fields, name);

/** Lists whose members have ids; every function leaves its argument as it is. */
export interface Identified {
  readonly id: string;
}

export const byId = <T extends Identified>(list: readonly T[], id: string): T | undefined =>
  list.find((each) => each.id === id);

/** With the member replaced; the same list when nothing changed. */
export function replace<T extends Identified>(list: readonly T[], next: T): readonly T[] {
  return list.some((each) => each.id === next.id && each !== next)
    ? list.map((each) => (each.id === next.id ? next : each))
    : list;
}

export const without = <T extends Identified>(list: readonly T[], id: string): readonly T[] =>
  list.filter((each) => each.id !== id);

/** Inserts the item before the named member, or at the end if there is none. */
export function insertBefore<T extends Identified>(
  list: readonly T[],
  item: T,
  before: string | null,
): readonly T[] {
  const index = before === null ? -1 : list.findIndex((each) => each.id === before);
  return index < 0 ? [...list, item] : [...list.slice(0, index), item, ...list.slice(index)];
}

/** The id after a member, used to put it back in its place. */
export function nextIdAfter(list: readonly Identified[], id: string): string | null {
  const index = list.findIndex((each) => each.id === id);
  return index < 0 ? null : (list[index + 1]?.id ?? null);
}

/** The id that takes a removed item's place: the next, else the one before; null if there is neither. */
export function neighbourOf(list: readonly Identified[], id: string): string | null {
  const index = list.findIndex((each) => each.id === id);
  return index < 0 ? null : ((list[index + 1] ?? list[index - 1])?.id ?? null);
}

/** The one after a member, and after the last one the first; null if there is no other. */
export function turnAfter(list: readonly Identified[], id: string): string | null {
  const next = list[list.findIndex((each) => each.id === id) + 1] ?? list[0];
  return next && next.id !== id ? next.id : null;
}

export const hasDuplicateIds = (list: readonly Identified[]): boolean =>
  new Set(list.map((each) => each.id)).size !== list.length;

/** Lists of the items that share a key, in their order. */
export function grouped<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

/** By code unit, since collation differs between machines and every copy must agree. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
