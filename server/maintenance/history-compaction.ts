import { setTimeout as wait } from 'node:timers/promises';
import { createTimeSlice } from '../documents/time-slice.ts';
import { createOlderRecords } from '../history/older-records.ts';
import type { CompactionRule, DocumentStore } from '../store/document-store.ts';
import type { DatabaseStore } from '../store/store.ts';
import type { HistoryConfig } from './maintenance-config.ts';

const DAY = 86_400_000;
/** Changes in memory and in a transaction at a time: each can have a megabyte. */
const TOGETHER = 25;
/** Between two transactions, so that people's changes come first; in milliseconds. */
const PAUSE = 20;

interface CompactionDependencies {
  readonly store: Pick<DatabaseStore, 'claimTask'> & {
    readonly documents: Pick<
      DocumentStore,
      'changesAfter' | 'compactHistory' | 'history' | 'historyStart' | 'saveRecords' | 'teams'
    >;
  };
  readonly config: HistoryConfig;
  readonly now: () => number;
  readonly log: { error(error: unknown): void };
}

export interface HistoryCompaction {
  /** Removes what is older than the rule allows; resolves when all of it is gone. */
  run(): Promise<void>;
  /** Does that now and once a day. */
  start(): void;
  close(): Promise<void>;
}

export function createHistoryCompaction(dependencies: CompactionDependencies): HistoryCompaction {
  const { config, now, log } = dependencies;
  const store = dependencies.store.documents;
  const claim = dependencies.store.claimTask?.('compaction', now);
  const timeSlice = createTimeSlice(() => performance.now());
  const olderRecords = createOlderRecords({ store, timeSlice });
  const closing = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  function rules(): CompactionRule[] {
    const { breaksAndSeats, others } = config;
    return [
      ...(others === null ? [] : [{ about: 'others', before: now() - others * DAY } as const]),
      ...(breaksAndSeats === null
        ? []
        : [{ about: 'breaks-and-seats', before: now() - breaksAndSeats * DAY } as const]),
    ];
  }

  async function run(): Promise<void> {
    const current = rules();
    if (current.length === 0) return;
    for (const team of await store.teams()) {
      if (closing.signal.aborted || (claim && !(await claim.take()))) return;
      // What is kept names what is removed.
      await olderRecords.addToTeam(team, Math.max(...current.map(({ before }) => before)));
      for (const rule of current) {
        while (!closing.signal.aborted && (await store.compactHistory(team, rule, TOGETHER))) {
          await wait(PAUSE, undefined, { ref: false });
        }
      }
    }
  }

  function runLogged(): void {
    running = running
      .then(run)
      .finally(() => claim?.release())
      .catch((error: unknown) => log.error(error));
  }

  return {
    run,
    start() {
      runLogged();
      timer = setInterval(runLogged, DAY).unref();
    },
    async close() {
      clearInterval(timer);
      closing.abort();
      await running;
    },
  };
}
