import { type Kysely, type Selectable, sql } from 'kysely';
import { changeKey } from '../../contract/changes.ts';
import { replay } from '../../domain/change/apply.ts';
import type {
  DocumentRef,
  DocumentStore,
  HistoryPosition,
  HistoryRow,
  LoadedDocument,
  StoredChange,
  StoredDocument,
} from './document-store.ts';
import { decodePack, idKey, type PackedChange } from './pack-format.ts';
import type { DatabaseStore } from './store.ts';
import type { Tables } from './tables.ts';

type HistoryReading = Pick<
  DocumentStore,
  'load' | 'changes' | 'changesAfter' | 'sizeAfter' | 'changeKey' | 'findChange' | 'history'
>;

/** How an engine reads changes that are not packed. */
export interface RowReader extends Omit<HistoryReading, 'load' | 'changes' | 'sizeAfter'> {
  /** The snapshot and the changes after it, all of one moment; nothing for a document that isn't there. */
  loadRows(
    ref: DocumentRef,
  ): Promise<{ readonly snapshot: StoredDocument | null; readonly changes: readonly StoredChange[] }>;
  /** The first of the versions is null if there is none. */
  sizeAfter(
    ref: DocumentRef,
    after: number,
  ): Promise<{ readonly size: number; readonly first: number | null }>;
}

/** Between two reads, what was looked for may have moved. */
const mostAttempts = 3;
const largestInteger = 2 ** 31 - 1;
/** Rows in memory at a time: each can have a megabyte. */
const rowsTogether = 20;
/** Packs of a team in memory at a time, compressed. */
const packsTogether = 5;

/**
 * Reads history from its rows and, for what is older, from packs. Changes move from rows to packs at any time and never
 * back, so rows are read first, and what was seen there is left out of the packs.
 */
