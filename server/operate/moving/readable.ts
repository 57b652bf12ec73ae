import * as z from 'zod/mini';
import type { Outcome } from '../../../domain/problem/problem.ts';
import { isFields, plain } from './collections.ts';
import type { Loss } from './losses.ts';

type Path = readonly PropertyKey[];

/**
 * What can be read of a document: a value that doesn't fit is emptied or left out, and the rest stays. `losses` has the
 * path of each. The problem names the first value without which there is nothing to read.
 */
export function parseReadable<T>(
  shape: z.ZodMiniType<T>,
  document: unknown,
): { readonly read: Outcome<T>; readonly losses: readonly Loss[] } {
  const readable = plain(document);
  const places = new Set<string>();
  for (;;) {
    const parsed = z.safeParse(shape, readable);
    if (parsed.success) {
      const losses = [...places].map((place): Loss => [place, 'Left out: it is invalid.']);
      return { read: { ok: true, value: parsed.data }, losses };
    }
    // Those at the end of a list first, since leaving one out moves those after it.
    for (const { path } of parsed.error.issues.toReversed()) {
      if (!leaveOut(readable, path)) {
        const field = path.map(String).join('.');
        const problem = { code: 'request-invalid', ...(field !== '' && { field }) } as const;
        return { read: { ok: false, problem }, losses: [] };
      }
      places.add(path.map(String).join('/'));
    }
  }
}

/** Empties the value there; if it's empty, removes it; if it's missing, what it is part of. False for the document. */
function leaveOut(document: unknown, path: Path): boolean {
  const key = path.at(-1);
  if (key === undefined) return false;
  const above = path.slice(0, -1);
  const whole = above.reduce<unknown>((inside, each) => Object(inside)[each], document);
  if (Array.isArray(whole) && typeof key === 'number' && key < whole.length) {
    if (whole[key] === null) whole.splice(key, 1);
    else whole[key] = null;
    return true;
  }
  if (!isFields(whole) || !Object.hasOwn(whole, key)) return leaveOut(document, above);
  const fields = whole as Record<PropertyKey, unknown>;
  if (fields[key] === null) delete fields[key];
  else fields[key] = null;
  return true;
}
