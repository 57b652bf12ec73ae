import type { SchemaModule } from 'kysely';

/** Stores the problem instead of its sentence, because retries depend on which problem it was. */
export async function up(schema: SchemaModule): Promise<void> {
  await schema.alterTable('schedule_connections').dropColumn('problem').execute();
  await schema.alterTable('schedule_connections').addColumn('problem', 'text').execute();
}