export function readWithPacks(
  rows: RowReader,
  kysely: Kysely<Tables>,
  engine: DatabaseStore['engine'],
): HistoryReading {
  const packsOf = ({ team, document }: DocumentRef) =>
    kysely.selectFrom('packs').selectAll().where('team_id', '=', team).where('document_id', '=', document);

  /** The pack that has a version, or the first one after it. */
  const packAt = (ref: DocumentRef, version: number) =>
    packsOf(ref).where('to_version', '>=', version).orderBy('from_version').limit(1).executeTakeFirst();

  /** The document at its last packed version; null if that isn't in the pack, undefined without packs. */
  async function packedBody(ref: DocumentRef): Promise<StoredDocument | null | undefined> {
    const pack = await packsOf(ref).orderBy('from_version', 'desc').limit(1).executeTakeFirst();
    if (!pack) return undefined;
    const { body } = decodePack(pack);
    return body && { version: pack.to_version, body };
  }

  async function load(ref: DocumentRef): Promise<LoadedDocument | null> {
    for (let attempt = 1; ; attempt++) {
      const { snapshot, changes } = await rows.loadRows(ref);
      const isWhole = snapshot !== null || changes[0]?.version === 1;
      const packed = isWhole ? null : await packedBody(ref);
      if (packed === undefined && changes.length === 0) return null;
      if (!isWhole && !packed && attempt < mostAttempts) continue;
      const start = snapshot ?? packed ?? { version: 0, body: null };
      const later = changes.filter(({ version }) => version > start.version);
      const { version, body, skipped } = replay(start, later);
      return body && { version, body, ...(skipped.length > 0 && { skipped }) };
    }
  }

  /** The changes after a version: pieces of rows, before them those of a pack each. A pack is decoded once. */
  async function* piecesAfter(
    ref: DocumentRef,
    after: number,
    limit: number,
  ): AsyncGenerator<readonly StoredChange[]> {
    for (let last = after; ; ) {
      const later = await rows.changesAfter(ref, last, limit);
      const pack = later[0]?.version === last + 1 ? undefined : await packAt(ref, last + 1);
      const piece = pack
        ? decodePack(pack).changes.flatMap((packed) =>
            packed.change && packed.version > last ? storedOf(packed, packed.change) : [],
          )
        : later;
      yield piece;
      if (!pack && (limit < 0 || later.length < limit)) return;
      last = pack?.to_version ?? later.at(-1)?.version ?? last;
    }
  }

  async function historyOfDocument(
    { team, document, before, from }: DocumentRef & { before: number; from: number },
    limit: number,
  ): Promise<HistoryRow[]> {
    const found: HistoryRow[] = [];
    for (let end = Math.min(before, largestInteger); found.length < limit; ) {
      const pack = await packsOf({ team, document })
        .where('from_version', '<', end)
        .orderBy('from_version', 'desc')
        .limit(1)
        .executeTakeFirst();
      if (!pack) break;
      end = pack.from_version;
      const packed = decodePack(pack).changes.filter(({ version, at }) => version < before && at >= from);
      found.push(...rowsOf(document, packed).reverse());
    }
    return found.slice(0, limit);
  }

  /** Adds packed changes to a team's rows, which are newest first. */
  async function historyOfTeam(
    team: string,
    { before, from }: { before: HistoryPosition; from: number },
    newest: readonly HistoryRow[],
    limit: number,
  ): Promise<readonly HistoryRow[]> {
    let found = newest;
    let after: Selectable<Tables['packs']> | undefined;
    for (;;) {
      const oldest = found.length === limit ? (found.at(-1)?.at ?? from) : from;
      const { last_at, document_id, from_version } = after ?? {
        ...{ last_at: Number.MAX_SAFE_INTEGER, document_id: '', from_version: 0 },
      };
      const packs = await kysely
        .selectFrom('packs')
        .selectAll()
        .where('team_id', '=', team)
        .where('last_at', '>=', oldest)
        .where('first_at', '<=', before.at)
        .where(
          sql<boolean>`(last_at, document_id, from_version) < (${last_at}, ${document_id}, ${from_version})`,
        )
        .orderBy('last_at', 'desc')
        .orderBy('document_id', 'desc')
        .orderBy('from_version', 'desc')
        .limit(packsTogether)
        .execute();
      for (const pack of packs) {
        const { document_id: document } = pack;
        const known = new Set(found.filter((row) => row.document === document).map(({ version }) => version));
        const added = rowsOf(document, decodePack(pack).changes).filter(
          (row) => row.at >= from && !known.has(row.version) && compare(row, before) < 0,
        );
        found = [...found, ...added].sort((a, b) => compare(b, a)).slice(0, limit);
      }
      after = packs.at(-1);
      if (packs.length < packsTogether) return found;
    }
  }

  return {
    load,

    async *changes(ref) {
      for await (const piece of piecesAfter(ref, 0, rowsTogether)) yield* piece;
    },

    async changesAfter(ref, after, limit) {
      const found: StoredChange[] = [];
      for await (const piece of piecesAfter(ref, after, limit)) {
        found.push(...piece);
        if (limit >= 0 && found.length >= limit) break;
      }
      return limit < 0 ? found : found.slice(0, limit);
    },

    async sizeAfter(ref, after) {
      const { size, first } = await rows.sizeAfter(ref, after);
      if (first === after + 1) return size;
      let sum = size;
      for (const pack of await packsOf(ref).where('to_version', '>', after).execute()) {
        for (const { version, change } of decodePack(pack).changes) {
          if (version > after && change) sum += Buffer.byteLength(JSON.stringify(change));
        }
      }
      return sum;
    },

    async changeKey(ref, version) {
      const key = await rows.changeKey(ref, version);
      const pack = key === null ? await packAt(ref, version) : undefined;
      const packed = pack && decodePack(pack).changes[version - pack.from_version];
      return packed ? changeKey(packed) : key;
    },

    async findChange(ref, id) {
      const found = await rows.findChange(ref, id);
      if (found) return found;
      const key = Buffer.from(idKey(id), 'base64url');
      const hasKey =
        engine === 'sqlite' ? sql<number>`instr(ids, ${key})` : sql<number>`position(${key} in ids)`;
      const pack = await packsOf(ref).where(hasKey, '>', 0).executeTakeFirst();
      const packed = pack && decodePack(pack).changes.find((each) => each.id === id);
      return packed ? storedOf(packed, packed.change) : null;
    },

    async history({ team, document, before, from }, limit) {
      const newest = await rows.history(
        { team, before, from, ...(document !== undefined && { document }) },
        limit,
      );
      if (document === undefined) return historyOfTeam(team, { before, from }, newest, limit);
      const first = newest.at(-1)?.version ?? before.version;
      const older = { team, document, before: first, from };
      return [...newest, ...(await historyOfDocument(older, limit - newest.length))];
    },
  };
}

const storedOf = <C>({ version, id, by, at }: PackedChange, change: C) => ({ version, id, by, at, change });

/** Those whose content is there. */
const rowsOf = (document: string, changes: readonly PackedChange[]): HistoryRow[] =>
  changes.flatMap(({ version, at, by, change, record }) =>
    change ? [{ document, version, by, at, record }] : [],
  );

const compare = (one: HistoryPosition, other: HistoryPosition): number =>
  one.at - other.at || compareIds(one.document, other.document) || one.version - other.version;

const compareIds = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
