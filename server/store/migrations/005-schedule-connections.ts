import type { SchemaModule } from 'kysely';

export async function up(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('schedule_connections')
    .addColumn('team_id', 'text', (column) => column.notNull())
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('settings', 'text', (column) => column.notNull())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('terms', 'text', (column) => column.notNull())
    .addColumn('roles', 'text')
    .addColumn('read_at', 'bigint')
    .addColumn('problem', 'text')
    .addPrimaryKeyConstraint('schedule_connections_key', ['team_id', 'provider'])
    .execute();

  await schema
    .createTable('schedule_readings')
    .addColumn('team_id', 'text', (column) => column.notNull())
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('date', 'text', (column) => column.notNull())
    .addColumn('read_at', 'bigint', (column) => column.notNull())
    .addColumn('reading', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('schedule_readings_key', ['team_id', 'provider', 'date'])
    .execute();
}
