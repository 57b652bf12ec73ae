import type { DocumentRef } from './document-store.ts';

/** What one node tells the others, so that their pages hear of it at once. */
export type Wake =
  /** `text` is the message that pages get; null if it is too long to be told. */
  | {
      readonly type: 'changed';
      readonly ref: DocumentRef;
      readonly version: number;
      readonly text: string | null;
    }
  /** Something that lists of documents show. */
  | { readonly type: 'lists'; readonly ref: DocumentRef }
  /** What a page holds of a document, as other pages get it. */
  | { readonly type: 'presence'; readonly ref: DocumentRef; readonly text: string }
  /** Something that live sessions handle: its name, and whom or what it is about. */
  | { readonly type: 'news'; readonly news: string; readonly about: string };

export interface WakeListener {
  /** Of another node, in the order in which that node told it. */
  heard(wake: Wake): void;
  /**
   * Some may have been missed. Also called once it listens. The epoch is another one if the database was restored, or if a
   * copy of it took over: then it may lack what this node has read.
   */
  gap(epoch: string): void;
}

/** How nodes on one database wake each other. A wake may be lost, so nothing may depend on one alone. */
export interface Wakes {
  /** Those that are told together arrive together. */
  tell(wakes: readonly Wake[]): void;
  /** Returns how to stop. */
  listen(listener: WakeListener): () => Promise<void>;
}
