import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { changeDocument } from '../../contract/documents.ts';
import type { ClientMessage } from '../../contract/live.ts';
import { getMe } from '../../contract/me.ts';
import { removeMember } from '../../contract/teams.ts';
import { endpoints } from '../../server/door/openapi.ts';
import { buildLayout } from '../builders.ts';
import {
  greet,
  heard,
  newcomer,
  newTeam,
  type RunningServer,
  runServer,
  signInElsewhere,
  type Visitor,
} from '../servers/running-server.ts';
import { joinTeam } from '../servers/team-members.ts';

let server: RunningServer;
let ann: Visitor;
let team: string;
beforeAll(async () => {
  server = await runServer();
  ann = await newcomer(server.address, 'Ann');
  team = await newTeam(ann);
  await ann.call(changeDocument, {
    params: { team, document: 'day' },
    body: { id: 'make', change: { type: 'layout.create', layout: buildLayout() } },
  });
});
afterAll(() => server.stop());

const edit = (area: string) => ({ type: 'layout.area', area }) as const;
const say = (socket: WebSocket, message: ClientMessage) => socket.send(JSON.stringify(message));

async function watching(visitor: Visitor): Promise<WebSocket> {
  const socket = await visitor.live();
  await greet(socket);
  const snapshot = heard(socket, 'snapshot');
  say(socket, { type: 'watch', team, document: 'day' });
  await snapshot;
  return socket;
}

async function remove(visitor: Visitor): Promise<void> {
  const user = (await visitor.call(getMe, {})).value.user?.id ?? '';
  expect((await ann.call(removeMember, { params: { team, user } })).status).toBe(200);
}

test('[attack 3] an open page of a removed member is told, and hears nothing more', async () => {
  const bob = await newcomer(server.address, 'Bob');
  await joinTeam(ann, team, 'lead', bob);
  const socket = await watching(bob);
  const gone = heard(socket, 'gone');
  await remove(bob);
  expect(await gone).toMatchObject({ team, why: 'not-a-member' });
  const later: string[] = [];
  socket.on('message', (data) => later.push(JSON.parse(String(data)).type));
  const changed = await ann.call(changeDocument, {
    params: { team, document: 'day' },
    body: { id: 'after', change: edit('A') },
  });
  expect(changed.status).toBe(200);
  const pong = heard(socket, 'pong');
  say(socket, { type: 'ping' });
  await pong;
  expect(later).toEqual(['pong']);
  socket.close();
});

test('[attack 4] every session of a removed member is refused by every endpoint of the team', async () => {
  const cid = await newcomer(server.address, 'Cid');
  await joinTeam(ann, team, 'manager', cid);
  const elsewhere = await signInElsewhere(server.address, 'Cid');
  await remove(cid);
  const ofTeam = endpoints.filter(({ path }) => path.includes('/:team'));
  expect(ofTeam.length).toBeGreaterThan(20);
  for (const visitor of [cid, elsewhere]) {
    for (const { method, path } of ofTeam) {
      const address = path.replace(':team', team).replace(/:\w+/g, 'day');
      const body = { headers: { 'content-type': 'application/json' }, body: '{}' };
      const { status, value } = await visitor.send(address, { method, ...(method === 'GET' ? {} : body) });
      expect([`${method} ${path}`, status, value]).toMatchObject([
        `${method} ${path}`,
        404,
        { problem: { code: 'not-found' } },
      ]);
    }
  }
});

test('[attack 6] what a removed or demoted member did without a network is refused, and stores nothing', async () => {
  const dan = await newcomer(server.address, 'Dan');
  await joinTeam(ann, team, 'lead', dan);
  const socket = await watching(dan);
  await remove(dan);
  const waiting = ['one', 'two', 'three'];
  const refusals: unknown[] = [];
  const all = new Promise<void>((resolve) =>
    socket.on('message', (data) => {
      const message = JSON.parse(String(data));
      if (message.type === 'refused') refusals.push([message.id, message.problem.code]);
      if (refusals.length === waiting.length) resolve();
    }),
  );
  for (const id of waiting) say(socket, { type: 'change', team, document: 'day', id, change: edit(id) });
  await all;
  expect(refusals).toEqual(waiting.map((id) => [id, 'not-found']));
  await joinTeam(ann, team, 'viewer', dan);
  const refused = heard(socket, 'refused');
  say(socket, { type: 'change', team, document: 'day', id: 'four', change: edit('four') });
  expect(await refused).toMatchObject({ id: 'four', problem: { code: 'not-allowed' } });
  socket.close();
});
