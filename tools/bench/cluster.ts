import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execute, type PostgresServer, startPostgres } from '../../test/postgres/postgres-server.ts';
import type { Target } from './pages.ts';
import { makeTeam, type ServerProcess, startServer } from './servers.ts';

export interface Node extends ServerProcess {
  readonly target: Target;
}

export interface Cluster {
  readonly postgres: PostgresServer;
  readonly url: string;
  /** Starts so many; `url` is how they reach the database if not straight. */
  start(count: number, url?: string): Promise<readonly Node[]>;
  stop(): Promise<void>;
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

export async function startCluster(): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'lineup-bench-'));
  const postgres = await startDatabase();
  const url = postgres.url('lineup');
  const secret = { SECRET_FILE: join(folder, 'secret') };
  const running: ServerProcess[] = [];
  let started = 0;
  const startNode = async (reached: string) => {
    const env = { DATA_DIR: join(folder, String(started++)), DATABASE_URL: reached };
    const node = await startServer({ ...secret, ...env });
    running.push(node);
    return node;
  };
  try {
    const first = await startNode(url);
    const team = await makeTeam(first.port);
    await first.stop();
    return {
      postgres,
      url,
      start: (count, reached = url) =>
        Promise.all(
          Array.from({ length: count }, async () => {
            const node = await startNode(reached);
            return Object.assign(node, { target: { port: node.port, ...team } });
          }),
        ),
      async stop() {
        await Promise.all(running.map((node) => node.kill()));
        await postgres.stop();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}
