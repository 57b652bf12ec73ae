import type { SchemaModule } from 'kysely';

/** Invite links get a public id, used to revoke them, and can be for one use. Existing links keep working. */
export async function up(schema: SchemaModule): Promise<void> {
  await schema.alterTable('invitations').addColumn('id', 'text').execute();
  await schema
    .alterTable('invitations')
    .addColumn('once', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await schema
    .alterTable('invitations')
    .addColumn('created_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
}
