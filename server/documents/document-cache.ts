import type { BreakHistory } from '../../domain/break/break-history.ts';
import type { DocumentBody } from '../../domain/change/change.ts';
import type { DocumentRef, DocumentStore } from '../store/document-store.ts';
import type { Watcher } from './live/watcher.ts';

/** A document in memory, always as it was last committed. */
export interface CachedDocument extends DocumentRef {
  /** 0, without a body, as long as it does not exist. */
  version: number;
  body: DocumentBody | null;
  /** The version that loading starts from, as far as this process knows. */
  snapshot: number;
  /** The `snapshot` message of this version, once somebody needed it. */
  encoded: Buffer | null;
  /** The breaks that its changes tell of, once somebody put one back. */
  breaks: BreakHistory | null;
  readonly watchers: Set<Watcher>;
}

export interface DocumentCache {
  /** The one copy of a document, loaded if it was cold. It stays warm until it is released as often as it was held. */
  hold(name: DocumentRef): Promise<CachedDocument>;
  release(document: CachedDocument): void;
  /** Takes what the store has, after someone else wrote there. */
  reload(document: CachedDocument): Promise<void>;
  /** The team was deleted: none of its documents exists any more. */
  forget(team: string): Promise<void>;
  /** Writes the bodies that are newer than their snapshots. */
  writeSnapshots(): Promise<void>;
}

interface Entry {
  readonly document: CachedDocument;
  readonly loaded: Promise<void>;
  holds: number;
}

interface Parts {
  readonly store: DocumentStore;
  /** How many documents that nobody holds stay in memory. */
  readonly idleLimit: number;
  readonly logError: (error: unknown) => void;
}

/** One that is not loaded, or not there. */
const cold = { version: 0, body: null, snapshot: 0, encoded: null, breaks: null };

export const documentKey = ({ team, document }: DocumentRef): string => `${team}/${document}`;

export function createDocumentCache({ store, idleLimit, logError }: Parts): DocumentCache {
  const held = new Map<string, Entry>();
  /** Least recently used first. */
  const idle = new Map<string, Entry>();

  async function reload(document: CachedDocument): Promise<void> {
    const stored = await store.load(document);
    document.version = stored?.version ?? 0;
    document.body = stored?.body ?? null;
    document.snapshot = document.version;
    document.encoded = null;
    document.breaks = null;
  }

  function makeEntry({ team, document }: DocumentRef): Entry {
    const made: CachedDocument = { team, document, ...cold, watchers: new Set() };
    return { document: made, loaded: reload(made), holds: 0 };
  }

  function drop(key: string, entry: Entry): void {
    entry.holds -= 1;
    if (entry.holds > 0) return;
    held.delete(key);
    // What does not exist is not worth remembering: anyone can ask for any number of names.
    if (entry.document.version === 0) return;
    idle.set(key, entry);
    if (idle.size > idleLimit) evict();
  }

  /** Several at once, so that their snapshots share a commit. */
  function evict(): void {
    const evicted = [...idle.keys()].slice(0, Math.ceil(idleLimit / 8));
    const documents = evicted.map((key) => idle.get(key)?.document);
    for (const key of evicted) idle.delete(key);
    write(documents.filter((document) => document !== undefined)).catch(logError);
  }

  async function write(documents: readonly CachedDocument[]): Promise<void> {
    const changed = documents.flatMap((document) => {
      const { team, document: id, version, body, snapshot } = document;
      if (body === null || version === snapshot) return [];
      document.snapshot = version;
      return [{ team, document: id, version, body }];
    });
    if (changed.length > 0) await store.writeSnapshots(changed);
  }

  return {
    async hold(name) {
      const key = documentKey(name);
      const entry = held.get(key) ?? idle.get(key) ?? makeEntry(name);
      entry.holds += 1;
      idle.delete(key);
      held.set(key, entry);
      try {
        await entry.loaded;
      } catch (error) {
        drop(key, entry);
        throw error;
      }
      return entry.document;
    },

    release(document) {
      const key = documentKey(document);
      const entry = held.get(key);
      if (entry) drop(key, entry);
    },

    reload,

    async forget(team) {
      const entries = [...held.values(), ...idle.values()].filter(({ document }) => document.team === team);
      // One that is being loaded may have been found just before.
      await Promise.allSettled(entries.map(({ loaded }) => loaded));
      for (const { document } of entries) {
        Object.assign(document, cold);
        idle.delete(documentKey(document));
      }
    },

    writeSnapshots: () => write([...held.values(), ...idle.values()].map(({ document }) => document)),
  };
}
