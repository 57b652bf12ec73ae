import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { approvePairing, createDeviceLink, listDevices, startPairing } from '../../contract/devices.ts';
import { changeDocument, getDocument } from '../../contract/documents.ts';
import type { Call, Endpoint } from '../../contract/endpoint.ts';
import { getMe } from '../../contract/me.ts';
import { setPin } from '../../contract/pins.ts';
import {
  changeRole,
  createInvitation,
  createTeam,
  listInvitations,
  listMembers,
  removeMember,
} from '../../contract/teams.ts';
import { createToken, listTokens, revokeToken } from '../../contract/tokens.ts';
import type { Role } from '../../domain/team/user.ts';
import {
  greet,
  newcomer,
  newTeam,
  person,
  problemOf,
  type RunningServer,
  runServer,
  teamForm,
  type Visitor,
  visit,
} from '../../test/servers/running-server.ts';
import { joinTeam } from '../../test/servers/team-members.ts';
import { query } from '../../test/stores/stored-data.ts';
import { callersOf, endpoints } from '../door/openapi.ts';
import { newId } from '../id.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

let server: RunningServer;
let later = 0;
let owner: Visitor;
let team: string;
let other: string;
beforeAll(async () => {
  // The clock stands still, so that rate limits do not depend on the speed of the machine.
  const start = Date.now();
  server = await runServer({ now: () => start + later });
  owner = await newcomer(server.address, 'Ana');
  team = await newTeam(owner);
  other = await newTeam(owner, { name: 'Store 13' });
});
afterEach(() => {
  later = 0;
});
afterAll(() => server.stop());

const invalid = [401, { code: 'invalid-api-key' }];
const tooNarrow = [403, { code: 'token-too-narrow' }];

const { password } = person('');

type Terms = Partial<Call<typeof createToken>['body']>;

async function newToken(of: Visitor, terms: Terms = {}) {
  const body = { name: 'Printer', scope: 'write', team: null, days: 30, password, ...terms } as const;
  const { status, text, value } = await of.call(createToken, { body });
  expect(status, text).toBe(200);
  return value;
}

/** A script: no cookies, only the token. */
const script = (secret: string): Visitor =>
  visit(server.address, new Map(), { authorization: `Bearer ${secret}` });

const rename = (team: string, name: string) => ({
  params: { team, document: team },
  body: { id: newId(), change: { type: 'team.rename', name } as const },
});

test('[AT1] a script with its owner’s token renames the team, in the owner’s name', async () => {
  const { secret, ...token } = await newToken(owner);
  expect(secret).toMatch(/^lineup_[\w-]{43}$/);
  const by = script(secret);
  expect((await by.call(getMe, {})).value).toEqual((await owner.call(getMe, {})).value);
  const changed = await by.call(changeDocument, rename(team, 'Store 14'));
  expect(changed.status, changed.text).toBe(200);
  const read = await by.call(getDocument, { params: { team, document: team } });
  expect(read.value).toMatchObject({ body: { name: 'Store 14' } });
  const { tokens } = (await owner.call(listTokens, {})).value;
  expect(tokens.find(({ id }) => id === token.id)).toMatchObject({
    name: 'Printer',
    scope: 'write',
    team: null,
  });
  expect(JSON.stringify(tokens)).not.toContain(secret);
});

test('[AT2] an invalid, revoked or expired token is refused, even with a valid cookie', async () => {
  const { id, secret } = await newToken(owner, { days: 7 });
  const short = await newToken(owner, { days: 7 });
  expect(problemOf(await script('lineup_guess').call(getMe, {}))).toEqual(invalid);
  const beside = await owner.send('/api/me', { headers: { authorization: 'Bearer lineup_guess' } });
  expect(problemOf(beside)).toEqual(invalid);
  const stranger = await newcomer(server.address, 'Bea');
  await stranger.call(revokeToken, { params: { id } });
  expect((await script(secret).call(getMe, {})).status).toBe(200);
  await owner.call(revokeToken, { params: { id } });
  expect(problemOf(await script(secret).call(getMe, {}))).toEqual(invalid);
  later = 7 * DAY;
  expect(problemOf(await script(short.secret).call(getMe, {}))).toEqual(invalid);
});

