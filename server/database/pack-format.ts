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

type Pack = Omit<Selectable<Tables['packs']>, 'team_id' | 'document_id'>;
export type EncodedPack = Pick<Pack, 'from_version' | 'ids' | 'contents'>;

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
  /** The document after the last change, which had no snapshot before 1.0.0. */
  readonly body?: DocumentBody | null;
}

const compress = promisify(zstdCompress);

/** Told the size, zstd takes a few hundred kilobytes; for any size, tens of megabytes and ten times as long. */
const compressText = (text: string): Promise<Uint8Array> =>
  compress(text, {
    params: { [constants.ZSTD_c_compressionLevel]: 15, [constants.ZSTD_c_checksumFlag]: 1 },
    pledgedSrcSize: Buffer.byteLength(text),
  });

export async function encodePack(changes: readonly PackedChange[]): Promise<Pack> {
  const times = changes.map(({ at }) => at);
  const authors = [...new Set(changes.map(({ by }) => by))];
  const ids = changes.map(({ id }) => id);
  const columns: Columns = {
    at: times.map((at, index) => at - (times[index - 1] ?? 0)),
    authors,
    by: changes.map(({ by }) => authors.indexOf(by)),
    ...otherIds(ids),
    changes: changes.map(({ change }) => change),
    records: changes.map(({ record }) => record),
  };
  const earliest = (isAboutBreaks: boolean) =>
    changes.reduce<number | null>(
      (found, { change, at }) =>
        change && isAboutBreaksOrSeats(change) === isAboutBreaks ? Math.min(found ?? at, at) : found,
      null,
    );
  return {
    from_version: changes[0]?.version ?? 0,
    to_version: changes.at(-1)?.version ?? 0,
    first_at: Math.min(...times),
    last_at: Math.max(...times),
    others_from: earliest(false),
    breaks_from: earliest(true),
    ids: keysOf(ids),
    contents: await compressText(JSON.stringify(columns)),
  };
}

const keysOf = (ids: readonly string[]): Buffer =>
  Buffer.concat([Buffer.of(0), ...ids.map((id) => Buffer.from(idKey(id), 'base64url'))]);

function otherIds(ids: readonly string[]): Pick<Columns, 'ids'> {
  const others = ids.flatMap((id, index) => (idKey(id) === id ? [] : [[index, id] as const]));
  return others.length > 0 ? { ids: Object.fromEntries(others) } : {};
}

/** Both columns of a pack that had its ids in another form. */
export const packedIds = async (
  ids: readonly string[],
  contents: Uint8Array,
): Promise<Pick<Pack, 'ids' | 'contents'>> => ({
  ids: keysOf(ids),
  contents: await compressText(
    JSON.stringify({ ...JSON.parse(zstdDecompressSync(contents).toString()), ...otherIds(ids) }),
  ),
});

/** Throws for bytes that are damaged. */
export function decodePack({ from_version, ids, contents }: EncodedPack): {
  readonly changes: readonly PackedChange[];
  readonly body: DocumentBody | null;
} {
  const columns = JSON.parse(zstdDecompressSync(contents).toString()) as Columns;
  const keys = Buffer.from(ids.buffer, ids.byteOffset + 1, ids.byteLength - 1);
  if (keys.length !== columns.changes.length * keyBytes)
    throw new RangeError('A pack has another number of ids than of changes.');
  let time = 0;
  const changes = columns.changes.map((change, index): PackedChange => {
    time += columns.at[index] ?? 0;
    return {
      version: from_version + index,
      id: columns.ids?.[index] ?? keys.toString('base64url', index * keyBytes, (index + 1) * keyBytes),
      by: columns.authors[columns.by[index] ?? -1] ?? null,
      at: time,
      change,
      record: columns.records[index] ?? null,
    };
  });
  return { changes, body: columns.body ?? null };
}

/** 16 random bytes as base64url, which nothing compresses further. */
const usualId = /^[\w-]{21}[AQgw]$/;
const keyBytes = 16;

/** What finds a change in `ids`, where each takes 16 bytes: its id, or what stands for one of another form. */
export const idKey = (id: string): string =>
  usualId.test(id)
    ? id
    : createHash('sha256').update(id).digest().subarray(0, keyBytes).toString('base64url');

const compressed = 'zstd ';

/** A snapshot of a document that nobody changes anymore, in a fourth of the room. */
export const compressBody = async (body: DocumentBody): Promise<string> =>
  compressed + Buffer.from(await compressText(JSON.stringify(body))).toString('base64');

/** A body as `snapshots` has it: JSON, or compressed. */
export const parseBody = (text: string): DocumentBody =>
  JSON.parse(
    text.startsWith(compressed)
      ? zstdDecompressSync(Buffer.from(text.slice(compressed.length), 'base64')).toString()
      : text,
  );
