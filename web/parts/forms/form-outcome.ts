import { useRef, useState } from 'react';
import type { Outcome, Problem } from '../../../domain/problem/problem.ts';
import { sentence } from '../../../domain/problem/sentence.ts';

export type FormOutcome = ReturnType<typeof useFormOutcome>;

/** What came of sending a form: the sentence at the field it is about, or above the form where it is about none. */
export function useFormOutcome(...fields: readonly string[]) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const running = useRef(false);
  const text = problem ? sentence(problem) : undefined;
  const isAtField = problem?.field !== undefined && fields.includes(problem.field);

  /** The value of what was tried, or undefined with the problem shown. A second try waits for the first. */
  async function attempt<T>(work: () => Outcome<T> | Promise<Outcome<T>>): Promise<T | undefined> {
    if (running.current) return undefined;
    running.current = true;
    setBusy(true);
    try {
      const outcome = await work();
      setProblem(outcome.ok ? null : outcome.problem);
      return outcome.ok ? outcome.value : undefined;
    } finally {
      running.current = false;
      setBusy(false);
    }
  }

  return {
    attempt,
    isBusy,
    /** Nothing went wrong, as far as anyone remembers. */
    clear: () => setProblem(null),
    at: (field: string) => (isAtField && problem?.field === field ? text : undefined),
    whole: isAtField ? undefined : text,
    code: problem?.code,
    /** Whether the sentence above the form is about this field. */
    wholeIsAbout: (field: string) => !isAtField && problem?.field === field,
  };
}
