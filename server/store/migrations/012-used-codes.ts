import type { SchemaModule } from 'kysely';

/** Codes of authenticator apps that were used while they count, as hashes. */
export async function up(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('used_codes')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute();
}
