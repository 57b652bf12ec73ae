import { type Outcome, refuse } from '../../domain/problem/problem.ts';
import type { StoredConnection } from '../store/schedule-store.ts';
import { formatWait } from './safe-fetch.ts';

/** In seconds; longer waits are cut to this. */
const MAX_WAIT = 3_600;

/**
 * Until when a provider that limits requests asked to wait, as every node finds it in the result of the last call: calling
 * sooner makes some block the account for longer. Saving a connection removes that result, because new settings may lead to
 * another account.
 */
export function blockedUntil({ lastRead }: Pick<StoredConnection, 'lastRead'>): number {
  const { at = 0, problem = null } = lastRead ?? {};
  if (problem?.code !== 'schedule-busy') return 0;
  return at + Math.min(Number(problem.details?.seconds ?? 0), MAX_WAIT) * 1_000;
}

/** The refusal of a call before that time; null to go ahead. */
export function refuseBefore(until: number, now: number): Outcome<never> | null {
  const seconds = Math.ceil((until - now) / 1_000);
  return seconds > 0 ? refuse('schedule-busy', { details: { pause: formatWait(seconds), seconds } }) : null;
}
