import pg from 'pg';
import { StartProblem } from '../../../start-problem.ts';

/** In milliseconds. A busy machine answers late, and one that lost its power never does. */
const LONGEST_PROBE = 2_000;
/** How much longer than the first server that accepts changes the others may take to answer. */
const LONGEST_WAIT_FOR_OTHERS = 250;

export interface Host {
  readonly host: string;
  readonly port: number;
}

interface Primary extends Host {
  /** Sorts like PostgreSQL's timelines. */
  readonly timeline: string;
}

/**
 * Which of several servers accepts changes. If two do, a server that was replaced is running again, and the one with the newest
 * timeline replaced it.
 */
export async function findPrimary(addresses: readonly string[]): Promise<Host> {
  const primaries: Primary[] = [];
  let failure: unknown = new StartProblem(
    'None of the servers in DATABASE_URL accepts changes: each is a copy of another one.',
  );
  const probes = addresses.map(async (address) => {
    try {
      const primary = await probe(address);
      if (primary) primaries.push(primary);
    } catch (error) {
      failure = error;
    }
    return primaries.length > 0;
  });
  const all = Promise.all(probes);
  const first = Promise.any(probes.map(async (found) => (await found) || Promise.reject()));
  await first.catch(() => {});
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_FOR_OTHERS))]);
  const [newest] = primaries.sort((one, other) => (one.timeline < other.timeline ? 1 : -1));
  if (!newest) throw failure;
  const { host, port } = newest;
  return { host, port };
}

/** Null for a copy. */
async function probe(address: string): Promise<Primary | null> {
  const client = new pg.Client({
    connectionString: address,
    connectionTimeoutMillis: LONGEST_PROBE,
    query_timeout: LONGEST_PROBE,
    application_name: 'lineup',
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ timeline: string | null }>(`
      select case when not pg_is_in_recovery() then substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end as timeline
    `);
    const timeline = rows[0]?.timeline ?? null;
    return timeline === null ? null : { host: client.host, port: client.port, timeline };
  } finally {
    client.end().catch(() => {});
  }
}
