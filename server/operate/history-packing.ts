import { setTimeout as wait } from 'node:timers/promises';
import { addDays, wallClock } from '../../domain/time/date.ts';
import type { CompactionRule, DocumentStore } from '../database/document-store.ts';
import type { DatabaseStore } from '../database/store.ts';
import type { HistoryConfig } from './maintenance-config.ts';

const DAY = 86_400_000;
/** For how long changes stay rows: most corrections of a day come in the next two. In days. */
const UNPACKED_DAYS = 3;
/** After a start, when all pages have come back; in milliseconds. */
const FIRST = 600_000;
/** Between two transactions, so that people's changes come first; in milliseconds. */
const PAUSE = 20;

interface PackingDependencies {
  readonly store: Pick<DatabaseStore, 'runAlone'> & {
    readonly documents: Pick<
      DocumentStore,
      'compactHistory' | 'documentsToPack' | 'load' | 'packHistory' | 'teams'
    >;
  };
  readonly config: HistoryConfig;
  readonly now: () => number;
  readonly log: { error(error: unknown): void };
}

export interface HistoryPacking {
  /** Packs the history of days that are over, and removes what is older than the rule allows. */
  run(): Promise<void>;
  /** Does that soon and once a day. */
  start(): void;
  close(): Promise<void>;
}

export function createHistoryPacking(dependencies: PackingDependencies): HistoryPacking {
  const { config, now, log } = dependencies;
  const store = dependencies.store.documents;
  let isClosing = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  /** Takes the steps that there are, a third of the time at most. */
  async function takeSteps(step: () => Promise<boolean>): Promise<void> {
    while (!isClosing) {
      const startedAt = performance.now();
      if (!(await step())) return;
      await wait(Math.max(PAUSE, 2 * (performance.now() - startedAt)), undefined, { ref: false });
    }
  }

  /** What can't be read of one team or document is no reason to keep all of the others. */
  const logged = (work: Promise<void>): Promise<void> => work.catch((error: unknown) => log.error(error));

  async function packTeam(team: string): Promise<void> {
    const body = (await store.load({ team, document: team }))?.body;
    if (body?.kind !== 'team') return;
    const before = now() - UNPACKED_DAYS * DAY;
    const date = addDays(wallClock(now(), body.timeZone).date, -UNPACKED_DAYS);
    for (const document of await store.documentsToPack({ team, before, date })) {
      await logged(takeSteps(() => store.packHistory({ team, document }, before)));
    }
  }

  async function compactTeam(team: string): Promise<void> {
    const days = { others: config.others, 'breaks-and-seats': config.breaksAndSeats };
    for (const about of ['others', 'breaks-and-seats'] as const) {
      const kept = days[about];
      if (kept === null) continue;
      const rule: CompactionRule = { about, before: now() - kept * DAY };
      await takeSteps(() => store.compactHistory(team, rule));
    }
  }

  const run = (): Promise<void> =>
    dependencies.store.runAlone('packing', async () => {
      for (const team of await store.teams()) {
        if (isClosing) return;
        await logged(packTeam(team));
        await logged(compactTeam(team));
      }
    });

  function runLogged(): void {
    running = logged(running.then(run));
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
      isClosing = true;
      await running;
    },
  };
}
