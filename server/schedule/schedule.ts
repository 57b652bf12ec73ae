import { setTimeout as pause } from 'node:timers/promises';
import type { OutgoingConfig } from '../config.ts';
import type { Documents } from '../documents/documents.ts';
import { createDoor } from '../safe-fetch/safe-fetch.ts';
import type { ScheduleStore } from '../store/schedule-store.ts';
import { createOwnReadings } from './background-sync.ts';
import { createScheduleConnections, type ScheduleConnections } from './connections.ts';
import { createCalendarFeed } from './providers/calendar-feed.ts';
import { createCallable } from './providers/callable.ts';
import { createDeputy } from './providers/deputy.ts';
import { createHotSchedules } from './providers/hotschedules.ts';
import type { Provider } from './providers/provider.ts';
import { createSevenShifts } from './providers/sevenshifts.ts';
import { createSeal } from './seal.ts';

interface Parts {
  readonly store: ScheduleStore;
  readonly documents: Documents;
  readonly config: OutgoingConfig;
  /** The current one first. */
  readonly keys: readonly Buffer[];
  /** A team's schedule was read by itself. */
  readonly news: (team: string) => void;
  readonly now: () => number;
  readonly log: { error(error: unknown): void };
}

export interface Schedule {
  readonly connections: ScheduleConnections;
  /** By itself, for those who still call the hosted function. */
  readonly hotSchedules: Provider;
  close(): Promise<void>;
}

/** Everything about schedules outside; begins to read by itself. */
export function openSchedule({ store, documents, config, keys, news, now, log }: Parts): Schedule {
  const door = createDoor({
    allowed: config.allowed,
    pause: (milliseconds, signal) => pause(milliseconds, undefined, { signal }),
    now,
  });
  const hotSchedules = createHotSchedules({ door, base: config.hotschedules });
  const connections = createScheduleConnections({
    providers: [
      hotSchedules,
      createCallable({ door, now }),
      createSevenShifts({ door, base: config.sevenshifts }),
      createDeputy({ door, base: config.deputy }),
      createCalendarFeed({ door }),
    ],
    store,
    seal: createSeal(keys),
    now,
    problemWith: door.problemWith,
  });
  const ownReadings = createOwnReadings({
    connections,
    store,
    documents,
    news,
    now,
    logError: (error) => log.error(error),
  });
  ownReadings.start();
  return {
    connections,
    hotSchedules,
    async close() {
      await ownReadings.close();
      await door.close();
    },
  };
}
