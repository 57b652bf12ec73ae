import type { SchemaModule } from 'kysely';

/** Of several servers on one database, one reads a schedule. */
export async function up(schema: SchemaModule): Promise<void> {
  await schema.alterTable('schedule_connections').addColumn('claimed_until', 'bigint').execute();
  await schema
    .alterTable('schedule_connections')
    .addColumn('failures', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
