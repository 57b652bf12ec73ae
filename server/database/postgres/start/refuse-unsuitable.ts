import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import { StartProblem } from '../../../start-problem.ts';
import type { Tables } from '../../tables.ts';
import { createClient, type Database } from '../connection.ts';
import { poolSentence } from '../postgres-errors.ts';

const oldestVersion = 15;

/** How long a server may take to pass a message on, in milliseconds. */
const LONGEST_SILENCE = 10_000;

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
 * change tables at once, and none would hear of another's changes.
 */
async function refuseSharedConnections(kysely: Kysely<Tables>, database: Database): Promise<void> {
  const { rows: settings } = await sql<{ isolation: string }>`
    select current_setting('default_transaction_isolation') as isolation
  `.execute(kysely);
  if (settings[0]?.isolation !== 'serializable') throw new StartProblem(poolSentence);
  const channel = `lineup_${randomUUID().replaceAll('-', '')}`;
  const client = createClient(database);
  let hear = () => {};
  const heard = new Promise<boolean>((resolve) => {
    hear = () => resolve(true);
  });
  client.on('notification', hear);
  client.on('error', () => {});
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, LONGEST_SILENCE, false);
  });
  try {
    await client.connect();
    await client.query(`listen ${channel}`);
    const listening = await pidOf(client);
    const { rows } = await sql<{ pid: number }>`
      select pg_backend_pid() as pid, pg_notify(${channel}, '')
    `.execute(kysely);
    if (rows[0]?.pid === listening || !(await Promise.race([heard, late]))) {
      throw new StartProblem(poolSentence);
    }
  } finally {
    clearTimeout(timer);
    await client.end();
  }
}

async function pidOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}
