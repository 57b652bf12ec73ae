import * as z from 'zod/mini';
import { type Problem, problemCodes } from '../domain/problem/problem.ts';

export const problem: z.ZodMiniType<Problem> = z.strictObject({
  code: z.enum(problemCodes),
  field: z.optional(z.string()),
  details: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
});

/** The body of every error response. */
export const refusal = z.strictObject({ problem, message: z.string() });
export type Refusal = z.infer<typeof refusal>;
