import { useEffect, useState } from 'react';
import type { Outcome } from '../../../domain/problem/problem.ts';

/** The answer to what is asked, which `ask` gets; that to the question before until it is there. */
export function useAnswer<Asked, Answer>(
  ask: (asked: Asked) => Promise<Outcome<Answer>>,
  asked: Asked | null,
) {
  const [answered, show] = useState<{ asked: Asked; tries: number; outcome: Outcome<Answer> }>();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (asked === null) return;
    let isGone = false;
    void ask(asked).then((outcome) => isGone || show({ asked, tries, outcome }));
    return () => {
      isGone = true;
    };
  }, [ask, asked, tries]);
  return {
    outcome: answered?.outcome,
    isCurrent: answered?.asked === asked && answered.tries === tries,
    again: () => setTries(tries + 1),
  };
}
