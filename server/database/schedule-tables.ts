import type { ExpressionBuilder, Kysely, Selectable } from 'kysely';
import type { IsoDate } from '../../domain/time/date.ts';
import { appendEntries } from './security-log-tables.ts';
import type {
  LastRead,
  SavedConnection,
  SecurityLogEntry,
  StoredConnection,
  StoredReading,
} from './store.ts';
import type { Tables } from './tables.ts';

/**
 * The schedule connections of teams, and background syncs that wait for review. Every `entry` is added to the security log
 * in the same transaction, if the call changed something.
 */
export function kyselySchedule(kysely: Kysely<Tables>) {
  const connections = kysely.selectFrom('schedule_connections').selectAll();
  return {
    ofTeam: async (team: string): Promise<readonly StoredConnection[]> =>
      (await connections.where('team_id', '=', team).orderBy('provider').execute()).map(parseConnection),
    async find(team: string, provider: string): Promise<StoredConnection | null> {
      const row = await connections.where((row) => row.and({ team_id: team, provider })).executeTakeFirst();
      return row ? parseConnection(row) : null;
    },
    all: async (): Promise<readonly ListedConnection[]> =>
      (await connections.orderBy('team_id').orderBy('provider').execute()).map((row) => ({
        ...parseConnection(row),
        failures: row.problem === null ? 0 : Math.max(1, row.failures),
      })),
    /**
     * Claims a connection for a background sync, which counts as failed until its read is noted. False if another server on
     * the same database has claimed it, or if it was read or saved since it was listed.
     */
    async claim(
      listed: StoredConnection,
      { now, until }: { readonly now: number; readonly until: number },
    ): Promise<boolean> {
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
    /** False if the team is gone. */
    put(
      { team, provider, settings, sealed, terms, roles, lastRead }: StoredConnection,
      entry?: SecurityLogEntry,
    ): Promise<boolean> {
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
              .where((row) => row.and({ team_id: team, id: team })),
          )
          .onConflict((conflict) => conflict.columns(['team_id', 'provider']).doUpdateSet(columns))
          .executeTakeFirst();
        if (put.numInsertedOrUpdatedRows !== 1n) return false;
        await appendEntries(transaction, [entry]);
        return true;
      });
    },
    /** Replaces the encrypted secrets of existing connections, all or none. */
    async putSealed(all: readonly SavedConnection[]): Promise<void> {
      await kysely.transaction().execute(async (transaction) => {
        for (const { team, provider, sealed } of all) {
          await transaction
            .updateTable('schedule_connections')
            .set({ sealed: JSON.stringify(sealed) })
            .where((row) => row.and({ team_id: team, provider }))
            .execute();
        }
      });
    },
    /** Has no effect if the connection was saved in the meantime: the result of the old one doesn't apply to it. */
    async noteRead(read: SavedConnection, { at, problem }: LastRead): Promise<void> {
      await kysely
        .updateTable('schedule_connections')
        .set({ read_at: at, problem: problem && JSON.stringify(problem), claimed_until: null })
        .where(isAsSaved(read))
        .execute();
    },
    async setRoles(team: string, provider: string, roles: readonly string[] | null): Promise<void> {
      await kysely
        .updateTable('schedule_connections')
        .set({ roles: roles && JSON.stringify(roles) })
        .where((row) => row.and({ team_id: team, provider }))
        .execute();
    },
    /** Also deletes its stored syncs. */
    remove: (team: string, provider: string, entry?: SecurityLogEntry): Promise<void> =>
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
    /** Returns false and stores nothing if the connection is gone or was saved in the meantime. */
    async putReading(read: SavedConnection, date: IsoDate, reading: StoredReading): Promise<boolean> {
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
    async reading(team: string, provider: string, date: IsoDate): Promise<StoredReading | null> {
      const row = await kysely
        .selectFrom('schedule_readings')
        .select('reading')
        .where((row) => row.and({ team_id: team, provider, date }))
        .executeTakeFirst();
      return row ? JSON.parse(row.reading) : null;
    },
    async forgetReadingsBefore(date: IsoDate): Promise<void> {
      await kysely.deleteFrom('schedule_readings').where('date', '<', date).execute();
    },
    async forgetReadingsOf(team: string): Promise<void> {
      await kysely.deleteFrom('schedule_readings').where('team_id', '=', team).execute();
    },
  };
}

const isAsSaved =
  ({ team, provider, sealed }: SavedConnection) =>
  ({ and, eb }: ExpressionBuilder<Tables, 'schedule_connections'>) =>
    and([eb('team_id', '=', team), eb('provider', '=', provider), eb('sealed', '=', JSON.stringify(sealed))]);

const parseConnection = (row: Selectable<Tables['schedule_connections']>): StoredConnection => ({
  team: row.team_id,
  provider: row.provider,
  settings: JSON.parse(row.settings),
  sealed: JSON.parse(row.sealed),
  terms: JSON.parse(row.terms),
  roles: row.roles === null ? null : JSON.parse(row.roles),
  lastRead:
    row.read_at === null ? null : { at: row.read_at, problem: row.problem && JSON.parse(row.problem) },
});

export type ScheduleStore = ReturnType<typeof kyselySchedule>;

export interface ListedConnection extends StoredConnection {
  /** How many background syncs failed in a row, if the last read did. */
  readonly failures: number;
}
