import { type Kysely, type SchemaModule, sql } from 'kysely';
import type { DatabaseStore } from '../store.ts';
import type { Tables } from '../tables.ts';

/** The browsers that are told of breaks, and which breaks they have been told of. */
export async function up(
  schema: SchemaModule,
  _: Kysely<Tables>,
  engine: DatabaseStore['engine'],
): Promise<void> {
  const id = engine === 'postgres' ? sql`text collate "C"` : 'text';
  await schema
    .createTable('push_subscriptions')
    .addColumn('team_id', id, (column) => column.notNull())
    .addColumn('device', id, (column) => column.notNull())
    .addColumn('user_id', id, (column) => column.notNull())
    .addColumn('session_id', id, (column) => column.notNull())
    .addColumn('about', id, (column) => column.notNull())
    .addColumn('target', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('push_subscriptions_key', ['team_id', 'device'])
    .execute();
  await schema.createIndex('push_subscriptions_device').on('push_subscriptions').column('device').execute();
  await schema.createIndex('push_subscriptions_user').on('push_subscriptions').column('user_id').execute();
  await schema
    .createTable('push_notices')
    .addColumn('team_id', id, (column) => column.notNull())
    .addColumn('id', id, (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('push_notices_key', ['team_id', 'id'])
    .execute();
  await schema.createIndex('push_notices_at').on('push_notices').column('at').execute();
}
