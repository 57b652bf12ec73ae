import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Duplex, PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { livePath } from '../../contract/live.ts';
import { createProxies } from '../door/proxies.ts';
import { createUpgrade } from './live-endpoint.ts';
import { createWorkTurns, type WorkTurns } from './work-turns.ts';

let now = 0;
const clock = () => now;
let identified = 0;
const endpoint = (turns: WorkTurns, found: () => Promise<null> = async () => null) =>
  createUpgrade({
    identify() {
      identified++;
      return found();
    },
    connections: { accept: (socket) => socket.close() },
    turns,
    clock,
    publicUrl: null,
    proxies: createProxies(null, null),
    isAllowedHost: () => true,
    socketsPerAddress: 100,
    isLeaving: () => false,
    securityLog: { recordLater: () => {} },
    logError: (error) => {
      throw error;
    },
  });

beforeEach(() => {
  [now, identified] = [0, 0];
});

test('only 16 pages are identified at once, and one whose connection breaks meanwhile harms nobody', async () => {
  const { promise, resolve } = Promise.withResolvers<null>();
  const upgrade = endpoint(createWorkTurns(clock), () => promise);
  const sockets = Array.from({ length: 20 }, (_, index) => {
    const socket = Object.assign(new PassThrough(), { remoteAddress: `10.0.0.${index}` });
    const request = { url: livePath, headers: { host: 'pier' }, socket };
    upgrade(request as unknown as IncomingMessage, socket, Buffer.of());
    return socket;
  });
  // Whose turn it is begins at once, and what waits begins in the order it came.
  for (const _ of sockets) await nextTurn();
  expect(identified).toBe(16);
  sockets[0]?.emit('error', new Error('reset'));
  expect(sockets[0]?.destroyed).toBe(true);
  resolve(null);
});

test('a page that waited too long for its turn is turned away without work, and the next is connected', async () => {
  const turns = createWorkTurns(clock);
  const upgrade = endpoint(turns);
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const attempt = () => new WebSocket(`ws://${address}${livePath}`, { origin: `http://${address}` });
  const handle = (before: () => void) =>
    server.once('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      before();
      upgrade(request, socket, head);
    });

  handle(() => {
    // Its address has used much, and more of its work is waiting.
    turns.count(['127.0.0.1'], 1_000);
    turns.take(['127.0.0.1'], 30)?.then(() => {
      now += 6_000;
    });
  });
  const late = attempt();
  const [error] = await once(late, 'error');
  expect(String(error)).toContain('503');
  expect(identified).toBe(0);

  handle(() => {});
  const next = attempt();
  await once(next, 'open');
  expect(identified).toBe(1);
  server.close();
});
