import { daySettings } from '../../../domain/layout/layout.ts';
import type { HeldDocuments } from '../../store/document-store.ts';
import { type Batch, createBatch, type TeamEffects } from '../batch.ts';
import type { Commit, LostGroup } from '../commit.ts';
import { type DocumentCache, documentKey } from '../document-cache.ts';
import type { TeamPropagation } from '../team-propagation.ts';

interface MissedDocumentsDependencies {
  readonly cache: DocumentCache;
  readonly propagation: TeamPropagation;
  readonly commit: Commit['commit'];
  readonly catchUpLost: Commit['catchUpLost'];
  readonly logError: (error: unknown) => void;
}

const mostAttempts = 10;

/**
 * Another node can create a layout between the moment when a team's layouts are listed for its new settings and the commit of
 * these. A creation only stands while its team is as it was, so a list after the commit has every layout with old settings.
 */
export function createMissedDocuments(dependencies: MissedDocumentsDependencies) {
  const { cache, propagation, commit, catchUpLost, logError } = dependencies;

  async function reachOnce(
    { team, ...effects }: TeamEffects,
    known: ReadonlySet<string>,
    held: HeldDocuments | null,
  ): Promise<readonly LostGroup[]> {
    const batch = createBatch(cache, logError);
    try {
      // Staged with the layouts, so that they are stored only as long as the team is as it is here.
      const { body } = await batch.stage({ team, document: team });
      if (body?.kind !== 'team') return [];
      const settings = effects.settings && daySettings(body);
      await propagation.propagate({ ...effects, team, body, settings }, batch, known);
      return await commit(batch, held);
    } finally {
      batch.release();
      await held?.release();
    }
  }

  /** Brings what a stored batch changed in teams to documents that it missed. */
  return async function reachMissed({ effects, documents }: Batch): Promise<void> {
    const known = new Set(documents.keys());
    for (const each of effects) {
      known.delete(documentKey({ team: each.team, document: each.team }));
      let held: HeldDocuments | null = null;
      for (let attempt = 1; attempt <= mostAttempts; attempt++) {
        const lost: readonly LostGroup[] = await reachOnce(each, known, held);
        if (lost.length === 0 || attempt === mostAttempts) break;
        held = await catchUpLost(lost);
      }
    }
  };
}
