import { afterAll, beforeAll, expect, test } from 'vitest';
import { StartProblem } from '../../server/start-problem.ts';
import { findPrimary } from '../../server/store/postgres/hosts/find-primary.ts';
import { openPostgresStore } from '../../server/store/postgres/postgres.ts';
import { eventually } from '../eventually.ts';
import { openDoor } from '../postgres/door.ts';
import { execute } from '../postgres/postgres-server.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { survive } from './survive.ts';

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.stop());

test('[SV12] a standby alone is a sentence', async () => {
  await expect(openPostgresStore(cluster.standby.url('lineup'))).rejects.toEqual(
    new StartProblem(
      'The server of DATABASE_URL accepts no changes, because it is a copy of another server. Name that one instead.',
    ),
  );
});

test('[OP1] [OP11] [OP12] nothing is lost when a machine with PostgreSQL loses its power and its synchronous standby takes over', async () => {
  const { nodes, primary, standby, primaryDoor } = cluster;
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
      primaryDoor.freeze();
      expect(await statuses()).toEqual([200, 503, 200, 503]);
      await sql('select pg_promote()');
      return performance.now();
    },
  });
  expect(faults).toEqual([]);
  expect(acknowledged).toBeGreaterThan(16);
  await eventually(async () => expect(await statuses()).toEqual([200, 200, 200, 200]));

  // The one that was replaced still runs, and also accepts changes.
  const doors = [await openDoor(primary.folder), await openDoor(standby.folder)];
  const addresses = doors.map(({ port }) => `postgres://postgres@127.0.0.1:${port}/lineup`);
  const { port } = await findPrimary(addresses);
  expect(port).toBe(doors[1]?.port);
  expect((await findPrimary(addresses.slice(0, 1))).port).toBe(doors[0]?.port);
  await Promise.all(doors.map((door) => door.close()));
});
