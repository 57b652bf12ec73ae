import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeDocument } from '../../contract/documents.ts';
import { getMe } from '../../contract/me.ts';
import {
  acceptInvitation,
  changeRole,
  createInvitation,
  getInvitation,
  leaveTeam,
  listInvitations,
  listMembers,
  removeMember,
  revokeInvitation,
} from '../../contract/teams.ts';
import type { Role } from '../../domain/team/user.ts';
import {
  greet,
  heard,
  newTeam,
  problemOf,
  type RunningServer,
  runServer,
  type Visitor,
} from '../../test/servers/running-server.ts';
import { joinTeam, registrar } from '../../test/servers/team-members.ts';
import { originForOthers } from '../address.ts';
import { newId } from '../id.ts';

const day = 86_400_000;
// the sessions of these people end by the machine's time
let clock = Date.now();
let server: RunningServer;
beforeAll(async () => {
  server = await runServer({ now: () => clock });
});
afterAll(() => server.stop());

const someone = registrar(() => server.address);
const idOf = async (visitor: Visitor) => (await visitor.call(getMe, {})).value.user?.id ?? '';
const teamsOf = async (visitor: Visitor) => (await visitor.call(getMe, {})).value.teams;

async function invite(
  manager: Visitor,
  team: string,
  terms: { role?: Role; once?: boolean; days?: 1 | 7 | 30 } = {},
) {
  const body = { role: 'lead', days: 7, once: false, ...terms } as const;
  return (await manager.call(createInvitation, { params: { team }, body })).value;
}
async function join(manager: Visitor, team: string, role: Role): Promise<{ visitor: Visitor; user: string }> {
  const visitor = await someone();
  await joinTeam(manager, team, role, visitor);
  return { visitor, user: await idOf(visitor) };
}

test('[ME1] [ME9] a manager changes roles, which apply at once', async () => {
  const ana = await someone();
  const team = await newTeam(ana);
  const { visitor: bo, user } = await join(ana, team, 'viewer');
  const page = await bo.live();
  await greet(page);
  const told = heard(page, 'me');
  const changed = await ana.call(changeRole, { params: { team, user }, body: { role: 'manager' } });
  expect(changed.value.members.map(({ role }) => role)).toEqual(['manager', 'manager']);
  expect(await told).toMatchObject({ teams: [{ id: team, role: 'manager' }] });
  page.close();
  const body = { id: newId(), change: { type: 'team.rename', name: 'Pier' } } as const;
  expect((await bo.call(changeDocument, { params: { team, document: team }, body })).status).toBe(200);
});

test('[ME20] an invite link has the address at which other devices reach the server', async () => {
  const ana = await someone();
  expect(
    (await invite(ana, await newTeam(ana))).origin,
    'this server is reached from its machine alone',
  ).toBe('');
  const [here, network] = ['http://127.0.0.1:3000', 'http://192.168.1.20:3000'];
  expect(originForOthers([network, here])).toBe(network);
  expect(originForOthers([here, network])).toBe(network);
  expect(originForOthers(['http://localhost:3000', 'http://[::1]:3000', ''])).toBe('');
});

test('[PV3] viewers are told the members’ names, and no addresses', async () => {
  const ana = await someone();
  const team = await newTeam(ana);
  const { visitor: vic } = await join(ana, team, 'viewer');
  const listed = async (visitor: Visitor) =>
    (await visitor.call(listMembers, { params: { team } })).value.members;
  expect((await listed(ana)).filter(({ email }) => email.includes('@'))).toHaveLength(2);
  const told = await listed(vic);
  expect(told.map(({ email }) => email)).toEqual(['', '']);
  expect(told.filter(({ firstName }) => firstName === '')).toEqual([]);
});

