import { hasOwn } from '../list/own.ts';

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
  const [ones, others] = [fieldsOf(one), fieldsOf(other)];
  return (
    ones.length === others.length &&
    ones.every(
      ([name, value]) => hasOwn(other, name) && isSame(value, (other as Record<string, unknown>)[name]),
    )
  );
}

/** A field that is undefined is one that is not there. */
const fieldsOf = (value: object) => Object.entries(value).filter(([, field]) => field !== undefined);
