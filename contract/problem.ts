import * as z from 'zod/mini';
import type { Problem, ProblemCode } from '../domain/problem/problem.ts';

/** A page reads codes that only a later release knows: sentence() says something for them. */
export const problemCode = z.string() as unknown as z.ZodMiniType<ProblemCode>;

export const problem: z.ZodMiniType<Problem> = z.strictObject({
  code: problemCode,
  field: z.optional(z.string()),
  details: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
});

/** The body of every error response. */
export const refusal = z.strictObject({ problem, message: z.string() });
export type Refusal = z.infer<typeof refusal>;
