import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { livePath } from '../../contract/live.ts';
import { createProxies } from '../door/proxies.ts';
import { createUpgrade } from './live-endpoint.ts';
import { createWorkTurns } from './work-turns.ts';

test('a page that waited too long for its turn is turned away without work, and the next is connected', async () => {
  let now = 0;
  const clock = () => now;
  const turns = createWorkTurns(clock);
  let identified = 0;
  const upgrade = createUpgrade({
    async identify() {
      identified++;
      return null;
    },
    connections: { accept: (socket) => socket.close() },
    turns,
    clock,
    publicUrl: null,
    proxies: createProxies(null, null),
    isAllowedHost: () => true,
    socketsPerAddress: 10,
    isLeaving: () => false,
    securityLog: { recordLater: () => {} },
    logError: (error) => {
      throw error;
    },
  });
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
