import { costLimit } from '../../domain/change/budget.ts';
import { type Change, type SingleChange, stepsOf } from '../../domain/change/change.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import type { DocumentStore } from '../store/document-store.ts';
import type { Batch } from './batch.ts';
import type { Author, StagedDocument, WeighedChange } from './staged-document.ts';
import { createTokenBuckets, type Rate } from './token-bucket.ts';

export interface Quotas {
  /** Documents of a team, including deleted ones. */
  readonly documents: number;
  readonly layoutsPerDate: number;
  /** Microseconds of applying a person's changes, as estimated by `costOf`. */
  readonly work: Rate;
  /** Characters of history, by person and by team. They come back within a day. */
  readonly historyOfPerson: Rate;
  readonly historyOfTeam: Rate;
}

/** Far above what running a restaurant takes. */
const defaults: Quotas = {
  documents: 20_000,
  layoutsPerDate: 60,
  work: { capacity: 2_000_000, perSecond: 250_000 },
  historyOfPerson: { capacity: 100_000_000, perSecond: 1_200 },
  historyOfTeam: { capacity: 400_000_000, perSecond: 4_800 },
};

/** Changes of a team that (or its crew) that also change its layouts and templates, and the estimated cost of that. */
const propagated: ReadonlySet<SingleChange['type']> = new Set([
  'team.breaks',
  'team.day',
  'area.rename',
  'area.delete',
  'person.edit',
  'person.known',
]);
const propagationCost = 95_000;

export interface QuotaCheck {
  /** Counts a change against the quotas. False, when it exceeds one of them. */
  spend(author: Author, weighed: WeighedChange, staged: StagedDocument): boolean;
  /** Whether there is room for a new document. */
  hasRoom(change: Change, staged: StagedDocument, batch: Batch): Promise<Outcome<null>>;
}

interface QuotaDependencies {
  readonly store: Pick<DocumentStore, 'count' | 'list'>;
  readonly now: () => number;
  readonly quotas: Partial<Quotas> | undefined;
}

export function createQuotaCheck({ store, now, quotas }: QuotaDependencies): QuotaCheck {
  const limits: Quotas = { ...defaults, ...quotas };
  const work = createTokenBuckets({ ...limits.work, now });
  const historyOfPerson = createTokenBuckets({ ...limits.historyOfPerson, now });
  const historyOfTeam = createTokenBuckets({ ...limits.historyOfTeam, now });

  const workOf = ({ change, cost }: WeighedChange): number =>
    cost + (stepsOf(change).some(({ type }) => propagated.has(type)) ? propagationCost : 0);

  return {
    spend({ user }, weighed, { document }) {
      const { length } = weighed.json;
      return (
        // A change above the cost limit is refused before it is applied.
        work.spend(user, Math.min(costLimit, workOf(weighed))) &&
        historyOfPerson.spend(user, length) &&
        historyOfTeam.spend(document.team, length)
      );
    },

    async hasRoom(change, { document }, batch) {
      const { team } = document;
      const created = [...batch.documents.values()].filter(
        (each) => each.document.team === team && each.document.version === 0 && each.body !== null,
      );
      if ((await store.count(team)) + created.length >= limits.documents)
        return refuse('documents-too-many', { details: { max: limits.documents } });
      for (const step of stepsOf(change)) {
        if (step.type !== 'layout.create') continue;
        const { date } = step.layout;
        const onDate = created.filter(({ body }) => body?.kind === 'layout' && body.date === date);
        const stored = await store.list(team, 'layout', { from: date, to: date });
        if (stored.length + onDate.length >= limits.layoutsPerDate)
          return refuse('layouts-too-many', { details: { max: limits.layoutsPerDate } });
      }
      return done(null);
    },
  };
}
