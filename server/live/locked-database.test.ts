import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import type { ClientMessage } from '../../contract/live.ts';
import {
  greet,
  heard,
  newcomer,
  newTeam,
  type RunningServer,
  runServer,
  signInElsewhere,
  type Visitor,
} from '../../test/servers/running-server.ts';
import { lockWrites } from '../../test/stores/test-store.ts';

let server: RunningServer;
let ann: Visitor;
let team: string;
let socket: WebSocket;
let unlock: () => Promise<void>;

beforeEach(async () => {
  server = await runServer({ log: pino({ level: 'silent' }) });
  ann = await newcomer(server.address, 'Ann');
  team = await newTeam(ann);
  socket = await ann.live();
  await greet(socket);
  unlock = async () => {};
});
afterEach(async () => {
  await unlock();
  socket.terminate();
  await server.stop();
});

const say = (message: ClientMessage) => socket.send(JSON.stringify(message));

async function ping(): Promise<void> {
  const answered = heard(socket, 'pong');
  say({ type: 'ping' });
  await answered;
}

test('[CH36] while the database is locked, sign-ins wait, and pings and reads do not', async () => {
  unlock = await lockWrites(server.dataDir);
  let waiting = 3;
  const signIns = Array.from({ length: waiting }, () =>
    signInElsewhere(server.address, 'Ann').finally(() => waiting--),
  );
  // by then the writes have reached the lock
  for (let count = 0; count < 50; count++) await ping();
  say({ type: 'watch', team, document: team });
  expect(await heard(socket, 'snapshot')).toMatchObject({ document: team });
  expect((await ann.send('/api/me')).status).toBe(200);
  expect(waiting, 'all sign-ins still wait').toBe(3);
  await unlock();
  await Promise.all(signIns);
});

test('[CH36] a ping is answered while a change before it waits for the disk', async () => {
  unlock = await lockWrites(server.dataDir);
  const change = { type: 'team.rename', name: 'Pier' } as const;
  const accepted = heard(socket, 'accepted');
  say({ type: 'change', team, document: team, id: 'pier', change });
  say({ type: 'watch', team, document: team });
  await ping();
  await unlock();
  expect(await accepted).toMatchObject({ id: 'pier' });
});
