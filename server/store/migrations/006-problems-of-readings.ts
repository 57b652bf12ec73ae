import type { SchemaModule } from 'kysely';

/** Sentences were kept; now the problem is, since what happens next depends on which one it was. */
export async function up(schema: SchemaModule): Promise<void> {
  await schema.alterTable('schedule_connections').dropColumn('problem').execute();
  await schema.alterTable('schedule_connections').addColumn('problem', 'text').execute();
}
