import * as z from 'zod/mini';

type Fields = Record<PropertyKey, unknown>;

/** The server may be of a later release: unknown fields are left out, except inside the fields `exact`. Changes `json`. */
export function readLeniently<T>(
  schema: z.core.$ZodType<T>,
  json: unknown,
  exact: readonly string[] = [],
): z.core.util.SafeParseResult<T> {
  const first = z.safeParse(schema, json);
  if (first.success) return first;
  for (const issue of first.error.issues) {
    if (exact.includes(String(issue.path[0]))) return first;
    if (issue.code === 'unrecognized_keys') {
      const holder = at(json, issue.path);
      for (const key of issue.keys) delete holder[key];
    } else {
      return first;
    }
  }
  return z.safeParse(schema, json);
}

const at = (json: unknown, path: readonly PropertyKey[]): Fields =>
  path.reduce((inner, key) => inner[key] as Fields, json as Fields);
