import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  approvePairing,
  changeDevice,
  createDeviceLink,
  denyPairing,
  findPairing,
  listDevices,
  openDeviceLink,
  pairingLife,
  pollPairing,
  revokeDevice,
  startPairing,
} from '../../contract/devices.ts';
import { changeDocument } from '../../contract/documents.ts';
import { getMe } from '../../contract/me.ts';
import { getTeamSecurityLog } from '../../contract/security-log.ts';
import { deleteTeam } from '../../contract/teams.ts';
import { describeSecurityEvent } from '../../domain/team/security-event.ts';
import {
  greet,
  heard,
  newcomer,
  newTeam,
  problemOf,
  type RunningServer,
  runServer,
  teamForm,
  type Visitor,
  visit,
} from '../../test/servers/running-server.ts';
import { query } from '../../test/stores/stored-data.ts';
import { readWords } from '../../words/read-words.ts';
import { originForScreens } from '../address.ts';

let server: RunningServer;
let time = Date.UTC(2026, 10, 28, 17);
let manager: Visitor;
let team: string;
beforeAll(async () => {
  server = await runServer({ now: () => time });
  manager = await newcomer(server.address, 'Maria');
  team = await newTeam(manager);
});
afterAll(() => server.stop());

const minute = 60_000;
const wait = (milliseconds: number) => {
  time += milliseconds;
};
const television = () => visit(server.address, new Map(), { 'user-agent': 'Mozilla/5.0 (Web0S) Chrome/85' });
const terms = (name: string) => ({ name, area: null, role: 'viewer' }) as const;

/** A device that shows a code, with its own way to ask. */
async function showCode(kind: 'wall' | 'kiosk' = 'wall', visitor = television()) {
  wait(minute);
  const { value } = await visitor.call(startPairing, { body: { kind } });
  const poll = async () => {
    wait(5_000);
    return (await visitor.call(pollPairing, { body: { deviceCode: value.deviceCode } })).value;
  };
  return { ...value, visitor, poll };
}

/** A device that is paired. */
async function pair(name: string, kind: 'wall' | 'kiosk' = 'wall', role: 'viewer' | 'lead' = 'viewer') {
  const shown = await showCode(kind);
  const body = { code: shown.userCode, ...terms(name), role };
  const { value } = await manager.call(approvePairing, { params: { team }, body });
  expect((await shown.poll()).state).toBe('granted');
  return { ...shown, device: value.device };
}

const rows = async () => (await manager.call(listDevices, { params: { team } })).value.devices;

test('[PD1] a device shows six consonants, and becomes the team’s when a manager approves them', async () => {
  const shown = await showCode();
  expect(shown.userCode).toMatch(/^[BCDFHJKLMPRSTVXZ]{6}$/);
  expect(shown.path).toBe(`/pair#${shown.userCode}`);
  expect(shown.expiresAt).toBe(time + pairingLife);
  expect(await shown.poll()).toEqual({ state: 'pending', interval: 5 });
  expect((await shown.visitor.call(getMe, {})).value).toEqual({ user: null, teams: [] });
  const { userCode } = shown;
  const typed = `${userCode.slice(0, 3).toLowerCase()}-${userCode.slice(3)} `;
  const found = await manager.call(findPairing, { params: { team }, body: { code: typed } });
  expect(found.value).toMatchObject({ kind: 'wall', browser: 'Chrome on an LG TV' });
  const body = { code: typed, name: ' Kitchen TV ', area: 'Kitchen', role: 'lead' } as const;
  const { value } = await manager.call(approvePairing, { params: { team }, body });
  const device = { id: value.device.id, kind: 'wall', name: 'Kitchen TV', area: 'Kitchen' };
  expect(value).toEqual({ device });
  expect(await shown.poll()).toEqual({ state: 'granted', interval: 5, device });
  expect((await shown.visitor.call(getMe, {})).value).toEqual({
    user: { id: device.id, email: '', firstName: 'Kitchen TV', lastName: '' },
    teams: [{ id: team, name: teamForm.name, role: 'viewer' }],
    device,
  });
  expect(await rows()).toEqual([
    {
      ...device,
      role: 'viewer',
      by: 'Maria Sample',
      byUser: (await manager.call(getMe, {})).value.user?.id,
      createdAt: expect.any(Number),
      lastSeenAt: expect.any(Number),
    },
  ]);
});

