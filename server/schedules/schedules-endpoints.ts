import {
  fetchProviderSchedule,
  getWaitingSchedule,
  listConnections,
  listProviders,
  pickRoles,
  previewCalendarFile,
  removeConnection,
  saveConnection,
  testConnection,
} from '../../contract/schedule.ts';
import { longestCall } from '../../domain/problem/callable-status.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import { mayManage } from '../../domain/team/user.ts';
import type { Parts, Serve } from '../door/endpoint.ts';
import type { ScheduleConnections } from './connections.ts';
import { parseCalendar } from './providers/calendar-feed.ts';

/** Of one person, a minute: each signs in at the provider, where too many look like an attack. */
const VISITS = 60;
/** Refusals of one person within the time below: guessing passwords would lock accounts. */
const REFUSALS = 10;
const REFUSALS_WINDOW = 900_000;

export type ProviderLimits = ReturnType<typeof createProviderLimits>;

/**
 * Asks a schedule provider for a person, who can go away and does not wait longer than callers of the hosted function
 * did. A person who asks too often, or was refused too often, gets a message, and the provider isn't asked.
 */
export function createProviderLimits({ createLimit, timeout }: Pick<Parts, 'createLimit' | 'timeout'>) {
  const visits = createLimit(VISITS);
  const refusals = createLimit(REFUSALS, REFUSALS_WINDOW);
  return async <T>(
    person: string,
    leaving: AbortSignal,
    ask: (signal: AbortSignal) => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> => {
    // Counted as refused until it is known, so that many at once are not more than many after each other.
    if (!visits.add(person) || !refusals.add(person)) return refuse('too-many-requests');
    const outcome = await ask(AbortSignal.any([leaving, timeout(longestCall)]));
    if (!isRefused(outcome)) refusals.takeBack(person);
    return outcome;
  };
}

const isRefused = (outcome: Outcome<unknown>): boolean =>
  !outcome.ok && ['schedule-refused', 'schedule-forbidden'].includes(outcome.problem.code);

type Dependencies = Pick<Parts, 'turns' | 'securityLog' | 'store' | 'connections'> & {
  readonly schedule: { readonly connections: ScheduleConnections };
  readonly visit: ProviderLimits;
};

export function serveSchedule(serve: Serve, parts: Dependencies): void {
  const { visit, turns, securityLog } = parts;
  const { connections } = parts.schedule;
  const { listed: news } = parts.connections;

  serve(listProviders, async () =>
    done({
      providers: connections.providers.map(({ key, name, risk, fields }) => ({ key, name, risk, fields })),
    }),
  );

  serve(listConnections, async ({ params, role }) => {
    const all = await connections.ofTeam(params.team);
    // How a provider is signed in to is for managers alone.
    return done({ connections: all.map((each) => (mayManage(role) ? each : { ...each, settings: {} })) });
  });

  serve(saveConnection, async (request) => {
    const { params, caller, body } = request;
    const { team, provider } = params;
    const event = { type: 'schedule-connected', by: caller.user.id, team, details: { provider } } as const;
    const saved = await connections.save(team, provider, body, securityLog.entry(event, request));
    if (saved.ok) news(team);
    return saved;
  });

  serve(removeConnection, async (request) => {
    const { team, provider } = request.params;
    const event = {
      type: 'schedule-disconnected',
      by: request.caller.user.id,
      team,
      details: { provider },
    } as const;
    await connections.remove(team, provider, securityLog.entry(event, request));
    news(team);
    return done({});
  });

  serve(testConnection, async ({ params, caller, body, signal }) => {
    const found = await visit(caller.user.id, signal, (limited) =>
      connections.fetchLocations(params.team, params.provider, body.settings, limited),
    );
    return found.ok ? done({ locations: found.value }) : found;
  });

  serve(fetchProviderSchedule, async ({ params, caller, body, signal }) => {
    const read = await visit(caller.user.id, signal, (limited) =>
      connections.fetchSchedule(params.team, params.provider, body.date, limited),
    );
    news(params.team);
    return read;
  });

  serve(previewCalendarFile, async ({ params, caller, body, signal }) => {
    const { calendar, date, timeZone, person, day } = body;
    const timeSlice = turns.sliceFor([caller.user.id, params.team]);
    const read = await visit(caller.user.id, signal, (limited) =>
      parseCalendar(calendar, { date, timeZone, person, day, signal: limited, timeSlice }),
    );
    if (read.ok) return read;
    const { code } = read.problem;
    if (code === 'schedule-unreadable') return refuse('calendar-unreadable');
    return code === 'schedule-too-large' ? refuse('calendar-too-large') : read;
  });

  serve(getWaitingSchedule, async ({ params, query }) => {
    const reading = await parts.store.schedule.reading(params.team, params.provider, query.date);
    return done({ reading });
  });

  serve(pickRoles, async ({ params, body }) => {
    const picked = await connections.pickRoles(params.team, params.provider, body.roles);
    news(params.team);
    return picked;
  });
}
