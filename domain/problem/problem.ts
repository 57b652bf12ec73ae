import type { WordFiles } from '../../words/words.ts';

/** Every expected failure; words/<language>/problems.json has the sentence a person reads for it. */
export type ProblemCode = Exclude<keyof WordFiles['problems'], 'with-details'>;

export interface Problem {
  readonly code: ProblemCode;
  readonly field?: string;
  /** What fills the gaps of the sentence. */
  readonly details?: Readonly<Record<string, string | number | Problem>>;
}

export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: Problem };

export const done = <T>(value: T): Outcome<T> => ({ ok: true, value });

export function refuse(
  code: ProblemCode,
  about: Omit<Problem, 'code'> = {},
): { readonly ok: false; readonly problem: Problem } {
  return { ok: false, problem: { code, ...about } };
}