test('[AT3] a token of one team sees only that team', async () => {
  const { secret } = await newToken(owner, { team });
  const by = script(secret);
  expect((await by.call(getMe, {})).value.teams.map(({ id }) => id)).toEqual([team]);
  expect((await by.call(listMembers, { params: { team } })).status).toBe(200);
  const [there, missing] = [
    await by.call(listMembers, { params: { team: other } }),
    await by.call(listMembers, { params: { team: newId() } }),
  ];
  expect(problemOf(there)).toEqual([404, { code: 'not-found' }]);
  expect(there.text).toBe(missing.text);
  expect(problemOf(await by.call(createTeam, { body: teamForm }))).toEqual(tooNarrow);
  expect((await script((await newToken(owner)).secret).call(createTeam, { body: teamForm })).status).toBe(
    200,
  );
  const elsewhere = await newcomer(server.address, 'Cleo');
  const foreign = { name: 'X', scope: 'read', team, days: 7, password } as const;
  expect(problemOf(await elsewhere.call(createToken, { body: foreign }))).toEqual([
    404,
    { code: 'not-found', field: 'team' },
  ]);
});

describe('a token can’t do more than its scope', () => {
  let narrow: Visitor;
  let wide: Visitor;
  beforeAll(async () => {
    narrow = script((await newToken(owner, { scope: 'read' })).secret);
    wide = script((await newToken(owner)).secret);
  });
  const callAs = (visitor: Visitor, { path, method }: Endpoint) =>
    visitor.send(path.replace(/:team/, team).replace(/:\w+/g, 'x'), { method });

  test.each(endpoints.filter(({ method }) => method !== 'GET'))(
    'to read alone: $method $path',
    async (endpoint) => {
      expect(problemOf(await callAs(narrow, endpoint))).toEqual(tooNarrow);
    },
  );

  test.each(endpoints.filter(({ access }) => access === 'in-person'))(
    'to one’s account never: $method $path',
    async (endpoint) => {
      expect(problemOf(await callAs(wide, endpoint))).toEqual(tooNarrow);
    },
  );

  test.each([
    'POST /api/teams/:team/pairing/find',
    'POST /api/teams/:team/pairing/approve',
    'POST /api/teams/:team/pairing/deny',
    'POST /api/teams/:team/devices',
    'POST /api/teams/:team/devices/:device',
    'POST /api/teams/:team/pins/:person',
    'POST /api/teams/:team/pins/:person/reset',
    'DELETE /api/teams/:team/pins/:person',
    'POST /api/teams/:team/invitations',
    'POST /api/teams/:team/security',
    'POST /api/teams/:team/me/person',
  ])('[AT40] to what outlives it never: %s', async (name) => {
    const endpoint = endpoints.find(({ method, path }) => `${method} ${path}` === name);
    if (!endpoint) throw new Error(`There is no ${name}.`);
    expect(problemOf(await callAs(wide, endpoint))).toEqual(tooNarrow);
    expect(callersOf(endpoint)).toContain('no tokens');
  });

  test('[AT40] what a token changes in a team is on this list, and leaves nobody a right', () => {
    const changing = endpoints.filter(
      ({ method, access, isInPerson }) =>
        method !== 'GET' && !isInPerson && !['anyone', 'in-person', 'operator'].includes(access),
    );
    expect(changing.map(({ method, path }) => `${method} ${path.replace('/api', '')}`).sort()).toEqual([
      'DELETE /teams/:team/crew/:person',
      'DELETE /teams/:team/devices/:device',
      'DELETE /teams/:team/invitations/:id',
      'DELETE /teams/:team/me/person',
      'DELETE /teams/:team/me/push/:device',
      'DELETE /teams/:team/members/:user',
      'DELETE /teams/:team/schedule/:provider',
      // its person becomes a member, not the token
      'POST /invitations/:token/accept',
      'POST /teams',
      'POST /teams/:team/calendar',
      'POST /teams/:team/delete',
      'POST /teams/:team/documents/:document/changes',
      'POST /teams/:team/documents/:document/history/:version/undo',
      // these are for a device or its session
      'POST /teams/:team/kiosk/account',
      'POST /teams/:team/kiosk/pin',
      'POST /teams/:team/kiosk/unlock',
      'POST /teams/:team/layouts',
      'POST /teams/:team/leave',
      'POST /teams/:team/logo',
      'POST /teams/:team/me/push',
      // only to a lower one
      'POST /teams/:team/members/:user/role',
      'POST /teams/:team/schedule/:provider',
      'POST /teams/:team/schedule/:provider/read',
      'POST /teams/:team/schedule/:provider/roles',
      'POST /teams/:team/schedule/:provider/test',
    ]);
  });

  test('[AT40] a token takes rights away, and gives nobody more', async () => {
    const member = await newcomer(server.address, 'Fay');
    await joinTeam(owner, team, 'lead', member);
    const user = (await member.call(getMe, {})).value.user?.id ?? '';
    const give = (role: Role) => wide.call(changeRole, { params: { team, user }, body: { role } });
    expect(problemOf(await give('manager'))).toEqual(tooNarrow);
    expect((await give('viewer')).status).toBe(200);
    expect(problemOf(await give('lead'))).toEqual(tooNarrow);
    expect((await member.call(getMe, {})).value.teams).toMatchObject([{ id: team, role: 'viewer' }]);
    expect((await wide.call(removeMember, { params: { team, user } })).status).toBe(200);
  });
});

