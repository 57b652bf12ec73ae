import type { SchemaModule } from 'kysely';

/** Documents as they were after the last change whose content was removed, so that the later ones can be replayed. */
export async function up(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('history_starts')
    .addColumn('team_id', 'text', (column) => column.notNull())
    .addColumn('document_id', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('history_starts_key', ['team_id', 'document_id'])
    .addForeignKeyConstraint('history_starts_document', ['team_id', 'document_id'], 'documents', [
      'team_id',
      'id',
    ])
    .execute();
}
