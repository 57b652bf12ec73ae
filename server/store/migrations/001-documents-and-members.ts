import { type RawBuilder, type SchemaModule, sql } from 'kysely';

/** Without a rowid, rows are stored in key order, which saves a page per write. */
const inKeyOrder: RawBuilder<unknown> = sql`without rowid`;

export async function up(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('documents')
    .addColumn('team_id', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('name', 'text')
    .addColumn('area', 'text')
    .addColumn('date', 'text')
    .addPrimaryKeyConstraint('documents_key', ['team_id', 'id'])
    .modifyEnd(inKeyOrder)
    .execute();
  await schema.createIndex('documents_listed').on('documents').columns(['team_id', 'kind', 'date']).execute();

  // A table of their own, so that a commit that writes no body doesn't touch the pages of bodies.
  await schema
    .createTable('snapshots')
    .addColumn('team_id', 'text', (column) => column.notNull())
    .addColumn('document_id', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('snapshots_key', ['team_id', 'document_id'])
    .addForeignKeyConstraint('snapshots_document', ['team_id', 'document_id'], 'documents', ['team_id', 'id'])
    .execute();

  // With a rowid: changes of many documents in one commit are appended and share pages.
  await schema
    .createTable('changes')
    .addColumn('team_id', 'text', (column) => column.notNull())
    .addColumn('document_id', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('author', 'text')
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('change', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('changes_key', ['team_id', 'document_id', 'version'])
    .addUniqueConstraint('changes_once', ['team_id', 'document_id', 'id'])
    .addForeignKeyConstraint('changes_document', ['team_id', 'document_id'], 'documents', ['team_id', 'id'])
    .execute();

  await schema
    .createTable('members')
    .addColumn('team_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('joined_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('members_key', ['team_id', 'user_id'])
    .modifyEnd(inKeyOrder)
    .execute();
  await schema.createIndex('members_of_user').on('members').columns(['user_id']).execute();

  await schema
    .createTable('invitations')
    .addColumn('team_id', 'text', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('created_by', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('invitations_key', ['team_id', 'token_hash'])
    .modifyEnd(inKeyOrder)
    .execute();
  await schema
    .createIndex('invitations_of_token')
    .unique()
    .on('invitations')
    .columns(['token_hash'])
    .execute();
}
