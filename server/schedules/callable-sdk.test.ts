import { deleteApp, type FirebaseApp, initializeApp } from '@firebase/app';
import { getFunctions, httpsCallable } from '@firebase/functions';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createToken } from '../../contract/tokens.ts';
import { type HotSchedulesStandIn, hotShift, runHotSchedules } from '../../test/providers/hotschedules.ts';
import { outgoingEnv } from '../../test/providers/stand-in.ts';
import { newcomer, person, type RunningServer, runServer } from '../../test/servers/running-server.ts';

// The real SDK, as docs/operations.md tells its users to call Lineup.

const date = '2026-03-07';
const project = { projectId: 'old-board', apiKey: 'unused', appId: 'unused' };

let hotSchedules: HotSchedulesStandIn;
let server: RunningServer;
let token: string;
beforeAll(async () => {
  hotSchedules = await runHotSchedules();
  hotSchedules.store.shifts = [hotShift(-416763347, date), hotShift(-2, date, { clientId: 8, ownerId: 502 })];
  server = await runServer({ env: outgoingEnv(hotSchedules) });
  const ana = await newcomer(server.address, 'Ana');
  const body = { name: 'Board', scope: 'read', team: null, days: 30, password: person('').password } as const;
  token = (await ana.call(createToken, { body })).value.secret;
});
afterAll(async () => {
  await server.stop();
  await hotSchedules.stop();
});

const apps: FirebaseApp[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await deleteApp(app);
});

interface Answer {
  readonly schedule: {
    readonly roles: readonly string[];
    readonly shifts: readonly { readonly id: string }[];
  };
  readonly warnings: readonly string[];
}

function getSchedule(app: FirebaseApp) {
  apps.push(app);
  return httpsCallable<object, Answer>(getFunctions(app, server.address), 'hotschedules-getSchedule');
}

const asked = () => ({ date, user: hotSchedules.store.user, pass: hotSchedules.store.pass });

test('a page calls with the token in the data', async () => {
  const { data } = await getSchedule(initializeApp(project))({ ...asked(), token, store: '7' });
  expect(data).toEqual({
    schedule: { roles: ['Kitchen'], shifts: [expect.objectContaining({ id: '-416763347', job: 'Grill' })] },
    warnings: ['Skipped 1 shift at another store.'],
  });
});

test('without a store, all stores are returned with a warning; a store is a name or a number', async () => {
  const call = getSchedule(initializeApp(project));
  const { data } = await call({ ...asked(), token });
  expect(data.schedule.shifts).toHaveLength(2);
  expect(data.warnings).toEqual([expect.stringMatching(/^This includes shifts from 2 stores/)]);
  expect((await call({ ...asked(), token, store: 8 })).data.schedule.shifts).toMatchObject([{ id: '-2' }]);
  await expect(call({ ...asked(), token, store: {} })).rejects.toMatchObject({
    code: 'functions/invalid-argument',
  });
});

test('[CA4] refusals reach the caller of the SDK with their code and sentence', async () => {
  const call = getSchedule(initializeApp(project));
  await expect(call(asked())).rejects.toMatchObject({ code: 'functions/unauthenticated' });
  await expect(call({ ...asked(), token, date: 'soon' })).rejects.toMatchObject({
    code: 'functions/invalid-argument',
  });
  await expect(call({ ...asked(), token, pass: 'wrong' })).rejects.toMatchObject({
    code: 'functions/unauthenticated',
    message: expect.stringContaining('HotSchedules didn’t accept the sign-in'),
  });
});
