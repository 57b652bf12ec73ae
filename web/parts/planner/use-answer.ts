import { useEffect, useState } from 'react';
import type { Outcome } from '../../../domain/problem/problem.ts';

/** The answer to what is asked, which `ask` gets; that to the question before until it is there. What isn’t asked anymore is given up. */
export function useAnswer<Asked, Answer>(
  ask: (asked: Asked, signal: AbortSignal) => Promise<Outcome<Answer>>,
  asked: Asked | null,
) {
  const [answered, show] = useState<{ asked: Asked; tries: number; outcome: Outcome<Answer> }>();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (asked === null) return;
    const given = new AbortController();
    void ask(asked, given.signal).then((outcome) => given.signal.aborted || show({ asked, tries, outcome }));
    return () => given.abort();
  }, [ask, asked, tries]);
  return {
    outcome: answered?.outcome,
    isCurrent: answered?.asked === asked && answered.tries === tries,
    again: () => setTries(tries + 1),
  };
}
