import * as z from 'zod/mini';
import { nameLimit } from '../problem/name.ts';
import { sentTime } from '../time/typed-times.ts';

/** Ids are made by the author of what they name; the limit leaves room for those that providers make of names. */
export const id = z.string().check(z.minLength(1), z.maxLength(160));
export const idOrNull = z.nullable(id);
// Twice the limits of the rules, so that a rule answers with its sentence before the schema refuses the request.
export const text = (limit: number) => z.string().check(z.maxLength(limit * 2));
export const name = text(nameLimit);
/** Stored as 'h:mm AM' or 'h:mm PM'. */
export const time = z.string().check(z.maxLength(40), z.overwrite(sentTime));
export const date = z.string().check(z.maxLength(10));
/** Milliseconds since 1970. */
export const instant = z.number().check(z.minimum(0), z.maximum(8.64e15));
export const minutes = z.number();
/** Who said something, and when. */
export const recorded = { at: instant, by: idOrNull };
export const color = z.nullable(z.string().check(z.maxLength(20)));

export const list = <T extends z.core.$ZodType>(
  item: T,
  limit: number,
): z.ZodMiniType<readonly z.output<T>[]> => z.array(item).check(z.maxLength(limit * 2));

/** What a schema takes. */
export type SchemaValue<Schema extends z.core.$ZodType> = Readonly<z.output<Schema>>;
