import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompressSync } from 'node:zlib';
import type { Selectable } from 'kysely';
import type { Change, DocumentBody } from '../../domain/change/change.ts';
import { type ChangeRecord, isAboutBreaksOrSeats } from '../../domain/history/history.ts';
import type { StoredChange } from './document-store.ts';
import type { Tables } from './tables.ts';

export interface PackedChange extends Pick<StoredChange, 'version' | 'id' | 'by' | 'at'> {
  /** Null, like `by` and `record`, where the content was removed. */
  readonly change: Change | null;
  readonly record: ChangeRecord | null;
}

export type Pack = Omit<Selectable<Tables['packs']>, 'team_id' | 'document_id'>;

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
  /** Ids that are not their own key, by position. */
  readonly ids?: Readonly<Record<number, string>>;
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
const decompress = (bytes: Uint8Array): string =>
  zstdDecompressSync(bytes, { maxOutputLength: largestJson, chunkSize: usualJson }).toString();

/** Resolves with null for changes that are too large to be decompressed again. */
export async function encodePack({ changes, body }: PackContents): Promise<Pack | null> {
  const times = changes.map(({ at }) => at);
  const authors = [...new Set(changes.map(({ by }) => by))];
  const otherIds = changes.flatMap(({ id }, index) => (idKey(id) === id ? [] : [[index, id] as const]));
  const columns: Columns = {
    at: times.map((at, index) => at - (times[index - 1] ?? 0)),
    authors,
    by: changes.map(({ by }) => authors.indexOf(by)),
    ...(otherIds.length > 0 && { ids: Object.fromEntries(otherIds) }),
    changes: changes.map(({ change }) => change),
    records: changes.map(({ record }) => record),
    body,
  };
  const json = JSON.stringify(columns);
  const size = Buffer.byteLength(json);
  if (size > largestJson) return null;
  const earliest = (isAboutBreaks: boolean) =>
    changes.reduce<number | null>(
      (found, { change, at }) =>
        change && isAboutBreaksOrSeats(change) === isAboutBreaks ? Math.min(found ?? at, at) : found,
      null,
    );
  // Told the size, zstd takes a few hundred kilobytes; for any size, tens of megabytes and ten times as long.
  const contents = await compress(json, {
    params: { [constants.ZSTD_c_compressionLevel]: 15, [constants.ZSTD_c_checksumFlag]: 1 },
    pledgedSrcSize: size,
  });
  return {
    from_version: changes[0]?.version ?? 0,
    to_version: changes.at(-1)?.version ?? 0,
    first_at: Math.min(...times),
    last_at: Math.max(...times),
    others_from: earliest(false),
    breaks_from: earliest(true),
    ids: Buffer.concat([asKeys, ...changes.map(({ id }) => Buffer.from(idKey(id), 'base64url'))]),
    contents,
  };
}

/** Throws for bytes that are damaged. */
export function decodePack({
  from_version,
  ids,
  contents,
}: Pick<Pack, 'from_version' | 'ids' | 'contents'>): PackContents {
  const columns = JSON.parse(decompress(contents)) as Columns;
  const keys = decodeIds(ids);
  let time = 0;
  const changes = columns.changes.map((change, index): PackedChange => {
    time += columns.at[index] ?? 0;
    return {
      version: from_version + index,
      id: columns.ids?.[index] ?? keys[index] ?? '',
      by: columns.authors[columns.by[index] ?? -1] ?? null,
      at: time,
      change,
      record: columns.records[index] ?? null,
    };
  });
  if (keys.length !== changes.length)
    throw new RangeError('A pack has another number of ids than of changes.');
  return { changes, body: columns.body };
}

/** 16 random bytes as base64url, which nothing compresses further. */
const usualId = /^[\w-]{21}[AQgw]$/;
const keyBytes = 16;
/** The first byte of `ids`. */
const asKeys = Buffer.of(0);
/** Before 1.0.0, a pack with an unusual id had all its ids as compressed JSON. */
const asText = 1;

/** What finds a change in `ids`, where each takes 16 bytes: its id, or what stands for one of another form. */
export const idKey = (id: string): string =>
  usualId.test(id)
    ? id
    : createHash('sha256').update(id).digest().subarray(0, keyBytes).toString('base64url');

function decodeIds(bytes: Uint8Array): string[] {
  if (bytes[0] === asText) return JSON.parse(decompress(bytes.subarray(1)));
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: (bytes.length - 1) / keyBytes }, (_, index) =>
    buffer.toString('base64url', 1 + index * keyBytes, 1 + (index + 1) * keyBytes),
  );
}