test('[PD1] the answer with the cookie may get lost: the device asks again', async () => {
  const shown = await showCode();
  await manager.call(approvePairing, { params: { team }, body: { code: shown.userCode, ...terms('Again') } });
  const lost = television();
  await lost.call(pollPairing, { body: { deviceCode: shown.deviceCode } });
  expect((await lost.call(getMe, {})).value.device?.name).toBe('Again');
  expect((await shown.poll()).state).toBe('granted');
  expect((await shown.visitor.call(getMe, {})).value.device?.name).toBe('Again');
  expect((await lost.call(getMe, {})).value.user).toBeNull();
});

test('[PD2] a code works for ten minutes and once, and the device learns of a refusal', async () => {
  const [late, denied] = [await showCode(), await showCode()];
  await manager.call(denyPairing, { params: { team }, body: { code: denied.userCode } });
  expect((await denied.poll()).state).toBe('denied');
  const again = { params: { team }, body: { code: denied.userCode, ...terms('Late') } };
  expect(problemOf(await manager.call(approvePairing, again))[0]).toBe(400);
  wait(pairingLife);
  const body = { code: late.userCode, ...terms('Late') };
  const refused = await manager.call(approvePairing, { params: { team }, body });
  expect(problemOf(refused)).toEqual([400, { code: 'pairing-code-wrong', field: 'code' }]);
  expect((await late.poll()).state).toBe('expired');
});

test('[PD2] a device that asks too often is told to slow down', async () => {
  const shown = await showCode();
  await shown.poll();
  const { value } = await shown.visitor.call(pollPairing, { body: { deviceCode: shown.deviceCode } });
  expect(value).toEqual({ state: 'slow-down', interval: 10 });
  expect((await shown.poll()).state).toBe('pending');
});

test('[PD3] five wrong codes a minute, of one person and of one address; right ones don’t count', async () => {
  wait(minute);
  const other = await newcomer(server.address, 'Otto');
  const theirs = await newTeam(other);
  const guess = (by: Visitor, of: string) =>
    by.call(findPairing, { params: { team: of }, body: { code: 'BBBBBB' } });
  const shown = await showCode();
  for (let time = 0; time < 8; time++) {
    const right = { params: { team }, body: { code: shown.userCode } };
    expect((await manager.call(findPairing, right)).status).toBe(200);
  }
  const all = await Promise.all(Array.from({ length: 9 }, () => guess(manager, team)));
  const codes = all.map((each) => (problemOf(each)[1] as { code: string }).code);
  expect(codes.filter((code) => code === 'pairing-code-wrong')).toHaveLength(5);
  expect(codes.filter((code) => code === 'too-many-requests')).toHaveLength(4);
  expect((await guess(other, theirs)).status).toBe(429);
  wait(minute);
  expect((await guess(other, theirs)).status).toBe(400);
});

test('[PD3] codes of one address are limited: the oldest ends', async () => {
  const first = await showCode();
  for (let count = 0; count < 20; count++) {
    wait(5_000);
    await television().call(startPairing, { body: { kind: 'wall' } });
  }
  expect((await first.poll()).state).toBe('expired');
});

test('[PP11] the address of a new screen is one that it can open, over http where the store has its own certificate', async () => {
  const { value } = await manager.call(listDevices, { params: { team } });
  expect(value.origin, 'this server is reached from its machine alone').toBe('');
  const [here, plain, secure] = [
    'http://127.0.0.1:3000',
    'http://192.168.1.20:3000',
    'https://lineup.local:3443',
  ];
  expect(originForScreens(secure, plain)).toBe(plain);
  expect(originForScreens('http://lineup.local:3000', plain)).toBe('http://lineup.local:3000');
  expect(originForScreens(here, plain)).toBe(plain);
  expect(originForScreens(secure, here)).toBe(secure);
});

test('[PD4] a link makes a television a wall; its secret is shown once and stored as a hash', async () => {
  const body = { name: 'Lobby', area: null };
  const { value } = await manager.call(createDeviceLink, { params: { team }, body });
  const stored = JSON.stringify(await query(server.dataDir, 'select * from paired_devices'));
  expect(stored).toContain('Lobby');
  expect(stored).not.toContain(value.secret);
  expect(JSON.stringify(await rows())).not.toContain(value.secret);
  const wall = television();
  const opened = await wall.call(openDeviceLink, { body: { secret: value.secret } });
  expect(opened.value.device).toEqual({ id: value.device.id, kind: 'wall', ...body });
  expect((await wall.call(getMe, {})).value.device?.name).toBe('Lobby');
  const wrong = await wall.call(openDeviceLink, { body: { secret: 'none' } });
  expect(problemOf(wrong)).toEqual([404, { code: 'device-link-invalid' }]);
});

