import { type HeldDocuments, RowsLocked } from '../database/document-store.ts';
import type { Reach, ReachStore } from '../database/store.ts';
import type { Commit, LostGroup } from './commit-batch.ts';
import type { DocumentCache } from './document-cache.ts';
import { type Batch, createBatch } from './staged-document.ts';
import type { TeamPropagation, TeamPropagationDependencies } from './team-propagation.ts';
import type { WorkTurns } from './work-turns.ts';

/** Documents of one commit. */
const mostInPart = 40;
/** How long one part is worked on, in milliseconds. */
const longestPart = 20;
const mostAttempts = 10;
/** How long a part waits for rows of the database that something else holds, in milliseconds. */
const patience = 50;
/** How often to look for what was left by a crash or a failure, here or of another node; in milliseconds. */
const lookEvery = 60_000;

/**
 * Brings changes of teams to documents that their own commit left out: all but the nearest days of a team with many, and, with
 * several nodes, a layout that another node created meanwhile. A creation only stands while its team is as it was, so a list
 * after the commit has every layout with old settings.
 */
export interface ReachRest {
  /** To be called where no other commit runs, after the commit of a batch. */
  follow(batch: Batch): Promise<void>;
  /** Completes what failed before, unless that is under way. */
  goOn(reach: Reach): void;
  /** Ends after the part that runs now; the next start goes on. */
  close(): Promise<void>;
}

interface ReachRestDependencies extends Pick<TeamPropagationDependencies, 'now'> {
  readonly store: Pick<TeamPropagationDependencies['store'], 'findChange'>;
  readonly reaches: ReachStore;
  readonly cache: DocumentCache;
  readonly propagation: TeamPropagation;
  readonly commit: Commit['commit'];
  readonly catchUpLost: Commit['catchUpLost'];
  readonly recover: Commit['recover'];
  readonly runExclusive: (task: () => Promise<void>) => Promise<void>;
  readonly turns: WorkTurns;
  /** Milliseconds of work. */
  readonly clock: () => number;
  readonly hasOtherNodes: boolean;
  readonly logError: (error: unknown) => void;
}

type Part = { readonly reached: number; readonly lost: readonly LostGroup[] } | 'again' | 'stopped';

export function createReachRest(dependencies: ReachRestDependencies): ReachRest {
  const { store, reaches, cache, propagation, commit, catchUpLost, recover, runExclusive } = dependencies;
  const { turns, clock, now, hasOtherNodes, logError } = dependencies;
  /** By the ids of what they complete. */
  const running = new Map<string, Promise<void>>();
  /** One part at a time, whosever it is. */
  let lane: Promise<unknown> = Promise.resolve();
  let isClosing = false;

  const isRecent = ({ at }: Reach): boolean => Math.abs(now() - at) < lookEvery;

  async function reachOnce(
    reach: Reach,
    documents: readonly string[],
    held: HeldDocuments | null,
  ): Promise<Part> {
    const { team } = reach;
    const batch = createBatch(cache, logError);
    const start = clock();
    let reached = 0;
    try {
      // Staged with the others, so that they are stored only as long as the team is as it is here.
      const { body } = await batch.stage({ team, document: team });
      if (body?.kind !== 'team') return { reached: documents.length, lost: [] };
      for (const document of documents.slice(0, mostInPart)) {
        if (reached > 0 && clock() - start > longestPart) break;
        await propagation.reachOne(reach, document, batch, 'once');
        reached += 1;
      }
      return { reached, lost: await commit(batch, held, patience) };
    } catch (error) {
      // What something else holds is left to a later look, as after a failure, which is logged here.
      if (error instanceof RowsLocked || (await recover(error, batch)) !== null) return 'stopped';
      return 'again';
    } finally {
      batch.release();
      await held?.release();
    }
  }

  /** Changes the first of the documents, and returns how many; null if that is not possible now. */
  async function reachSome(reach: Reach, documents: readonly string[]): Promise<number | null> {
    const start = clock();
    let held: HeldDocuments | null = null;
    for (let attempt = 1; attempt <= mostAttempts; attempt++) {
      const part = await reachOnce(reach, documents, held);
      held = null;
      turns.count([reach.team], clock() - start);
      if (part === 'stopped') return null;
      if (part === 'again') continue;
      if (part.lost.length === 0) return part.reached;
      if (attempt < mostAttempts) held = await catchUpLost(part.lost, patience);
    }
    return null;
  }

  async function reachSoon(reach: Reach, documents: readonly string[]): Promise<number | null> {
    await turns.sliceFor([reach.team]).yieldNow();
    let reached: number | null = null;
    const part = lane.then(async () => {
      if (isClosing) return;
      await runExclusive(async () => {
        reached = await reachSome(reach, documents);
      });
    });
    lane = part.catch(() => {});
    await part;
    return reached;
  }

  async function leftOf(reach: Reach, known: ReadonlySet<string>): Promise<readonly string[] | null> {
    const { team, document, change } = reach;
    if ((await store.findChange({ team, document }, change)) === null) return null;
    return (await propagation.targetsOf(reach, null)).filter((each) => !known.has(each));
  }

  async function complete(reach: Reach, known: ReadonlySet<string>): Promise<void> {
    const { team, id } = reach;
    let left = await leftOf(reach, known);
    // It may still be stored.
    if (left === null && isRecent(reach)) return;
    left ??= [];
    while (left.length > 0) {
      const reached = await reachSoon(reach, left);
      if (reached === null) return;
      left = left.slice(reached);
    }
    await reaches.remove(team, id);
  }

  async function reachMissed(reach: Reach, known: ReadonlySet<string>): Promise<void> {
    const missed = (await leftOf(reach, known)) ?? [];
    for (let next = 0; next < missed.length; ) {
      const reached = await reachSome(reach, missed.slice(next));
      if (reached === null) return;
      next += reached;
    }
  }

  function goOn(reach: Reach, known: ReadonlySet<string> = new Set()): void {
    if (isClosing || running.has(reach.id)) return;
    const work = complete(reach, known)
      .catch(logError)
      .finally(() => running.delete(reach.id));
    running.set(reach.id, work);
  }

  /** Another node is at work on what is new. */
  async function look(isNew: (reach: Reach) => boolean): Promise<void> {
    for (const reach of await reaches.all()) if (!isNew(reach)) goOn(reach);
  }

  const firstLook = look(hasOtherNodes ? isRecent : () => false).catch(logError);
  const timer = setInterval(() => void look(isRecent).catch(logError), lookEvery).unref();

  return {
    goOn,

    async follow({ reaches: made }) {
      for (const { reach, isWide, documents } of made) {
        if (isWide) goOn(reach, documents);
        else if (hasOtherNodes) await reachMissed(reach, documents);
      }
    },

    async close() {
      isClosing = true;
      clearInterval(timer);
      await firstLook;
      await Promise.all(running.values());
    },
  };
}
