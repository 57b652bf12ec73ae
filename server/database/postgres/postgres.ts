import { type Kysely, sql } from 'kysely';
import type pg from 'pg';

import type { DocumentRef, StoredDocument } from '../document-store.ts';
import { kyselyAccessTokens } from '../kysely/access-tokens.ts';
import { deleteTeamRows } from '../kysely/delete-team.ts';
import { kyselyInvitations } from '../kysely/invitations.ts';
import { kyselyLogos } from '../kysely/logos.ts';
import { nextEpoch } from '../kysely/next-epoch.ts';
import { kyselyReaches } from '../kysely/reaches.ts';
import { kyselySchedule } from '../kysely/schedule.ts';
import { kyselySecurityLog } from '../kysely/security-log.ts';
import { createTaskClaim } from '../kysely/task-claim.ts';
import { migrate } from '../migrate.ts';
import { writeHistory } from '../packs/pack-writing.ts';
import { readWithPacks } from '../packs/packed-reading.ts';
import { kyselyPush } from '../push/kysely-push.ts';
import type { SecurityLogEntry } from '../security-log-store.ts';
import type { DatabaseStore } from '../store.ts';
import type { Tables } from '../tables.ts';
import { createClient, type Database, databaseAt, openPool } from './connection.ts';
import { startDatabaseClock } from './database-clock.ts';
import { epochOf, makeEpoch, saveEpoch } from './epoch.ts';

import { createPostgresLimit } from './limits/postgres-limits.ts';
import { type NodeLock, openNodeLock } from './node-lock.ts';
import { createOutageLog } from './outage-log.ts';
import { postgresCommits, requireStored } from './postgres-commits.ts';

import { postgresDocuments } from './postgres-documents.ts';
import { asStartProblem } from './postgres-errors.ts';
import { postgresMembers } from './postgres-members.ts';
import { SerializableKysely } from './serializable-kysely.ts';
import { refuseDistantNodes } from './start/node-protocol.ts';
import { refuseUnsuitable } from './start/refuse-unsuitable.ts';
import { postgresWakes } from './wakes/postgres-wakes.ts';
import { refusePartial } from './whole-database.ts';

interface PostgresOptions {
  /** Told of errors that no request is waiting for. */
  readonly logError?: (error: unknown) => void;
  readonly warn?: (sentence: string) => void;
  /** For a command that nothing may run beside. */
  readonly isAlone?: boolean;
  /**
   * For the command that moves data here: marks the database as incomplete, once nothing else can open it and before tables are
   * made. Without it, such a database is refused.
   */
  readonly markPartial?: (db: Pick<pg.Pool, 'query'>) => Promise<void>;
  /** Where to remember which of several servers was used last. */
  readonly timelineFile?: string;
}

/** The advisory lock of whatever changes tables: of several nodes that start at once, one does. */
const MIGRATION_LOCK = 7_243_112_061;

