import type { DocumentRef } from '../document-store.ts';
import { decodePack, type Pack, type PackContents } from './pack-format.ts';
import { isSamePack, type PackHead, type PackReader } from './pack-store.ts';

/** Compressed bytes of the packs that stay decoded: a search of history reads the same ones again and again. */
const largestCache = 200_000;
/** In milliseconds. After that it is read again: what is in a pack can be rewritten, also by another server. */
const longestCached = 30_000;

interface Decoded {
  readonly pack: Pack;
  readonly contents: PackContents;
  readonly readAt: number;
}

/** Without changes if the pack is gone, with its team. */
export type ReadPack = (ref: DocumentRef, head: PackHead) => Promise<PackContents>;

/** Returns a function that reads and decodes a pack. */
export function createPackCache(reader: Pick<PackReader, 'pack'>): ReadPack {
  /** Least recently used first. */
  const cached = new Map<string, Decoded>();
  let size = 0;

  function remove(key: string): void {
    size -= cached.get(key)?.pack.contents.length ?? 0;
    cached.delete(key);
  }

  function add(key: string, decoded: Decoded): void {
    remove(key);
    cached.set(key, decoded);
    size += decoded.pack.contents.length;
    for (const oldest of cached.keys()) {
      if (size <= largestCache) break;
      remove(oldest);
    }
  }

  return async (ref, head) => {
    const key = `${ref.team}/${ref.document}/${head.from}`;
    const found = cached.get(key);
    if (found && isSamePack(found.pack, head) && performance.now() - found.readAt < longestCached) {
      add(key, found);
      return found.contents;
    }
    const pack = await reader.pack(ref, head.from);
    if (!pack) return { changes: [], body: null };
    const contents = decodePack(pack);
    add(key, { pack, contents, readAt: performance.now() });
    return contents;
  };
}
