import { hasOwn } from '../../domain/list/own.ts';

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/**
 * Returns `after`, reusing every part of `before` that is equal, so that comparing by identity shows what changed. For
 * plain data; a field that is undefined equals a missing one.
 */
export function shareStructure<T>(before: unknown, after: T): T {
  if (Object.is(before, after) || !isFields(before) || !isFields(after)) return after;
  if (Array.isArray(before) !== Array.isArray(after)) return after;
  return Array.isArray(after)
    ? (keepInList(before as unknown as unknown[], after) as T)
    : (keepInFields(before, after) as T);
}

function keepInList(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  // Items can be inserted anywhere: those with an id are compared with the item of that id.
  const former = new Map(before.map((item, index) => [idOf(item) ?? index, item]));
  const kept = after.map((item, index) => shareStructure(former.get(idOf(item) ?? index), item));
  return sameMembers(before, kept) ? before : kept;
}

const idOf = (item: unknown): unknown =>
  isFields(item) && typeof item.id === 'string' ? item.id : undefined;

const sameMembers = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((item, index) => Object.is(item, other[index]));

function keepInFields(before: Fields, after: Fields): Fields {
  // Any field name is possible, including '__proto__', so only own fields count.
  const former = (name: string) => (hasOwn(before, name) ? before[name] : undefined);
  const kept: Fields = Object.fromEntries(
    Object.entries(after).map(([name, value]) => [name, shareStructure(former(name), value)]),
  );
  const isSameField = (name: string) => Object.is(kept[name], former(name));
  return Object.keys(kept).every(isSameField) &&
    Object.keys(before).every((name) => former(name) === undefined || hasOwn(after, name))
    ? before
    : kept;
}
