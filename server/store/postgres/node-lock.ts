import type pg from 'pg';
import { StartProblem } from '../../start-problem.ts';
import { createClient } from './connection.ts';

/** Every node that runs shares this advisory lock, on the connection that listens. */
const NODE_LOCK = 7_243_112_062;

/** Says on this connection, for as long as it is open, that a node is running. */
export async function shareNodeLock(client: pg.Client): Promise<void> {
  await client.query('select pg_try_advisory_lock_shared($1)', [NODE_LOCK]);
}

/** For a command that no node may run beside. Rejects with a `StartProblem` while one does. */
export async function lockOutNodes(url: string): Promise<() => Promise<void>> {
  const client = createClient(url);
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ is_free: boolean }>('select pg_try_advisory_lock($1) as is_free', [
    NODE_LOCK,
  ]);
  if (rows[0]?.is_free) return () => client.end();
  await client.end();
  throw new StartProblem(
    'The database of DATABASE_URL is in use by a running Lineup. Stop all of them first.',
  );
}
