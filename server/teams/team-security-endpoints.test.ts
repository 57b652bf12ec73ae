import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmSecondFactor, removeSecondFactor, startSecondFactor } from '../../contract/account.ts';
import { changeDocument } from '../../contract/documents.ts';
import { undoChange } from '../../contract/history.ts';
import { getMe } from '../../contract/me.ts';
import { listConnections } from '../../contract/schedule.ts';
import {
  changeRole,
  createInvitation,
  getTeamSecurity,
  leaveTeam,
  listMembers,
  setTeamSecurity,
} from '../../contract/teams.ts';
import { createToken } from '../../contract/tokens.ts';
import type { Change } from '../../domain/change/change.ts';
import { buildTemplate } from '../../test/builders.ts';
import { codeOf } from '../../test/servers/authenticators.ts';
import {
  greet,
  heard,
  newcomer,
  newTeam,
  person,
  problemOf,
  type RunningServer,
  runServer,
  type Visitor,
} from '../../test/servers/running-server.ts';
import { joinTeam } from '../../test/servers/team-members.ts';
import { newId } from '../id.ts';

let server: RunningServer;
let ana: Visitor;
let bob: Visitor;
let team: string;
beforeAll(async () => {
  server = await runServer();
  [ana, bob] = await Promise.all([newcomer(server.address, 'Ana'), newcomer(server.address, 'Bob')]);
  team = await newTeam(ana);
  await joinTeam(ana, team, 'manager', bob);
});
afterAll(() => server.stop());

const { password } = person('');
const refused = [403, { code: 'second-factor-required' }];

/** Returns a code that removes it again. */
async function setUpApp(visitor: Visitor): Promise<string> {
  const { value } = await visitor.call(startSecondFactor, { body: { password } });
  await visitor.call(confirmSecondFactor, { body: { code: codeOf(value.secret) } });
  return value.backupCodes[0] ?? '';
}
const require = (visitor: Visitor, requiresSecondFactor: boolean) =>
  visitor.call(setTeamSecurity, { params: { team }, body: { requiresSecondFactor } });
const change = (visitor: Visitor, made: Change, document = team) =>
  visitor.call(changeDocument, { params: { team, document }, body: { id: newId(), change: made } });
const inviteLead = (visitor: Visitor) =>
  visitor.call(createInvitation, { params: { team }, body: { role: 'lead', days: 1, once: true } });
const membershipOf = async (visitor: Visitor) =>
  (await visitor.call(getMe, {})).value.teams.find(({ id }) => id === team);

test('[ME15] [ME16] a team requires an authenticator app of its managers', async () => {
  // only a manager who has one can turn it on
  const unready = await require(ana, true);
  expect(problemOf(unready)).toEqual([403, { code: 'second-factor-missing' }]);
  expect(JSON.parse(unready.text).message).toBe(
    'To require an authenticator app, set one up for yourself first.',
  );
  await setUpApp(ana);
  const { value: before } = await ana.call(getTeamSecurity, { params: { team } });
  expect(before).toEqual({
    requiresSecondFactor: false,
    unprotectedManagers: ['Bob Sample'],
    isUnprotected: false,
  });
  const token = await bob.call(createToken, {
    body: { name: 'Script', scope: 'write', team, days: 7, password },
  });
  const socket = await bob.live();
  await greet(socket);
  const told = heard(socket, 'me');
  expect((await require(ana, true)).status).toBe(200);

  // open pages learn of it, and the change is refused when it is made
  const limited = { id: team, name: 'Store 12', role: 'lead', needsSecondFactor: true };
  expect(await told).toMatchObject({ teams: [limited] });
  const answer = heard(socket, 'refused');
  const rename: Change = { type: 'team.rename', name: 'Bob’s' };
  socket.send(JSON.stringify({ type: 'change', team, document: team, id: newId(), change: rename }));
  expect(await answer).toMatchObject({ problem: { code: 'second-factor-required' } });

  expect(problemOf(await inviteLead(bob))).toEqual(refused);
  expect(problemOf(await require(bob, false))).toEqual(refused);
  expect(problemOf(await change(bob, rename))).toEqual(refused);
  const template: Change = { type: 'template.create', template: buildTemplate() };
  expect(problemOf(await change(bob, template, 'made-by-bob'))).toEqual(refused);
  const byToken = await bob.send(`/api/teams/${team}/invitations`, {
    headers: { authorization: `Bearer ${token.value.secret}` },
  });
  expect(problemOf(byToken)).toEqual(refused);
  expect(await membershipOf(bob)).toEqual(limited);

  const renamed = (await change(ana, { type: 'team.rename', name: 'Pier' })).value;
  const undone = { team, document: team, version: String(renamed.version) };
  expect(problemOf(await bob.call(undoChange, { params: undone }))).toEqual(refused);
  const batch: Change = { type: 'batch', changes: [{ type: 'team.rename', name: 'Quay' }] };
  expect(problemOf(await change(bob, batch))).toEqual(refused);

  // a lead's work goes on, and managers keep their role
  expect((await change(bob, { type: 'team.columns', columns: { name: 'Who' } })).status).toBe(200);
  expect((await bob.call(listConnections, { params: { team } })).status).toBe(200);
  const { members } = (await bob.call(listMembers, { params: { team } })).value;
  expect(members.map(({ role }) => role)).toEqual(['manager', 'manager']);
  expect((await inviteLead(ana)).status).toBe(200);

  // with an app, everything is as before
  const back = heard(socket, 'me');
  await setUpApp(bob);
  expect(await back).toMatchObject({ teams: [{ role: 'manager' }] });
  expect((await change(bob, rename)).status).toBe(200);
  expect(await membershipOf(bob)).toEqual({ id: team, name: 'Bob’s', role: 'manager' });
  socket.close();
});

test('[ME15] nobody is locked out: the last manager sets up an app again, and turns it off', async () => {
  const eve = await newcomer(server.address, 'Eve');
  const own = await newTeam(eve);
  const set = (requiresSecondFactor: boolean) =>
    eve.call(setTeamSecurity, { params: { team: own }, body: { requiresSecondFactor } });
  const first = await setUpApp(eve);
  expect((await set(true)).status).toBe(200);
  await eve.call(removeSecondFactor, { body: { password, code: first } });
  expect(problemOf(await set(false))).toEqual(refused);
  expect(problemOf(await eve.call(leaveTeam, { params: { team: own } }))).toEqual([
    409,
    { code: 'last-manager' },
  ]);
  const second = await setUpApp(eve);
  expect((await set(false)).value).toMatchObject({ requiresSecondFactor: false });
  await eve.call(removeSecondFactor, { body: { password, code: second } });
  expect((await eve.call(getTeamSecurity, { params: { team: own } })).value.isUnprotected).toBe(true);
});

test('[ME16] a person who becomes a manager later has a lead’s rights until they have an app', async () => {
  const [fay, gil] = await Promise.all([newcomer(server.address, 'Fay'), newcomer(server.address, 'Gil')]);
  const own = await newTeam(fay);
  await setUpApp(fay);
  await fay.call(setTeamSecurity, { params: { team: own }, body: { requiresSecondFactor: true } });
  await joinTeam(fay, own, 'manager', gil);
  const user = (await fay.call(getMe, {})).value.user?.id ?? '';
  const demote = { params: { team: own, user }, body: { role: 'viewer' } } as const;
  expect(problemOf(await gil.call(changeRole, demote))).toEqual(refused);
  await setUpApp(gil);
  expect((await gil.call(changeRole, demote)).status).toBe(200);
});
