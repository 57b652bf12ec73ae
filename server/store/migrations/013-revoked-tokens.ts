import type { SchemaModule } from 'kysely';

/** Whose a revoked token was, until it would have expired. */
export async function up(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('revoked_tokens')
    .addColumn('secret_hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema.createIndex('revoked_tokens_user').on('revoked_tokens').column('user_id').execute();
}
