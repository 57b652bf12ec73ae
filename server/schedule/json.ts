import * as z from 'zod/mini';
import { done, type Outcome, refuse } from '../../domain/problem.ts';
import type { Answer } from '../outgoing/door.ts';

/** The answer of a provider that sends JSON; 401 and 403 are told by their own problems. */
export function readJson<T>(answer: Outcome<Answer>, shape: z.ZodMiniType<T>): Outcome<T> {
  if (!answer.ok) return answer;
  const { status, text } = answer.value;
  if (status === 401) return refuse('schedule-refused');
  if (status === 403) return refuse('schedule-forbidden');
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

/** What a provider may leave out, or say as null, or as the word. */
export const maybeText = z.pipe(
  z.nullish(z.union([z.string(), z.number()])),
  z.transform((value) => (value === null || value === undefined || value === 'null' ? '' : String(value))),
);

/** Ids come as numbers, negative ones too, or as text; only their text matters. */
export const anyId = z.pipe(z.union([z.string(), z.number()]), z.transform(String));
