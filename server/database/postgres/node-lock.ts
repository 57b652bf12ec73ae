import type pg from 'pg';
import { StartProblem } from '../../start-problem.ts';
import { createClient, type Database } from './connection.ts';

/** Everything that has the database open shares this advisory lock; a command that must be alone takes it exclusively. */
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
  const client = createClient(database, 'lineup lock');
  client.on('error', () => {});
  const release = async () => {
    await client.end();
  };
  await client.connect();
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
