import { useEffect, useState } from 'react';
import { readSchedule, waitingSchedule } from '../../../../client/calls/schedule.ts';
import type { ScheduleReading } from '../../../../contract/schedule.ts';
import { done, type Problem } from '../../../../domain/problem/problem.ts';
import type { IsoDate } from '../../../../domain/time/date.ts';
import { useClient } from '../../../parts/page/client-context.tsx';

export type Reading = { readonly again: () => void } & (
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly problem: Problem }
  | { readonly state: 'read'; readonly reading: ScheduleReading }
);

interface Asked {
  readonly team: string;
  readonly provider: string;
  readonly date: IsoDate;
  /** Begin with what was read by itself, where there is such a reading. */
  readonly isWaiting: boolean;
}

/** The schedule of a date as its provider has it now. Whoever leaves the page ends the question. */
export function useScheduleFetch({ team, provider, date, isWaiting }: Asked): Reading {
  const client = useClient();
  const [tries, setTries] = useState(0);
  const takesWaiting = isWaiting && tries === 0;
  const asked = [team, provider, date, takesWaiting, tries].join(' ');
  const [answer, setAnswer] = useState<{
    asked: string;
    outcome: Awaited<ReturnType<typeof readSchedule>>;
  }>();

  useEffect(() => {
    const asking = new AbortController();
    const { signal } = asking;
    const ask = async () => {
      const waiting = takesWaiting ? await waitingSchedule(client, team, provider, date) : null;
      const kept = waiting?.ok ? waiting.value.reading : null;
      const outcome = kept ? done(kept) : await readSchedule(client, team, { provider, date, signal });
      if (!signal.aborted) setAnswer({ asked, outcome });
    };
    void ask();
    return () => asking.abort();
  }, [client, team, provider, date, takesWaiting, asked]);

  const again = () => setTries((count) => count + 1);
  if (answer?.asked !== asked) return { state: 'loading', again };
  const { outcome } = answer;
  return outcome.ok
    ? { state: 'read', reading: outcome.value, again }
    : { state: 'failed', problem: outcome.problem, again };
}
