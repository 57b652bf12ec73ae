import type { SchemaModule } from 'kysely';

/** Uploaded logos, named by the hash of their bytes. */
export async function up(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('logos')
    .addColumn('team_id', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('bytes', 'blob', (column) => column.notNull())
    .addPrimaryKeyConstraint('logos_key', ['team_id', 'id'])
    .execute();
}