test('[ME2] the last manager can’t be demoted, be removed or leave; with another manager, all three work', async () => {
  const ana = await someone();
  const [team, anaId] = [await newTeam(ana), await idOf(ana)];
  const { visitor: bo, user: boId } = await join(ana, team, 'lead');
  const own = { params: { team, user: anaId } };
  const last = [409, { code: 'last-manager' }];
  expect(problemOf(await ana.call(changeRole, { ...own, body: { role: 'lead' } }))).toEqual(last);
  expect(problemOf(await ana.call(removeMember, own))).toEqual(last);
  expect(problemOf(await ana.call(leaveTeam, { params: { team } }))).toEqual(last);
  await ana.call(changeRole, { params: { team, user: boId }, body: { role: 'manager' } });
  expect((await ana.call(changeRole, { ...own, body: { role: 'viewer' } })).status).toBe(200);
  expect((await ana.call(leaveTeam, { params: { team } })).status).toBe(200);
  expect(await teamsOf(ana)).toEqual([]);
  expect((await bo.call(listMembers, { params: { team } })).value.members).toHaveLength(1);
});

test('[ME2] of two managers who demote each other at once, one stays', async () => {
  const ana = await someone();
  const [team, anaId] = [await newTeam(ana), await idOf(ana)];
  const { visitor: bo, user: boId } = await join(ana, team, 'manager');
  const demote = (by: Visitor, user: string) =>
    by.call(changeRole, { params: { team, user }, body: { role: 'lead' } });
  await Promise.all([demote(ana, boId), demote(bo, anaId)]);
  const { members } = (await ana.call(listMembers, { params: { team } })).value;
  expect(members.filter(({ role }) => role === 'manager')).toHaveLength(1);
});

test.each(['lead', 'viewer'] as const)(
  '[ME1] [ME8] a %s changes nobody, invites nobody, and may leave',
  async (role) => {
    const ana = await someone();
    const [team, anaId] = [await newTeam(ana), await idOf(ana)];
    const { visitor: bo, user } = await join(ana, team, role);
    const { id } = await invite(ana, team);
    const answers = await Promise.all([
      bo.call(changeRole, { params: { team, user }, body: { role: 'manager' } }),
      bo.call(removeMember, { params: { team, user: anaId } }),
      bo.call(createInvitation, { params: { team }, body: { role: 'manager', days: 7, once: false } }),
      bo.call(listInvitations, { params: { team } }),
      bo.call(revokeInvitation, { params: { team, id } }),
    ]);
    expect(answers.map(problemOf)).toEqual(Array(5).fill([403, { code: 'not-allowed' }]));
    expect((await bo.call(leaveTeam, { params: { team } })).status).toBe(200);
    expect(await teamsOf(bo)).toEqual([]);
  },
);

test('[ME9] a removed member’s open pages show nothing more, and the others are notified', async () => {
  const ana = await someone();
  const team = await newTeam(ana);
  const { visitor: bo, user } = await join(ana, team, 'lead');
  const [hers, his] = await Promise.all([ana.live(), bo.live()]);
  await Promise.all([greet(hers), greet(his)]);
  const shown = heard(his, 'snapshot');
  his.send(JSON.stringify({ type: 'watch', team, document: team }));
  await shown;
  const told = Promise.all([heard(his, 'me'), heard(his, 'gone'), heard(hers, 'listed')]);
  const { value } = await ana.call(removeMember, { params: { team, user } });
  expect(value.members).toHaveLength(1);
  expect(await told).toMatchObject([{ teams: [] }, { why: 'not-a-member' }, { team }]);
  const refused = heard(his, 'refused');
  const change = { type: 'team.rename', name: 'Mine' };
  his.send(JSON.stringify({ type: 'change', team, document: team, id: newId(), change }));
  expect(await refused).toMatchObject({ problem: { code: 'not-found' } });
  hers.close();
  his.close();
});

test('nobody outside the team is given a role, and removing them again has no effect', async () => {
  const [ana, eve] = await Promise.all([someone(), someone()]);
  const [team, foreign] = await Promise.all([newTeam(ana), newTeam(eve)]);
  const user = await idOf(eve);
  const role = await ana.call(changeRole, { params: { team, user }, body: { role: 'manager' } });
  expect(problemOf(role)).toEqual([404, { code: 'not-found' }]);
  expect((await ana.call(removeMember, { params: { team, user } })).value.members).toHaveLength(1);
  expect(await teamsOf(eve)).toMatchObject([{ id: foreign, role: 'manager' }]);
});