/** Opens the database at an address, and creates or updates its tables. Rejects with a `StartProblem`. */
export async function openPostgresStore(
  url: string,
  { logError = () => {}, warn = () => {}, isAlone = false, markPartial, timelineFile }: PostgresOptions = {},
): Promise<DatabaseStore> {
  const outage = createOutageLog(warn);
  const database = databaseAt(url, { file: timelineFile, warn });
  const pool = openPool(database, outage, 'read committed');
  const serializablePool = openPool(database, outage, 'serializable');
  const kysely = new SerializableKysely(serializablePool);
  let lock: NodeLock | undefined;
  const close = async () => {
    await Promise.all([pool.end(), kysely.destroy(), lock?.release()]);
  };
  try {
    await refuseUnsuitable(kysely, database);
    await refuseDistantNodes(kysely);
    lock = await openNodeLock(database);
    if (isAlone) await lock.exclude();
    await (markPartial ?? refusePartial)(pool);
    const migrateAlone = createMigrationLock(database);
    await migrateAlone((patient) => migrate(patient, 'postgres'));
    await makeEpoch(pool);
    const epoch = await epochOf(pool);
    const rows = postgresDocuments(pool, kysely);
    const reading = { ...rows, ...readWithPacks(rows, kysely, 'postgres') };
    const commits = postgresCommits(pool);
    const { members, roles } = postgresMembers(pool, kysely);
    const wakes = postgresWakes(database, {
      ...{ outage, logError, onNews: roles.forget },
      onSilenceEnded() {
        const reason = new Error('The connection was replaced, because PostgreSQL had gone silent.');
        for (const each of [pool, serializablePool]) each.breakStuck(reason);
      },
      // Listening shares the lock for as long as the server runs.
      onListening: lock.release,
    });
    const clock = await startDatabaseClock(pool, logError);
    return {
      engine: 'postgres',
      clockOffset: clock.offset,
      asStartProblem: (error) => asStartProblem(error, url),
      epoch,
      kysely,
      documents: {
        ...commits,
        ...reading,
        ...writeHistory(kysely, reading),
        writeSnapshots: (snapshots) => writeSnapshots(kysely, snapshots),
        deleteTeam: (team, entry) => deleteTeam(kysely, team, entry).finally(roles.forget),
        // PostgreSQL's log is the operator's, as are its copies.
        clearLog: async () => {},
        async commit(batch) {
          requireStored(await commits.commitGroups([batch]), batch);
        },
      },
      members,
      invitations: kyselyInvitations(kysely),
      accessTokens: kyselyAccessTokens(kysely),
      logos: kyselyLogos(kysely),
      schedule: kyselySchedule(kysely),
      push: kyselyPush(kysely),
      reaches: kyselyReaches(kysely),
      securityLog: kyselySecurityLog(kysely),
      migrateAlone,
      renewEpoch: async () => saveEpoch(pool, await nextEpoch(kysely)),
      createLimit: (name, options) => createPostgresLimit(pool, name, options),
      claimTask: (task, now) => createTaskClaim(kysely, task, now),
      wakes,
      probe: () => probe(kysely),
      async close() {
        clock.stop();
        await wakes.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw asStartProblem(error, url);
  }
}

/** Runs migrations while no other node does, on the connection that has the lock: none of its statements has a time limit. */
function createMigrationLock(database: Database): DatabaseStore['migrateAlone'] {
  return async (work) => {
    const client = createClient(database);
    // A lock that is lost this way ends with the work that it guards.
    client.on('error', () => {});
    await client.connect();
    const connection = { query: client.query.bind(client), release() {} };
    try {
      await client.query('set session characteristics as transaction isolation level serializable');
      await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
      return await work(
        new SerializableKysely({ options: {}, connect: async () => connection, end: async () => {} }),
      );
    } finally {
      await client.end();
    }
  };
}

/** Commits a row without meaning, as the only way to learn whether changes could be committed. */
async function probe(kysely: Kysely<Tables>): Promise<void> {
  const value = String(Date.now());
  await kysely
    .insertInto('meta')
    .values({ key: 'probe', value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

/** A document that was deleted while its body waited stays deleted. One that is packed as it is has its body in the pack. */
async function writeSnapshots(
  kysely: Kysely<Tables>,
  snapshots: readonly (DocumentRef & StoredDocument)[],
): Promise<void> {
  await kysely.transaction().execute(async (transaction) => {
    for (const { team, document, version, body } of snapshots) {
      await sql`
        insert into snapshots (team_id, document_id, version, body)
        select team_id, id, ${version}, ${JSON.stringify(body)} from documents
        where team_id = ${team} and id = ${document} and packed < ${version}
        on conflict (team_id, document_id) do update set version = excluded.version, body = excluded.body
        where excluded.version > snapshots.version
      `.execute(transaction);
    }
  });
}

const deleteTeam = (kysely: Kysely<Tables>, team: string, entry?: SecurityLogEntry): Promise<void> =>
  kysely.transaction().execute(async (transaction) => {
    // This waits for commits, and starts again after each that came first: also after the creation of a document, which
    // touches its team's row. In the order in which commits lock.
    await sql`select from documents where team_id = ${team} order by id for update`.execute(transaction);
    await deleteTeamRows(transaction, team, entry);
  });
