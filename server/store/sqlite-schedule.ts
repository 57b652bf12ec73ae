import type { Kysely } from 'kysely';
import type { ScheduleStore, StoredConnection } from './store.ts';
import type { Tables } from './tables.ts';

export function sqliteSchedule(kysely: Kysely<Tables>): ScheduleStore {
  const connections = kysely.selectFrom('schedule_connections').selectAll();
  return {
    ofTeam: async (team) =>
      (await connections.where('team_id', '=', team).orderBy('provider').execute()).map(readConnection),
    async find(team, provider) {
      const row = await connections
        .where('team_id', '=', team)
        .where('provider', '=', provider)
        .executeTakeFirst();
      return row ? readConnection(row) : null;
    },
    all: async () => (await connections.orderBy('team_id').orderBy('provider').execute()).map(readConnection),
    async put({ team, provider, settings, sealed, terms, roles, lastRead }) {
      const columns = {
        settings: JSON.stringify(settings),
        sealed: JSON.stringify(sealed),
        terms: JSON.stringify(terms),
        roles: roles && JSON.stringify(roles),
        read_at: lastRead?.at ?? null,
        problem: lastRead?.problem ?? null,
      };
      await kysely
        .insertInto('schedule_connections')
        .values({ team_id: team, provider, ...columns })
        .onConflict((conflict) => conflict.columns(['team_id', 'provider']).doUpdateSet(columns))
        .execute();
    },
    async putSealed(all) {
      await kysely.transaction().execute(async (transaction) => {
        for (const { team, provider, sealed } of all) {
          await transaction
            .updateTable('schedule_connections')
            .set({ sealed: JSON.stringify(sealed) })
            .where('team_id', '=', team)
            .where('provider', '=', provider)
            .execute();
        }
      });
    },
    async noteRead(team, provider, { at, problem }) {
      await kysely
        .updateTable('schedule_connections')
        .set({ read_at: at, problem })
        .where('team_id', '=', team)
        .where('provider', '=', provider)
        .execute();
    },
    async setRoles(team, provider, roles) {
      await kysely
        .updateTable('schedule_connections')
        .set({ roles: roles && JSON.stringify(roles) })
        .where('team_id', '=', team)
        .where('provider', '=', provider)
        .execute();
    },
    async remove(team, provider) {
      await kysely.transaction().execute(async (transaction) => {
        for (const table of ['schedule_readings', 'schedule_connections'] as const) {
          await transaction
            .deleteFrom(table)
            .where('team_id', '=', team)
            .where('provider', '=', provider)
            .execute();
        }
      });
    },
    async putReading(team, provider, date, reading) {
      const columns = { read_at: reading.readAt, reading: JSON.stringify(reading) };
      await kysely
        .insertInto('schedule_readings')
        .values({ team_id: team, provider, date, ...columns })
        .onConflict((conflict) => conflict.columns(['team_id', 'provider', 'date']).doUpdateSet(columns))
        .execute();
    },
    async reading(team, provider, date) {
      const row = await kysely
        .selectFrom('schedule_readings')
        .select('reading')
        .where('team_id', '=', team)
        .where('provider', '=', provider)
        .where('date', '=', date)
        .executeTakeFirst();
      return row ? JSON.parse(row.reading) : null;
    },
    async forgetReadingsBefore(date) {
      await kysely.deleteFrom('schedule_readings').where('date', '<', date).execute();
    },
  };
}

const readConnection = (row: Tables['schedule_connections']): StoredConnection => ({
  team: row.team_id,
  provider: row.provider,
  settings: JSON.parse(row.settings),
  sealed: JSON.parse(row.sealed),
  terms: JSON.parse(row.terms),
  roles: row.roles === null ? null : JSON.parse(row.roles),
  lastRead: row.read_at === null ? null : { at: row.read_at, problem: row.problem },
});
