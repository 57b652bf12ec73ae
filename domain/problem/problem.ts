import type { ProblemCode } from './sentences.ts';

export type { ProblemCode } from './sentences.ts';

export interface Problem {
  readonly code: ProblemCode;
  readonly field?: string;
  /** What fills the gaps of the sentence. */
  readonly details?: Readonly<Record<string, string | number>>;
}

export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: Problem };

export const done = <T>(value: T): Outcome<T> => ({ ok: true, value });

export function refuse(
  code: ProblemCode,
  about: { field?: string; details?: Record<string, string | number> } = {},
): { readonly ok: false; readonly problem: Problem } {
  return { ok: false, problem: { code, ...about } };
}
