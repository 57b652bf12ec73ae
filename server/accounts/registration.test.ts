import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { getSignInOptions, register } from '../../contract/account.ts';
import { getMe } from '../../contract/me.ts';
import { acceptInvitation, createInvitation, revokeInvitation } from '../../contract/teams.ts';
import {
  newTeam,
  person,
  problemOf,
  type RunningServer,
  runServer,
  visit,
} from '../../test/servers/running-server.ts';

let server: RunningServer;
let dataDir: string | null = null;
afterEach(async () => {
  await server.stop();
  if (dataDir) rmSync(dataDir, { recursive: true });
  dataDir = null;
});

/** A manager with a team, from before the operator closed the registration. */
async function reopen(registration: string) {
  dataDir = mkdtempSync(join(tmpdir(), 'lineup-'));
  const before = await runServer({ dataDir });
  const jar = new Map<string, string>();
  const ana = visit(before.address, jar);
  await ana.call(register, { body: person('Ana') });
  const team = await newTeam(ana);
  await before.stop();
  server = await runServer({ dataDir, env: { REGISTRATION: registration } });
  return { ana: visit(server.address, jar), team };
}
const nobody = () => visit(server.address);
const ways = async () => (await nobody().call(getSignInOptions, {})).value.registration;

test('anyone can register by default', async () => {
  server = await runServer();
  expect(await ways()).toBe('open');
  expect((await nobody().call(register, { body: person('Bo') })).status).toBe(200);
});

test('with closed registration nobody can register, and existing accounts keep working', async () => {
  const { ana, team } = await reopen('closed');
  expect(await ways()).toBe('closed');
  const { value } = await ana.call(createInvitation, {
    params: { team },
    body: { role: 'lead', days: 7, once: false },
  });
  for (const invitation of [undefined, value.token]) {
    const answer = await nobody().call(register, { body: { ...person('Bo'), invitation } });
    expect(problemOf(answer)).toEqual([403, { code: 'registration-closed' }]);
  }
  expect((await ana.call(getMe, {})).value.teams).toMatchObject([{ id: team }]);
});

test('with registration by invitation only a working link lets people register', async () => {
  const { ana, team } = await reopen('invited');
  expect(await ways()).toBe('invited');
  const body = { role: 'lead', days: 7, once: false } as const;
  const { id, token } = (await ana.call(createInvitation, { params: { team }, body })).value;
  const bo = nobody();
  expect(problemOf(await bo.call(register, { body: person('Bo') }))).toEqual([
    403,
    { code: 'registration-invited' },
  ]);
  expect(problemOf(await bo.call(register, { body: { ...person('Bo'), invitation: 'guessed' } }))).toEqual([
    404,
    { code: 'invitation-invalid' },
  ]);
  expect((await bo.call(register, { body: { ...person('Bo'), invitation: token } })).status).toBe(200);
  expect((await bo.call(acceptInvitation, { params: { token } })).value).toEqual({ team });
  await ana.call(revokeInvitation, { params: { team, id } });
  const late = await nobody().call(register, { body: { ...person('Cy'), invitation: token } });
  expect(late.status).toBe(404);
});
