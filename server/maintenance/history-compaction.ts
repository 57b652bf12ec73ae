import { setTimeout as wait } from 'node:timers/promises';
import { createTimeSlice } from '../documents/time-slice.ts';
import { createOlderRecords } from '../history/older-records.ts';
import type { CompactionRule, DocumentStore } from '../store/document-store.ts';
import type { DatabaseStore } from '../store/store.ts';
import { createHistoryPacking, unpackedDocuments } from './history-packing.ts';
import type { HistoryConfig } from './maintenance-config.ts';

const DAY = 86_400_000;
/** Changes in memory and in a transaction at a time: each can have a megabyte. */
const TOGETHER = 25;
/** After a start, when all pages have come back; in milliseconds. */
const FIRST = 600_000;
/** Layouts of every date. */
const NO_DATE = '9999-12-31';
/** How often a node that is at it says so, in milliseconds. */
const CLAIM_AGAIN = 60_000;
/** Between two transactions, so that people's changes come first; in milliseconds. */
const PAUSE = 20;

interface CompactionDependencies {
  readonly store: Pick<DatabaseStore, 'claimTask'> & {
    readonly documents: Pick<
      DocumentStore,
      | 'changesAfter'
      | 'compactHistory'
      | 'history'
      | 'historyStart'
      | 'load'
      | 'packHistory'
      | 'saveRecords'
      | 'teams'
      | 'unpacked'
    >;
  };
  readonly config: HistoryConfig;
  readonly now: () => number;
  readonly log: { error(error: unknown): void };
}

export interface HistoryCompaction {
  /** Packs the history of days that are over, and removes what is older than the rule allows. */
  run(): Promise<void>;
  /** Does that soon and once a day. */
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
  const pause = (least = 0) => wait(Math.max(PAUSE, least), undefined, { ref: false });
  const packTeam = createHistoryPacking({ store, olderRecords, now, mayGoOn, pause, log });
  let claimedAt = Number.NEGATIVE_INFINITY;
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

  async function mayGoOn(): Promise<boolean> {
    if (closing.signal.aborted) return false;
    if (!claim || now() - claimedAt < CLAIM_AGAIN) return true;
    claimedAt = now();
    return claim.take();
  }

  async function compactTeam(team: string): Promise<void> {
    const current = rules();
    if (current.length === 0) return;
    // What is kept names what is removed.
    const range = { team, before: Math.max(...current.map(({ before }) => before)), date: NO_DATE };
    for await (const { document, isRecorded } of unpackedDocuments(store, range)) {
      if (!isRecorded) await olderRecords.addTo({ team, document });
    }
    for (const rule of current) {
      while ((await mayGoOn()) && (await store.compactHistory(team, rule, TOGETHER))) await pause();
    }
  }

  async function run(): Promise<void> {
    claimedAt = Number.NEGATIVE_INFINITY;
    for (const team of await store.teams()) {
      if (!(await mayGoOn())) return;
      try {
        await compactTeam(team);
        await packTeam(team);
      } catch (error) {
        // The history of one team that can't be read is no reason to keep that of others.
        log.error(error);
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
      timer = setTimeout(() => {
        runLogged();
        timer = setInterval(runLogged, DAY).unref();
      }, FIRST).unref();
    },
    async close() {
      // Of either kind.
      clearTimeout(timer);
      closing.abort();
      await running;
    },
  };
}
