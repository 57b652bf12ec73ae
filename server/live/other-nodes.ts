import { changeKey } from '../../contract/changes.ts';
import type { ServerMessage } from '../../contract/live.ts';
import type { DocumentRef, DocumentStore, StoredChange } from '../database/document-store.ts';
import type { Wake, Wakes } from '../database/store.ts';
import type { Telemetry } from '../telemetry.ts';
import type { CachedDocument, DocumentCache } from './document-cache.ts';
import type { Feed } from './feed.ts';
import { changedText } from './message.ts';
import { listsChange, moveToCache, stageStored } from './staged-document.ts';

/** With more missed changes than this, a snapshot is quicker. */
const longestCatchUp = 500;

interface CatchUpDependencies {
  readonly store: Pick<DocumentStore, 'changesAfter' | 'changesOfAll'>;
  readonly cache: Pick<DocumentCache, 'reload'>;
  readonly feed: Pick<Feed, 'publish' | 'republish'>;
  readonly telemetry: Telemetry;
  readonly now: () => number;
  readonly onListsChanged: (ref: DocumentRef) => void;
}

/** Brings cached documents to versions that other processes committed. Only while no commit runs. */
export interface CatchUp {
  /** Makes the next change of a document. False, and nothing happens, if it isn't the next or can't be made. */
  advance(document: CachedDocument, stored: StoredChange): boolean;
  /** Reads what was missed, and sends it to everyone who watches. */
  catchUp(document: CachedDocument): Promise<void>;
  /** The same for several that may have missed something, at once. */
  catchUpAll(documents: readonly CachedDocument[]): Promise<void>;
}

export function createCatchUp(dependencies: CatchUpDependencies): CatchUp {
  const { store, cache, feed, telemetry, now, onListsChanged } = dependencies;

  function advance(document: CachedDocument, stored: StoredChange): boolean {
    const staged = stageStored(document, stored);
    if (!staged) return false;
    const inLists = listsChange(staged);
    moveToCache(staged);
    telemetry.followed(now() - stored.at);
    if (inLists) onListsChanged(document);
    return true;
  }

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
      if (!advance(document, stored)) return reload(document);
      feed.publish(document, changedText(document, stored));
    }
  }

  async function catchUp(document: CachedDocument): Promise<void> {
    const [last, ...missed] = await store.changesAfter(document, document.version - 1, longestCatchUp);
    const isWhole = missed.length > 0 && missed.length < longestCatchUp - 1;
    await (isWhole && isKnown(document, last) ? follow(document, missed) : reload(document));
  }

  async function catchUpAll(documents: readonly CachedDocument[]): Promise<void> {
    const found = await store.changesOfAll?.(
      documents.map(({ team, document, version }) => ({ team, document, after: version - 1 })),
      longestCatchUp,
    );
    for (const [index, document] of documents.entries()) {
      const [last, ...missed] = found?.[index] ?? [];
      const isWhole = missed.length < longestCatchUp - 1;
      await (isWhole && isKnown(document, last) ? follow(document, missed) : catchUp(document));
    }
  }

  /** News of other nodes wait meanwhile. */
  async function using(documents: readonly CachedDocument[], work: () => Promise<void>): Promise<void> {
    for (const document of documents) document.uses += 1;
    try {
      await work();
    } finally {
      for (const document of documents) document.uses -= 1;
    }
  }

  return {
    advance,
    catchUp: (document) => using([document], () => catchUp(document)),
    catchUpAll: (documents) => using(documents, () => catchUpAll(documents)),
  };
}

/** How often the versions of documents in memory are looked up, in case a wake was lost; in milliseconds. */
const lookEvery = 1_000;
const mostLookedUp = 2_000;

/** `gap`: something may have been missed. `anotherHistory`: pages have to connect again. */
type NewsListener = (news: string, about: string) => void;

export interface ToldChange {
  readonly document: CachedDocument;
  readonly version: number;
  readonly text: string;
}

export interface OtherNodes {
  tellChanges(changes: readonly ToldChange[]): void;
  tellLists(ref: DocumentRef): void;
  tellPresence(ref: DocumentRef, text: string): void;
  tellNews(news: string, about: string): void;
  onNews(listener: NewsListener): void;
  close(): Promise<void>;
}

