import { costLimit, costOf } from '../../domain/change/budget.ts';
import type { Change } from '../../domain/change/change.ts';
import { stepsOf } from '../../domain/change/define-change.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import type { DocumentStore } from '../database/document-store.ts';
import { createRateLimit } from '../door/rate-limit.ts';
import type { Author, Batch, StagedDocument } from './staged-document.ts';

/** What is left comes back by so much a second. Kept in memory, so a restart fills them all. */
export const createBuckets = ({ capacity, perSecond }: typeof defaults.work, now: () => number) =>
  createRateLimit(capacity, now, (capacity / perSecond) * 1_000);

/** Far above what running a restaurant takes. Without them, one person's script fills the disk and keeps all others waiting. */
const defaults = {
  /** Documents of a team, including deleted ones. */
  documents: 20_000,
  layoutsPerDate: 60,
  /** Microseconds of applying a person's changes, as estimated by `costOf`. */
  work: { capacity: 2_000_000, perSecond: 250_000 },
  /** Characters of history, by person and by team. They come back within a day. */
  historyOfPerson: { capacity: 100_000_000, perSecond: 1_200 },
  historyOfTeam: { capacity: 400_000_000, perSecond: 4_800 },
};
export type Quotas = Readonly<typeof defaults>;

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

export type QuotaCheck = ReturnType<typeof createQuotaCheck>;

export function createQuotaCheck({ store, now, quotas }: QuotaDependencies) {
  const limits: Quotas = { ...defaults, ...quotas };
  const work = createBuckets(limits.work, now);
  const historyOfPerson = createBuckets(limits.historyOfPerson, now);
  const historyOfTeam = createBuckets(limits.historyOfTeam, now);

  const spendWork = (user: string, cost: number): boolean =>
    work.add(user, Math.min(limits.work.capacity, cost));

  return {
    /**
     * False when the person has to wait. It is asked before anything else is done for a change, and before one that is taken back is
     * made again to compare. One above the cost limit is refused before it is applied. `looks`: other documents are looked for.
     */
    spend: ({ user }: Author, change: Change, { body }: StagedDocument, looks = false): boolean =>
      spendWork(user, Math.min(costLimit, costOf(body, change) + (looks ? lookingCost : 0))),

    /** The same for other documents that it may change, and that follow in any case a change that was counted before. */
    spendReached({ user }: Author, reached: number, isCounted = false): boolean {
      const cost = reachedCost * reached;
      if (isCounted) work.count(user, cost);
      // The largest team may change, too.
      return isCounted || work.add(user, Math.max(0, Math.min(limits.work.capacity - costLimit, cost)));
    },

    /**
     * Work whose cost is only known once it is done. It is begun for who has as much left as a change may cost, and counts in the end
     * for what it was.
     */
    longWork: {
      begin: (user: string): boolean => spendWork(user, costLimit),
      end: (user: string, cost: number): void =>
        work.count(user, cost - Math.min(limits.work.capacity, costLimit)),
    },

    /** What the change adds to the history, and to so many other documents that it reaches. */
    spendHistory({ user }: Author, change: Change, { document }: StagedDocument, reached: number): boolean {
      const length = JSON.stringify(change).length + reachedLength * reached;
      return historyOfPerson.add(user, length) && historyOfTeam.add(document.team, length);
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

/** A page says something when a hand moves, and every few seconds. All others get it, so one that says more would keep them busy. */
const ofPage = { capacity: 20, perSecond: 4 };
/** Of all pages of a document together, since somebody may open many. */
const ofDocument = { capacity: 60, perSecond: 20 };

/** False if the page, or all pages of the document, said too much lately. */
export type SpendPresence = (page: string, document: string) => boolean;

/** `now` counts milliseconds. */
export function createPresenceLimits(now: () => number): SpendPresence {
  const pages = createBuckets(ofPage, now);
  const documents = createBuckets(ofDocument, now);
  return (page, document) => pages.add(page, 1) && documents.add(document, 1);
}
