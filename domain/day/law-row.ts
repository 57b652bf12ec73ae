import * as z from 'zod/mini';
import { date, list, minutes, name, type SchemaValue, text, time } from '../change/fields.ts';
import { breakKinds } from './shift.ts';

export const lawRowLimit = 100;

/** Two of them. `z.tuple` is code that the first load of every page would have for this alone. */
const times = z.array(time).check(z.minLength(2), z.maxLength(2)) as unknown as z.ZodMiniType<
  readonly [from: string, to: string]
>;

/** What a missed break costs: an hour's pay a day, or the pay of its time twice. */
export const premiums = ['hour', 'twice'] as const;

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
  /** It is over so many minutes before the shift's end. */
  notWithinLast: z.optional(minutes),
  /** All of it lies in these hours. */
  within: z.optional(times),
  /** It starts so close to the middle of the shift. */
  midway: z.optional(minutes),
  paid: z.optional(z.boolean()),
  /** Person and employer may agree to do without it: in shifts of at most so many minutes, and unless that other row's was waived. */
  waivable: z.optional(z.strictObject({ upTo: z.optional(minutes), unless: z.optional(name) })),
  premium: z.optional(z.enum(premiums)),
  /** Where the law says so. */
  cite: z.string().check(z.maxLength(400)),
  /** When somebody read the law's text, and which copy of it. Missing where nobody did: the row is then not verified. */
  verified: z.optional(z.strictObject({ on: date, at: text(200) })),
});
export type LawRow = SchemaValue<typeof lawRowSchema>;
export const lawRows = list(lawRowSchema, lawRowLimit);
