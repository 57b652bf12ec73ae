import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeDocument } from '../../contract/documents.ts';
import { getMe } from '../../contract/me.ts';
import { removeMember } from '../../contract/teams.ts';
import { endpoints } from '../../server/door/openapi.ts';
import { buildLayout } from '../builders.ts';
import {
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

async function remove(visitor: Visitor): Promise<void> {
  const user = (await visitor.call(getMe, {})).value.user?.id ?? '';
  expect((await ann.call(removeMember, { params: { team, user } })).status).toBe(200);
}

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
