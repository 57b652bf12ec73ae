import { useCallback, useEffect, useState } from 'react';
import type { Client } from '../../../client/client.ts';
import type { Outcome, Problem } from '../../../domain/problem/problem.ts';
import { useClient } from '../page/client-context.tsx';

export interface Query<T> {
  /** Undefined until known. */
  readonly value: T | undefined;
  /** Why it couldn't be loaded or refreshed. */
  readonly error: Problem | undefined;
  readonly retry: () => Promise<void>;
}

/** Loads data that has no change notifications: once, and again by `retry`. */
export function useQuery<T>(read: (client: Client) => Promise<Outcome<T>>): Query<T> {
  const client = useClient();
  const [value, setValue] = useState<T>();
  const [error, setError] = useState<Problem>();
  const retry = useCallback(async () => {
    const outcome = await read(client);
    if (outcome.ok) setValue(outcome.value);
    setError(outcome.ok ? undefined : outcome.problem);
  }, [client, read]);
  useEffect(() => void retry(), [retry]);
  return { value, error, retry };
}
