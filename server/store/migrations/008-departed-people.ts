import type { SchemaModule } from 'kysely';

/** Ids of deleted accounts: who joins a team in that instant must not stay in it. */
export async function up(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('departed')
    .addColumn('user_id', 'text', (column) => column.primaryKey())
    .execute();
}