test('a one-person link ends when someone joins; a member doesn’t use it up', async () => {
  const [ana, bo, cy] = await Promise.all([someone(), someone(), someone()]);
  const team = await newTeam(ana);
  const { token } = await invite(ana, team, { once: true });
  const accept = (visitor: Visitor) => visitor.call(acceptInvitation, { params: { token } });
  expect((await accept(ana)).status).toBe(200);
  const both = await Promise.all([accept(bo), accept(cy)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
  expect(problemOf(await cy.call(getInvitation, { params: { token } }))).toEqual([
    404,
    { code: 'invitation-invalid' },
  ]);
  expect((await ana.call(listInvitations, { params: { team } })).value.invitations).toEqual([]);
});

test('working links are listed newest first without their secret, and can be revoked', async () => {
  const ana = await someone();
  const team = await newTeam(ana);
  const short = await invite(ana, team, { days: 1 });
  clock += 1_000;
  const long = await invite(ana, team, { days: 30, once: true });
  const list = async () => (await ana.call(listInvitations, { params: { team } })).value.invitations;
  const plain = ({ token: _, origin: __, ...rest }: typeof long) => rest;
  expect(await list()).toEqual([plain(long), plain(short)]);
  expect(long.expiresAt).toBe(clock + 30 * day);
  clock += day;
  expect(await list()).toEqual([plain(long)]);
  await ana.call(revokeInvitation, { params: { team, id: long.id } });
  expect(await list()).toEqual([]);
  const { token } = long;
  expect((await ana.call(getInvitation, { params: { token } })).status).toBe(404);
});

test('a link of another team cannot be revoked by its id', async () => {
  const [ana, eve] = await Promise.all([someone(), someone()]);
  const [team, foreign] = await Promise.all([newTeam(ana), newTeam(eve)]);
  const { id, token } = await invite(ana, team);
  await eve.call(revokeInvitation, { params: { team: foreign, id } });
  expect((await eve.call(getInvitation, { params: { token } })).status).toBe(200);
});

test('[ME5] a team has at most 100 working links', async () => {
  const ana = await someone();
  const team = await newTeam(ana);
  for (let made = 0; made < 100; made++) await invite(ana, team, { days: 1 });
  const body = { role: 'lead', days: 1, once: false } as const;
  const more = () => ana.call(createInvitation, { params: { team }, body });
  expect(problemOf(await more())).toEqual([400, { code: 'too-many', details: { max: 100 } }]);
  clock += day;
  expect((await more()).status).toBe(200);
});

test('[ME6] the invite link of a manager who is demoted is not listed anymore, and those of others are', async () => {
  const ana = await someone();
  const team = await newTeam(ana);
  const { visitor: bo, user } = await join(ana, team, 'manager');
  const [own, hers] = [await invite(bo, team, { role: 'manager' }), await invite(ana, team)];
  await ana.call(changeRole, { params: { team, user }, body: { role: 'lead' } });
  const { invitations } = (await ana.call(listInvitations, { params: { team } })).value;
  expect(invitations.map(({ id }) => id)).not.toContain(own.id);
  expect(invitations.map(({ id }) => id)).toContain(hers.id);
});

test.each([{ role: 'owner' }, { days: 2 }, { days: '7' }, { once: 'yes' }, { once: undefined }])(
  '[ME3] [ME4] an invitation with %j is refused',
  async (wrong) => {
    const ana = await someone();
    const team = await newTeam(ana);
    const body = { role: 'lead', days: 7, once: false, ...wrong } as never;
    const made = await ana.call(createInvitation, { params: { team }, body });
    expect(problemOf(made)).toMatchObject([400, { code: 'request-invalid' }]);
  },
);
