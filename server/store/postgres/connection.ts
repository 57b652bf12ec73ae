import pg from 'pg';

/**
 * How many connections each of the two pools of a node has: one for documents, and one for everything else. PostgreSQL allows
 * a hundred in all by default.
 */
const MOST_CONNECTIONS = 5;

/** How long connecting may take, in milliseconds. */
const LONGEST_CONNECT = 5_000;

/** PostgreSQL's code of the type `bigint`. Ours are instants and counts, which a number holds. */
const BIGINT = 20;

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === BIGINT ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** `name` is what PostgreSQL's list of activities calls the connection. */
export const connectionConfig = (url: string, name = 'lineup'): pg.ClientConfig => ({
  connectionString: url,
  connectionTimeoutMillis: LONGEST_CONNECT,
  keepAlive: true,
  application_name: name,
  types,
});

/** Opens connections as they are needed. A broken one is replaced. */
export function openPool(
  url: string,
  logError: (error: unknown) => void,
  isolation: 'read committed' | 'serializable',
): pg.Pool {
  const options = `-c default_transaction_isolation=${isolation.replace(' ', '\\ ')}`;
  const pool = new pg.Pool({ ...connectionConfig(url), max: MOST_CONNECTIONS, options });
  // Of a connection that nobody uses at the moment.
  pool.on('error', logError);
  // Between two statements of a transaction nobody else listens, and the process would end. The next statement fails.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
