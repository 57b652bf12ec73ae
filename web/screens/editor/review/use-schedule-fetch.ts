import { useEffect, useState } from 'react';
import { readSchedule, waitingSchedule } from '../../../../client/calls/schedule.ts';
import type { ScheduleReading } from '../../../../contract/schedule.ts';
import { done, type Problem } from '../../../../domain/problem/problem.ts';
import type { IsoDate } from '../../../../domain/time/date.ts';
import { useClient } from '../../../parts/page/client-context.tsx';

/** `isSyncing`: the provider itself is asked. */
type ScheduleFetch = { readonly retry: () => void } & (
  | { readonly state: 'loading'; readonly isSyncing: boolean }
  | { readonly state: 'failed'; readonly problem: Problem }
  | { readonly state: 'read'; readonly reading: ScheduleReading }
);

interface ScheduleRequest {
  readonly team: string;
  readonly provider: string;
  readonly date: IsoDate;
  /** Start with the schedule that was fetched in the background, if there is one. */
  readonly isWaiting: boolean;
}

/** The schedule of a date as the provider has it now. Leaving the page aborts the request. */
export function useScheduleFetch({ team, provider, date, isWaiting }: ScheduleRequest): ScheduleFetch {
  const client = useClient();
  const [tries, setTries] = useState(0);
  const usesWaiting = isWaiting && tries === 0;
  const [asked, setAsked] = useState('');
  const requestKey = [team, provider, date, usesWaiting, tries].join(' ');
  const [answer, setAnswer] = useState<{
    requestKey: string;
    outcome: Awaited<ReturnType<typeof readSchedule>>;
  }>();

  useEffect(() => {
    const request = new AbortController();
    const { signal } = request;
    const load = async () => {
      const waiting = usesWaiting ? await waitingSchedule(client, team, provider, date) : null;
      const kept = waiting?.ok ? waiting.value.reading : null;
      if (!kept && !signal.aborted) setAsked(requestKey);
      const outcome = kept ? done(kept) : await readSchedule(client, team, { provider, date, signal });
      if (!signal.aborted) setAnswer({ requestKey, outcome });
    };
    void load();
    return () => request.abort();
  }, [client, team, provider, date, usesWaiting, requestKey]);

  const retry = () => setTries((count) => count + 1);
  if (answer?.requestKey !== requestKey)
    return { state: 'loading', isSyncing: !usesWaiting || asked === requestKey, retry };
  const { outcome } = answer;
  return outcome.ok
    ? { state: 'read', reading: outcome.value, retry }
    : { state: 'failed', problem: outcome.problem, retry };
}
