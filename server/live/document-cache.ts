import type { DocumentBody } from '../../domain/change/change.ts';
import type { DayRecords } from '../../domain/history/day-records.ts';
import type { DocumentRef, DocumentStore } from '../database/document-store.ts';
import type { Watcher } from './feed.ts';

/** A document in memory, always in its last committed version. */
export interface CachedDocument extends DocumentRef {
  readonly key: string;
  /** 0 as long as the document does not exist. */
  version: number;
  /** The `changeKey` of the change that made this version; null if the history doesn't have it. */
  lastChange: string | null;
  body: DocumentBody | null;
  /** The body is without changes that today's rules refuse. It is shown and changed, and never stored as a snapshot. */
  isIncomplete: boolean;
  /** The version of the latest stored snapshot, as far as this process knows. */
  snapshot: number;
  /** The `snapshot` message of this version, encoded once: after a restart, all pages come back for it. */
  encoded: Buffer | null;
  /** The records in its history, loaded when a change first puts one back: each such tap would read the whole history. */
  records: DayRecords | null;
  readonly watchers: Set<Watcher>;
}

export type DocumentCache = ReturnType<typeof createDocumentCache>;

interface Entry {
  readonly document: CachedDocument;
  readonly loaded: Promise<void>;
  holds: number;
}

/** The state of a document that is not loaded, or does not exist. */
const notLoaded = {
  version: 0,
  lastChange: null,
  body: null,
  isIncomplete: false,
  snapshot: 0,
  encoded: null,
  records: null,
};

export const documentKey = ({ team, document }: DocumentRef): string => `${team}/${document}`;

/** `idleLimit`: how many documents stay in memory without being held. Without it, all that were ever opened would fill it. */
export function createDocumentCache(
  store: DocumentStore,
  idleLimit: number,
  logError: (error: unknown) => void,
) {
  const held = new Map<string, Entry>();
  /** Least recently used first. */
  const idle = new Map<string, Entry>();

  /** Loads the document again, after another process wrote to the store. */
  async function reload(document: CachedDocument): Promise<void> {
    const stored = await store.load(document);
    const lastChange = stored && (await store.changeKey(document, stored.version));
    document.version = stored?.version ?? 0;
    document.lastChange = lastChange;
    document.body = stored?.body ?? null;
    document.isIncomplete = stored?.skipped !== undefined;
    document.snapshot = document.version;
    document.encoded = null;
    document.records = null;
    for (const { version, problem } of stored?.skipped ?? []) {
      logError(new Error(`Left out version ${version} of ${document.key}: ${problem.code}`));
    }
  }

  function createEntry({ team, document }: DocumentRef, key: string): Entry {
    const created: CachedDocument = { team, document, key, ...notLoaded, watchers: new Set() };
    return { document: created, loaded: reload(created), holds: 0 };
  }

  function drop(key: string, entry: Entry): void {
    entry.holds -= 1;
    if (entry.holds > 0 || held.get(key) !== entry) return;
    held.delete(key);
    // Documents that do not exist are not kept: anyone can ask for any number of ids.
    if (entry.document.version === 0) return;
    idle.set(key, entry);
    if (idle.size > idleLimit) evict();
  }

  /** Evicts several at a time, so that their snapshots share a commit. */
  function evict(): void {
    const evicted = [...idle.keys()].slice(0, Math.ceil(idleLimit / 8));
    const documents = evicted.map((key) => idle.get(key)?.document);
    for (const key of evicted) idle.delete(key);
    write(documents.filter((document) => document !== undefined)).catch(logError);
  }

  async function write(documents: readonly CachedDocument[]): Promise<void> {
    const changed = documents.flatMap((document) => {
      const { team, document: id, version, body, snapshot, isIncomplete } = document;
      if (body === null || version === snapshot || isIncomplete) return [];
      document.snapshot = version;
      return [{ team, document: id, version, body }];
    });
    if (changed.length > 0) await store.writeSnapshots(changed);
  }

  /** A document that is in memory and loaded; null for others. */
  function findLoaded(ref: DocumentRef): CachedDocument | null {
    const key = documentKey(ref);
    const { document } = held.get(key) ?? idle.get(key) ?? {};
    return document && document.version > 0 ? document : null;
  }

  return {
    /** The one copy of a document, loaded when necessary. It stays cached until it was released as often as held. */
    async hold(ref: DocumentRef, key = documentKey(ref)): Promise<CachedDocument> {
      let entry = held.get(key);
      if (!entry) {
        entry = idle.get(key) ?? createEntry(ref, key);
        idle.delete(key);
        held.set(key, entry);
      }
      entry.holds += 1;
      try {
        await entry.loaded;
      } catch (error) {
        drop(key, entry);
        throw error;
      }
      return entry.document;
    },

    release(document: CachedDocument): void {
      const entry = held.get(document.key);
      if (entry?.document === document) drop(document.key, entry);
    },

    reload,

    findLoaded,

    /** A document that is in memory, once it is loaded; null for others. */
    async find(ref: DocumentRef): Promise<CachedDocument | null> {
      const key = documentKey(ref);
      await (held.get(key) ?? idle.get(key))?.loaded.catch(() => {});
      return findLoaded(ref);
    },

    /** All documents in memory, once they are loaded. */
    async all(): Promise<readonly CachedDocument[]> {
      const entries = [...held.values(), ...idle.values()];
      await Promise.allSettled(entries.map(({ loaded }) => loaded));
      return entries.map(({ document }) => document).filter(({ version }) => version > 0);
    },

    /** The store has another history. Documents that are held stay as they are, and are not those of later callers. */
    forgetAll(): void {
      held.clear();
      idle.clear();
    },

    /** The team was deleted, with all of its documents. */
    async forget(team: string): Promise<void> {
      const entries = [...held.values(), ...idle.values()].filter(({ document }) => document.team === team);
      // A document that is still loading may have been read before the deletion.
      await Promise.allSettled(entries.map(({ loaded }) => loaded));
      for (const { document } of entries) {
        Object.assign(document, notLoaded);
        idle.delete(document.key);
      }
    },

    /** Stores the bodies that are newer than their snapshots. */
    writeSnapshots: () => write([...held.values(), ...idle.values()].map(({ document }) => document)),
  };
}
