import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { type RunningServer, runServer } from '../../test/servers/running-server.ts';

/** Open connections, and the ones of them that the server ended, by their numbers. */
async function open(server: RunningServer, count: number) {
  const { hostname, port } = new URL(server.address);
  const ended: number[] = [];
  const sockets: Socket[] = [];
  for (let number = 0; number < count; number++) {
    const socket = connect(Number(port), hostname).on('error', () => {});
    socket.once('close', () => ended.push(number));
    await once(socket, 'connect');
    sockets.push(socket);
  }
  return { sockets, ended };
}

const request = 'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';

test('one address has six connections for each live one that it may have, and a hundred', async () => {
  const server = await runServer({ env: { SOCKETS_PER_ADDRESS: '1' } });
  const { sockets, ended } = await open(server, 106);
  const { ended: refused } = await open(server, 2);
  await eventually(() => expect(refused).toEqual([0, 1]));
  expect(ended).toEqual([]);
  sockets[0]?.write(request);
  await once(sockets[0] as Socket, 'data');
  for (const socket of sockets) socket.destroy();
  await server.stop();
});

test('a proxy may reuse an idle connection for longer than it does', async () => {
  const server = await runServer();
  const { sockets } = await open(server, 1);
  sockets[0]?.write(request);
  const [answer] = await once(sockets[0] as Socket, 'data');
  expect(String(answer)).toMatch(/\r\nkeep-alive: timeout=72\r\n/i);
  for (const socket of sockets) socket.destroy();
  await server.stop();
});

test('connections of a trusted proxy are its own matter', async () => {
  const server = await runServer({ env: { TRUSTED_PROXIES: '127.0.0.1', SOCKETS_PER_ADDRESS: '1' } });
  const { sockets, ended } = await open(server, 110);
  for (const socket of sockets) socket.write(request);
  await Promise.all(sockets.map((socket) => once(socket, 'data')));
  expect(ended).toEqual([]);
  for (const socket of sockets) socket.destroy();
  await server.stop();
});
