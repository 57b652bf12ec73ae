import { type Kysely, type SchemaModule, sql } from 'kysely';
import type { DatabaseStore } from '../store.ts';
import type { Tables } from '../tables.ts';

/** Changes of days that are over, compressed: `packed` is the last version of a document that isn't a row anymore. */
export async function up(
  schema: SchemaModule,
  db: Kysely<Tables>,
  engine: DatabaseStore['engine'],
): Promise<void> {
  await schema
    .alterTable('documents')
    .addColumn('packed', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  const isPostgres = engine === 'postgres';
  const id = isPostgres ? sql`text collate "C"` : 'text';
  const bytes = isPostgres ? sql`bytea` : 'blob';
  const packs = schema
    .createTable('packs')
    .addColumn('team_id', id, (column) => column.notNull())
    .addColumn('document_id', id, (column) => column.notNull())
    .addColumn('from_version', 'integer', (column) => column.notNull())
    .addColumn('to_version', 'integer', (column) => column.notNull())
    .addColumn('first_at', 'bigint', (column) => column.notNull())
    .addColumn('last_at', 'bigint', (column) => column.notNull())
    .addColumn('others_from', 'bigint')
    .addColumn('breaks_from', 'bigint')
    .addColumn('ids', bytes, (column) => column.notNull())
    .addColumn('contents', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('packs_key', ['team_id', 'document_id', 'from_version']);
  if (isPostgres) {
    await packs.execute();
    // They are compressed already.
    for (const column of ['ids', 'contents']) {
      await sql`alter table packs alter column ${sql.ref(column)} set storage external`.execute(db);
    }
  } else {
    await packs
      .addForeignKeyConstraint('packs_document', ['team_id', 'document_id'], 'documents', ['team_id', 'id'])
      .execute();
  }
  // With all columns of a pack but its contents, which searches by time then don't touch.
  await schema
    .createIndex('packs_of_team')
    .on('packs')
    .columns([
      'team_id',
      'last_at',
      'document_id',
      'from_version',
      'to_version',
      'first_at',
      'others_from',
      'breaks_from',
    ])
    .execute();
}
