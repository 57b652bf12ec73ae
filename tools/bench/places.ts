import { join } from 'node:path';
import { execute, type PostgresServer, startPostgres } from '../../test/postgres/postgres-server.ts';

export type Place = {
  readonly DATA_DIR: string;
  readonly SECRET_FILE: string;
  readonly DATABASE_URL?: string;
};

/** Where a server keeps what it has; all nodes of a database share a secret. */
export function placeIn(folder: string, node?: { readonly number: number; readonly url: string }): Place {
  const SECRET_FILE = join(folder, 'secret');
  if (!node) return { DATA_DIR: folder, SECRET_FILE };
  return { DATA_DIR: join(folder, String(node.number)), SECRET_FILE, DATABASE_URL: node.url };
}

/** As an operator runs it: what is acknowledged is on the disk. */
const durable = {
  fsync: 'on',
  full_page_writes: 'on',
  autovacuum: 'on',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
};

export async function startDatabase(): Promise<PostgresServer> {
  const postgres = await startPostgres(undefined, durable);
  // It would go on when this process is interrupted.
  process.once('exit', () => {
    try {
      process.kill(postgres.pid, 'SIGINT');
    } catch {
      // It has ended.
    }
  });
  await execute(postgres.url('postgres'), 'create database lineup');
  return postgres;
}
