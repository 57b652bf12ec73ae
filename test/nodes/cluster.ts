import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgresStore } from '../../server/database/postgres/postgres.ts';
import { type Door, openDoor } from '../postgres/door.ts';
import { execute, type PostgresServer, startPostgres } from '../postgres/postgres-server.ts';
import { primarySettings, standbyName, startStandby } from '../postgres/standby.ts';
import { type NodeProcess, startNode } from './node-process.ts';

/** Nodes on PostgreSQL with a standby, at one address that can move to it. */
export interface Cluster {
  readonly nodes: NodeProcess[];
  primary: PostgresServer;
  readonly standby: PostgresServer;
  readonly door: Door;
  /** The standby accepts changes from now on, at the same address. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

export async function startCluster({ isSynchronous = true } = {}): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'lineup-cluster-'));
  // Without a standby, nothing can be committed as soon as one is waited for.
  const primary = await startPostgres(undefined, primarySettings);
  await execute(primary.url('postgres'), 'create database lineup');
  await (await openPostgresStore(primary.url('lineup'))).close();
  const standby = await startStandby(primary);
  if (isSynchronous) {
    await execute(primary.url('postgres'), `alter system set synchronous_standby_names = '"${standbyName}"'`);
    await execute(primary.url('postgres'), 'select pg_reload_conf()');
  }
  const door = await openDoor(primary.folder);
  const url = `postgres://postgres@127.0.0.1:${door.port}/lineup`;
  const nodes = await Promise.all(['one', 'two'].map((name) => startNode(url, folder, name)));
  const cluster: Cluster = {
    ...{ nodes, primary, standby, door },
    async promote() {
      // Nodes that connect in between find a copy, and try again.
      door.leadTo(standby.folder);
      await execute(standby.url('lineup'), 'select pg_promote()');
    },
    async stop() {
      await Promise.all(nodes.map((node) => node.kill()));
      await door.close();
      // A killed primary may have been started again.
      await Promise.all([cluster.primary.stop(), standby.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return cluster;
}
