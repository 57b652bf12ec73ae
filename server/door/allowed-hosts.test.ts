import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { livePath } from '../../contract/live.ts';
import { type RunningServer, runServer, visit } from '../../test/servers/running-server.ts';
import { createAllowedHosts } from './proxies.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await runServer({ env: { ALLOWED_HOSTS: 'board.example.com', SOCKETS_PER_ADDRESS: '3' } });
});
afterAll(() => server.stop());

test.each([
  ['127.0.0.1:3000', true],
  ['192.168.1.20', true],
  ['[::1]:3000', true],
  ['[fe80::1]', true],
  ['localhost:3000', true],
  ['kitchen', true],
  ['lineup.local:3000', true],
  ['Lineup.Local', true],
  ['pos.store.lan', true],
  ['lineup.example.com', true],
  ['LINEUP.example.com:8443', true],
  ['board.example.com', true],
  ['store.example.com:3443', true],
  ['evil.example.com', false],
  ['example.com', false],
  ['notlineup.example.com', false],
  ['lineup.example.com.evil.com', false],
  ['evil.com/.local', false],
  ['evil.com?.local', false],
  ['user@lineup.local', false],
  ['local', true],
  ['', false],
  [undefined, false],
  [' ', false],
  ['127.0.0.1.evil.com', false],
])('the Host header %j is allowed: %s', (host, allowed) => {
  const isAllowed = createAllowedHosts(['board.example.com'], new URL('https://lineup.example.com'), () => [
    'store.example.com',
  ]);
  expect(isAllowed(host)).toBe(allowed);
});

/** `fetch` sets the Host header by itself. */
const statusAt = (path: string, host: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    request(server.address + path, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });

test('requests under an unknown name are refused, and health checks are not', async () => {
  for (const path of ['/', '/login', '/api/me', '/assets/none.js']) {
    expect(await statusAt(path, 'evil.example.com')).toBe(421);
  }
  expect(await statusAt('/api/me', 'board.example.com')).toBe(200);
  for (const path of ['/healthz', '/up']) expect(await statusAt(path, 'evil.example.com')).toBe(200);
  expect(await statusAt('/readyz', 'evil.example.com')).toBe(200);
  expect(await statusAt('/metrics', 'evil.example.com')).toBe(421);
});

test('neither is a live connection opened under an unknown name', async () => {
  await expect(visit(server.address).live({ host: 'evil.example.com' })).rejects.toBe(421);
});

test('one address can have only so many live connections, and new ones when others have closed', async () => {
  const visitor = visit(server.address);
  const sockets = await Promise.all([visitor.live(), visitor.live(), visitor.live()]);
  await expect(visitor.live()).rejects.toBe(429);
  const [first, ...others] = sockets;
  const closed = new Promise((resolve) => first?.once('close', resolve));
  first?.close();
  await closed;
  const again = new WebSocket(server.address.replace('http', 'ws') + livePath);
  await new Promise((resolve) => again.once('open', resolve));
  for (const socket of [...others, again]) socket.terminate();
});

test.each([
  ['an unknown address', '/nowhere', 'localhost'],
  ['an unknown name', livePath, 'evil.example.com'],
])(
  'a live connection refused for %s is closed, also for a caller that keeps its end open',
  async (_, path, host) => {
    const { hostname, port } = new URL(server.address);
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    // What is written to a closed connection fails.
    const failed = new Promise((resolve) => socket.once('error', resolve));
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    );
    socket.resume();
    await new Promise((resolve) => socket.once('end', resolve));
    const writing = setInterval(() => socket.write('more'), 5);
    expect(await failed).toMatchObject({ code: expect.stringMatching(/EPIPE|ECONNRESET/) });
    clearInterval(writing);
  },
);
