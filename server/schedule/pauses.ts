import { type Outcome, refuse } from '../../domain/problem/problem.ts';
import { spoken } from '../safe-fetch/safe-fetch.ts';

/** More than there are connections that were asked to wait in one hour. */
const MOST_KEPT = 10_000;
/** In seconds. A provider that asks for more is asked again after this. */
const LONGEST = 3_600;

/** Providers that asked for a pause: asking again meanwhile makes some of them block the account for longer. */
export function createPauses(now: () => number) {
  const until = new Map<string, number>();

  return {
    /** Asks, unless a pause that was asked for is not over: then it is refused as before, with the time that is left. */
    async keep<T>(key: string, ask: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
      const left = Math.ceil(((until.get(key) ?? 0) - now()) / 1_000);
      if (left > 0) return refuse('schedule-busy', { details: { pause: spoken(left), seconds: left } });
      until.delete(key);
      const answer = await ask();
      const seconds = answer.ok ? 0 : Number(answer.problem.details?.seconds ?? 0);
      if (seconds > 0 && until.size < MOST_KEPT) until.set(key, now() + Math.min(seconds, LONGEST) * 1_000);
      return answer;
    },
    /** What is asked with other settings is asked of somebody else. */
    forget: (key: string): void => void until.delete(key),
  };
}
