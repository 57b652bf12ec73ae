import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Change, stepsOf } from '../../domain/change/change.ts';
import { daySettings } from '../../domain/layout/layout.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import type { Team } from '../../domain/team/team.ts';
import { businessDay } from '../../domain/time/date.ts';
import { newId } from '../id.ts';
import {
  type DocumentRef,
  type DocumentStore,
  DuplicateChange,
  type StoredChange,
  VersionConflict,
} from '../store/document-store.ts';
import type { LogoStore } from '../store/logo-store.ts';
import { type Batch, createChangeValidator, type Quotas } from './change-validator.ts';
import { type DocumentCache, documentKey } from './document-cache.ts';
import type { Feed } from './feed.ts';
import {
  type Author,
  applyToCache,
  changesLists,
  commitOf,
  differs,
  guard,
  type StagedDocument,
  stageChange,
  stageDocument,
} from './staged-document.ts';
import { effectsOf, effectsOn, type TeamEffects } from './team-propagation.ts';

/** The version a change made, and when, in milliseconds since 1970. */
export interface Accepted {
  readonly version: number;
  readonly at: number;
}

export interface ChangeRequest {
  readonly name: DocumentRef;
  /** Null for the server itself. */
  readonly author: Author | null;
  readonly id: string;
  readonly change: Change;
}

export interface CommitQueue {
  /** Resolves when the change is durable and shown to all who watch, or refused. Changes are judged in the order asked. */
  add(asked: ChangeRequest): Promise<Outcome<Accepted>>;
  /** Does the work while no commit runs, and before what waits is judged. */
  alone(work: () => Promise<void>): Promise<void>;
  /** Resolves when nothing waits any more. */
  settled(): Promise<void>;
}

interface Parts {
  readonly store: DocumentStore;
  readonly logos: Pick<LogoStore, 'find'>;
  readonly warm: DocumentCache;
  readonly feed: Feed;
  readonly now: () => number;
  /** Milliseconds of work. */
  readonly clock: () => number;
  readonly quotas: Partial<Quotas> | undefined;
  readonly onListsChanged: (name: DocumentRef) => void;
  readonly logError: (error: unknown) => void;
}

interface Waiting extends ChangeRequest {
  readonly answer: (outcome: Outcome<Accepted>) => void;
}

const largestBatch = 1_000;
/** How long it judges before everything else has a turn, in milliseconds. */
const longestWork = 20;
/** How often a batch is judged before it is refused: others may write its documents, or a change come twice. */
const tries = 3;

