import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execute, type PostgresServer, startPostgres } from '../../test/postgres/postgres-server.ts';
import { makeTeam, type ServerProcess, startServer, type Target } from './servers.ts';

export type NodeTarget = Target & { system: 'lineup' };

export interface Node extends ServerProcess {
  readonly target: NodeTarget;
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
            return Object.assign(node, { target: { system: 'lineup', port: node.port, ...team } as const });
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

/** What servers say of themselves at /metrics, added up. */
interface Metrics {
  counter(name: string): number;
  /** How often each upper bound was not exceeded, by the bounds of a histogram, ascending. */
  buckets(name: string): ReadonlyMap<number, number>;
}

export async function fetchMetrics(ports: readonly number[]): Promise<Metrics> {
  const texts = await Promise.all(
    ports.map(async (port) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()),
  );
  return parseMetrics(texts);
}

export function parseMetrics(texts: readonly string[]): Metrics {
  const lines = texts.flatMap((text) => text.split('\n'));
  return {
    counter: (name) =>
      lines.filter((line) => line.startsWith(`${name} `)).reduce((sum, line) => sum + amountOf(line), 0),
    buckets(name) {
      const counts = new Map<number, number>();
      for (const line of lines) {
        if (!line.startsWith(`${name}_bucket{`)) continue;
        const text = /le="([^"]+)"/.exec(line)?.[1] ?? '';
        const bound = text === '+Inf' ? Number.POSITIVE_INFINITY : Number(text);
        counts.set(bound, (counts.get(bound) ?? 0) + amountOf(line));
      }
      return counts;
    },
  };
}

const amountOf = (line: string): number => Number(line.slice(line.lastIndexOf(' ') + 1));

/** Within a bucket, what happened is taken to be as evenly spread as Prometheus takes it. */
export function quantileBetween(before: Metrics, after: Metrics, name: string, share: number): number {
  const earlier = before.buckets(name);
  const counts = [...after.buckets(name)].map(
    ([bound, count]) => [bound, count - (earlier.get(bound) ?? 0)] as const,
  );
  const wanted = share * (counts.at(-1)?.[1] ?? 0);
  let [lowest, passed] = [0, 0];
  for (const [bound, count] of counts) {
    if (count >= wanted && count > passed) {
      const within = (wanted - passed) / (count - passed);
      return Number.isFinite(bound) ? lowest + (bound - lowest) * within : lowest;
    }
    [lowest, passed] = [bound, count];
  }
  return Number.NaN;
}
