import { isDeepStrictEqual } from 'node:util';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { apply } from '../../domain/change/apply.ts';
import type { Change, DocumentBody } from '../../domain/change/change.ts';
import { type ChangeRecord, isAboutBreaksOrSeats } from '../../domain/history/history.ts';
import type {
  DocumentRef,
  DocumentStore,
  LoadedDocument,
  Rewriting,
  StoredDocument,
} from './document-store.ts';
import { decodePack, encodePack, largestPack, mostInPack, type PackedChange } from './pack-format.ts';
import type { Tables } from './tables.ts';

type HistoryWriting = Pick<
  DocumentStore,
  'documentsToPack' | 'packHistory' | 'compactHistory' | 'rewriteDocument'
>;

type ChangeRow = Pick<
  Selectable<Tables['changes']>,
  'version' | 'id' | 'author' | 'at' | 'change' | 'record'
>;
const changeColumns = ['version', 'id', 'author', 'at', 'change', 'record'] as const;
/** Rows that are rewritten in a transaction: each can have a megabyte. */
const together = 25;

/** Another one, or a deletion of the team, came first. */
class NotAsRead extends Error {}

export function writeHistory(
  kysely: Kysely<Tables>,
  { load, historyStart }: Pick<DocumentStore, 'load' | 'historyStart'>,
): HistoryWriting {
  /** False, with nothing written, if the history is not as it was read anymore. */
  const write = (work: (transaction: Transaction<Tables>) => Promise<void>): Promise<boolean> =>
    kysely
      .transaction()
      .execute(work)
      .then(
        () => true,
        (error: unknown) => {
          if (error instanceof NotAsRead) return false;
          throw error;
        },
      );

  return {
    async documentsToPack({ team, before, date }) {
      const rows = await kysely
        .selectFrom('changes as c')
        .innerJoin('documents as d', (join) =>
          join.onRef('d.team_id', '=', 'c.team_id').onRef('d.id', '=', 'c.document_id'),
        )
        .select('d.id')
        .distinct()
        .where('c.team_id', '=', team)
        .where('c.at', '<', before)
        .where((row) =>
          row.or([row('d.kind', '<>', 'layout'), row('d.date', 'is', null), row('d.date', '<', date)]),
        )
        .execute();
      return rows.map(({ id }) => id);
    },

    async packHistory(ref, before) {
      const { team, document } = ref;
      const sizes = await firstSizes(kysely, ref);
      const [first] = sizes;
      if (!first) return false;
      const last = await kysely
        .selectFrom('packs')
        .selectAll()
        .where('team_id', '=', team)
        .where('document_id', '=', document)
        .orderBy('from_version', 'desc')
        .limit(1)
        .executeTakeFirst();
      if (first.version !== (last?.to_version ?? 0) + 1) return false;
      // The last pack is written again until it is full.
      const unfilled = last && first.version - last.from_version < mostInPack ? decodePack(last).changes : [];
      const kept = countFitting(sizes, unfilled, before) > 0 ? unfilled : [];
      let to = first.version - 1 + countFitting(sizes, kept, before);
      if (to < first.version) return false;

      const snapshot = await kysely
        .selectFrom('snapshots')
        .select('version')
        .where('team_id', '=', team)
        .where('document_id', '=', document)
        .executeTakeFirst();
      const stored = snapshot?.version ?? 0;
      let current: LoadedDocument | null = null;
      if (to > stored || to === sizes.at(-1)?.version) {
        current = await load(ref);
        // Without a snapshot of its effect, a change is needed to load its document.
        if (!current || current.skipped) {
          current = null;
          to = Math.min(to, stored);
        }
      }
      if (to < first.version) return false;
      const rows = await rowsBetween(kysely, ref, first.version, to);
      const body = current?.version === to ? current.body : null;
      const pack = await encodePack({ changes: [...kept, ...rows.map(parseRow)], body });
      if (!pack) return false;
      return write(async (transaction) => {
        // First, as commits and the deletion of a team begin with it.
        requireOne(
          await transaction
            .updateTable('documents')
            .set({ packed: to })
            .where('team_id', '=', team)
            .where('id', '=', document)
            .where('packed', '=', first.version - 1)
            .executeTakeFirst(),
        );
        if (!isDeepStrictEqual(await rowsBetween(transaction, ref, first.version, to), rows))
          throw new NotAsRead();
        await sql`
          delete from changes where team_id = ${team} and document_id = ${document} and version <= ${to}
        `.execute(transaction);
        if (last && kept.length > 0) requireOne(await deletePack(transaction, last));
        await transaction
          .insertInto('packs')
          .values({ team_id: team, document_id: document, ...pack })
          .execute();
        if (body !== null) {
          await sql`
            delete from snapshots where team_id = ${team} and document_id = ${document} and version <= ${to}
          `.execute(transaction);
        } else if (current && to > stored) {
          await putBody(transaction, 'snapshots', ref, current);
        }
      });
    },

    async compactHistory(team, { about, before }) {
      const due = await kysely
        .selectFrom('packs as p')
        .innerJoin('documents as d', (join) =>
          join.onRef('d.team_id', '=', 'p.team_id').onRef('d.id', '=', 'p.document_id'),
        )
        .selectAll('p')
        .select('d.kind')
        .where('p.team_id', '=', team)
        .where(about === 'others' ? 'p.others_from' : 'p.breaks_from', '<', before)
        .limit(1)
        .executeTakeFirst();
      if (!due) return false;
      const { kind, ...read } = due;
      const ref = { team, document: read.document_id };
      const { changes, body } = decodePack(read);
      const isRemoved = ({ change, at }: PackedChange) =>
        change !== null && at < before && isAboutBreaksOrSeats(change) === (about === 'breaks-and-seats');
      const pack = await encodePack({
        body,
        changes: changes.map((each) =>
          isRemoved(each) ? { ...each, by: null, change: null, record: null } : each,
        ),
      });
      if (!pack) return false;
      const removed = changes
        .filter(isRemoved)
        .flatMap(({ version, change }) => (change ? [{ version, change }] : []));
      // An undo replays the history of teams and templates; a layout's day is over by then.
      const start = kind === 'layout' ? null : replayFrom(await historyStart(ref), removed);
      return write(async (transaction) => {
        requireOne(await deletePack(transaction, read));
        await transaction
          .insertInto('packs')
          .values({ team_id: team, document_id: ref.document, ...pack })
          .execute();
        if (start) await putBody(transaction, 'history_starts', ref, start);
      });
    },

    rewriteDocument: (ref, rewriting) => rewriteDocument(kysely, ref, rewriting),
  };
}

