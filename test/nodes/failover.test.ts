import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgresStore } from '../../server/database/postgres/postgres.ts';
import { StartProblem } from '../../server/start-problem.ts';
import { eventually } from '../eventually.ts';
import { execute } from '../postgres/postgres-server.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { survive } from './survive.ts';

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.stop());

test('a standby alone is a sentence', async () => {
  await expect(openPostgresStore(cluster.standby.url('lineup'))).rejects.toEqual(
    new StartProblem(
      'The server of DATABASE_URL accepts no changes, because it is a copy of another server. Name that one instead.',
    ),
  );
});

test('[OP11] nothing is lost when a machine with PostgreSQL loses its power and its synchronous standby takes over', async () => {
  const { nodes, standby, door } = cluster;
  const statuses = () =>
    Promise.all(
      nodes.flatMap(({ address }) =>
        ['/healthz', '/readyz'].map(async (path) => (await fetch(address + path)).status),
      ),
    );
  const sql = (statement: string) => execute(standby.url('lineup'), statement);
  const { acknowledged, faults } = await survive({
    addresses: nodes.map(({ address }) => address),
    name: 'Ana',
    writers: 4,
    sql,
    async harm() {
      door.freeze();
      expect(await statuses()).toEqual([200, 503, 200, 503]);
      await cluster.promote();
      return performance.now();
    },
  });
  expect(faults).toEqual([]);
  expect(acknowledged).toBeGreaterThan(16);
  await eventually(async () => expect(await statuses()).toEqual([200, 200, 200, 200]));
});

test('[OP13] a server that was replaced still runs and accepts changes, and is not used', async () => {
  const { primary, standby, door } = cluster;
  const folder = mkdtempSync(join(tmpdir(), 'lineup-timeline-'));
  const url = `postgres://postgres@127.0.0.1:${door.port}/lineup`;
  const open = () =>
    openPostgresStore(url, { timelineFile: join(folder, 'postgresql-timeline') }).then((store) =>
      store.close(),
    );
  door.leadTo(standby.folder);
  await open();
  door.leadTo(primary.folder);
  await expect(open()).rejects.toThrow(/was replaced by another one, which this machine has used since/);
  // Unless it was restored to be used again.
  await execute(
    primary.url('lineup'),
    `set synchronous_commit = off; update meta set value = 'restored' where key = 'epoch'`,
  );
  await open();
  rmSync(folder, { recursive: true });
});