test('a token’s last use is stored to the minute', async () => {
  const { id, secret, lastUsedAt } = await newToken(owner);
  expect(lastUsedAt).toBeNull();
  const used = async () => {
    await script(secret).call(getMe, {});
    const { tokens } = (await owner.call(listTokens, {})).value;
    return tokens.find((each) => each.id === id)?.lastUsedAt ?? 0;
  };
  const first = await used();
  expect(first % MINUTE).toBe(0);
  later = 5 * MINUTE;
  const second = await used();
  expect(second).toBeGreaterThanOrEqual(first + 5 * MINUTE);
  // What is stored for this minute stays: nothing is written.
  await query(server.dataDir, `update access_tokens set last_used_at = ${second + MINUTE} where id = ?`, id);
  expect(await used()).toBe(second + MINUTE);
});

test('[AT6] the token of a demoted manager has their new role', async () => {
  const boss = await newcomer(server.address, 'Eve');
  await joinTeam(owner, team, 'manager', boss);
  const by = script((await newToken(boss, { team })).secret);
  const list = () => by.call(listInvitations, { params: { team } });
  expect((await list()).status).toBe(200);
  const { user } = (await boss.call(getMe, {})).value;
  await owner.call(changeRole, { params: { team, user: user?.id ?? '' }, body: { role: 'viewer' } });
  expect(problemOf(await list())).toEqual([403, { code: 'not-allowed' }]);
});

test('[AC42] a token gives nobody a way in that would outlive it', async () => {
  const by = script((await newToken(owner)).secret);
  const params = { team };
  const lobby = { name: 'Lobby', area: null };
  const invite = { role: 'manager', days: 7, once: true } as const;
  const given = { pin: '2580', role: 'lead' } as const;
  const started = await visit(server.address).call(startPairing, { body: { kind: 'kiosk' } });
  const code = started.value.userCode;
  const answers = {
    invite: await by.call(createInvitation, { params, body: invite }),
    television: await by.call(createDeviceLink, { params, body: lobby }),
    tablet: await by.call(approvePairing, { params, body: { code, ...lobby, role: 'lead' } }),
    pin: await by.call(setPin, { params: { team, person: 'ana' }, body: given }),
  };
  expect(Object.entries(answers).map(([name, answer]) => [name, problemOf(answer)])).toEqual(
    Object.keys(answers).map((name) => [name, tooNarrow]),
  );
  expect((await owner.call(listDevices, { params })).value.devices).toEqual([]);
});

test('a person has at most 50 tokens, each with a name; expired ones don’t count', async () => {
  const many = await newcomer(server.address, 'Emil');
  const body = { name: ' ', scope: 'read', team: null, days: 7, password } as const;
  expect(problemOf(await many.call(createToken, { body }))).toEqual([
    400,
    { code: 'name-missing', field: 'name' },
  ]);
  for (let each = 0; each < 50; each++) await newToken(many, { days: 7 });
  const full = await many.call(createToken, { body: { ...body, name: 'One more' } });
  expect(problemOf(full)).toEqual([400, { code: 'too-many', field: 'name', details: { max: 50 } }]);
  later = 7 * DAY;
  await newToken(many);
  expect((await many.call(listTokens, {})).value.tokens).toHaveLength(1);
});

test('live connections are for sessions', async () => {
  const { secret } = await newToken(owner);
  const socket = await visit(server.address).live({ authorization: `Bearer ${secret}` });
  expect(await greet(socket)).toMatchObject({ user: null, teams: [] });
  socket.close();
});

// Last: no token works from this address for a while.
test('guessing tokens is slowed down', async () => {
  const { secret } = await newToken(owner);
  let last: unknown = invalid;
  for (let each = 0; each < 61; each++) last = problemOf(await script(`lineup_${each}`).call(getMe, {}));
  expect(last).toEqual([429, { code: 'too-many-requests' }]);
  expect((await script(secret).call(getMe, {})).status).toBe(429);
  expect((await owner.call(getMe, {})).status).toBe(200);
});
