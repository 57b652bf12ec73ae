import { hasOwn } from '../list/list.ts';

/** Equal as plain data? Parts that are the same object are not looked into, so that a body and the next compare fast. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) || Array.isArray(other)) {
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, index) => isSame(item, other[index]))
    );
  }
  const [ones, others] = [one as Fields, other as Fields];
  let left = countFields(others);
  // Without a list of names, since this runs for every change.
  for (const name in ones) {
    const value = ones[name];
    if (value === undefined || !hasOwn(ones, name)) continue;
    left -= 1;
    if (!hasOwn(others, name) || !isSame(value, others[name])) return false;
  }
  return left === 0;
}

type Fields = Readonly<Record<string, unknown>>;

/** A field that is undefined is one that is not there. */
function countFields(fields: Fields): number {
  let count = 0;
  for (const name in fields) if (fields[name] !== undefined && hasOwn(fields, name)) count += 1;
  return count;
}