interface OtherNodesDependencies {
  readonly wakes: Wakes;
  readonly store: Pick<DocumentStore, 'versions'>;
  readonly cache: Pick<DocumentCache, 'find' | 'findLoaded' | 'all' | 'forget' | 'forgetAll'>;
  readonly feed: Pick<Feed, 'publish'>;
  readonly catchUp: CatchUp;
  /** Runs while no commit does. */
  readonly runExclusive: (task: () => Promise<void>) => Promise<void>;
  readonly onListsChanged: (ref: DocumentRef) => void;
  readonly onPresence: (ref: DocumentRef, text: string) => void;
  /** True if it is another one than before. */
  readonly noticeEpoch: (epoch: string) => boolean;
  readonly telemetry: Telemetry;
  readonly logError: (error: unknown) => void;
}

/** What pages hold needs no order: it is said again every few seconds. */
type OrderedWake = Exclude<Wake, { type: 'presence' }>;
type ChangedWake = Extract<Wake, { type: 'changed' }>;

const teamDeleted = 'teamDeleted';

export function connectOtherNodes(dependencies: OtherNodesDependencies): OtherNodes {
  const { wakes, store, cache, feed, catchUp, runExclusive, onListsChanged, noticeEpoch, logError } =
    dependencies;
  const { telemetry, onPresence } = dependencies;
  let newsListener: NewsListener = () => {};
  let waiting: OrderedWake[] = [];
  let isRunning = false;
  let isLooking = false;
  /** Waiting, and not about changes. */
  let waitingNews = 0;

  /** Those that can't be followed at once are handled between commits, in the order they came. */
  function handle(wake: OrderedWake): void {
    if (wake.type !== 'changed') waitingNews += 1;
    else if (waitingNews === 0 && followAtOnce(wake)) return;
    waiting.push(wake);
    if (isRunning) return;
    isRunning = true;
    runExclusive(async () => {
      isRunning = false;
      const wakeups = waiting;
      waiting = [];
      for (const each of wakeups) await handleOne(each).catch(logError);
    }).catch(logError);
  }

  async function handleOne(wake: OrderedWake): Promise<void> {
    if (wake.type === 'changed') return follow(wake);
    waitingNews -= 1;
    if (wake.type === 'lists') return onListsChanged(wake.ref);
    if (wake.news === teamDeleted) await cache.forget(wake.about);
    newsListener(wake.news, wake.about);
  }

  /** False if the change isn't the next one of its document, or isn't told. */
  function advance(document: CachedDocument, { version, text }: ChangedWake): boolean {
    if (text === null || version !== document.version + 1) return false;
    const { id, change, by, at } = JSON.parse(text) as Extract<ServerMessage, { type: 'changed' }>;
    if (!catchUp.advance(document, { version, id, change, by, at })) return false;
    feed.publish(document, text);
    return true;
  }

  /** Pages need not wait for a commit of other documents. */
  function followAtOnce(wake: ChangedWake): boolean {
    const document = cache.findLoaded(wake.ref);
    return document !== null && document.uses === 0 && advance(document, wake);
  }

  async function follow(wake: ChangedWake): Promise<void> {
    const document = await cache.find(wake.ref);
    if (!document || wake.version <= document.version || advance(document, wake)) return;
    await catchUp.catchUp(document);
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
      for (let start = 0; start < documents.length; start += mostLookedUp) {
        const some = documents.slice(start, start + mostLookedUp);
        const known = some.map(({ version }) => version);
        const versions = await store.versions(some);
        // A lower one than before the look is that of a database that was restored.
        const behind = some.filter(({ version }, index) => {
          const stored = versions[index] ?? 0;
          return stored > version || stored < (known[index] ?? 0);
        });
        for (const document of behind) await runExclusive(() => catchUp.catchUp(document));
      }
    } catch (error) {
      logError(error);
    } finally {
      isLooking = false;
    }
  }

  const stopListening = wakes.listen({
    heard(wake) {
      if (wake.type === 'presence') onPresence(wake.ref, wake.text);
      else handle(wake);
    },
    gap(epoch) {
      telemetry.missed();
      void runExclusive(() => startAgain(epoch)).catch(logError);
    },
  });
  const timer = setInterval(() => void look(), lookEvery).unref();

  return {
    tellChanges(changes) {
      wakes.tell(
        changes.map(({ document: { team, document }, version, text }) => ({
          ...{ type: 'changed', ref: { team, document } },
          ...{ version, text },
        })),
      );
    },
    tellLists: ({ team, document }) => wakes.tell([{ type: 'lists', ref: { team, document } }]),
    tellPresence: ({ team, document }, text) =>
      wakes.tell([{ type: 'presence', ref: { team, document }, text }]),
    tellNews: (news, about) => wakes.tell([{ type: 'news', news, about }]),
    onNews(listener) {
      newsListener = listener;
    },
    async close() {
      clearInterval(timer);
      await stopListening();
    },
  };
}
