import type { SchemaModule } from 'kysely';

/** What people read about a change, and a team's changes in order of time. */
export async function up(schema: SchemaModule): Promise<void> {
  await schema.alterTable('changes').addColumn('record', 'text').execute();
  await schema
    .createIndex('changes_of_team')
    .on('changes')
    .columns(['team_id', 'at', 'document_id', 'version'])
    .execute();
}
