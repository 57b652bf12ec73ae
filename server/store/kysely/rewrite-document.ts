import { type Kysely, sql } from 'kysely';
import type { Change, DocumentBody } from '../../../domain/change/change.ts';
import type { ChangeRecord } from '../../../domain/history/history.ts';
import type { DocumentRef, DocumentStore, Rewriting } from '../document-store.ts';
import { decodePack, encodePack, type PackedChange } from '../packs/pack-format.ts';
import type { Tables } from '../tables.ts';

/** Rows in memory and in a transaction at a time: each can have a megabyte. */
const together = 25;
const emptyRecord = 'null';

/**
 * Each row is replaced only if it is still what was read, and rows are done before packs: history moves from the one to
 * the other at any time.
 */
export function createRewriteDocument(kysely: Kysely<Tables>): DocumentStore['rewriteDocument'] {
  return async (ref, rewriting) => {
    await rewriteChanges(kysely, ref, rewriting);
    await rewriteBodies(kysely, 'snapshots', ref, rewriting);
    await rewriteBodies(kysely, 'history_starts', ref, rewriting);
    await rewritePacks(kysely, ref, rewriting);
  };
}

async function rewriteChanges(
  kysely: Kysely<Tables>,
  { team, document }: DocumentRef,
  rewriting: Rewriting,
): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await kysely
      .selectFrom('changes')
      .select(['version', 'change', 'record'])
      .where('team_id', '=', team)
      .where('document_id', '=', document)
      .where('change', '!=', '')
      .where('version', '>', after)
      .orderBy('version')
      .limit(together)
      .execute();
    const rewritten = rows.flatMap((row) => {
      const record = JSON.parse(row.record ?? emptyRecord) as ChangeRecord | null;
      const next = rewriting.change(JSON.parse(row.change) as Change, record);
      return next ? [{ ...row, next }] : [];
    });
    if (rewritten.length > 0) {
      await kysely.transaction().execute(async (transaction) => {
        for (const { version, change, next } of rewritten) {
          await transaction
            .updateTable('changes')
            .set({
              change: JSON.stringify(next.change),
              record: next.record && JSON.stringify(next.record),
            })
            .where('team_id', '=', team)
            .where('document_id', '=', document)
            .where('version', '=', version)
            .where('change', '=', change)
            .execute();
        }
      });
    }
    after = rows.at(-1)?.version ?? after;
    if (rows.length < together) return;
  }
}

async function rewriteBodies(
  kysely: Kysely<Tables>,
  table: 'snapshots' | 'history_starts',
  { team, document }: DocumentRef,
  rewriting: Rewriting,
): Promise<void> {
  const row = await kysely
    .selectFrom(table)
    .select(['version', 'body'])
    .where('team_id', '=', team)
    .where('document_id', '=', document)
    .executeTakeFirst();
  const next = row && rewriting.body(JSON.parse(row.body) as DocumentBody);
  if (!next) return;
  // in plain SQL: the two tables have the same columns, which their types don't say
  await sql`
    update ${sql.table(table)} set body = ${JSON.stringify(next)}
    where team_id = ${team} and document_id = ${document} and version = ${row.version} and body = ${row.body}
  `.execute(kysely);
}

async function rewritePacks(
  kysely: Kysely<Tables>,
  { team, document }: DocumentRef,
  rewriting: Rewriting,
): Promise<void> {
  for (let after = 0; ; ) {
    const row = await kysely
      .selectFrom('packs')
      .select(['from_version', 'to_version', 'ids', 'contents'])
      .where('team_id', '=', team)
      .where('document_id', '=', document)
      .where('from_version', '>', after)
      .orderBy('from_version')
      .limit(1)
      .executeTakeFirst();
    if (!row) return;
    after = row.from_version;
    const { changes, body } = decodePack({ from: row.from_version, ids: row.ids, contents: row.contents });
    let isRewritten = false;
    const nextChanges = changes.map((packed): PackedChange => {
      const next = packed.change && rewriting.change(packed.change, packed.record);
      if (!next) return packed;
      isRewritten = true;
      return { ...packed, ...next };
    });
    const nextBody = body && rewriting.body(body);
    if (!isRewritten && !nextBody) continue;
    const pack = await encodePack({ changes: nextChanges, body: nextBody ?? body });
    if (!pack) throw new RangeError(`A pack of ${team}/${document} would become too large.`);
    await kysely
      .updateTable('packs')
      .set({ contents: Buffer.from(pack.contents) })
      .where('team_id', '=', team)
      .where('document_id', '=', document)
      .where('from_version', '=', row.from_version)
      .where('to_version', '=', row.to_version)
      .where('contents', '=', row.contents)
      .execute();
  }
}
