import type { Kysely, SchemaModule } from 'kysely';
import type { Tables } from '../tables.ts';

/** The security log, teams whose managers need a second factor, and since when cookies on https have a prefix. */
export async function up(schema: SchemaModule, db: Kysely<Tables>): Promise<void> {
  // `bucket` is the person or team and the kind of event, which together have a limit.
  await schema
    .createTable('security_log')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text')
    .addColumn('by_user', 'text')
    .addColumn('team_id', 'text')
    .addColumn('device', 'text', (column) => column.notNull())
    .addColumn('place', 'text', (column) => column.notNull())
    .addColumn('details', 'text', (column) => column.notNull())
    .addColumn('bucket', 'text', (column) => column.notNull())
    .execute();
  for (const column of ['user_id', 'team_id', 'bucket'] as const) {
    await schema.createIndex(`security_log_${column}`).on('security_log').columns([column, 'id']).execute();
  }

  await schema
    .createTable('second_factor_teams')
    .addColumn('team_id', 'text', (column) => column.primaryKey())
    .execute();

  await db
    .insertInto('meta')
    .values({ key: 'cookie_prefix_since', value: String(Date.now()) })
    .execute();
}
