import { type Kysely, type SchemaModule, sql } from 'kysely';
import type { DatabaseStore } from '../store.ts';
import type { Tables } from '../tables.ts';

/** Changes of teams that have not reached all layouts and templates. */
export async function up(
  schema: SchemaModule,
  _: Kysely<Tables>,
  engine: DatabaseStore['engine'],
): Promise<void> {
  const id = engine === 'postgres' ? sql`text collate "C"` : 'text';
  await schema
    .createTable('reaches')
    .addColumn('team_id', id, (column) => column.primaryKey())
    .addColumn('body', 'text', (column) => column.notNull())
    .execute();
}
