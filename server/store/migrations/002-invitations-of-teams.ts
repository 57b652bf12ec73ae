import type { SchemaModule } from 'kysely';

/** Invite links get a public id to be revoked by, and may end at their first use. Those of before this work on. */
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
