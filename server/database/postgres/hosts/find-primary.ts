import pg from 'pg';
import { StartProblem } from '../../../start-problem.ts';
import type { NewestTimeline } from './newest-timeline.ts';

/** In milliseconds. A busy machine answers late, and one that lost its power never does. */
const LONGEST_PROBE = 2_000;
/** How long servers that did not answer the last time are waited for once another one has. */
const LONGEST_WAIT_FOR_SILENT = 250;

export interface Host {
  readonly host: string;
  readonly port: number;
}

interface Primary extends Host {
  /** Sorts like PostgreSQL's timelines. */
  readonly timeline: string;
}

/** Finds out, for each connection, which of several servers accepts changes. */
export type FindPrimary = () => Promise<Host>;

/**
 * If two servers accept changes, one that was replaced is running again, and the one with the newest timeline replaced it. So all
 * servers are waited for, except those that did not answer the last time.
 */
export function createFindPrimary(addresses: readonly string[], newest: NewestTimeline): FindPrimary {
  const silent = new Set<string>();

  return async () => {
    const primaries: Primary[] = [];
    let failure: unknown = new StartProblem(
      'None of the servers in DATABASE_URL accepts changes: each is a copy of another one.',
    );
    const wasSilent = new Set(silent);
    const probes = addresses.map(async (address) => {
      try {
        const primary = await probe(address, newest);
        silent.delete(address);
        if (primary) primaries.push(primary);
      } catch (error) {
        silent.add(address);
        failure = error;
      }
      return primaries.length > 0;
    });
    const first = Promise.any(probes.map(async (found) => (await found) || Promise.reject()));
    await first.catch(() => {});
    const pause = new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_FOR_SILENT));
    await Promise.all(
      addresses.map((address, index) =>
        wasSilent.has(address) ? Promise.race([probes[index], pause]) : probes[index],
      ),
    );
    const [found] = primaries.sort((one, other) => (one.timeline < other.timeline ? 1 : -1));
    if (!found) throw failure;
    return { host: found.host, port: found.port };
  };
}

/** Null for a copy. Rejects for one that was replaced, or does not answer. */
async function probe(address: string, newest: NewestTimeline): Promise<Primary | null> {
  const client = new pg.Client({
    connectionString: address,
    connectionTimeoutMillis: LONGEST_PROBE,
    query_timeout: LONGEST_PROBE,
    application_name: 'lineup',
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const timeline = await newest.find(client);
    return timeline === null ? null : { host: client.host, port: client.port, timeline };
  } finally {
    client.end().catch(() => {});
  }
}
