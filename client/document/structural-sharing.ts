import { hasOwn } from '../../domain/list/own.ts';

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/**
 * `after`, with every part of it that equals the same part of `before` being that very part, so that who compares by
 * identity sees only what changed. For plain data; a field that is undefined equals one that is not there.
 */
export function shareStructure<T>(before: unknown, after: T): T {
  if (Object.is(before, after) || !isFields(before) || !isFields(after)) return after;
  if (Array.isArray(before) !== Array.isArray(after)) return after;
  return Array.isArray(after)
    ? (keepInList(before as unknown as unknown[], after) as T)
    : (keepInFields(before, after) as T);
}

/** Equal as plain data? */
export const isDeepEqual = (one: unknown, other: unknown): boolean =>
  Object.is(shareStructure(one, other), one);

function keepInList(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  // A list whose members have ids may have grown in the middle: each is compared with its former self.
  const former = new Map(before.map((item, index) => [idOf(item) ?? index, item]));
  const kept = after.map((item, index) => shareStructure(former.get(idOf(item) ?? index), item));
  return sameMembers(before, kept) ? before : kept;
}

const idOf = (item: unknown): unknown =>
  isFields(item) && typeof item.id === 'string' ? item.id : undefined;

const sameMembers = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((item, index) => Object.is(item, other[index]));

function keepInFields(before: Fields, after: Fields): Fields {
  // Any name may come, '__proto__' too, which only an own field says something of.
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
