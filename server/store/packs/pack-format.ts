import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompressSync } from 'node:zlib';
import type { Change, DocumentBody } from '../../../domain/change/change.ts';
import { type ChangeRecord, isAboutBreaksOrSeats } from '../../../domain/history/history.ts';
import type { StoredChange } from '../document-store.ts';

export interface PackedChange extends Pick<StoredChange, 'version' | 'id' | 'by' | 'at'> {
  /** Null, like `by` and `record`, where the content was removed. */
  readonly change: Change | null;
  readonly record: ChangeRecord | null;
}

/** Consecutive changes of a document, compressed. */
export interface Pack {
  readonly from: number;
  readonly to: number;
  /** The earliest and the latest time of a change. */
  readonly firstAt: number;
  readonly lastAt: number;
  /** The earliest time of a change whose content is there, by the side of the compaction rule; null if there is none. */
  readonly othersFrom: number | null;
  readonly breaksFrom: number | null;
  /** Apart from the contents, as commits only need the ids. */
  readonly ids: Uint8Array;
  readonly contents: Uint8Array;
}

/** What a pack is made of. */
export interface PackContents {
  readonly changes: readonly PackedChange[];
  /** The document after the last change, in place of a snapshot: most of what is in it is in the changes, too. */
  readonly body: DocumentBody | null;
}

/** Columns compress better than rows. */
interface Columns {
  /** Milliseconds since the change before. */
  readonly at: readonly number[];
  readonly authors: readonly (string | null)[];
  /** Positions in `authors`. */
  readonly by: readonly number[];
  readonly changes: readonly PackedChange['change'][];
  readonly records: readonly (ChangeRecord | null)[];
  readonly body: DocumentBody | null;
}

export const mostInPack = 250;
/** The JSON of a pack, in bytes; one with a single change can be larger. */
export const largestPack = 256_000;
/** Decompressed in one piece. */
const usualJson = 128 * 1024;
/** What a pack may decompress to. A change has at most a megabyte. */
const largestJson = 4_000_000;

const compress = promisify(zstdCompress);

/** Told the size, it takes a few hundred kilobytes; for any size, tens of megabytes and ten times as long. */
const packed = (json: string): Promise<Uint8Array> =>
  compress(json, {
    params: { [constants.ZSTD_c_compressionLevel]: 15, [constants.ZSTD_c_checksumFlag]: 1 },
    pledgedSrcSize: Buffer.byteLength(json),
  });
const unpacked = (bytes: Uint8Array): string =>
  zstdDecompressSync(bytes, { maxOutputLength: largestJson, chunkSize: usualJson }).toString();

/** Resolves with null for changes that are too large to be unpacked again. */
export async function encodePack({ changes, body }: PackContents): Promise<Pack | null> {
  const times = changes.map(({ at }) => at);
  const authors = [...new Set(changes.map(({ by }) => by))];
  const columns: Columns = {
    at: times.map((at, index) => at - (times[index - 1] ?? 0)),
    authors,
    by: changes.map(({ by }) => authors.indexOf(by)),
    changes: changes.map(({ change }) => change),
    records: changes.map(({ record }) => record),
    body,
  };
  const json = JSON.stringify(columns);
  if (Buffer.byteLength(json) > largestJson) return null;
  const earliest = (isAboutBreaks: boolean) =>
    changes.reduce<number | null>(
      (found, { change, at }) =>
        change && isAboutBreaksOrSeats(change) === isAboutBreaks ? Math.min(found ?? at, at) : found,
      null,
    );
  return {
    from: changes[0]?.version ?? 0,
    to: changes.at(-1)?.version ?? 0,
    firstAt: Math.min(...times),
    lastAt: Math.max(...times),
    othersFrom: earliest(false),
    breaksFrom: earliest(true),
    ids: await encodeIds(changes.map(({ id }) => id)),
    contents: await packed(json),
  };
}

/** Throws for bytes that are damaged. */
export function decodePack({ from, ids, contents }: Pick<Pack, 'from' | 'ids' | 'contents'>): PackContents {
  const { at, authors, by, changes, records, body } = JSON.parse(unpacked(contents)) as Columns;
  let time = 0;
  const decoded = decodeIds(ids).map((id, index): PackedChange => {
    time += at[index] ?? 0;
    return {
      version: from + index,
      id,
      by: authors[by[index] ?? -1] ?? null,
      at: time,
      change: changes[index] ?? null,
      record: records[index] ?? null,
    };
  });
  return { changes: decoded, body };
}

/** 16 random bytes as base64url, which nothing compresses further. */
const usualId = /^[\w-]{21}[AQgw]$/;
const idBytes = 16;
/** The first byte of `ids`. */
const asBytes = 0;
const asText = 1;

async function encodeIds(ids: readonly string[]): Promise<Uint8Array> {
  if (ids.every((id) => usualId.test(id))) {
    return Buffer.concat([Buffer.of(asBytes), ...ids.map((id) => Buffer.from(id, 'base64url'))]);
  }
  return Buffer.concat([Buffer.of(asText), await packed(JSON.stringify(ids))]);
}

export function decodeIds(bytes: Uint8Array): string[] {
  if (bytes[0] === asText) return JSON.parse(unpacked(bytes.subarray(1)));
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: (bytes.length - 1) / idBytes }, (_, index) =>
    buffer.toString('base64url', 1 + index * idBytes, 1 + (index + 1) * idBytes),
  );
}

/** The position of an id, which is not decoded; -1 if it isn't there. */
export function findId(bytes: Uint8Array, id: string): number {
  if (bytes[0] === asText) return decodeIds(bytes).indexOf(id);
  if (!usualId.test(id)) return -1;
  const wanted = Buffer.from(id, 'base64url');
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = buffer.indexOf(wanted, 1); at !== -1; at = buffer.indexOf(wanted, at + 1)) {
    if ((at - 1) % idBytes === 0) return (at - 1) / idBytes;
  }
  return -1;
}
