import { setTimeout as wait } from 'node:timers/promises';
import { addDays, wallClock } from '../../domain/time/date.ts';
import type { CompactionRule, DocumentStore } from '../database/document-store.ts';
import { repeatWork } from '../periodic-work.ts';
import type { HistoryConfig } from './maintenance-config.ts';

const DAY = 86_400_000;
/** For how long changes stay rows: most corrections of a day come in the next two. In days. */
const UNPACKED_DAYS = 3;
/** After a start, when all pages have come back; in milliseconds. */
const FIRST = 600_000;
/** Between two transactions, so that people's changes come first; in milliseconds. */
const PAUSE = 20;

interface PackingDependencies {
  readonly store: Pick<
    DocumentStore,
    'compactHistory' | 'documentsToPack' | 'load' | 'packHistory' | 'teams'
  >;
  readonly config: HistoryConfig;
  readonly now: () => number;
  readonly log: { error(error: unknown): void };
}

/** Soon, and once a day: history that nobody packs fills the disk, and what is older than the rule allows tells of people who left long ago. */
export function createHistoryPacking({ store, config, now, log }: PackingDependencies) {
  /** What can't be read of one team or document is no reason to keep all of the others. */
  const logged = (work: Promise<void>): Promise<void> => work.catch((error: unknown) => log.error(error));

  async function packTeam(team: string, closing: AbortSignal): Promise<void> {
    const body = (await store.load({ team, document: team }))?.body;
    if (body?.kind !== 'team') return;
    const before = now() - UNPACKED_DAYS * DAY;
    const date = addDays(wallClock(now(), body.timeZone).date, -UNPACKED_DAYS);
    for (const document of await store.documentsToPack({ team, before, date })) {
      await logged(takeSteps(() => store.packHistory({ team, document }, before), closing));
    }
  }

  async function compactTeam(team: string, closing: AbortSignal): Promise<void> {
    const days = { others: config.others, 'breaks-and-seats': config.breaksAndSeats };
    for (const about of ['others', 'breaks-and-seats'] as const) {
      const kept = days[about];
      if (kept === null) continue;
      const rule: CompactionRule = { about, before: now() - kept * DAY };
      await takeSteps(() => store.compactHistory(team, rule), closing);
    }
  }

  /** Of two servers that do it at once, each finds what the other has left. */
  async function packAll(closing: AbortSignal): Promise<void> {
    for (const team of await store.teams()) {
      if (closing.aborted) return;
      await logged(packTeam(team, closing));
      await logged(compactTeam(team, closing));
    }
  }

  return repeatWork(packAll, { first: FIRST, every: DAY, logError: (error) => log.error(error) });
}

/** Takes the steps that there are, a third of the time at most. */
async function takeSteps(step: () => Promise<boolean>, closing: AbortSignal): Promise<void> {
  while (!closing.aborted) {
    const startedAt = performance.now();
    if (!(await step())) return;
    await wait(Math.max(PAUSE, 2 * (performance.now() - startedAt)), undefined, { ref: false });
  }
}