/** The first changes of a document that aren't packed, without what is in them. */
const firstSizes = (kysely: Kysely<Tables>, { team, document }: DocumentRef) =>
  kysely
    .selectFrom('changes')
    .select([
      'version',
      'at',
      sql<number>`octet_length(change) + coalesce(octet_length(record), 0)`.as('size'),
    ])
    .where('team_id', '=', team)
    .where('document_id', '=', document)
    .orderBy('version')
    .limit(mostInPack)
    .execute();

/** How many of the first rows are from before an instant and fit into a pack with these changes. */
function countFitting(
  sizes: Awaited<ReturnType<typeof firstSizes>>,
  kept: readonly PackedChange[],
  before: number,
): number {
  let size = kept.length > 0 ? Buffer.byteLength(JSON.stringify(kept)) : 0;
  const end = sizes.findIndex((row, index) => {
    size += row.size;
    const count = kept.length + index;
    return row.at >= before || count === mostInPack || (count > 0 && size > largestPack);
  });
  return end < 0 ? sizes.length : end;
}

async function rowsBetween(
  kysely: Kysely<Tables>,
  { team, document }: DocumentRef,
  from: number,
  to: number,
): Promise<ChangeRow[]> {
  const rows = await kysely
    .selectFrom('changes')
    .select(changeColumns)
    .where('team_id', '=', team)
    .where('document_id', '=', document)
    .where('version', '>=', from)
    .where('version', '<=', to)
    .orderBy('version')
    .execute();
  // What comes from SQLite's thread has another prototype.
  return rows.map((row) => ({ ...row }));
}

const parseRow = ({ version, id, author, at, change, record }: ChangeRow): PackedChange => ({
  version,
  id,
  by: author,
  at,
  change: change === '' ? null : (JSON.parse(change) as Change),
  record: parseRecord(record),
});

const parseRecord = (record: string | null): ChangeRecord | null =>
  record === null ? null : (JSON.parse(record) as ChangeRecord);

function requireOne(result: { numUpdatedRows: bigint } | { numDeletedRows: bigint }): void {
  const count = 'numUpdatedRows' in result ? result.numUpdatedRows : result.numDeletedRows;
  if (count !== 1n) throw new NotAsRead();
}

const deletePack = (transaction: Transaction<Tables>, pack: Selectable<Tables['packs']>) =>
  transaction
    .deleteFrom('packs')
    .where('team_id', '=', pack.team_id)
    .where('document_id', '=', pack.document_id)
    .where('from_version', '=', pack.from_version)
    .where('to_version', '=', pack.to_version)
    .where('contents', '=', pack.contents)
    .executeTakeFirstOrThrow();

