import { type Kysely, type Selectable, sql } from 'kysely';
import { type Change, replay } from '../../domain/change/change.ts';
import { type ChangeRecord, isAboutBreaksOrSeats } from '../../domain/history/history.ts';
import type { DocumentRef, DocumentStore, Rewriting } from './document-store.ts';
import { compressBody, decodePack, encodePack, type PackedChange, parseBody } from './pack-format.ts';
import type { Tables } from './tables.ts';

type HistoryWriting = Pick<
  DocumentStore,
  'documentsToPack' | 'packHistory' | 'compactHistory' | 'rewriteDocument' | 'writeSnapshots'
>;

/** A person who looks up one change waits for its whole pack to be read. The text is in bytes; that of a single change can be larger. */
const mostInPack = 250;
const largestPack = 256_000;

export function writeHistory(
  kysely: Kysely<Tables>,
  { load, historyStart }: Pick<DocumentStore, 'load' | 'historyStart'>,
): HistoryWriting {
  return {
    async writeSnapshots(snapshots) {
      await kysely.transaction().execute(async (transaction) => {
        for (const { team, document, version, body } of snapshots)
          await putBody(transaction, 'snapshots', { team, document }, version, JSON.stringify(body));
      });
    },

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

    packHistory: (ref, before) =>
      kysely.transaction().execute(async (transaction) => {
        const { team, document } = ref;
        const rows = await firstRows(transaction, ref, before);
        const to = rows.at(-1)?.version;
        const current = to === undefined ? null : await load(ref);
        // A change that its document can't be loaded with today stays, until a snapshot has its effect.
        if (to === undefined || !current || current.skipped) return false;
        const pack = await encodePack(rows.map(parseRow));
        const snapshot = await compressBody(current.body);
        // First, as commits and the deletion of a team begin with it.
        await transaction
          .updateTable('documents')
          .set({ packed: to })
          .where((row) => row.and({ team_id: team, id: document }))
          .execute();
        await transaction
          .deleteFrom('changes')
          .where((row) => row.and({ team_id: team, document_id: document }))
          .where('version', '<=', to)
          .execute();
        await transaction
          .insertInto('packs')
          .values({ team_id: team, document_id: document, ...pack })
          .execute();
        await putBody(transaction, 'snapshots', ref, current.version, snapshot);
        return true;
      }),

    compactHistory: (team, { about, before }) =>
      kysely.transaction().execute(async (transaction) => {
        const due = await transaction
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
        const ref = { team, document: due.document_id };
        const { changes } = decodePack(due);
        const removed: { version: number; change: Change }[] = [];
        const left = changes.map((each) => {
          const { version, at, change } = each;
          if (!change || at >= before) return each;
          if (isAboutBreaksOrSeats(change) !== (about === 'breaks-and-seats')) return each;
          removed.push({ version, change });
          return { ...each, by: null, change: null, record: null };
        });
        await putPack(transaction, ref, left);
        // An undo replays the history of teams and templates; a layout's day is over by then.
        const start =
          due.kind === 'layout' ? null : ((await historyStart(ref)) ?? { version: 0, body: null });
        if (start && removed.every((each, index) => each.version === start.version + 1 + index)) {
          const { version, body, skipped } = replay(start, removed);
          if (body && skipped.length === 0)
            await putBody(transaction, 'history_starts', ref, version, await compressBody(body));
        }
        return true;
      }),

    /** Rows are done before packs: history moves from the one to the other at any time. */
    async rewriteDocument(ref, rewriting) {
      await kysely.transaction().execute(async (transaction) => {
        await rewriteRows(transaction, ref, rewriting);
        for (const table of ['snapshots', 'history_starts'] as const)
          await rewriteBody(transaction, table, ref, rewriting);
      });
      const packs = await packsOf(kysely, ref).select('from_version').execute();
      for (const { from_version } of packs) {
        await kysely
          .transaction()
          .execute((transaction) => rewritePack(transaction, ref, from_version, rewriting));
      }
    },
  };
}

type ChangeRow = Pick<
  Selectable<Tables['changes']>,
  'version' | 'id' | 'author' | 'at' | 'change' | 'record'
