import pg from 'pg';
import { type NewestTimeline, openNewestTimeline } from './newest-timeline.ts';

/** Says once that connections to PostgreSQL broke, and once that it answers again: with a line for each try, nobody finds others in the log. */
export interface OutageLog {
  /** A connection broke or is silent. `reason` is an error, or a sentence. */
  lost(reason: unknown): void;
  answered(): void;
}

export function createOutageLog(
  warn: (sentence: string) => void,
  clock = () => performance.now(),
): OutageLog {
  let since: number | null = null;
  return {
    lost(reason) {
      if (since !== null) return;
      since = clock();
      warn(typeof reason === 'string' ? reason : `A connection to PostgreSQL broke: ${messageOf(reason)}.`);
    },
    answered() {
      if (since === null) return;
      const seconds = Math.round((clock() - since) / 1_000);
      since = null;
      warn(`PostgreSQL answers again, after ${seconds} s.`);
    },
  };
}

/** Node's errors of several addresses have a code but no message. */
function messageOf(reason: unknown): string {
  const { message, code } = reason as { readonly message?: unknown; readonly code?: unknown };
  return String(message || code || reason).replace(/\.$/, '');
}

/**
 * How many connections each of the two pools of a node has: one for documents, and one for everything else. PostgreSQL allows
 * a hundred in all by default.
 */
const MOST_CONNECTIONS = 5;

/** How long connecting may take, in milliseconds: people whose changes wait for a server that is gone are told to try again. */
const LONGEST_CONNECT = 5_000;

/**
 * How long the answer to a statement about documents may take, in milliseconds. Then the connection is given up: it may lead
 * nowhere. The statement isn't canceled, so a commit may still happen.
 */
const LONGEST_ANSWER = 8_000;

/**
 * How long a transaction may wait for its next statement, in milliseconds. A node that hangs, or is cut off, inside of one holds
 * rows that others need; then PostgreSQL ends the transaction.
 */
const LONGEST_PAUSE = 2_000;

/**
 * How long a statement may wait for a row that another transaction holds, in milliseconds: longer than PostgreSQL waits before
 * it looks for transactions that wait for each other. A commit has changes of many teams, and must not wait long for one of them;
 * everything else outlasts a transaction that hangs.
 */
const LONGEST_LOCK_WAIT = { 'read committed': 1_500, serializable: 3_000 } as const;

/** How long a statement may take on a connection that may be dead, in milliseconds. */
const LONGEST_STATEMENT = 1_000;

/** PostgreSQL's code of the type `bigint`. Ours are instants and counts, which a number holds. */
const BIGINT = 20;

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === BIGINT ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

const configOf = (url: string, name = 'lineup'): pg.ClientConfig => ({
  connectionString: url,
  connectionTimeoutMillis: LONGEST_CONNECT,
  application_name: name,
  types,
});

type Connected = (error: Error | null, client: pg.Client) => void;

export interface Database {
  readonly url: string;
  readonly newest: NewestTimeline;
}

/** Throws a `StartProblem`. */
export const databaseAt = (
  url: string,
  remembered: Parameters<typeof openNewestTimeline>[0] = {},
): Database => ({ url, newest: openNewestTimeline(remembered) });

/**
 * Refuses a server that was replaced, and a copy. And it closes a connection that failed: `pg` leaves one open where a password is
 * missing, and PostgreSQL waits for it for a minute.
 */
function clientOf({ newest }: Database): typeof pg.Client {
  return class extends pg.Client {
    override connect(): Promise<pg.Client>;
    override connect(callback: Connected): void;
    override connect(callback?: Connected): Promise<pg.Client> | undefined {
      if (!callback) {
        return new Promise((resolve, reject) => {
          this.connect((error) => (error ? reject(error) : resolve(this)));
        });
      }
      const unheard = () => {};
      const connected = (error: Error | null) => {
        if (error) this.connection.stream.destroy();
        // From now on, errors are for the one who asked for the connection.
        callback(error, this);
        this.off('error', unheard);
      };
      super.connect((error: Error | null) => {
        if (error) return connected(error);
        this.on('error', unheard);
        newest.check(this).then(() => connected(null), connected);
      });
      return undefined;
    }
  };
}

/** Limits of time that `pg` takes from an address. */
const limitsOfTime = [
  'idle_in_transaction_session_timeout',
  'lock_timeout',
  'query_timeout',
  'statement_timeout',
];