/** `snapshots` and `history_starts` have the same columns, which their types don't say. */
const putBody = (
  transaction: Transaction<Tables>,
  table: 'snapshots' | 'history_starts',
  { team, document }: DocumentRef,
  { version, body }: StoredDocument,
) =>
  sql`
    insert into ${sql.table(table)} (team_id, document_id, version, body)
    values (${team}, ${document}, ${version}, ${JSON.stringify(body)})
    on conflict (team_id, document_id) do update set version = excluded.version, body = excluded.body
    where excluded.version >= ${sql.table(table)}.version
  `.execute(transaction);

/** The document after these changes; null if they don't follow, or one can't be made today. */
function replayFrom(
  start: StoredDocument | null,
  changes: readonly { readonly version: number; readonly change: Change }[],
): StoredDocument | null {
  let body: DocumentBody | null = start?.body ?? null;
  let version = start?.version ?? 0;
  for (const each of changes) {
    const outcome = apply(body, each.change);
    if (each.version !== version + 1 || !outcome.ok) return null;
    body = outcome.value;
    version = each.version;
  }
  return body && { version, body };
}

/** Rows are done before packs: history moves from the one to the other at any time. */
async function rewriteDocument(
  kysely: Kysely<Tables>,
  ref: DocumentRef,
  rewriting: Rewriting,
): Promise<void> {
  const inPieces = async (rewrite: typeof rewriteRows): Promise<void> => {
    for (let after: number | undefined = 0; after !== undefined; ) {
      const last: number = after;
      after = await kysely.transaction().execute((transaction) => rewrite(transaction, ref, rewriting, last));
    }
  };
  await inPieces(rewriteRows);
  for (const table of ['snapshots', 'history_starts'] as const) {
    await kysely.transaction().execute((transaction) => rewriteBody(transaction, table, ref, rewriting));
  }
  await inPieces(rewritePack);
}

/** Resolves with the last version that it looked at, if there may be more. */
async function rewriteRows(
  transaction: Transaction<Tables>,
  { team, document }: DocumentRef,
  rewriting: Rewriting,
  after: number,
): Promise<number | undefined> {
  const rows = await transaction
    .selectFrom('changes')
    .select(['version', 'change', 'record'])
    .where('team_id', '=', team)
    .where('document_id', '=', document)
    .where('change', '!=', '')
    .where('version', '>', after)
    .orderBy('version')
    .limit(together)
    .execute();
  for (const { version, change, record } of rows) {
    const next = rewriting.change(JSON.parse(change) as Change, parseRecord(record));
    if (!next) continue;
    await transaction
      .updateTable('changes')
      .set({ change: JSON.stringify(next.change), record: next.record && JSON.stringify(next.record) })
      .where('team_id', '=', team)
      .where('document_id', '=', document)
      .where('version', '=', version)
      .execute();
  }
  return rows.at(-1)?.version;
}

async function rewriteBody(
  transaction: Transaction<Tables>,
  table: 'snapshots' | 'history_starts',
  ref: DocumentRef,
  rewriting: Rewriting,
): Promise<void> {
  const row = await transaction
    .selectFrom(table)
    .select(['version', 'body'])
    .where('team_id', '=', ref.team)
    .where('document_id', '=', ref.document)
    .executeTakeFirst();
  const body = row && rewriting.body(JSON.parse(row.body) as DocumentBody);
  if (body) await putBody(transaction, table, ref, { version: row.version, body });
}

async function rewritePack(
  transaction: Transaction<Tables>,
  { team, document }: DocumentRef,
  rewriting: Rewriting,
  after: number,
): Promise<number | undefined> {
  const row = await transaction
    .selectFrom('packs')
    .select(['from_version', 'ids', 'contents'])
    .where('team_id', '=', team)
    .where('document_id', '=', document)
    .where('from_version', '>', after)
    .orderBy('from_version')
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  const read = decodePack(row);
  const changes = read.changes.map((packed): PackedChange => {
    const next = packed.change && rewriting.change(packed.change, packed.record);
    return next ? { ...packed, ...next } : packed;
  });
  const body = (read.body && rewriting.body(read.body)) ?? read.body;
  if (body === read.body && changes.every((each, index) => each === read.changes[index]))
    return row.from_version;
  const pack = await encodePack({ changes, body });
  if (!pack) throw new RangeError(`A pack of ${team}/${document} would become too large.`);
  await transaction
    .updateTable('packs')
    .set({ contents: pack.contents })
    .where('team_id', '=', team)
    .where('document_id', '=', document)
    .where('from_version', '=', row.from_version)
    .execute();
  return row.from_version;
}
