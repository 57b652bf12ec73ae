import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createFindPrimary, openNewestTimeline } from '../../server/database/postgres/find-primary.ts';
import { openPostgresStore } from '../../server/database/postgres/postgres.ts';
import { StartProblem } from '../../server/start-problem.ts';
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

test('a standby alone is a sentence', async () => {
  await expect(openPostgresStore(cluster.standby.url('lineup'))).rejects.toEqual(
    new StartProblem(
      'The server of DATABASE_URL accepts no changes, because it is a copy of another server. Name that one instead.',
    ),
  );
});

test('[OP11] nothing is lost when a machine with PostgreSQL loses its power and its synchronous standby takes over', async () => {
  const { nodes, standby, primaryDoor } = cluster;
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
});

test('[OP13] a server that was replaced still runs and accepts changes, and is not used', async () => {
  const { primary, standby } = cluster;
  const doors = [await openDoor(primary.folder), await openDoor(standby.folder)] as const;
  const addresses = doors.map(({ port }) => `postgres://postgres@127.0.0.1:${port}/lineup`);
  const find = (file?: string, given = addresses) => createFindPrimary(given, openNewestTimeline({ file }))();
  const old = addresses.slice(0, 1);
  expect((await find(undefined, old)).port).toBe(doors[0].port);

  // However late the other one answers, it is waited for.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  doors[1].freeze();
  const found = find();
  await eventually(() => expect([doors[0].lines, doors[1].lines]).toEqual([0, 1]));
  await vi.advanceTimersByTimeAsync(1_000);
  doors[1].thaw();
  vi.useRealTimers();
  expect((await found).port).toBe(doors[1].port);

  // A machine that has used it once uses the old one never again, also where that is the only one it reaches.
  const folder = mkdtempSync(join(tmpdir(), 'lineup-timeline-'));
  const timelineFile = join(folder, 'postgresql-timeline');
  const open = (address: string) =>
    openPostgresStore(address, { timelineFile }).then((store) => store.close());
  await open(addresses.join().replace('/lineup,postgres://postgres@', ','));
  const replaced = /was replaced by another one, which this machine has used since/;
  await expect(find(timelineFile, old)).rejects.toThrow(replaced);
  await expect(open(primary.url('lineup'))).rejects.toThrow(replaced);
  // Unless it was restored to be used again.
  await execute(
    primary.url('lineup'),
    `set synchronous_commit = off; update meta set value = 'restored' where key = 'epoch'`,
  );
  await open(primary.url('lineup'));
  await Promise.all(doors.map((door) => door.close()));
  rmSync(folder, { recursive: true });
});
