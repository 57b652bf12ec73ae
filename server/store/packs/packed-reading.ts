import { changeKey } from '../../../contract/changes.ts';
import { replay } from '../../../domain/change/apply.ts';
import type {
  DocumentRef,
  DocumentStore,
  FoundChange,
  HistoryPosition,
  HistoryRow,
  LoadedDocument,
  StoredChange,
  StoredDocument,
} from '../document-store.ts';
import { createPackCache } from './pack-cache.ts';
import { decodePack, findId, type PackedChange } from './pack-format.ts';
import type { PackHead, PackReader } from './pack-store.ts';

type HistoryReading = Pick<
  DocumentStore,
  'load' | 'changesAfter' | 'sizeAfter' | 'changeKey' | 'changesOfBreaks' | 'findChange' | 'history'
>;

/** How an engine reads changes that are not packed. */
export interface RowReader extends Omit<HistoryReading, 'load' | 'sizeAfter'> {
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
/** Heads of packs in memory at a time. */
const together = 20;

/**
 * Reads history from its rows and, for what is older, from packs. Changes move from rows to packs at any time and never
 * back, so rows are read first, and what was seen there is left out of the packs.
 */
export function readWithPacks(rows: RowReader, packs: PackReader): HistoryReading {
  const read = createPackCache(packs);

  /** The packed changes after a version and before another one, in order. */
  async function* packedBetween(
    ref: DocumentRef,
    after: number,
    before: number,
  ): AsyncGenerator<PackedChange> {
    for (const head of await packs.ofDocument(ref, after)) {
      if (head.from >= before) return;
      for (const packed of (await read(ref, head)).changes) {
        if (packed.version > after && packed.version < before) yield packed;
      }
    }
  }

  /** The document at its last packed version; null if that isn't in the pack, undefined without packs. */
  async function packedBody(ref: DocumentRef): Promise<StoredDocument | null | undefined> {
    const head = (await packs.ofDocument(ref, 0)).at(-1);
    if (!head) return undefined;
    const { changes, body } = await read(ref, head);
    return body && { version: changes.at(-1)?.version ?? 0, body };
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

  async function changesAfter(
    ref: DocumentRef,
    after: number,
    limit: number,
  ): Promise<readonly StoredChange[]> {
    const later = await rows.changesAfter(ref, after, limit);
    const first = later[0]?.version ?? Number.POSITIVE_INFINITY;
    if (first === after + 1 || limit === 0) return later;
    const earlier: StoredChange[] = [];
    for await (const packed of packedBetween(ref, after, first)) {
      if (packed.change) earlier.push(storedOf(packed, packed.change));
      if (earlier.length === limit) return earlier;
    }
    return [...earlier, ...later.slice(0, limit < 0 ? undefined : limit - earlier.length)];
  }

  /** Newest first. */
  async function historyOfDocument(
    { team, document, before, from }: { team: string; document: string; before: number; from: number },
    limit: number,
  ): Promise<HistoryRow[]> {
    const found: HistoryRow[] = [];
    const heads = await packs.ofDocument({ team, document }, 0);
    for (const head of heads.toReversed()) {
      if (head.from >= before || head.lastAt < from) continue;
      for (const packed of (await read({ team, document }, head)).changes.toReversed()) {
        if (!packed.change || packed.version >= before || packed.at < from) continue;
        found.push(rowOf(document, packed));
        if (found.length === limit) return found;
      }
    }
    return found;
  }

  /** Adds packed changes to a team's rows, which are newest first. */
  async function historyOfTeam(
    team: string,
    { before, from }: { before: HistoryPosition; from: number },
    newest: readonly HistoryRow[],
    limit: number,
  ): Promise<readonly HistoryRow[]> {
    let found = newest;
    const isFull = ({ lastAt }: PackHead) => found.length === limit && lastAt < (found.at(-1)?.at ?? 0);
    const oldest = newest.length === limit ? (newest.at(-1)?.at ?? from) : from;
    const range = { team, from: Math.max(from, oldest), to: before.at };
    for (let after: PackHead | null = null; ; ) {
      const heads: readonly PackHead[] = await packs.ofTeam({ ...range, after }, together);
      for (const head of heads) {
        if (isFull(head)) return found;
        const { document } = head;
        const known = new Set(found.filter((row) => row.document === document).map(({ version }) => version));
        const added = (await read({ team, document }, head)).changes
          .filter(({ change, at, version }) => change && at >= from && !known.has(version))
          .map((packed) => rowOf(document, packed))
          .filter((row) => compare(row, before) < 0);
        if (added.length > 0) found = [...found, ...added].sort((a, b) => compare(b, a)).slice(0, limit);
      }
      after = heads.at(-1) ?? null;
      if (heads.length < together) return found;
    }
  }

  return {
    load,
    changesAfter,

    async sizeAfter(ref, after) {
      const later = await rows.sizeAfter(ref, after);
      let { size } = later;
      if (later.first === after + 1) return size;
      for (const head of await packs.ofDocument(ref, after)) {
        for (const { version, change } of (await read(ref, head)).changes) {
          if (version > after && change) size += Buffer.byteLength(JSON.stringify(change));
        }
      }
      return size;
    },

    async changeKey(ref, version) {
      const key = await rows.changeKey(ref, version);
      if (key !== null) return key;
      for await (const packed of packedBetween(ref, version - 1, version + 1)) return changeKey(packed);
      return null;
    },

    async changesOfBreaks(ref) {
      const later = await rows.changesOfBreaks(ref);
      const packed = await Array.fromAsync(packedBetween(ref, 0, Number.POSITIVE_INFINITY));
      return [...packed.flatMap(({ change }) => change ?? []), ...later];
    },

    async findChange(ref, id): Promise<FoundChange | null> {
      const found = await rows.findChange(ref, id);
      if (found) return found;
      for (const { from } of await packs.ofDocument(ref, 0)) {
        const pack = await packs.pack(ref, from);
        const index = pack ? findId(pack.ids, id) : -1;
        const packed = pack && index !== -1 ? decodePack(pack).changes[index] : undefined;
        if (packed) return storedOf(packed, packed.change);
      }
      return null;
    },

    async history({ team, document, before, from }, limit) {
      const newest = await rows.history(
        { team, before, from, ...(document !== undefined && { document }) },
        limit,
      );
      if (document === undefined) return historyOfTeam(team, { before, from }, newest, limit);
      if (newest.length === limit) return newest;
      const first = newest.at(-1)?.version ?? before.version;
      const older = { team, document, before: first, from };
      return [...newest, ...(await historyOfDocument(older, limit - newest.length))];
    },
  };
}

const storedOf = <C>({ version, id, by, at }: PackedChange, change: C) => ({ version, id, by, at, change });

const rowOf = (document: string, { version, at, by, record }: PackedChange): HistoryRow => ({
  document,
  version,
  by,
  at,
  record,
});

const compare = (one: HistoryPosition, other: HistoryPosition): number =>
  one.at - other.at || compareIds(one.document, other.document) || one.version - other.version;

const compareIds = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
