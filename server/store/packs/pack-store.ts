import type { DocumentRef, StoredDocument } from '../document-store.ts';
import type { Pack } from './pack-format.ts';

/** A pack without what is in it. */
export type PackHead = Omit<Pack, 'ids' | 'contents'> & { readonly document: string };

/** Whether a pack is still what it was. */
export const isSamePack = (one: Omit<PackHead, 'document'>, other: Omit<PackHead, 'document'>): boolean =>
  one.from === other.from &&
  one.to === other.to &&
  one.othersFrom === other.othersFrom &&
  one.breaksFrom === other.breaksFrom;

/** Which of a team's packs are searched, by time. */
export interface PackSearch {
  readonly team: string;
  /** Packs with a change in this range, both ends included. */
  readonly from: number;
  readonly to: number;
  /** Only packs after this one in the order of the search. */
  readonly after: PackHead | null;
}

/** How an engine reads packs. */
export interface PackReader {
  /** The packs of a document with a version after this one, in order. */
  ofDocument(ref: DocumentRef, after: number): Promise<readonly PackHead[]>;
  /** Packs of a team, those with the latest changes first; at most `limit`. */
  ofTeam(search: PackSearch, limit: number): Promise<readonly PackHead[]>;
  /** Null if it is gone, with its team. */
  pack(ref: DocumentRef, from: number): Promise<Pack | null>;
  /** The last packed versions of documents; 0 for those without packs. */
  packed(names: readonly DocumentRef[]): Promise<readonly number[]>;
  /** The ids of all packed changes of a document up to a version or later. */
  ids(ref: DocumentRef): Promise<{ readonly packed: number; readonly ids: readonly Uint8Array[] }>;
}

/** One transaction. */
export interface PackWrite extends DocumentRef {
  readonly pack: Pack;
  /** The pack that it takes the place of, which has to be as it was read; null for a new one. */
  readonly replaces: PackHead | null;
  /** The versions that leave the rows of changes, all of which have to be there; null if the pack has them already. */
  readonly moved: { readonly from: number; readonly to: number } | null;
  /** A snapshot that contains the moved changes, if there was none. */
  readonly snapshot: StoredDocument | null;
  /** Whether the pack has the document's body, so that earlier snapshots go. */
  readonly hasBody: boolean;
  /** The document after the last change whose content was removed, if that changes. */
  readonly start: StoredDocument | null;
}
