import * as z from 'zod/mini';
import { done, type Outcome, refuse } from '../../../domain/problem/problem.ts';
import { scheduleRowLimit } from '../../../domain/schedule/schedule-table.ts';
import type { TimeSlice } from '../../documents/time-slice.ts';
import type { SafeFetchResponse } from '../safe-fetch.ts';

/** More rows than a chain of stores has people, or shifts in three days. */
export const mostRows = 20_000;
/** Twice as many values as the largest page of a provider has. Parsing can't be interrupted, and these take 0.1 s at worst. */
const mostValues = 100_000;

/** In bytes; so much has room for all the values. */
export const largestJson = 3_000_000;

/** A list whose entries weren't looked at yet. */
export const anyList = z.custom<readonly unknown[]>(Array.isArray);

/** Waits for a turn to parse a response; `schedule-too-large` if it has more values than any schedule. */
export async function whenItsTurn(
  fetched: Outcome<SafeFetchResponse>,
  timeSlice: TimeSlice,
): Promise<Outcome<SafeFetchResponse>> {
  if (!fetched.ok) return fetched;
  await timeSlice.yieldNow();
  return hasTooManyValues(fetched.value.text) ? tooLarge() : fetched;
}

/** Each value but the first in a list or an object has a comma before it. Those in texts count too, which are few. */
function hasTooManyValues(text: string): boolean {
  let values = 0;
  for (const mark of [',', '[', '{']) {
    for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
      if (++values > mostValues) return true;
    }
  }
  return false;
}

const tooLarge = () => refuse('schedule-too-large', { details: { max: scheduleRowLimit } });

/** Parses a JSON response; 401, 402, 403, and 404 have problems of their own. */
export async function parseJson<T>(
  fetched: Outcome<SafeFetchResponse>,
  schema: z.ZodMiniType<T>,
  timeSlice: TimeSlice,
): Promise<Outcome<T>> {
  const response = await whenItsTurn(fetched, timeSlice);
  if (!response.ok) return response;
  const { status, text } = response.value;
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
 * the schema: then it's a different list. `schedule-too-large` with more than `mostRows` entries.
 */
export async function parseList<T>(
  entries: readonly unknown[],
  schema: z.ZodMiniType<T>,
  timeSlice: TimeSlice,
): Promise<Outcome<ParsedList<T>>> {
  if (entries.length > mostRows) return tooLarge();
  const items: T[] = [];
  for await (const entry of inTurns(entries, timeSlice)) {
    const parsed = z.safeParse(schema, entry);
    if (parsed.success) items.push(parsed.data);
  }
  return entries.length > 0 && items.length === 0
    ? refuse('schedule-unreadable')
    : done({ items, unreadable: entries.length - items.length });
}

/** The items one by one, while others have their turns in between. */
export async function* inTurns<T>(items: readonly T[], timeSlice: TimeSlice): AsyncGenerator<T> {
  for (const item of items) {
    await timeSlice.yieldIfDue();
    yield item;
  }
}

/** `parseJson` and `parseList` in one. */
export async function parseJsonList<T>(
  fetched: Outcome<SafeFetchResponse>,
  schema: z.ZodMiniType<T>,
  timeSlice: TimeSlice,
): Promise<Outcome<ParsedList<T>>> {
  const parsed = await parseJson(fetched, anyList, timeSlice);
  return parsed.ok ? parseList(parsed.value, schema, timeSlice) : parsed;
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