/** One commit at a time: what arrives while it runs shares the next one. */
export function createCommitQueue(parts: Parts): CommitQueue {
  const { store, logos, warm, feed, now, clock, quotas, onListsChanged, logError } = parts;
  let waiting: Waiting[] = [];
  let lonely: (() => Promise<void>)[] = [];
  let running: Promise<void> | null = null;
  let restedAt = 0;
  const admission = createChangeValidator({ store, logos, now, quotas });

  /** Lets everything else go on for a turn, such as the pages that only ask whether the server is there. */
  async function rest(): Promise<void> {
    await nextTurn();
    restedAt = clock();
  }
  const restIfDue = async (): Promise<void> => {
    if (clock() - restedAt > longestWork) await rest();
  };

  async function run(): Promise<void> {
    while (waiting.length > 0 || lonely.length > 0) {
      // Every socket that is ready is read first, so that their changes share the commit.
      await rest();
      const works = lonely;
      lonely = [];
      for (const work of works) await work();
      const batch = waiting.slice(0, largestBatch);
      waiting = waiting.slice(largestBatch);
      await commitBatch(batch);
    }
    running = null;
  }

  async function commitBatch(batch: readonly Waiting[]): Promise<void> {
    let searches = false;
    for (let attempt = 1; ; attempt++) {
      const drafts = new Map<string, StagedDocument>();
      try {
        const outcomes: Outcome<Accepted>[] = [];
        for (const asked of batch) {
          await restIfDue();
          const draft = await draftFor(asked.name, drafts).catch(logError);
          // One that cannot be read is no reason to refuse its neighbours.
          outcomes.push(draft ? await judge(asked, draft, { drafts, searches }) : refuse('storage-failed'));
        }
        await commit([...drafts.values()]);
        // Refusals too wait for the commit: what they rest on may not have happened.
        batch.forEach(({ answer }, index) => {
          const outcome = outcomes[index];
          if (outcome) answer(outcome);
        });
        return;
      } catch (error) {
        const problem = await recover(error, [...drafts.values()]);
        searches ||= error instanceof DuplicateChange;
        if (problem === null && attempt < tries) continue;
        for (const { answer } of batch) answer(problem ?? refuse('too-busy'));
        return;
      } finally {
        for (const { document } of drafts.values()) warm.release(document);
      }
    }
  }

  /** Null when it is worth another try. */
  async function recover(
    error: unknown,
    drafts: readonly StagedDocument[],
  ): Promise<Outcome<Accepted> | null> {
    try {
      if (error instanceof DuplicateChange) return null;
      if (!(error instanceof VersionConflict)) throw error;
      for (const { document, version, changes } of drafts) {
        const known = version - changes.size;
        await warm.reload(document);
        if (document.version !== known) feed.republish(document);
      }
      return null;
    } catch (failure) {
      logError(failure);
      return refuse('storage-failed');
    }
  }

  async function commit(drafts: readonly StagedDocument[]): Promise<void> {
    const commits = drafts.map(commitOf).filter((each) => each !== null);
    if (commits.length === 0) return;
    await store.commit(commits);
    for (const draft of drafts) {
      if (draft.changes.size === 0) continue;
      const listed = changesLists(draft);
      applyToCache(draft);
      feed.publish(draft.document, [...draft.changes.values()]);
      if (listed) onListsChanged(draft.document);
    }
  }

  const around = (drafts: Map<string, StagedDocument>): Batch => ({
    drafts,
    draftFor: (name) => draftFor(name, drafts),
  });

  async function draftFor(name: DocumentRef, drafts: Map<string, StagedDocument>): Promise<StagedDocument> {
    const key = documentKey(name);
    const known = drafts.get(key);
    if (known) return known;
    const draft = stageDocument(await warm.hold(name));
    drafts.set(key, draft);
    return draft;
  }

  /**
   * A change that was accepted before is rare, and the store refuses to keep it twice. So it is searched for only
   * when that happened, or when the change cannot be made again.
   */
  async function judge(
    { name, author, id, change }: ChangeRequest,
    draft: StagedDocument,
    { drafts, searches }: { drafts: Map<string, StagedDocument>; searches: boolean },
  ): Promise<Outcome<Accepted>> {
    const allowed = guard(draft, author, change);
    if (!allowed.ok) return allowed;
    const known = draft.changes.get(id) ?? (searches ? await earlier(draft, id) : null);
    if (known) return done({ version: known.version, at: known.at });
    const before = draft.body;
    // A team may have been deleted since its member was let in.
    if (before === null && !(await hasTeam(draft, drafts))) return refuse('document-missing');
    const checked = author ? await admission.admit(author, change, draft, around(drafts)) : done(change);
    const added = checked.ok
      ? stageChange(draft, { id, change: checked.value, by: author?.user ?? null, now: now() })
      : checked;
    if (!added.ok) {
      const made = await earlier(draft, id);
      return made ? done({ version: made.version, at: made.at }) : added;
    }
    const news = effectsOf(draft, before, added.value.change);
    if (news && draft.body?.kind === 'team') await passOn(name.team, draft.body, news, drafts);
    if (stepsOf(change).some(({ type }) => type === 'layout.restore')) await catchUp(draft, drafts);
    return done({ version: added.value.version, at: added.value.at });
  }

  const earlier = async ({ document }: StagedDocument, id: string): Promise<StoredChange | null> =>
    document.version === 0 ? null : store.findChange(document, id);

  async function hasTeam(
    { document }: StagedDocument,
    drafts: Map<string, StagedDocument>,
  ): Promise<boolean> {
    const { team } = document;
    return document.document === team || (await draftFor({ team, document: team }, drafts)).body !== null;
  }

  /** Brings the team's templates, and its layouts from today on, what is new, in the same commit. */
  async function passOn(
    team: string,
    body: Team,
    news: TeamEffects,
    drafts: Map<string, StagedDocument>,
  ): Promise<void> {
    const today = businessDay(now(), body.timeZone, body.dayStart);
    const stored = [
      ...(await store.list(team, 'layout')),
      ...(news.areas.size > 0 ? await store.list(team, 'template') : []),
    ];
    const made = [...drafts.values()].filter(({ document }) => document.team === team);
    const ids = new Set([...stored.map(({ id }) => id), ...made.map(({ document }) => document.document)]);
    const dates = new Map(stored.map(({ id, date }) => [id, date]));
    for (const document of ids) {
      if ((dates.get(document) ?? today) < today) continue;
      await restIfDue();
      const draft = await draftFor({ team, document }, drafts);
      for (const change of effectsOn(news, draft.body, today)) issue(draft, change);
    }
  }

  /** The server's own change of a draft; one that does not fit it is left out. */
  function issue(draft: StagedDocument, change: Change): void {
    stageChange(draft, { id: newId(), change, by: null, now: now() });
  }

  /** What the team's settings became while a layout was deleted. */
  async function catchUp(draft: StagedDocument, drafts: Map<string, StagedDocument>): Promise<void> {
    const { team } = draft.document;
    const { body } = await draftFor({ team, document: team }, drafts);
    if (body?.kind !== 'team' || draft.body?.kind !== 'layout') return;
    if (draft.body.date < businessDay(now(), body.timeZone, body.dayStart)) return;
    const settings = daySettings(body);
    if (differs(draft.body, settings)) issue(draft, { type: 'layout.settings', ...settings });
  }

  return {
    alone: (work) =>
      new Promise((resolve, reject) => {
        lonely.push(() => work().then(resolve, reject));
        running ??= run();
      }),

    add: (asked) =>
      new Promise((answer) => {
        waiting.push({ ...asked, answer });
        running ??= run();
      }),
    settled: () => running ?? Promise.resolve(),
  };
}
