import { changeKey } from '../../contract/changes.ts';
import type { DocumentRef, DocumentStore, StoredChange } from '../database/document-store.ts';
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
  /** Something that lists show changed. */
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
