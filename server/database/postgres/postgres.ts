import { setTimeout as wait } from 'node:timers/promises';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type QueryResult,
  sql,
  type TransactionBuilder,
} from 'kysely';
import type pg from 'pg';
import { commonStore } from '../common-store.ts';
import {
  type ChangeRow,
  parseChange,
  type RunStatement,
  readDocuments,
  seeingRecord,
  statementsFor,
} from '../document-reading.ts';
import type { DocumentRef, DocumentStore, StoredChange } from '../document-store.ts';
import { migrate } from '../migrate.ts';
import { writeHistory } from '../pack-writing.ts';
import type { DatabaseStore, SecurityLogEntry } from '../store.ts';
import type { Tables } from '../tables.ts';
import { deleteTeamRows, nextEpoch } from '../team-tables.ts';
import { createOutageLog, type Database, databaseAt, openClient, openPool } from './connection.ts';
import { postgresCommits, requireStored } from './postgres-commits.ts';
import { asStartProblem, codeOf, wasIdleTooLong } from './postgres-errors.ts';
import { postgresWakes } from './postgres-wakes.ts';
import {
  epochOf,
  makeEpoch,
  type NodeLock,
  openNodeLock,
  refusePartial,
  refuseUnsuitable,
  saveEpoch,
} from './start-checks.ts';

/** In milliseconds: clocks of machines drift, and are set. */
const MEASURE_EVERY = 30_000;
/** A slower answer says too little about when it was made. */
const LONGEST_ANSWER = 1_000;
const NOTICEABLE = 60_000;

/** PostgreSQL's clock, which is that of all nodes: by their own, a break would end at different times. `offset` is how far it is ahead of this machine's, in milliseconds. */
export async function startDatabaseClock(pool: pg.Pool, logError: (error: unknown) => void) {
  /** PostgreSQL's time when this process started to count. So it makes no difference when the machine's clock is set. */
  let start = Date.now() - performance.now();
  let isMachineRight = true;

  const offset = (): number => Math.round(start + performance.now() - Date.now());

  async function measure(): Promise<void> {
    const sent = performance.now();
    const { rows } = await pool.query<{ now: number }>({
      name: 'now',
      text: 'select (extract(epoch from clock_timestamp()) * 1000)::bigint as now',
    });
    const received = performance.now();
    const now = rows[0]?.now;
    if (now !== undefined && received - sent <= LONGEST_ANSWER) start = now - (sent + received) / 2;
    checkMachine();
  }

  function checkMachine(): void {
    const wasRight = isMachineRight;
    isMachineRight = Math.abs(offset()) <= NOTICEABLE;
    if (!wasRight || isMachineRight) return;
    const seconds = Math.round(Math.abs(offset()) / 1_000);
    logError(
      new Error(
        `The clock of this machine is ${seconds} seconds ${offset() < 0 ? 'ahead of' : 'behind'} PostgreSQL's. Changes and sign-ins have PostgreSQL's time. Set the machine's clock: by it, codes of authenticator apps, passkeys and sign-ins through a provider can be refused.`,
      ),
    );
  }

  await measure();
  const timer = setInterval(() => measure().catch(logError), MEASURE_EVERY).unref();
  return { offset, stop: () => clearInterval(timer) };
}

interface PostgresOptions {
  /** Told of errors that no request is waiting for. */
  readonly logError?: (error: unknown) => void;
  readonly warn?: (sentence: string) => void;
  /** For a command that nothing may run beside. */
  readonly isAlone?: boolean;
  /** For the command that moves data here, also into a database that an interrupted move has filled. */
  readonly isTarget?: boolean;
  /** Where to remember which server was used last. */
  readonly timelineFile?: string;
}

/** The advisory lock of whatever changes tables: of several nodes that start at once, one does. */
const MIGRATION_LOCK = 7_243_112_061;

