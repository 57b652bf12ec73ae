import type { SchemaModule } from 'kysely';

/** Ids of deleted accounts, so that joining a team at the same moment has no effect. */
export async function up(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('departed')
    .addColumn('user_id', 'text', (column) => column.primaryKey())
    .execute();
}
