import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import { StartProblem } from '../../start-problem.ts';
import { type Arrival, arrivalKey, describeMove, type Move } from '../moving/place.ts';
import type { Tables } from '../tables.ts';
import { type Database, openClient } from './connection.ts';
import { poolSentence } from './postgres-errors.ts';

const oldestVersion = 15;

/** Throws a `StartProblem` for a server that Lineup cannot use. */
export async function refuseUnsuitable(kysely: Kysely<Tables>, database: Database): Promise<void> {
  const { rows } = await sql<{
    about: string;
    version: number;
    encoding: string;
    reads_only: string;
  }>`
    select version() as about, current_setting('server_version_num')::int as version,
      current_setting('server_encoding') as encoding,
      current_setting('default_transaction_read_only') as reads_only
  `.execute(kysely);
  const [found] = rows;
  if (!found) throw new StartProblem('PostgreSQL says nothing about its version.');
  const major = Math.floor(found.version / 10_000);
  if (major < oldestVersion) {
    throw new StartProblem(
      `Lineup needs PostgreSQL ${oldestVersion} or newer; DATABASE_URL names a ${major}.`,
    );
  }
  if (!found.about.startsWith('PostgreSQL')) {
    throw new StartProblem(
      `Lineup needs PostgreSQL, but DATABASE_URL names ${found.about.split(/[ ,]/)[0]}.`,
    );
  }
  if (found.encoding !== 'UTF8') {
    throw new StartProblem(
      `The database of DATABASE_URL has the encoding ${found.encoding}. Create one with UTF8, which holds every name.`,
    );
  }
  if (found.reads_only === 'on') {
    throw new StartProblem(
      'The database of DATABASE_URL accepts no changes: default_transaction_read_only is on. Turn it off for this database and user.',
    );
  }
  await refuseSharedConnections(kysely, database);
}

/**
 * Settings, locks and LISTEN belong to a connection. A pool that gives each statement any of its connections, such as
 * PgBouncer in transaction mode, loses them without an error: transactions would not be serializable, two servers could
 * change tables at once, and none would hear of another's changes. Such a pool gives two clients the same process.
 */
async function refuseSharedConnections(kysely: Kysely<Tables>, database: Database): Promise<void> {
  const client = await openClient(database);
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const other = await sql<{ pid: number; isolation: string }>`
      select pg_backend_pid() as pid, current_setting('default_transaction_isolation') as isolation
    `.execute(kysely);
    if (other.rows[0]?.isolation !== 'serializable' || other.rows[0].pid === rows[0]?.pid)
      throw new StartProblem(poolSentence);
  } finally {
    await client.end();
  }
}

/** Refuses every change. Its comment is a `Move` as JSON. */
const movedFunction = 'lineup_moved';

/** Throws a `StartProblem` for a database that part of the data is missing from, or whose data is elsewhere now. */
export async function refusePartial(db: Pick<pg.Pool, 'query'>): Promise<void> {
  const { left, arrival } = await loadMoves(db);
  if (left) throw new StartProblem(sentenceOf(left));
  if (arrival && arrival.state !== 'in use') {
    throw new StartProblem(
      'A move into the database of DATABASE_URL did not finish. Run “npm run lineup -- move-to” again, with the settings of the database that was being moved.',
    );
  }
}

export const sentenceOf = (left: Move): string =>
  `The data of DATABASE_URL was ${describeMove(left)}. Unset DATABASE_URL to use it there. To go on with what this database had then, without later changes, run “drop function ${movedFunction} cascade” in it.`;

/** Also for a database without tables. */
export async function loadMoves(db: Pick<pg.Pool, 'query'>) {
  const { rows } = await db.query<{ left: string | null; has_meta: boolean }>(
    `select obj_description(to_regproc($1), 'pg_proc') as left, to_regclass('meta') is not null as has_meta`,
    [movedFunction],
  );
  const [found] = rows;
  const kept = found?.has_meta
    ? await db.query<{ value: string }>('select value from meta where key = $1', [arrivalKey])
    : null;
  const text = kept?.rows[0]?.value;
  return {
    hasMeta: found?.has_meta === true,
    left: found?.left ? (JSON.parse(found.left) as Move) : null,
    arrival: text === undefined ? null : (JSON.parse(text) as Arrival),
  };
}

/** Marks the database as left, in the transaction that is open. Nothing can be changed in it afterwards. */
export async function refuseChanges(client: pg.Client, tables: readonly string[], move: Move): Promise<void> {
  const literal = (text: string) => client.escapeLiteral(text);
  const body = `begin raise exception '%', ${literal(`The data of this database was ${describeMove(move)}.`)}; end`;
  await client.query(
    `create function ${movedFunction}() returns trigger language plpgsql as ${literal(body)}`,
  );
  await client.query(`comment on function ${movedFunction}() is ${literal(JSON.stringify(move))}`);
  for (const table of tables) {
    await client.query(
      `create trigger ${movedFunction} before insert or update or delete or truncate
      on ${client.escapeIdentifier(table)} for each statement execute function ${movedFunction}()`,
    );
  }
}

/** Shared by everything that has the database open; a command that must be alone takes it. Beside it, a server would store what is moved away or can't be decrypted. */
const NODE_LOCK = 7_243_112_062;

/** For as long as this connection is open. False while a command is alone with the database. */
export async function shareNodeLock(client: pg.Client): Promise<boolean> {
  return tryLock(client, 'pg_try_advisory_lock_shared');
}

export interface NodeLock {
  /** From now on, nothing else can open the database. Rejects with a `StartProblem` while something has it open. */
  exclude(): Promise<void>;
  release(): Promise<void>;
}

/** Shares the lock on a connection of its own. Rejects with a `StartProblem` while a command is alone with the database. */
export async function openNodeLock(database: Database): Promise<NodeLock> {
  const client = await openClient(database, 'lineup lock');
  const release = () => client.end();
  if (!(await shareNodeLock(client))) {
    await release();
    throw new StartProblem(
      'A command such as “rotate-secret” or “move-to” is using the database of DATABASE_URL. Wait until it has finished.',
    );
  }
  return {
    async exclude() {
      if (await tryLock(client, 'pg_try_advisory_lock')) return;
      throw new StartProblem(
        'The database of DATABASE_URL is in use by a running Lineup. Stop all of them first.',
      );
    },
    release,
  };
}

async function tryLock(client: pg.Client, take: string): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(`select ${take}($1) as taken`, [NODE_LOCK]);
  return rows[0]?.taken === true;
}

const timeline = 'substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)';

/**
 * The id of this history. A copy that takes over has another timeline: it may lack changes that pages have seen, so they
 * start again from a snapshot. On the timeline that it was stored on, the id is as it was stored: a history that was moved
 * here goes on.
 */
export async function epochOf(db: Pick<pg.Client, 'query'>): Promise<string> {
  const { rows } = await db.query<{ epoch: string }>(`
    select epoch.value || case ${timeline} when first.value then '' else '-' || ${timeline} end as epoch
    from meta epoch left join meta first on first.key = 'timeline'
    where epoch.key = 'epoch'
  `);
  return rows[0]?.epoch ?? '';
}

export async function makeEpoch(db: Pick<pg.Pool, 'query'>): Promise<void> {
  await db.query("insert into meta (key, value) values ('epoch', $1) on conflict do nothing", [randomUUID()]);
}

export async function saveEpoch(db: Pick<pg.Client, 'query'>, epoch: string): Promise<void> {
  await db.query(
    `insert into meta (key, value) values ('epoch', $1), ('timeline', ${timeline})
    on conflict (key) do update set value = excluded.value`,
    [epoch],
  );
}