/** Opens the database at an address, and creates or updates its tables. Rejects with a `StartProblem`. */
export async function openPostgresStore(
  url: string,
  {
    logError = () => {},
    warn = () => {},
    isAlone = false,
    isTarget = false,
    timelineFile,
  }: PostgresOptions = {},
): Promise<DatabaseStore> {
  const outage = createOutageLog(warn);
  const database = databaseAt(url, { file: timelineFile, warn });
  const pool = openPool(database, outage, 'read committed');
  const serializablePool = openPool(database, outage, 'serializable');
  const kysely: Kysely<Tables> = new SerializableKysely(serializablePool);
  let lock: NodeLock | undefined;
  const close = async () => {
    await Promise.all([pool.end(), kysely.destroy(), lock?.release()]);
  };
  try {
    await refuseUnsuitable(kysely, database);
    lock = await openNodeLock(database);
    if (isAlone) await lock.exclude();
    if (!isTarget) await refusePartial(pool);
    await migrateAlone(database);
    await makeEpoch(pool);
    const epoch = await epochOf(pool);
    const run = statementsOn(pool);
    const reading = readDocuments(run, kysely);
    const commits = postgresCommits(pool);
    const wakes = postgresWakes(database, {
      ...{ outage, logError },
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
      ...commonStore(run, kysely),
      documents: {
        ...commits,
        ...reading,
        ...readSeveral(pool),
        ...writeHistory(kysely, reading),
        deleteTeam: (team, entry) => deleteTeam(kysely, team, entry),
        // PostgreSQL's log is the operator's, as are its copies.
        clearLog: async () => {},
        async commit(batch) {
          requireStored(await commits.commitGroups([batch]), batch);
        },
      },
      renewEpoch: async () => saveEpoch(pool, await nextEpoch(kysely)),
      wakes,
      async close() {
        clock.stop();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw asStartProblem(error, url);
  }
}

function statementsOn(pool: pg.Pool): RunStatement {
  const texts = statementsFor('postgres');
  return async <Row>(name: keyof typeof texts, ...values: unknown[]) =>
    (await pool.query({ name, text: texts[name], values })).rows as Row[];
}

/** What nodes look up of many documents, each second, in one statement. */
function readSeveral(pool: pg.Pool): Pick<DocumentStore, 'versions' | 'changesOfAll'> {
  const keysOf = (names: readonly DocumentRef[]) => [
    names.map(({ team }) => team),
    names.map(({ document }) => document),
  ];
  return {
    async versions(names) {
      const { rows } = await pool.query<{ version: number | null }>({
        name: 'versions',
        text: `
          select version from unnest($1::text[], $2::text[]) with ordinality as named (team_id, id, position)
          left join documents using (team_id, id) order by position`,
        values: keysOf(names),
      });
      return rows.map(({ version }) => version ?? 0);
    },
    async changesOfAll(names, limit) {
      const { rows } = await pool.query<ChangeRow & { position: number }>({
        name: 'changesOfAll',
        text: `
          select position, later.* from unnest($1::text[], $2::text[], $3::int[])
            with ordinality as named (team_id, id, after, position)
          cross join lateral (
            select version, id, author, at, change, ${seeingRecord} from changes
            where team_id = named.team_id and document_id = named.id and version > named.after and change <> ''
            order by version limit $4
          ) as later
          order by position, version`,
        values: [...keysOf(names), names.map(({ after }) => after), limit],
      });
      const found: StoredChange[][] = names.map(() => []);
      for (const row of rows) found[row.position - 1]?.push(parseChange(row));
      return found;
    },
  };
}

/** Migrates while no other node does, on the connection that has the lock: none of its statements has a time limit. */
async function migrateAlone(database: Database): Promise<void> {
  // A lock that is lost with it ends with the work that it guards.
  const client = await openClient(database);
  const connection = { query: client.query.bind(client), release() {} };
  try {
    await client.query('set session characteristics as transaction isolation level serializable');
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const pool = { options: {}, connect: async () => connection, end: async () => {} };
    await migrate(new SerializableKysely(pool), 'postgres');
  } finally {
    await client.end();
  }
}

const deleteTeam = (kysely: Kysely<Tables>, team: string, entry?: SecurityLogEntry): Promise<void> =>
  kysely.transaction().execute(async (transaction) => {
    // This waits for commits, and starts again after each that came first: also after the creation of a document, which
    // touches its team's row. In the order in which commits lock.
    await sql`select from documents where team_id = ${team} order by id for update`.execute(transaction);
    await deleteTeamRows(transaction, team, entry);
  });

/** Two transactions that would not have ended the same way one after the other, or that wait for each other. */
const conflicts: ReadonlySet<string> = new Set(['40001', '40P01']);
const mostAttempts = 20;
const longestPause = 20;

/**
 * Kysely for everything but documents: who is who, and who is where. On SQLite one transaction runs at a time, and the code
 * relies on it: that a team keeps a manager, or that no sign-in with the old password outlives a new one. Here every
 * statement and transaction is serializable. PostgreSQL refuses one of two that would not have ended as one after the other,
 * and it runs again. So the work of a transaction must do nothing but use the database.
 */
class SerializableKysely extends Kysely<Tables> {
  constructor(pool: PostgresPool) {
    super({ dialect: retrying(new PostgresDialect({ pool })) });
  }

  override transaction(): TransactionBuilder<Tables> {
    const builder = super.transaction();
    const execute = builder.execute.bind(builder);
    return Object.assign(builder, {
      execute: <Result>(work: Parameters<typeof execute<Result>>[0]) => retry(() => execute(work)),
    });
  }
}

async function retry<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const mayRunAgain = conflicts.has(codeOf(error) ?? '') || wasIdleTooLong(error);
      if (attempt === mostAttempts || !mayRunAgain) throw error;
      await wait(Math.random() * Math.min(longestPause, attempt));
    }
  }
}

/** Runs a statement again that is no part of a transaction. */
function retrying(dialect: PostgresDialect): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (kysely) => dialect.createIntrospector(kysely),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver: () => retryingDriver(dialect.createDriver()),
  };
}

function retryingDriver(driver: Driver): Driver {
  const inTransaction = new WeakSet<DatabaseConnection>();
  const changed = new WeakSet<DatabaseConnection>();

  function change(connection: DatabaseConnection): DatabaseConnection {
    if (changed.has(connection)) return connection;
    changed.add(connection);
    const execute = connection.executeQuery.bind(connection);
    connection.executeQuery = <Row>(query: CompiledQuery): Promise<QueryResult<Row>> =>
      inTransaction.has(connection) ? execute<Row>(query) : retry(() => execute<Row>(query));
    return connection;
  }

  return {
    init: (options) => driver.init(options),
    acquireConnection: async (options) => change(await driver.acquireConnection(options)),
    beginTransaction(connection, settings) {
      inTransaction.add(connection);
      return driver.beginTransaction(connection, settings);
    },
    commitTransaction: (connection) => driver.commitTransaction(connection),
    rollbackTransaction: (connection) => driver.rollbackTransaction(connection),
    releaseConnection(connection, options) {
      inTransaction.delete(connection);
      return driver.releaseConnection(connection, options);
    },
    destroy: (options) => driver.destroy(options),
  };
}
