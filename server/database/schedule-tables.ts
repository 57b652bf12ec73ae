import { randomUUID } from 'node:crypto';
import type { ExpressionBuilder, Kysely } from 'kysely';
import { appendEntries } from './security-log-tables.ts';
import type { SavedConnection, ScheduleStore, StoredConnection } from './store.ts';
import type { Tables } from './tables.ts';

export function kyselySchedule(kysely: Kysely<Tables>): ScheduleStore {
  const connections = kysely.selectFrom('schedule_connections').selectAll();
  return {
    ofTeam: async (team) =>
      (await connections.where('team_id', '=', team).orderBy('provider').execute()).map(parseConnection),
    async find(team, provider) {
      const row = await connections
        .where('team_id', '=', team)
        .where('provider', '=', provider)
        .executeTakeFirst();
      return row ? parseConnection(row) : null;
    },
    all: async () =>
      (await connections.orderBy('team_id').orderBy('provider').execute()).map((row) => ({
        ...parseConnection(row),
        failures: row.problem === null ? 0 : Math.max(1, row.failures),
      })),
    async claim(listed, { now, until }) {
      const readAt = listed.lastRead?.at ?? null;
      const claimed = await kysely
        .updateTable('schedule_connections')
        .set(({ eb }) => ({
          claimed_until: until,
          failures: listed.lastRead?.problem ? eb('failures', '+', 1) : 1,
        }))
        .where(isAsSaved(listed))
        .where('read_at', readAt === null ? 'is' : '=', readAt)
        .where((row) => row.or([row('claimed_until', 'is', null), row('claimed_until', '<=', now)]))
        .executeTakeFirst();
      return claimed.numUpdatedRows === 1n;
    },
    put({ team, provider, settings, sealed, terms, roles, lastRead }, entry) {
      const columns = {
        settings: JSON.stringify(settings),
        sealed: JSON.stringify(sealed),
        terms: JSON.stringify(terms),
        roles: roles && JSON.stringify(roles),
        read_at: lastRead?.at ?? null,
        problem: lastRead?.problem ? JSON.stringify(lastRead.problem) : null,
        claimed_until: null,
        failures: 0,
      };
      const row = { team_id: team, provider, ...columns };
      const names = Object.keys(row) as (keyof typeof row)[];
      return kysely.transaction().execute(async (transaction) => {
        const put = await transaction
          .insertInto('schedule_connections')
          .columns(names)
          .expression((from) =>
            from
              .selectFrom('documents')
              .select(names.map((name) => from.val(row[name]).as(name)))
              .where('team_id', '=', team)
              .where('id', '=', team),
          )
          .onConflict((conflict) => conflict.columns(['team_id', 'provider']).doUpdateSet(columns))
          .executeTakeFirst();
        if (put.numInsertedOrUpdatedRows !== 1n) return false;
        await appendEntries(transaction, [entry]);
        return true;
      });
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
    async noteRead(read, { at, problem }) {
      await kysely
        .updateTable('schedule_connections')
        .set({ read_at: at, problem: problem && JSON.stringify(problem), claimed_until: null })
        .where(isAsSaved(read))
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
    remove: (team, provider, entry) =>
      kysely.transaction().execute(async (transaction) => {
        const ofConnection = { team_id: team, provider };
        await transaction
          .deleteFrom('schedule_readings')
          .where((row) => row.and(ofConnection))
          .execute();
        const removed = await transaction
          .deleteFrom('schedule_connections')
          .where((row) => row.and(ofConnection))
          .executeTakeFirst();
        if (removed.numDeletedRows > 0n) await appendEntries(transaction, [entry]);
      }),
    async putReading(read, date, reading) {
      const columns = { read_at: reading.readAt, reading: JSON.stringify(reading) };
      const put = await kysely
        .insertInto('schedule_readings')
        .columns(['team_id', 'provider', 'date', 'read_at', 'reading'])
        .expression((from) =>
          from
            .selectFrom('schedule_connections')
            .select([
              'team_id',
              'provider',
              from.val(date).as('date'),
              from.val(columns.read_at).as('read_at'),
              from.val(columns.reading).as('reading'),
            ])
            .where(isAsSaved(read)),
        )
        .onConflict((conflict) => conflict.columns(['team_id', 'provider', 'date']).doUpdateSet(columns))
        .executeTakeFirst();
      return put.numInsertedOrUpdatedRows === 1n;
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
    async forgetReadingsOf(team) {
      await kysely.deleteFrom('schedule_readings').where('team_id', '=', team).execute();
    },
  };
}

const isAsSaved =
  ({ team, provider, sealed }: SavedConnection) =>
  ({ and, eb }: ExpressionBuilder<Tables, 'schedule_connections'>) =>
    and([eb('team_id', '=', team), eb('provider', '=', provider), eb('sealed', '=', JSON.stringify(sealed))]);

const parseConnection = (row: Tables['schedule_connections']): StoredConnection => ({
  team: row.team_id,
  provider: row.provider,
  settings: JSON.parse(row.settings),
  sealed: JSON.parse(row.sealed),
  terms: JSON.parse(row.terms),
  roles: row.roles === null ? null : JSON.parse(row.roles),
  lastRead:
    row.read_at === null ? null : { at: row.read_at, problem: row.problem && JSON.parse(row.problem) },
});

/** Work that one of several nodes does at a time. */
export interface TaskClaim {
  /** False while another node has it. Taken again before it ends, it goes on. */
  take(): Promise<boolean>;
  release(): Promise<void>;
}

/** A node that dies holds a task for so long, in milliseconds. */
const LIFE = 600_000;

export function createTaskClaim(kysely: Kysely<Tables>, task: string, now: () => number): TaskClaim {
  const key = `claim ${task}`;
  const node = randomUUID();
  return {
    take: () =>
      kysely.transaction().execute(async (transaction) => {
        const row = await transaction
          .selectFrom('meta')
          .select('value')
          .where('key', '=', key)
          .executeTakeFirst();
        const claim = row ? JSON.parse(row.value) : null;
        if (claim && claim.node !== node && claim.until > now()) return false;
        const value = JSON.stringify({ node, until: now() + LIFE });
        await transaction
          .insertInto('meta')
          .values({ key, value })
          .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
          .execute();
        return true;
      }),
    async release() {
      await kysely.deleteFrom('meta').where('key', '=', key).where('value', 'like', `%${node}%`).execute();
    },
  };
}
