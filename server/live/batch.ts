import type { DocumentRef } from '../database/document-store.ts';
import type { Reach } from '../database/reach-store.ts';
import { type DocumentCache, documentKey } from './document-cache.ts';
import { type StagedDocument, stageDocument } from './staged-document.ts';

export interface Reached {
  readonly reach: Reach;
  /** Whether there are documents besides these. */
  readonly isWide: boolean;
  readonly documents: ReadonlySet<string>;
}

/** The documents that one commit changes. */
export interface Batch {
  /** By their `documentKey`. */
  readonly documents: ReadonlyMap<string, StagedDocument>;
  /** What its changes mean for other documents of their team; of wide ones, some are left for later commits. */
  readonly reaches: Reached[];
  /** The documents staged from here on are for another request. */
  nextRequest(): void;
  /** The staged copy of a document, with the changes that earlier requests of the batch made. */
  stage(ref: DocumentRef, key?: string): Promise<StagedDocument>;
  /** The same, or null for a document that cannot be loaded. */
  tryStage(ref: DocumentRef, key?: string): Promise<StagedDocument | null>;
  /** Documents that a request was decided by together, directly or through others: one may not be stored without another. */
  groups(): readonly (readonly StagedDocument[])[];
  /** Lets go of the cached documents. */
  release(): void;
}

export function createBatch(cache: DocumentCache, logError: (error: unknown) => void): Batch {
  const documents = new Map<string, StagedDocument>();
  /** By document, its group. A group that was joined to another one is empty. */
  const groups = new Map<StagedDocument, Set<StagedDocument>>();
  /** That of the request which is being decided. */
  let current = new Set<StagedDocument>();

  function join(staged: StagedDocument): void {
    const own = groups.get(staged) ?? new Set([staged]);
    if (own === current) return;
    const [smaller, larger] = own.size < current.size ? [own, current] : [current, own];
    for (const each of smaller) groups.set(each, larger.add(each));
    groups.set(staged, larger);
    current = larger;
  }

  function use(staged: StagedDocument): StagedDocument {
    staged.document.uses += 1;
    return staged;
  }

  async function stage(ref: DocumentRef, key = documentKey(ref)): Promise<StagedDocument> {
    const staged = documents.get(key) ?? use(stageDocument(await cache.hold(ref, key)));
    documents.set(key, staged);
    join(staged);
    return staged;
  }

  return {
    documents,
    reaches: [],
    stage,

    nextRequest() {
      current = new Set();
    },

    async tryStage(ref, key) {
      try {
        return await stage(ref, key);
      } catch (error) {
        logError(error);
        return null;
      }
    },

    groups: () => [...new Set(groups.values())].map((group) => [...group]),

    release() {
      for (const { document } of documents.values()) {
        document.uses -= 1;
        cache.release(document);
      }
    },
  };
}
