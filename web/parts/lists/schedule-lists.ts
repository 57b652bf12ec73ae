import {
  getWaitingSchedule,
  listConnections,
  listProviders,
  type ScheduleReading,
} from '../../../contract/schedule.ts';
import { done } from '../../../domain/problem/problem.ts';
import type { IsoDate } from '../../../domain/time/date.ts';
import { useClient } from '../page/client-context.tsx';
import { providerText } from '../schedule/provider-text.ts';
import { useList, useListOf } from './use-list.tsx';

function useProviders(team: string) {
  const client = useClient();
  return useList({
    ...{ team, name: 'providers' },
    read: async () => {
      const listed = await client.call(listProviders, {});
      return listed.ok ? done(listed.value.providers) : listed;
    },
  });
}

export const useConnections = (team: string) =>
  useListOf(listConnections, { params: { team } }, ({ connections }) => connections);

/** All providers, each with the team's connection to it. */
export function useSchedules(team: string) {
  const providers = useProviders(team);
  const connections = useConnections(team);
  const connectionTo = (key: string) => connections.rows?.find(({ provider }) => provider === key);
  const isKnown = providers.rows !== undefined && connections.rows !== undefined;
  return {
    rows: isKnown
      ? providers.rows.map((provider) => ({
          ...provider,
          name: providerText(`name-${provider.key}`, provider.name),
          connection: connectionTo(provider.key),
        }))
      : undefined,
    error: providers.error ?? connections.error,
    retry: async () => void (await Promise.all([providers.retry(), connections.retry()])),
  };
}

export function useWaiting(team: string, date: IsoDate, providers: readonly string[]) {
  const client = useClient();
  return useList<{ provider: string; reading: ScheduleReading }>({
    ...{ team, name: ['waiting', team, date, ...providers].join(' ') },
    read: async () => {
      const found: { provider: string; reading: ScheduleReading }[] = [];
      for (const provider of providers) {
        const waiting = await client.call(getWaitingSchedule, {
          params: { team, provider },
          query: { date },
        });
        if (!waiting.ok) return waiting;
        if (waiting.value.reading) found.push({ provider, reading: waiting.value.reading });
      }
      return done(found);
    },
  });
}
