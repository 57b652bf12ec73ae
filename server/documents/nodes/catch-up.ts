import { changeKey } from '../../../contract/changes.ts';
import type { DocumentRef, DocumentStore, StoredChange } from '../../store/document-store.ts';
import type { Telemetry } from '../../telemetry/telemetry.ts';
import type { CachedDocument, DocumentCache } from '../document-cache.ts';
import type { Feed } from '../feed.ts';
import { listsChange, moveToCache, stageStored } from '../staged-document.ts';

/** With more missed changes than this, a snapshot is quicker. */
const longestCatchUp = 500;

interface CatchUpDependencies {
  readonly store: Pick<DocumentStore, 'changesAfter'>;
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

  return {
    advance,
    async catchUp(document) {
      // With the change that made the version in memory: after a restore it may be another one.
      const [last, ...missed] = await store.changesAfter(document, document.version - 1, longestCatchUp);
      const isKnown = last?.version === document.version && changeKey(last) === document.lastChange;
      if (!isKnown || missed.length === 0 || missed.length === longestCatchUp - 1) return reload(document);
      for (const stored of missed) {
        if (!advance(document, stored)) return reload(document);
        feed.publish(document, [stored]);
      }
    },
  };
}
