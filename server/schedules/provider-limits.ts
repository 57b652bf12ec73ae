import { longestCall } from '../../domain/problem/callable-status.ts';
import { type Outcome, refuse } from '../../domain/problem/problem.ts';
import type { CreateLimit } from '../auth/throttle/shared-limits.ts';

/** Of one person, a minute: each signs in at the provider, where too many look like an attack. */
const VISITS = 60;
/** Refusals of one person within the time below: guessing passwords would lock accounts. */
const REFUSALS = 10;
const REFUSALS_WINDOW = 900_000;

/**
 * Asks a schedule provider for a person, who can go away and does not wait longer than callers of the hosted function
 * did. A person who asks too often, or was refused too often, gets a message, and the provider isn't asked.
 */
export type ProviderLimits = <T>(
  person: string,
  leaving: AbortSignal,
  ask: (signal: AbortSignal) => Promise<Outcome<T>>,
) => Promise<Outcome<T>>;

interface ProviderLimitsOptions {
  readonly createLimit: CreateLimit;
  /** Aborted after so many milliseconds. */
  readonly timeout: (milliseconds: number) => AbortSignal;
}

export function createProviderLimits({ createLimit, timeout }: ProviderLimitsOptions): ProviderLimits {
  const visits = createLimit('provider visits', VISITS);
  const refusals = createLimit('provider refusals', REFUSALS, REFUSALS_WINDOW);
  return async (person, leaving, ask) => {
    // Counted as refused until it is known, so that many at once are not more than many after each other.
    if (!(await visits.add(person)) || !(await refusals.add(person))) return refuse('too-many-requests');
    const outcome = await ask(AbortSignal.any([leaving, timeout(longestCall)]));
    if (!isRefused(outcome)) await refusals.takeBack(person);
    return outcome;
  };
}

const isRefused = (outcome: Outcome<unknown>): boolean =>
  !outcome.ok && ['schedule-refused', 'schedule-forbidden'].includes(outcome.problem.code);
