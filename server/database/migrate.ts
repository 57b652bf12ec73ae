import { zstdDecompressSync } from 'node:zlib';
import { type Kysely, sql } from 'kysely';
import { StartProblem } from '../start-problem.ts';
import { compressBody, decodePack, packedIds } from './pack-format.ts';
import type { DatabaseStore } from './store.ts';
import { createAccountTables, createDeviceTables, createTables, type Tables } from './tables.ts';

/** The number of the tables of the last version before 1.0.0. Those of older databases had smaller numbers. */
const OLDEST = 17;

/** What changed since, in order. Never edited after a release: the database stores how far it has come. */
const steps: readonly ((db: Kysely<Tables>, engine: DatabaseStore['engine']) => Promise<void>)[] = [
  giveEachIdItsKey,
  keepBodiesAsSnapshots,
  makeAccountTables,
  makeDeviceTables,
  keepLanguages,
];
const newest = OLDEST + steps.length;

/**
 * Creates the tables, or brings those of an earlier version to this one, all or nothing. Writes nothing where nothing changes:
 * a PostgreSQL whose synchronous standby is away would keep the start waiting.
 */
export async function migrate(db: Kysely<Tables>, engine: DatabaseStore['engine']): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`create table if not exists meta (key text primary key, value text not null)`.execute(
      transaction,
    );
    const schemas = transaction.selectFrom('meta').select('value').where('key', '=', 'schema');
    const found = await schemas.executeTakeFirst();
    const value = String(newest);
    if (found?.value === value) return;
    if (found) {
      refuseUnknownSchema(Number(found.value));
      for (const step of steps.slice(Number(found.value) - OLDEST)) await step(transaction, engine);
    } else {
      for (const statement of createTables(engine)) await sql.raw(statement).execute(transaction);
    }
    await transaction
      .insertInto('meta')
      .values({ key: 'schema', value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute();
  });
}

/** A pack with an unusual id had all its ids as compressed text, among which a commit doesn't find one. */
async function giveEachIdItsKey(db: Kysely<Tables>, engine: DatabaseStore['engine']): Promise<void> {
  const first =
    engine === 'postgres' ? sql<boolean>`get_byte(ids, 0) = 1` : sql<boolean>`substr(ids, 1, 1) = x'01'`;
  const packs = db.selectFrom('packs').selectAll().where(first).limit(1);
  for (let row = await packs.executeTakeFirst(); row; row = await packs.executeTakeFirst()) {
    const ids: string[] = JSON.parse(zstdDecompressSync(row.ids.subarray(1)).toString());
    await db
      .updateTable('packs')
      .set(await packedIds(ids, row.contents))
      .where(({ and }) =>
        and({ team_id: row.team_id, document_id: row.document_id, from_version: row.from_version }),
      )
      .execute();
  }
}

/** Documents whose history was packed had their body in the last pack, and no snapshot. */
async function keepBodiesAsSnapshots(db: Kysely<Tables>): Promise<void> {
  const documents = await db
    .selectFrom('documents as d')
    .leftJoin('snapshots as s', (join) =>
      join.onRef('s.team_id', '=', 'd.team_id').onRef('s.document_id', '=', 'd.id'),
    )
    .select(['d.team_id', 'd.id'])
    .where('d.packed', '>', 0)
    .where('s.version', 'is', null)
    .execute();
  for (const { team_id, id: document_id } of documents) {
    const pack = await db
      .selectFrom('packs')
      .selectAll()
      .where((row) => row.and({ team_id, document_id }))
      .orderBy('from_version', 'desc')
      .limit(1)
      .executeTakeFirst();
    const body = pack && decodePack(pack).body;
    if (!body) continue;
    const snapshot = { version: pack.to_version, body: await compressBody(body) };
    await db
      .insertInto('snapshots')
      .values({ team_id, document_id, ...snapshot })
      .execute();
  }
}

/** They were made by the server, after all others: a store that no server opened has none. */
async function makeAccountTables(db: Kysely<Tables>, engine: DatabaseStore['engine']): Promise<void> {
  await make(db, createAccountTables(engine));
}

async function makeDeviceTables(db: Kysely<Tables>, engine: DatabaseStore['engine']): Promise<void> {
  await make(db, createDeviceTables(engine));
}

async function make(db: Kysely<Tables>, creations: readonly string[]): Promise<void> {
  for (const statement of creations) {
    await sql.raw(statement.replace(/^create \w+/, '$& if not exists')).execute(db);
  }
}

/** Account tables that the step before made have the column. */
async function keepLanguages(db: Kysely<Tables>, engine: DatabaseStore['engine']): Promise<void> {
  const column = sql`select 1 from pragma_table_info('user') where name = 'language'`;
  if (engine === 'sqlite' && (await column.execute(db)).rows.length > 0) return;
  const ifMissing = sql.raw(engine === 'postgres' ? 'if not exists' : '');
  await sql`alter table "user" add column ${ifMissing} language text`.execute(db);
}

/** Throws a `StartProblem` for a database that this version doesn't know. */
export function refuseUnknownSchema(schema: number): void {
  if (schema > newest) {
    throw new StartProblem('The database was made by a newer version of Lineup. Start that version instead.');
  }
  if (schema < OLDEST) {
    throw new StartProblem(
      'The database was made by a version of Lineup that is too old for this one. Start the last version before 1.0.0 once, which updates it.',
    );
  }
}
