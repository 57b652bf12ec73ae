import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
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
import type { DocumentRef, DocumentStore, StoredChange, StoredDocument } from '../document-store.ts';
import { migrate } from '../migrate.ts';
import { writeHistory } from '../pack-writing.ts';
import type { DatabaseStore, LimitOptions, SecurityLogEntry, SharedLimit } from '../store.ts';
import type { Tables } from '../tables.ts';
import { deleteTeamRows, nextEpoch } from '../team-tables.ts';
import { createClient, createOutageLog, type Database, databaseAt, openPool } from './connection.ts';
import { postgresCommits, requireStored } from './postgres-commits.ts';
import { asStartProblem } from './postgres-errors.ts';
import { postgresWakes } from './postgres-wakes.ts';
import { SerializableKysely } from './serializable-kysely.ts';
import {
  epochOf,
  makeEpoch,
  type NodeLock,
  openNodeLock,
  refuseDistantNodes,
  refusePartial,
  refuseUnsuitable,
  saveEpoch,
} from './start-checks.ts';

/** In milliseconds. */
const MEASURE_EVERY = 30_000;
/** A slower answer says too little about when it was made. */
const LONGEST_ANSWER = 1_000;
const NOTICEABLE = 60_000;

/** PostgreSQL's clock, which is the clock of all nodes. `offset` is how far it is ahead of this machine's, in milliseconds. */
async function startDatabaseClock(pool: pg.Pool, logError: (error: unknown) => void) {
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

/** Of each limit. Made-up addresses can be tried without end. */
const MOST_ROWS = 20_000;
/** How far the clocks of two nodes may be apart, in milliseconds. */
const SKEW = 5_000;
/** After how many calls a node removes rows that are no longer needed. */
const CLEAN_EVERY = 1_000;

/** A row says in how many milliseconds its bucket was empty at an instant. A call adds what drains in its share of the window. */
export function createPostgresLimit(
  pool: Pick<pg.Pool, 'query'>,
  name: string,
  { most, window, now }: LimitOptions,
): SharedLimit {
  const share = Math.ceil(window / most);
  let uncleaned = CLEAN_EVERY;

  async function clean(): Promise<void> {
    await pool.query('delete from limits where name = $1 and at + drains_in <= $2', [name, now()]);
    // Of buckets that all count, those that drain first go.
    await pool.query(
      `delete from limits where name = $1 and key in (
        select key from limits where name = $1 order by at + drains_in
        limit greatest(0, (select count(*) from limits where name = $1) - $2))`,
      [name, MOST_ROWS],
    );
  }

  return {
    async isFull(key) {
      const { rowCount } = await pool.query({
        name: 'limits.isFull',
        text: `select from limits where name = $1 and key = $2 and at <= $3::bigint + ${SKEW}
          and drains_in - greatest(0, $3 - at) + $4 > $5`,
        values: [name, hashOf(key), now(), share, window],
      });
      return rowCount === 1;
    },

    async add(key) {
      uncleaned += 1;
      if (uncleaned > CLEAN_EVERY) {
        uncleaned = 0;
        await clean();
      }
      const { rowCount } = await pool.query({
        name: 'limits.add',
        // After a clock was set back, a full bucket takes another call, and drains from then on.
        text: `insert into limits as known (name, key, drains_in, at) values ($1, $2, $4, $3::bigint)
          on conflict (name, key) do update set
            drains_in = $4 + case when known.at > $3 + ${SKEW} then least(known.drains_in, $5 - $4)
              else greatest(0, known.drains_in - greatest(0, $3 - known.at)) end,
            at = case when known.at > $3 + ${SKEW} then $3 else greatest(known.at, $3) end
          where known.at > $3 + ${SKEW}
            or known.drains_in - greatest(0, $3 - known.at) + $4 <= $5`,
        values: [name, hashOf(key), now(), share, window],
      });
      return rowCount === 1;
    },

    async takeBack(key) {
      await pool.query({
        name: 'limits.takeBack',
        text: 'update limits set drains_in = greatest(0, drains_in - $3) where name = $1 and key = $2',
        values: [name, hashOf(key), share],
      });
    },
  };
}

/** Keys hold addresses of people. */
const hashOf = (key: string): string => createHash('sha256').update(key).digest('base64url');

interface PostgresOptions {
  /** Told of errors that no request is waiting for. */
  readonly logError?: (error: unknown) => void;
  readonly warn?: (sentence: string) => void;
  /** For a command that nothing may run beside. */
  readonly isAlone?: boolean;
  /** For the command that moves data here, also into a database that an interrupted move has filled. */
  readonly isTarget?: boolean;
  /** Where to remember which of several servers was used last. */
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
    await refuseDistantNodes(kysely);
    lock = await openNodeLock(database);
    if (isAlone) await lock.exclude();
    if (!isTarget) await refusePartial(pool);
    const migrateAlone = createMigrationLock(database);
    await migrateAlone((patient) => migrate(patient, 'postgres'));
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
        writeSnapshots: (snapshots) => writeSnapshots(kysely, snapshots),
        deleteTeam: (team, entry) => deleteTeam(kysely, team, entry),
        // PostgreSQL's log is the operator's, as are its copies.
        clearLog: async () => {},
        async commit(batch) {
          requireStored(await commits.commitGroups([batch]), batch);
        },
      },
      migrateAlone,
      renewEpoch: async () => saveEpoch(pool, await nextEpoch(kysely)),
      createLimit: (name, options) => createPostgresLimit(pool, name, options),
      runAlone: (task, work) => runAlone(database, task, work),
      wakes,
      probe: () => probe(kysely),
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

/** The number of a task in advisory locks with two numbers, after this one. */
const TASK_LOCK = 1_818_848_881;
const tasks = { days: 1, packing: 2 } as const;

/** A node that dies or is cut off loses the lock with its connection, so the work may be done twice. */
async function runAlone(
  database: Database,
  task: keyof typeof tasks,
  work: () => Promise<void>,
): Promise<void> {
  const client = createClient(database, 'lineup task');
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ taken: boolean }>(
      'select pg_try_advisory_lock($1::int, $2::int) as taken',
      [TASK_LOCK, tasks[task]],
    );
    if (rows[0]?.taken) await work();
  } finally {
    await client.end();
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

/** A document that was deleted while its body waited stays deleted. */
async function writeSnapshots(
  kysely: Kysely<Tables>,
  snapshots: readonly (DocumentRef & StoredDocument)[],
): Promise<void> {
  await kysely.transaction().execute(async (transaction) => {
    for (const { team, document, version, body } of snapshots) {
      await sql`
        insert into snapshots (team_id, document_id, version, body)
        select team_id, id, ${version}, ${JSON.stringify(body)} from documents
        where team_id = ${team} and id = ${document}
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