/** The address without the limits of time and the options for PostgreSQL, which `pg` would use instead of others, and those options. */
function withoutOptions(address: string): { connectionString: string; theirs: string } {
  const url = new URL(address);
  const theirs = url.searchParams.get('options') ?? '';
  const left = ['options', ...limitsOfTime].filter((name) => url.searchParams.has(name));
  for (const name of left) url.searchParams.delete(name);
  return { connectionString: left.length === 0 ? address : url.href, theirs };
}

/** One that breaks fails the next statement. */
export async function openClient(database: Database, name?: string): Promise<pg.Client> {
  const client = createClient(database, name);
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** A connection that isn't open yet. `name` is what PostgreSQL's list of activities calls it. */
export function createClient(database: Database, name?: string): pg.Client {
  return new (clientOf(database))(configOf(database.url, name));
}

export interface Pool extends pg.Pool {
  /**
   * Closes connections that may be dead without having been closed: those that nobody uses, and those whose statement takes too
   * long. It fails, and may have been carried out.
   */
  breakStuck(reason: Error): void;
  /** Whether PostgreSQL still carries out a statement that stores something and whose connection was given up. */
  isGivenUpRunning(): Promise<boolean>;
}

/** Opens connections as they are needed. A broken one is replaced. */
export function openPool(
  database: Database,
  outage: Pick<OutageLog, 'lost'>,
  isolation: 'read committed' | 'serializable',
): Pool {
  const config = configOf(database.url);
  const { connectionString, theirs } = withoutOptions(config.connectionString ?? '');
  const pool = new pg.Pool({
    ...{ ...config, connectionString },
    ...{ max: MOST_CONNECTIONS, Client: clientOf(database) },
    // The last one of a setting counts.
    options: [
      theirs,
      `-c default_transaction_isolation=${isolation.replace(' ', '\\ ')}`,
      `-c idle_in_transaction_session_timeout=${LONGEST_PAUSE}`,
      `-c lock_timeout=${LONGEST_LOCK_WAIT[isolation]}`,
      // PostgreSQL must not cancel a statement by itself: one that waits for a copy is committed then, and would be acknowledged.
      '-c statement_timeout=0',
    ].join(' '),
    // Other statements may take long, such as the deletion of a large team. Given up, each would need another connection.
    query_timeout: isolation === 'serializable' ? 0 : LONGEST_ANSWER,
  });
  const open = new Set<pg.PoolClient>();
  const usedSince = new Map<pg.PoolClient, number>();
  /** PostgreSQL's processes of connections that were given up. */
  let givenUp: readonly number[] = [];
  const giveUp = ({ processID }: pg.PoolClient & { readonly processID?: number }) => {
    if (processID !== undefined) givenUp = [...givenUp, processID];
  };
  // Of a connection that nobody uses at the moment.
  pool.on('error', outage.lost);
  pool.on('connect', (client) => {
    open.add(client);
    // Between two statements of a transaction nobody else listens, and the process would end. The next statement fails.
    client.on('error', () => {});
  });
  pool.on('acquire', (client) => void usedSince.set(client, performance.now()));
  pool.on('release', (error, client) => {
    usedSince.delete(client);
    if (error?.message === 'Query read timeout') giveUp(client);
  });
  pool.on('remove', (client) => {
    open.delete(client);
    usedSince.delete(client);
  });
  database.newest.onReplaced(() => {
    const reason = new Error('Another PostgreSQL server has taken over.');
    for (const client of open) client.connection.stream.destroy(reason);
  });
  return Object.assign(pool, {
    breakStuck(reason: Error) {
      const now = performance.now();
      const breakUsedBefore = (time: number) => {
        for (const [client, since] of usedSince) {
          if (since >= time) continue;
          giveUp(client);
          client.connection.stream.destroy(reason);
        }
      };
      for (const client of open) if (!usedSince.has(client)) client.connection.stream.destroy(reason);
      breakUsedBefore(now - LONGEST_STATEMENT);
      setTimeout(breakUsedBefore, LONGEST_STATEMENT, now).unref();
    },

    async isGivenUpRunning() {
      if (givenUp.length === 0) return false;
      const asked = givenUp;
      const { rows } = await pool.query<{ pid: number }>({
        name: 'running',
        text: `select pid from pg_stat_activity
          where pid = any($1) and application_name = 'lineup' and state = 'active' and backend_xid is not null`,
        values: [asked],
      });
      const running = rows.map(({ pid }) => pid);
      givenUp = givenUp.filter((pid) => running.includes(pid) || !asked.includes(pid));
      return running.length > 0;
    },
  });
}
