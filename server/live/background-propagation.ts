import type { PendingPropagation } from '../database/store.ts';
import type { Commit } from './commit-queue.ts';
import type { Engine } from './engine.ts';
import { type Batch, createBatch } from './staged-document.ts';
import type { TeamPropagation } from './team-propagation.ts';

/** Documents of one commit, for which everybody's taps wait. */
const mostInPart = 40;
/** How long one part is worked on, in milliseconds: large layouts take long, and taps wait as well. */
const longestPart = 20;
const mostAttempts = 10;
/** How often to look for what was left by a crash or a failure, here or of another node; in milliseconds. */
const lookEvery = 60_000;

interface PropagationParts extends Commit {
  readonly propagation: TeamPropagation;
  readonly runExclusive: (task: () => Promise<void>) => Promise<void>;
}

export type BackgroundPropagation = ReturnType<typeof createBackgroundPropagation>;

/**
 * Brings changes of teams to documents that their own commit left out: all but the nearest days of a team with many, and, with
 * several nodes, a layout that another node created meanwhile. A creation only stands while its team is as it was, so a list
 * after the commit has every layout with old settings.
 */
export function createBackgroundPropagation(engine: Engine, parts: PropagationParts) {
  const { store, cache, turns, clock, now, logError } = engine;
  const { reaches } = store;
  const { propagation, commit, publishLost, runExclusive } = parts;
  const hasOtherNodes = store.documents.commitGroups !== undefined;
  /** By the ids of what they complete: two at once would hold each other up. */
  const running = new Map<string, Promise<void>>();
  /** One part at a time, of all teams: a tap waits for one at most. */
  let lane: Promise<unknown> = Promise.resolve();
  let isClosing = false;

  const isRecent = ({ at }: PendingPropagation): boolean => Math.abs(now() - at) < lookEvery;

  /** Changes the first of the documents, and returns how many; null if others were quicker. */
  async function reachOnce(reach: PendingPropagation, documents: readonly string[]): Promise<number | null> {
    const { team } = reach;
    const batch = createBatch(cache, logError);
    const start = clock();
    let reached = 0;
    try {
      // Staged with the others, so that they are stored only as long as the team is as it is here.
      const { body } = await batch.stage({ team, document: team });
      if (body?.kind !== 'team') return documents.length;
      for (const document of documents.slice(0, mostInPart)) {
        if (reached > 0 && clock() - start > longestPart) break;
        await propagation.reachOne(reach, document, batch, 'once');
        reached += 1;
      }
      const lost = await commit(batch);
      return lost.length === 0 ? reached : null;
    } catch (error) {
      await publishLost(batch).catch(logError);
      throw error;
    } finally {
      batch.release();
      turns.count([team], clock() - start);
    }
  }

  /** The same until it works; null if that is not possible now, which is left to a later look. */
  async function reachSome(reach: PendingPropagation, documents: readonly string[]): Promise<number | null> {
    try {
      for (let attempt = 1; attempt <= mostAttempts; attempt++) {
        const reached = await reachOnce(reach, documents);
        if (reached !== null) return reached;
      }
    } catch (error) {
      logError(error);
    }
    return null;
  }

  async function reachSoon(reach: PendingPropagation, documents: readonly string[]): Promise<number | null> {
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

  /** A change that was not stored has none. */
  async function targetsOf(reach: PendingPropagation): Promise<readonly string[] | null> {
    const { team, document, change } = reach;
    const made = await store.documents.findChange({ team, document }, change);
    return made && propagation.targetsOf(reach, null);
  }

  /** False if some are left to a later look. */
  async function reachEach(
    reach: PendingPropagation,
    documents: readonly string[],
    reachFirst: typeof reachSome,
  ) {
    for (let next = 0; next < documents.length; ) {
      const reached = await reachFirst(reach, documents.slice(next));
      if (reached === null) return false;
      next += reached;
    }
    return true;
  }

  async function complete(reach: PendingPropagation): Promise<void> {
    const targets = await targetsOf(reach);
    // It may still be stored.
    if (targets === null && isRecent(reach)) return;
    if (await reachEach(reach, targets ?? [], reachSoon)) await reaches.remove(reach.team, reach.id);
  }

  /** Completes a change, unless that is under way. */
  function goOn(reach: PendingPropagation): void {
    if (isClosing || running.has(reach.id)) return;
    const work = complete(reach)
      .catch(logError)
      .finally(() => running.delete(reach.id));
    running.set(reach.id, work);
  }

  /** Another node is at work on what is new. */
  async function look(isNew: (reach: PendingPropagation) => boolean): Promise<void> {
    for (const reach of await reaches.all()) if (!isNew(reach)) goOn(reach);
  }

  const firstLook = look(hasOtherNodes ? isRecent : () => false).catch(logError);
  const timer = setInterval(() => void look(isRecent).catch(logError), lookEvery).unref();

  return {
    goOn,

    /** To be called where no other commit runs, after the commit of a batch. */
    async follow({ reaches: made }: Batch): Promise<void> {
      for (const { reach, isWide } of made) {
        if (isWide) goOn(reach);
        else if (hasOtherNodes) await reachEach(reach, (await targetsOf(reach)) ?? [], reachSome);
      }
    },

    /** Ends after the part that runs now; the next start goes on. */
    async close(): Promise<void> {
      isClosing = true;
      clearInterval(timer);
      await firstLook;
      await Promise.all(running.values());
    },
  };
}
