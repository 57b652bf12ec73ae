import { costLimit, costOf } from '../../domain/change/budget.ts';
import { type Change, stepsOf } from '../../domain/change/change.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import type { DocumentStore } from '../database/document-store.ts';
import type { Author, Batch, StagedDocument } from './staged-document.ts';

interface Rate {
  readonly capacity: number;
  readonly perSecond: number;
}

interface TokenBucketOptions extends Rate {
  /** Milliseconds. */
  readonly now: () => number;
}

interface Bucket {
  readonly amount: number;
  readonly at: number;
}

/** With more buckets than this, full ones are dropped. */
const manyBuckets = 10_000;

/** A token bucket for each key. Kept in memory, so a restart fills them all. */
export function createTokenBuckets({ capacity, perSecond, now }: TokenBucketOptions) {
  const buckets = new Map<string, Bucket>();

  const leftIn = ({ amount, at }: Bucket, time: number): number =>
    Math.min(capacity, amount + (Math.max(0, time - at) / 1_000) * perSecond);

  function dropFull(time: number): void {
    for (const [key, bucket] of buckets) if (leftIn(bucket, time) === capacity) buckets.delete(key);
  }

  return {
    /** False, and nothing is spent, when less than `amount` is left. */
    spend(key: string, amount: number): boolean {
      const time = now();
      const bucket = buckets.get(key);
      const left = bucket ? leftIn(bucket, time) : capacity;
      if (left < amount) return false;
      if (!bucket && buckets.size >= manyBuckets) dropFull(time);
      buckets.set(key, { amount: left - amount, at: time });
      return true;
    },
  };
}

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

/** What a change costs that may reach other documents, in microseconds: looking for them, and for each of them. */
const lookingCost = 95_000;
const reachedCost = 150;
/** Characters of history in each document that is reached. */
const reachedLength = 500;

interface QuotaDependencies {
  readonly store: Pick<DocumentStore, 'count' | 'list'>;
  readonly now: () => number;
  readonly quotas: Partial<Quotas> | undefined;
}

export function createQuotaCheck({ store, now, quotas }: QuotaDependencies) {
  const limits: Quotas = { ...defaults, ...quotas };
  const work = createTokenBuckets({ ...limits.work, now });
  const historyOfPerson = createTokenBuckets({ ...limits.historyOfPerson, now });
  const historyOfTeam = createTokenBuckets({ ...limits.historyOfTeam, now });

  /** A change above the cost limit is refused before it is applied, and the largest team may change, too. */
  const workOf = (cost: number, reached: number | null): number =>
    Math.min(costLimit, cost + (reached === null ? 0 : lookingCost)) + reachedCost * (reached ?? 0);

  return {
    /** False when it exceeds one. `reached`: how many other documents it may change; null for a change that never does. */
    spend(
      { user }: Author,
      change: Change,
      { document, body }: StagedDocument,
      reached: number | null,
    ): boolean {
      const length = JSON.stringify(change).length + reachedLength * (reached ?? 0);
      return (
        work.spend(user, Math.min(limits.work.capacity, workOf(costOf(body, change), reached))) &&
        historyOfPerson.spend(user, length) &&
        historyOfTeam.spend(document.team, length)
      );
    },

    async hasRoom(change: Change, { document }: StagedDocument, batch: Batch): Promise<Outcome<null>> {
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

/** A page says something when a hand moves, and every few seconds. */
const ofPage = { capacity: 20, perSecond: 4 };
/** Of all pages of a document together. */
const ofDocument = { capacity: 60, perSecond: 20 };

/** False if the page, or all pages of the document, said too much lately. */
export type SpendPresence = (page: string, document: string) => boolean;

/** `now` counts milliseconds. */
export function createPresenceLimits(now: () => number): SpendPresence {
  const pages = createTokenBuckets({ ...ofPage, now });
  const documents = createTokenBuckets({ ...ofDocument, now });
  return (page, document) => pages.spend(page, 1) && documents.spend(document, 1);
}
