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

const unfinished =
  'POST /api/auth/sign-in HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{';
const request = 'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';

test('of the connections of one address that wait, those that waited longest are closed', async () => {
  const server = await runServer();
  const { sockets, ended } = await open(server, 100);
  const [first, ...others] = sockets;
  first?.write(unfinished);
  others[0]?.write(request);
  await once(others[0] as Socket, 'data');
  const { sockets: more } = await open(server, 4);
  await eventually(() => expect(ended.toSorted()).toEqual([2, 3, 4]));
  more[3]?.write(request);
  await once(more[3] as Socket, 'data');
  for (const socket of [...sockets, ...more]) socket.destroy();
  await server.stop();
});

test('requests of more connections that are opened at once are all answered', async () => {
  const server = await runServer();
  const { sockets } = await open(server, 120);
  for (const socket of sockets) socket.write(request);
  await Promise.all(sockets.map((socket) => once(socket, 'data')));
  for (const socket of sockets) socket.destroy();
  await server.stop();
});

test('connections of a trusted proxy are its own matter', async () => {
  const server = await runServer({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
  const { sockets, ended } = await open(server, 104);
  for (const socket of sockets) socket.write(request);
  await Promise.all(sockets.map((socket) => once(socket, 'data')));
  expect(ended).toEqual([]);
  for (const socket of sockets) socket.destroy();
  await server.stop();
});
