/**
 * About how many characters a change, or anything else that is sent, has as JSON. What escaping adds is left out, and nothing
 * is made: it is asked before something may be too long to be made.
 */
export function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return value === undefined ? 0 : 5;
  let length = 2;
  if (Array.isArray(value)) {
    for (const each of value) length += lengthOf(each) + 1;
    return length;
  }
  const fields = value as Readonly<Record<string, unknown>>;
  for (const name in fields) length += name.length + 4 + lengthOf(fields[name]);
  return length;
}
