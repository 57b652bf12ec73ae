import type { Kysely, SchemaModule } from 'kysely';
import type { Tables } from '../tables.ts';

/** Sign-in state that survives a restart, and email links that confirm an address. */
export async function up(schema: SchemaModule, db: Kysely<Tables>): Promise<void> {
  // The number of the person's last sign-out everywhere; numbers only grow.
  await schema
    .createTable('sign_outs')
    .addColumn('user_id', 'text', (column) => column.primaryKey())
    .addColumn('number', 'integer', (column) => column.notNull().unique())
    .execute();

  await schema
    .createTable('sign_in_attempts')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute();

  // A link without a user creates an account from the data in `registration`.
  await schema
    .createTable('email_links')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text')
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('registration', 'text')
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema.createIndex('email_links_of_user').on('email_links').columns(['user_id']).execute();

  // Invite links used to keep working after their manager lost the role.
  await db
    .deleteFrom('invitations')
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('members')
            .select('members.user_id')
            .whereRef('members.team_id', '=', 'invitations.team_id')
            .whereRef('members.user_id', '=', 'invitations.created_by')
            .where('members.role', '=', 'manager'),
        ),
      ),
    )
    .execute();
}
