import type { DocumentRef } from '../store/document-store.ts';
import { type DocumentCache, documentKey } from './document-cache.ts';
import { type StagedDocument, stageDocument } from './staged-document.ts';

/** The documents that one commit changes. */
export interface Batch {
  /** By their `documentKey`. */
  readonly documents: ReadonlyMap<string, StagedDocument>;
  /** The staged copy of a document, with the changes that earlier requests of the batch made. */
  stage(ref: DocumentRef): Promise<StagedDocument>;
  /** The same, or null for a document that cannot be loaded. */
  tryStage(ref: DocumentRef): Promise<StagedDocument | null>;
  /** Lets go of the cached documents. */
  release(): void;
}

export function createBatch(cache: DocumentCache, logError: (error: unknown) => void): Batch {
  const documents = new Map<string, StagedDocument>();

  async function stage(ref: DocumentRef): Promise<StagedDocument> {
    const key = documentKey(ref);
    const known = documents.get(key);
    if (known) return known;
    const staged = stageDocument(await cache.hold(ref));
    documents.set(key, staged);
    return staged;
  }

  return {
    documents,
    stage,

    async tryStage(ref) {
      try {
        return await stage(ref);
      } catch (error) {
        logError(error);
        return null;
      }
    },

    release() {
      for (const { document } of documents.values()) cache.release(document);
    },
  };
}
