import * as z from 'zod/mini';
import { done, type Outcome, refuse } from '../../../domain/problem/problem.ts';
import type { SafeFetchResponse } from '../../safe-fetch/safe-fetch.ts';

/** Parses a JSON response; 401, 402, 403, and 404 have problems of their own. */
export function parseJson<T>(fetched: Outcome<SafeFetchResponse>, schema: z.ZodMiniType<T>): Outcome<T> {
  if (!fetched.ok) return fetched;
  const { status, text } = fetched.value;
  if (status === 401) return refuse('schedule-refused');
  if (status === 402) return refuse('schedule-plan-missing');
  if (status === 403) return refuse(mentionsPlan(text) ? 'schedule-plan-missing' : 'schedule-forbidden');
  if (status === 404) return refuse('schedule-not-found');
  if (status < 200 || status >= 300) return refuse('schedule-unreadable');
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return refuse('schedule-unreadable');
  }
  const parsed = z.safeParse(schema, json);
  return parsed.success ? done(parsed.data) : refuse('schedule-unreadable');
}

/** Services reject what a subscription doesn't include with 402, or with 403 and a message about it. */
const mentionsPlan = (text: string): boolean => /\b(plan|subscription|upgrade)\b/i.test(text.slice(0, 2_000));

export interface ParsedList<T> {
  readonly items: readonly T[];
  /** How many entries didn't match the schema. */
  readonly unreadable: number;
}

/**
 * Parses a list entry by entry, so that a bad entry doesn't cost the others. `schedule-unreadable` if no entry matches
 * the schema: then it's a different list.
 */
export function parseList<T>(entries: readonly unknown[], schema: z.ZodMiniType<T>): Outcome<ParsedList<T>> {
  const items: T[] = [];
  for (const entry of entries) {
    const parsed = z.safeParse(schema, entry);
    if (parsed.success) items.push(parsed.data);
  }
  return entries.length > 0 && items.length === 0
    ? refuse('schedule-unreadable')
    : done({ items, unreadable: entries.length - items.length });
}

/** `parseJson` and `parseList` in one. */
export function parseJsonList<T>(
  fetched: Outcome<SafeFetchResponse>,
  schema: z.ZodMiniType<T>,
): Outcome<ParsedList<T>> {
  const parsed = parseJson(fetched, z.array(z.unknown()));
  return parsed.ok ? parseList(parsed.value, schema) : parsed;
}

const anything = z.optional(z.unknown());

/** Text that may be missing, null, the word 'null', or a number; '' if there is none. */
export const maybeText = z.pipe(
  anything,
  z.transform((value) =>
    (typeof value === 'string' && value !== 'null') || typeof value === 'number' ? String(value) : '',
  ),
);

/** A boolean that may be sent as 1, 0, or text; null if it's missing. */
export const maybeFlag = z.pipe(
  anything,
  z.transform((value): boolean | null => {
    if (value === true || value === 1 || value === '1' || value === 'true') return true;
    return value === false || value === 0 || value === '0' || value === 'false' ? false : null;
  }),
);

/** Ids are text or numbers, negative ones too. */
export const anyId = z.pipe(z.union([z.string(), z.number()]), z.transform(String));

/** An id that may be missing; some services send 0 or an empty list for nobody. */
export const maybeId = z.pipe(
  anything,
  z.transform((value): string | null =>
    (typeof value === 'number' && value !== 0) || (typeof value === 'string' && value !== '' && value !== '0')
      ? String(value)
      : null,
  ),
);

/** An object that may be missing; some services send null or an empty list instead. */
export const maybeObject = <T extends z.core.$ZodShape>(shape: T) =>
  z.catch(z.nullable(z.object(shape)), null);
