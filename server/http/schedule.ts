import {
  listConnections,
  listProviders,
  pickRoles,
  readProviderSchedule,
  readWaitingSchedule,
  removeConnection,
  saveConnection,
  testConnection,
} from '../../contract/schedule.ts';
import { mayManage, mayRunTheDay } from '../../domain/access.ts';
import { done, refuse } from '../../domain/problem.ts';
import type { ScheduleConnections } from '../schedule/connections.ts';
import type { Provider } from '../schedule/provider.ts';
import type { ScheduleStore } from '../store/store.ts';
import type { Serve } from './endpoint.ts';

/** How long a person waits at most, in milliseconds; as callers of the hosted function did. */
const LONGEST_WAIT = 70_000;

interface Parts {
  readonly connections: ScheduleConnections;
  readonly store: ScheduleStore;
}

export function serveSchedule(serve: Serve, { connections, store }: Parts): void {
  serve(listProviders, async () => done({ providers: connections.providers.map(described) }));

  serve(listConnections, async ({ params, role }) => {
    const all = await connections.ofTeam(params.team);
    // How a provider is signed in to is for managers alone.
    return done({ connections: all.map((each) => (mayManage(role) ? each : { ...each, settings: {} })) });
  });

  serve(saveConnection, ({ params, body }) => connections.save(params.team, params.provider, body));

  serve(removeConnection, async ({ params }) => {
    await connections.remove(params.team, params.provider);
    return done({});
  });

  serve(testConnection, async ({ params, body, signal }) => {
    const found = await connections.locations(params.team, params.provider, body.settings, limited(signal));
    return found.ok ? done({ locations: [...found.value] }) : found;
  });

  serve(readProviderSchedule, async ({ params, role, body, signal }) => {
    if (!mayRunTheDay(role)) return refuse('not-allowed');
    const read = await connections.read(params.team, params.provider, body.date, limited(signal));
    return read.ok ? done(mutable(read.value)) : read;
  });

  serve(readWaitingSchedule, async ({ params, query }) => {
    const reading = await store.reading(params.team, params.provider, query.date);
    return done({ reading: reading && mutable(reading) });
  });

  serve(pickRoles, async ({ params, role, body }) => {
    if (!mayRunTheDay(role)) return refuse('not-allowed');
    const picked = await connections.pickRoles(params.team, params.provider, body.roles);
    return picked.ok ? done({}) : picked;
  });
}

const limited = (signal: AbortSignal) => AbortSignal.any([signal, AbortSignal.timeout(LONGEST_WAIT)]);

const described = ({ key, name, risk, fields }: Provider) => ({
  key,
  name,
  risk,
  fields: fields.map((field) => ({ ...field })),
});

const mutable = <T extends { shifts: readonly object[]; warnings: readonly string[] }>(reading: T) => ({
  ...reading,
  shifts: [...reading.shifts] as T['shifts'][number][],
  warnings: [...reading.warnings],
});
