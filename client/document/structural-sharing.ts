import { hasOwn } from '../../domain/list/list.ts';

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
  let byId: ReadonlyMap<unknown, unknown> | undefined;
  const kept = after.map((item, index) => {
    const id = idOf(item);
    if (index < before.length && idOf(before[index]) === id) return shareStructure(before[index], item);
    if (id === undefined) return item;
    // Items can be inserted anywhere: those with an id are compared with the item of that id.
    byId ??= new Map(before.map((each) => [idOf(each), each]));
    return shareStructure(byId.get(id), item);
  });
  return sameMembers(before, kept) ? before : kept;
}

const idOf = (item: unknown): unknown =>
  isFields(item) && typeof item.id === 'string' ? item.id : undefined;

const sameMembers = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((item, index) => Object.is(item, other[index]));

function keepInFields(before: Fields, after: Fields): Fields {
  let kept = after;
  let isBefore = true;
  for (const name of Object.keys(after)) {
    // Any field name is possible, including '__proto__', so only own fields count.
    const former = hasOwn(before, name) ? before[name] : undefined;
    const value = shareStructure(former, after[name]);
    if (!Object.is(value, former)) isBefore = false;
    if (Object.is(value, after[name])) continue;
    // A copy has the same own fields, so that assigning '__proto__' sets a field too.
    if (kept === after) kept = { ...after };
    kept[name] = value;
  }
  const isMissing = (name: string) => before[name] !== undefined && !hasOwn(after, name);
  return isBefore && !Object.keys(before).some(isMissing) ? before : kept;
}
