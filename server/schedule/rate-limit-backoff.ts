import { type Outcome, refuse } from '../../domain/problem/problem.ts';
import { formatWait } from '../safe-fetch/safe-fetch.ts';

/** More than there are connections that are rate limited within an hour. */
const MAX_ENTRIES = 10_000;
/** In seconds; longer waits are cut to this. */
const MAX_WAIT = 3_600;

/** Respects the Retry-After of providers: calling them sooner makes some block the account for longer. */
export function createRateLimitBackoff(now: () => number) {
  const blockedUntil = new Map<string, number>();

  return {
    /** Runs `call`, unless an earlier call under the same key was told to wait and the wait isn't over. */
    async run<T>(key: string, call: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
      const left = Math.ceil(((blockedUntil.get(key) ?? 0) - now()) / 1_000);
      if (left > 0) return refuse('schedule-busy', { details: { pause: formatWait(left), seconds: left } });
      blockedUntil.delete(key);
      const outcome = await call();
      const seconds = outcome.ok ? 0 : Number(outcome.problem.details?.seconds ?? 0);
      if (seconds > 0 && blockedUntil.size < MAX_ENTRIES) {
        blockedUntil.set(key, now() + Math.min(seconds, MAX_WAIT) * 1_000);
      }
      return outcome;
    },
    /** New settings may lead to another account, so the wait no longer applies. */
    clear: (key: string): void => void blockedUntil.delete(key),
  };
}