>;

/** The first changes of a document that aren't packed, are from before an instant, and fit into a pack. */
async function firstRows(
  transaction: Kysely<Tables>,
  { team, document }: DocumentRef,
  before: number,
): Promise<readonly ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    select version, id, author, at, change, record from (
      select version, id, author, at, change, record, max(at) over sofar as latest, row_number() over sofar as place,
        sum(octet_length(change) + coalesce(octet_length(record), 0)) over sofar as size
      from changes where team_id = ${team} and document_id = ${document}
      window sofar as (order by version)
      order by version limit ${mostInPack}
    ) as sized
    where latest < ${before} and (size <= ${largestPack} or place = 1)
    order by version
  `.execute(transaction);
  return rows;
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

const packsOf = (kysely: Kysely<Tables>, { team, document }: DocumentRef) =>
  kysely.selectFrom('packs').where((row) => row.and({ team_id: team, document_id: document }));

/** The same changes with other content. */
async function putPack(
  transaction: Kysely<Tables>,
  { team, document }: DocumentRef,
  changes: readonly PackedChange[],
): Promise<void> {
  const { from_version, contents, others_from, breaks_from } = await encodePack(changes);
  await transaction
    .updateTable('packs')
    .set({ contents, others_from, breaks_from })
    .where((row) => row.and({ team_id: team, document_id: document, from_version }))
    .execute();
}

/**
 * `snapshots` and `history_starts` have the same columns, which their types don't say. A document that was deleted while its body
 * waited stays deleted.
 */
const putBody = (
  transaction: Kysely<Tables>,
  table: 'snapshots' | 'history_starts',
  { team, document }: DocumentRef,
  version: number,
  body: string,
) =>
  sql`
    insert into ${sql.table(table)} (team_id, document_id, version, body)
    select team_id, id, cast(${version} as integer), ${body} from documents where team_id = ${team} and id = ${document}
    on conflict (team_id, document_id) do update set version = excluded.version, body = excluded.body
    where excluded.version >= ${sql.table(table)}.version
  `.execute(transaction);

async function rewriteRows(
  transaction: Kysely<Tables>,
  { team, document }: DocumentRef,
  rewriting: Rewriting,
): Promise<void> {
  const rows = await transaction
    .selectFrom('changes')
    .select(['version', 'change', 'record'])
    .where((row) => row.and({ team_id: team, document_id: document }))
    .where('change', '!=', '')
    .execute();
  for (const { version, change, record } of rows) {
    const next = rewriting.change(JSON.parse(change) as Change, parseRecord(record));
    if (!next) continue;
    await transaction
      .updateTable('changes')
      .set({ change: JSON.stringify(next.change), record: next.record && JSON.stringify(next.record) })
      .where((row) => row.and({ team_id: team, document_id: document, version }))
      .execute();
  }
}

async function rewriteBody(
  transaction: Kysely<Tables>,
  table: 'snapshots' | 'history_starts',
  ref: DocumentRef,
  rewriting: Rewriting,
): Promise<void> {
  const row = await transaction
    .selectFrom(table)
    .select(['version', 'body'])
    .where((row) => row.and({ team_id: ref.team, document_id: ref.document }))
    .executeTakeFirst();
  const body = row && rewriting.body(parseBody(row.body));
  if (body) await putBody(transaction, table, ref, row.version, await compressBody(body));
}

async function rewritePack(
  transaction: Kysely<Tables>,
  ref: DocumentRef,
  from: number,
  rewriting: Rewriting,
): Promise<void> {
  const pack = await packsOf(transaction, ref)
    .select(['from_version', 'ids', 'contents'])
    .where('from_version', '=', from)
    .executeTakeFirst();
  if (!pack) return;
  const decoded = decodePack(pack);
  // The snapshot has it, too.
  let isRewritten = decoded.body !== null;
  const changes = decoded.changes.map((packed): PackedChange => {
    const next = packed.change && rewriting.change(packed.change, packed.record);
    if (!next) return packed;
    isRewritten = true;
    return { ...packed, ...next };
  });
  if (isRewritten) await putPack(transaction, ref, changes);
}
