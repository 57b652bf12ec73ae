import { useEffect, useState } from 'react';
import { readSchedule } from '../../../client/schedule.ts';
import type { ScheduleReading } from '../../../contract/schedule.ts';
import type { IsoDate } from '../../../domain/date.ts';
import type { Problem } from '../../../domain/problem.ts';
import { useClient } from '../../parts/client-context.tsx';

export type Reading =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly problem: Problem; readonly retry: () => void }
  | ({ readonly state: 'read' } & ScheduleReading);

/** The schedule of a date as its provider has it now. Whoever leaves the page ends the question. */
export function useReading(team: string, provider: string, date: IsoDate): Reading {
  const client = useClient();
  const [tries, setTries] = useState(0);
  const asked = [team, provider, date, tries].join(' ');
  const [answer, setAnswer] = useState<{ asked: string; reading: Reading }>();

  useEffect(() => {
    const asking = new AbortController();
    const { signal } = asking;
    const retry = () => setTries((count) => count + 1);
    readSchedule(client, team, { provider, date, signal }).then((read) => {
      if (signal.aborted) return;
      const reading: Reading = read.ok
        ? { state: 'read', ...read.value }
        : { state: 'failed', problem: read.problem, retry };
      setAnswer({ asked, reading });
    });
    return () => asking.abort();
  }, [client, team, provider, date, asked]);

  return answer?.asked === asked ? answer.reading : { state: 'loading' };
}
