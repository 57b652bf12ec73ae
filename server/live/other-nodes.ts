import { changeKey } from '../../contract/changes.ts';
import type { DocumentRef, DocumentStore, StoredChange } from '../database/document-store.ts';
import type { Wake, Wakes } from '../database/store.ts';
import type { CachedDocument } from './document-cache.ts';
import type { Engine } from './engine.ts';
import { listsChange, moveToCache, stageStored } from './staged-document.ts';

/** With more missed changes than this, a snapshot is quicker. */
const longestCatchUp = 500;

interface CatchUpDependencies
  extends Pick<Engine, 'cache' | 'feed' | 'telemetry' | 'now' | 'onListsChanged'> {
  readonly store: Pick<DocumentStore, 'changesAfter' | 'changesOfAll'>;
}

export type CatchUp = ReturnType<typeof createCatchUp>;

/**
 * Brings cached documents to versions that other processes committed, and sends what was missed to everyone who watches. Only
 * while no commit runs.
 */
export function createCatchUp(dependencies: CatchUpDependencies) {
  const { store, cache, feed, telemetry, now, onListsChanged } = dependencies;

  async function reload(document: CachedDocument): Promise<void> {
    const { version, lastChange } = document;
    await cache.reload(document);
    if (document.version === version && document.lastChange === lastChange) return;
    if (document.body !== null) feed.republish(document);
    onListsChanged(document);
  }

  /** With the change that made the version in memory: after a restore it may be another one. */
  const isKnown = ({ version, lastChange }: CachedDocument, last: StoredChange | undefined): boolean =>
    last?.version === version && changeKey(last) === lastChange;

  async function follow(document: CachedDocument, missed: readonly StoredChange[]): Promise<void> {
    for (const stored of missed) {
      const staged = stageStored(document, stored);
      if (!staged) return reload(document);
      const inLists = listsChange(staged);
      moveToCache(staged);
      telemetry.followed(now() - stored.at);
      if (inLists) onListsChanged(document);
      feed.publish(document, stored);
    }
  }

  return async (documents: readonly CachedDocument[]): Promise<void> => {
    if (documents.length === 0) return;
    const names = documents.map(({ team, document, version }) => ({ team, document, after: version - 1 }));
    const found = store.changesOfAll
      ? await store.changesOfAll(names, longestCatchUp)
      : await Promise.all(names.map((name) => store.changesAfter(name, name.after, longestCatchUp)));
    for (const [index, document] of documents.entries()) {
      const [last, ...missed] = found[index] ?? [];
      const isWhole = missed.length < longestCatchUp - 1;
      await (isWhole && isKnown(document, last) ? follow(document, missed) : reload(document));
    }
  };
}

/** How often the versions of documents in memory are looked up, in case a wake was lost; in milliseconds. */
const lookEvery = 1_000;

/** `gap`: something may have been missed. `anotherHistory`: pages have to connect again. */
type NewsListener = (news: string, about: string) => void;

interface OtherNodesDependencies
  extends Pick<Engine, 'cache' | 'catchUp' | 'telemetry' | 'onListsChanged' | 'logError'> {
  readonly wakes: Wakes;
  readonly store: Pick<DocumentStore, 'versions'>;
  /** Runs while no commit does. */
  readonly runExclusive: (task: () => Promise<void>) => Promise<void>;
  readonly onPresence: (ref: DocumentRef, text: string) => void;
  /** True if it is another one than before. */
  readonly noticeEpoch: (epoch: string) => boolean;
}

const teamDeleted = 'teamDeleted';

export type OtherNodes = ReturnType<typeof connectOtherNodes>;

export function connectOtherNodes(dependencies: OtherNodesDependencies) {
  const { wakes, store, cache, catchUp, runExclusive, onListsChanged, noticeEpoch, logError } = dependencies;
  const { telemetry, onPresence } = dependencies;
  let newsListener: NewsListener = () => {};
  let waiting: Wake[] = [];
  let isLooking = false;

  /** Between two commits: what changed is read at once, then the others are handled in the order they came. */
  function handle(wake: Wake): void {
    waiting.push(wake);
    runExclusive(async () => {
      const heard = waiting;
      waiting = [];
      await follow(heard).catch(logError);
      for (const each of heard) {
        if (each.type === 'lists') onListsChanged(each.ref);
        if (each.type !== 'news') continue;
        if (each.news === teamDeleted) await cache.forget(each.about);
        newsListener(each.news, each.about);
      }
    }).catch(logError);
  }

  async function follow(heard: readonly Wake[]): Promise<void> {
    const behind = new Set<CachedDocument>();
    for (const wake of heard) {
      const document = wake.type === 'changed' ? await cache.find(wake.ref) : null;
      if (document && wake.type === 'changed' && wake.version > document.version) behind.add(document);
    }
    await catchUp([...behind]);
  }

  async function startAgain(epoch: string): Promise<void> {
    const isAnother = noticeEpoch(epoch);
    if (isAnother) cache.forgetAll();
    newsListener(isAnother ? 'anotherHistory' : 'gap', '');
    // Not awaited: it waits for this task to end.
    void look();
  }

  async function look(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    try {
      const documents = await cache.all();
      const known = documents.map(({ version }) => version);
      const versions = await store.versions(documents);
      // A lower one than before the look is that of a database that was restored.
      const behind = documents.filter(({ version }, index) => {
        const stored = versions[index] ?? 0;
        return stored > version || stored < (known[index] ?? 0);
      });
      if (behind.length > 0) await runExclusive(() => catchUp(behind));
    } catch (error) {
      logError(error);
    } finally {
      isLooking = false;
    }
  }

  const stopListening = wakes.listen({
    heard(wake) {
      // What pages hold needs no order: it is said again every few seconds.
      if (wake.type === 'presence') onPresence(wake.ref, wake.text);
      else handle(wake);
    },
    gap(epoch) {
      telemetry.missed();
      void runExclusive(() => startAgain(epoch)).catch(logError);
    },
  });
  const timer = setInterval(() => void look(), lookEvery).unref();
  const refOf = ({ team, document }: DocumentRef): DocumentRef => ({ team, document });

  return {
    tellChanged(documents: readonly CachedDocument[]): void {
      wakes.tell(documents.map((each) => ({ type: 'changed', ref: refOf(each), version: each.version })));
    },
    tellLists: (ref: DocumentRef) => wakes.tell([{ type: 'lists', ref: refOf(ref) }]),
    tellPresence: (ref: DocumentRef, text: string) =>
      wakes.tell([{ type: 'presence', ref: refOf(ref), text }]),
    tellNews: (news: string, about: string) => wakes.tell([{ type: 'news', news, about }]),
    onNews(listener: NewsListener): void {
      newsListener = listener;
    },
    async close(): Promise<void> {
      clearInterval(timer);
      await stopListening();
    },
  };
}
