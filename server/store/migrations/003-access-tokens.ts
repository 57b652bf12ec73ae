import { type SchemaModule, sql } from 'kysely';

/** Personal access tokens, found by the hash of their secret. */
export async function up(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('access_tokens')
    .addColumn('secret_hash', 'text', (column) => column.primaryKey())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('scope', 'text', (column) => column.notNull())
    .addColumn('team_id', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_used_at', 'bigint')
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .modifyEnd(sql`without rowid`)
    .execute();
  await schema
    .createIndex('access_tokens_of_user')
    .on('access_tokens')
    .columns(['user_id', 'created_at'])
    .execute();
}
