import * as z from 'zod/mini';
import { list, minutes, name, type SchemaValue, time } from '../change/fields.ts';
import { breakKinds } from '../day/shift.ts';

export const lawRowLimit = 100;

const times = z.readonly(z.tuple([time, time]));

/** One break that a law asks for, and for whom. Minutes are those of the shift, counted from its start; times those of the clock. */
export const lawRowSchema = z.strictObject({
  id: name,
  kind: z.enum(breakKinds),
  /** How long the break is. */
  minutes,
  /** For shifts longer than this, at least this long, or at most this long. */
  over: z.optional(minutes),
  atLeast: z.optional(minutes),
  upTo: z.optional(minutes),
  /** Of the shift's start. */
  startsFrom: z.optional(time),
  startsBefore: z.optional(time),
  endsAfter: z.optional(time),
  /** For shifts that go on through all of it. */
  spans: z.optional(times),
  /** In years, both inclusive. Whose age nobody knows is an adult. */
  ageFrom: z.optional(minutes),
  ageTo: z.optional(minutes),
  /** When the break starts at the earliest and at the latest. */
  earliest: z.optional(minutes),
  latest: z.optional(minutes),
  /** All of it lies in these hours. */
  within: z.optional(times),
  /** It starts so close to the middle of the shift. */
  midway: z.optional(minutes),
  /** Where the law says so. */
  cite: z.string().check(z.maxLength(400)),
});
export type LawRow = SchemaValue<typeof lawRowSchema>;
export const lawRows = list(lawRowSchema, lawRowLimit);
