import type { Parts } from '../door/endpoint.ts';
import type { EmailLinks } from '../teams/email-links.ts';
import type { Telemetry } from '../telemetry.ts';
import { createBackgroundSync } from './background-sync.ts';
import { createScheduleConnections } from './connections.ts';
import { createCalendarFeed } from './providers/calendar-feed.ts';
import { createCallable } from './providers/callable.ts';
import { createDeputy } from './providers/deputy.ts';
import { createHotSchedules } from './providers/hotschedules.ts';
import type { Provider } from './providers/provider.ts';
import { createSevenShifts } from './providers/sevenshifts.ts';
import type { OutgoingConfig, SafeFetch } from './safe-fetch.ts';
import { createSecretBox } from './secret-box.ts';

type ScheduleDependencies = Pick<Parts, 'store' | 'documents' | 'safeFetch' | 'turns' | 'now'> & {
  readonly config: OutgoingConfig;
  /** The current key first. */
  readonly keys: readonly Buffer[];
  readonly news: (team: string) => void;
  readonly told: EmailLinks['told'];
  readonly telemetry: Telemetry;
  readonly log: { error(error: unknown): void };
};

export type Schedule = ReturnType<typeof openSchedule>;

export function openSchedule(dependencies: ScheduleDependencies) {
  const { store, documents, safeFetch, config, keys, news, told, turns, telemetry, now, log } = dependencies;
  const logError = (error: unknown) => log.error(error);
  const providers = createProviders(safeFetch, config, now);
  const connections = createScheduleConnections({
    providers,
    turns,
    telemetry,
    told,
    now,
    store: store.schedule,
    secretBox: createSecretBox(keys),
    checkAddress: safeFetch.checkAddress,
  });
  const backgroundSync = createBackgroundSync({
    connections,
    documents,
    news,
    now,
    logError,
    store: store.schedule,
  });
  return {
    connections,
    /** Needed on its own by clients of the hosted product's function. */
    hotSchedules: providers.find(({ key }) => key === 'hotschedules') as Provider,
    takeSchedule: backgroundSync.takeStored,
    close: backgroundSync.close,
  };
}

/** Every schedule provider, in the order the screen offers them. To add one, see docs/add-a-provider.md. */
export function createProviders(
  safeFetch: Pick<SafeFetch, 'fetch'>,
  config: OutgoingConfig,
  now: () => number,
): readonly Provider[] {
  return [
    createHotSchedules({ safeFetch, base: config.hotschedules }),
    createCallable({ safeFetch, now }),
    createSevenShifts({ safeFetch, base: config.sevenshifts }),
    createDeputy({ safeFetch, base: config.deputy }),
    createCalendarFeed({ safeFetch }),
  ];
}
