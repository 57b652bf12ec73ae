import * as z from 'zod/mini';
import { done, type Outcome, refuse } from '../../../domain/problem/problem.ts';
import type { Answer } from '../../safe-fetch/safe-fetch.ts';

/** The answer of a provider that sends JSON; 401, 402, 403 and 404 are told by their own problems. */
export function readJson<T>(answer: Outcome<Answer>, shape: z.ZodMiniType<T>): Outcome<T> {
  if (!answer.ok) return answer;
  const { status, text } = answer.value;
  if (status === 401) return refuse('schedule-refused');
  if (status === 402) return refuse('schedule-plan-missing');
  if (status === 403) return refuse(isAboutPlan(text) ? 'schedule-plan-missing' : 'schedule-forbidden');
  if (status === 404) return refuse('schedule-not-found');
  if (status < 200 || status >= 300) return refuse('schedule-unreadable');
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return refuse('schedule-unreadable');
  }
  const read = z.safeParse(shape, json);
  return read.success ? done(read.data) : refuse('schedule-unreadable');
}

/** Services refuse what a subscription does not include with 402, or with 403 and a message about it. */
const isAboutPlan = (text: string): boolean => /\b(plan|subscription|upgrade)\b/i.test(text.slice(0, 2_000));

/** A list, read entry by entry: one that cannot be read costs no other. */
export interface ReadList<T> {
  readonly items: readonly T[];
  /** How many entries could not be read. */
  readonly unreadable: number;
}

/** `schedule-unreadable` where not a single entry has the shape: then it is another list than the one expected. */
export function readList<T>(entries: readonly unknown[], shape: z.ZodMiniType<T>): Outcome<ReadList<T>> {
  const items: T[] = [];
  for (const entry of entries) {
    const read = z.safeParse(shape, entry);
    if (read.success) items.push(read.data);
  }
  const isAnother = entries.length > 0 && items.length === 0;
  return isAnother
    ? refuse('schedule-unreadable')
    : done({ items, unreadable: entries.length - items.length });
}

/** The answer of a provider that sends a list as JSON. */
export function readJsonList<T>(answer: Outcome<Answer>, shape: z.ZodMiniType<T>): Outcome<ReadList<T>> {
  const read = readJson(answer, z.array(z.unknown()));
  return read.ok ? readList(read.value, shape) : read;
}

/** Also what is not there. */
const anything = z.optional(z.unknown());

/** Text that may be missing, null, the word 'null', or a number; '' where there is none. */
export const maybeText = z.pipe(
  anything,
  z.transform((value) =>
    (typeof value === 'string' && value !== 'null') || typeof value === 'number' ? String(value) : '',
  ),
);

/** True or false, also as 1, 0 or text; null where nothing is said. */
export const maybeFlag = z.pipe(
  anything,
  z.transform((value): boolean | null => {
    if (value === true || value === 1 || value === '1' || value === 'true') return true;
    return value === false || value === 0 || value === '0' || value === 'false' ? false : null;
  }),
);

/** Ids come as numbers, negative ones too, or as text; only their text matters. */
export const anyId = z.pipe(z.union([z.string(), z.number()]), z.transform(String));

/** An id that may be missing; some services send 0, or an empty list, for nobody. */
export const maybeId = z.pipe(
  anything,
  z.transform((value): string | null =>
    (typeof value === 'number' && value !== 0) || (typeof value === 'string' && value !== '' && value !== '0')
      ? String(value)
      : null,
  ),
);

/** An object that may be missing; some services send null or an empty list for none. */
export const maybeObject = <T extends z.core.$ZodShape>(shape: T) =>
  z.catch(z.nullable(z.object(shape)), null);