test('[PD5] a device is changed and revoked by managers, and its pages learn of it at once', async () => {
  const { visitor, device } = await pair('Tablet 1', 'kiosk', 'lead');
  const page = await visitor.live();
  const me = await greet(page);
  expect(me).toMatchObject({ device: { name: 'Tablet 1' }, teams: [{ id: team, role: 'lead' }] });
  const renamed = heard(page, 'me');
  const params = { team, device: device.id };
  await manager.call(changeDevice, { params, body: { name: 'Tablet 2', area: 'Kitchen', role: 'viewer' } });
  expect(await renamed).toMatchObject({
    device: { name: 'Tablet 2', area: 'Kitchen' },
    teams: [{ role: 'viewer' }],
  });
  const ended = heard(page, 'me');
  const { value } = await manager.call(revokeDevice, { params });
  expect(value.devices.some(({ id }) => id === device.id)).toBe(false);
  expect(await ended).toEqual({ type: 'me', user: null, teams: [] });
  page.terminate();
  const answer = await visitor.call(getMe, {});
  expect(answer.value.user).toBeNull();
  expect(answer.headers.getSetCookie()[0]).toMatch(/^lineup\.paired=;/);
});

test('[PD5] names of a team’s devices differ, and its area is one of the team’s', async () => {
  await pair('Bar');
  const { userCode } = await showCode();
  const approve = (given: { name?: string; area?: string | null }) =>
    manager.call(approvePairing, { params: { team }, body: { code: userCode, ...terms('Bar 2'), ...given } });
  expect(problemOf(await approve({ name: 'BAR' }))).toEqual([400, { code: 'name-taken', field: 'name' }]);
  expect(problemOf(await approve({ area: 'Roof' }))).toEqual([400, { code: 'area-missing', field: 'area' }]);
  expect(problemOf(await approve({ name: ' ' }))).toEqual([400, { code: 'name-missing', field: 'name' }]);
  expect((await approve({})).status).toBe(200);
});

test('[PD5] a device keeps its area when that is renamed', async () => {
  const { visitor, device } = await pair('Pass');
  const params = { team, device: device.id };
  await manager.call(changeDevice, { params, body: { ...terms('Pass'), area: 'Kitchen' } });
  const rename = { type: 'area.rename', area: 'Kitchen', name: ' Back of House ' } as const;
  const body = { id: 'renamed', change: rename };
  const page = await visitor.live();
  await greet(page);
  const told = heard(page, 'me');
  await manager.call(changeDocument, { params: { team, document: team }, body });
  expect((await visitor.call(getMe, {})).value.device?.area).toBe('Back of House');
  expect(await told).toMatchObject({ device: { area: 'Back of House' } });
  page.terminate();
});

test('[PD6] a device may call what is for devices, and is refused everything else', async () => {
  const { visitor } = await pair('Hall', 'kiosk', 'lead');
  const refused = await visitor.call(listDevices, { params: { team } });
  expect(problemOf(refused)).toEqual([403, { code: 'device-refused' }]);
  wait(1_000);
  const { value } = await manager.call(getTeamSecurityLog, { params: { team }, query: {} });
  expect(
    value.entries.map(({ type, details }) =>
      describeSecurityEvent(readWords('en', 'security'), type, details),
    ),
  ).toEqual(
    expect.arrayContaining([
      'Kiosk “Hall” paired',
      'Kiosk “Hall” tried something that isn’t allowed',
      'Kiosk “Tablet 2” revoked',
      'Link created for the wall “Lobby”',
    ]),
  );
});

test('[PD6] a person who signs in on a device is that person, and the device again afterwards', async () => {
  const { visitor } = await pair('Office', 'kiosk');
  const body = { email: 'maria@example.com', password: 'a good long password' };
  await visitor.send('/api/auth/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { value } = await visitor.call(getMe, {});
  expect([value.user?.firstName, value.device]).toEqual(['Maria', undefined]);
  await visitor.send('/api/auth/sign-out', { method: 'POST' });
  expect((await visitor.call(getMe, {})).value.device?.name).toBe('Office');
});

test('[PD7] devices end with their team', async () => {
  const other = await newTeam(manager, { name: 'Pier' });
  const { value } = await manager.call(createDeviceLink, {
    params: { team: other },
    body: { name: 'Door', area: null },
  });
  const wall = television();
  await wall.call(openDeviceLink, { body: { secret: value.secret } });
  const page = await wall.live();
  await greet(page);
  const ended = heard(page, 'me');
  await manager.call(deleteTeam, { params: { team: other }, body: { name: 'Pier' } });
  expect(await ended).toMatchObject({ user: null });
  page.terminate();
  expect(await query(server.dataDir, `select * from paired_devices where team_id = '${other}'`)).toEqual([]);
});
