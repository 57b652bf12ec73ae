import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Body } from '../../contract/endpoint.ts';
import {
  fetchProviderSchedule,
  getWaitingSchedule,
  listConnections,
  listProviders,
  pickRoles,
  removeConnection,
  type saveConnection as SaveConnection,
  saveConnection,
  testConnection,
} from '../../contract/schedule.ts';
import { acceptInvitation, createInvitation } from '../../contract/teams.ts';
import { type CallableStandIn, runCallable } from '../../test/providers/callable.ts';
import { type HotSchedulesStandIn, hotShift, runHotSchedules } from '../../test/providers/hotschedules.ts';
import { outgoingEnv } from '../../test/providers/stand-in.ts';
import {
  newcomer,
  newTeam,
  type RunningServer,
  runServer,
  type Visitor,
} from '../../test/servers/running-server.ts';
import { storedText } from '../../test/stores/stored-data.ts';

const provider = 'hotschedules';
const date = '2026-03-07';
const secret = 'open sesame';

let hotschedules: HotSchedulesStandIn;
let callable: CallableStandIn;
let server: RunningServer;
let manager: Visitor;
let lead: Visitor;
let viewer: Visitor;
let team: string;
let logged = '';

beforeAll(async () => {
  hotschedules = await runHotSchedules();
  callable = await runCallable();
  const log = pino(
    { level: 'trace' },
    new Writable({
      write(chunk, _, done) {
        logged += chunk;
        done();
      },
    }),
  );
  server = await runServer({ env: outgoingEnv(hotschedules, callable), log });
  [manager, lead, viewer] = (await Promise.all(
    ['Maria', 'Leo', 'Vera'].map((name) => newcomer(server.address, name)),
  )) as [Visitor, Visitor, Visitor];
  team = await newTeam(manager);
  for (const [visitor, role] of [
    [lead, 'lead'],
    [viewer, 'viewer'],
  ] as const) {
    const terms = { role, days: 7, once: true } as const;
    const { token } = (await manager.call(createInvitation, { params: { team }, body: terms })).value;
    await visitor.call(acceptInvitation, { params: { token } });
  }
});
afterAll(async () => {
  await server.stop();
  await hotschedules.stop();
  await callable.stop();
});

type Form = Body<typeof SaveConnection>;
const form = (settings: Form['settings'], over: Partial<Form> = {}): Form => ({
  settings,
  location: null,
  timeZone: 'America/Chicago',
  everyMinutes: null,
  takesAlone: false,
  ...over,
});
const save = (settings: Form['settings'], over: Partial<Form> = {}, key = provider) =>
  manager.call(saveConnection, { params: { team, provider: key }, body: form(settings, over) });
const testIt = (settings: Form['settings'], key = provider) =>
  manager.call(testConnection, { params: { team, provider: key }, body: { settings } });
const read = (visitor: Visitor, over: { date?: string; key?: string } = {}) =>
  visitor.call(fetchProviderSchedule, {
    params: { team, provider: over.key ?? provider },
    body: { date: over.date ?? date },
  });
const connectionsOf = async (visitor: Visitor) =>
  (await visitor.call(listConnections, { params: { team } })).value.connections;
const problemOf = ({ status, value }: { status: number; value: unknown }) => [
  status,
  (value as { problem: unknown }).problem,
];
const account = { user: 'maria.garcia', pass: secret };

beforeEach(async () => {
  for (const key of [provider, 'callable', 'deputy']) {
    await manager.call(removeConnection, { params: { team, provider: key } });
  }
  for (const standIn of [hotschedules, callable]) {
    for (const fault of Object.keys(standIn.faults)) delete standIn.faults[fault as 'html'];
  }
  hotschedules.store.shifts = [hotShift(-1, date)];
});

test('forms are made from what each provider asks for; the one without a promise says its risk', async () => {
  const { providers } = (await viewer.call(listProviders, {})).value;
  expect(providers.map(({ key, risk }) => [key, risk !== null])).toEqual([
    ['hotschedules', true],
    ['callable', false],
    ['sevenshifts', false],
    ['deputy', false],
    ['ics', false],
  ]);
  for (const { fields } of providers) expect(fields.some(({ isSecret }) => isSecret)).toBe(true);
});

describe('[SC17] a secret', () => {
  test('never comes back, and is neither in the database nor in the log as it was typed', async () => {
    const saved = await save(account);
    expect(saved.value).toMatchObject({ settings: { user: 'maria.garcia' }, secrets: ['pass'] });
    hotschedules.faults.html = true;
    const answers = [saved, await testIt({}), await read(manager), await testIt({ user: '', pass: secret })];
    answers.push((await manager.call(listConnections, { params: { team } })) as never);
    for (const { text } of answers) expect(text).not.toContain(secret);
    const stored = await storedText(server.dataDir);
    expect(stored).toContain('maria.garcia');
    expect(stored).not.toContain(secret);
    expect(logged).not.toContain(secret);
  });

  test('stays as it is when it is not sent again, and stands in for a test', async () => {
    await save(account);
    expect((await testIt({ user: 'maria.garcia', pass: '' })).value.locations).toHaveLength(2);
    expect((await save({ user: 'maria.garcia' }, { everyMinutes: 15 })).status).toBe(200);
    expect((await read(manager)).status).toBe(200);
    await save({ user: 'maria.garcia', pass: 'another' });
    expect(problemOf(await read(manager))).toMatchObject([400, { code: 'schedule-refused' }]);
  });

  test('goes to no other address than the one it was typed for', async () => {
    const { url } = callable;
    await save({ ...account, address: url }, {}, 'callable');
    expect((await testIt({ user: 'maria.garcia', address: url }, 'callable')).status).toBe(200);
    const asked = callable.asked.length;
    const moved = { user: 'maria.garcia', address: `${callable.address}/mine` };
    const missing = [400, { code: 'field-missing', field: 'pass' }];
    expect(problemOf(await testIt(moved, 'callable'))).toEqual(missing);
    expect(problemOf(await save(moved, {}, 'callable'))).toEqual(missing);
    expect(callable.asked.length).toBe(asked);
  });

  test('is forgotten with the connection', async () => {
    await save(account);
    await manager.call(removeConnection, { params: { team, provider } });
    expect(await connectionsOf(manager)).toEqual([]);
    expect(problemOf(await read(manager))).toEqual([400, { code: 'not-connected' }]);
    expect(problemOf(await testIt({ user: 'maria.garcia' }))).toEqual([
      400,
      { code: 'field-missing', field: 'pass' },
    ]);
  });
});

describe('an invalid setting is shown at its field, and nothing is stored', () => {
  test.each([
    ['user', 'field-missing', { pass: secret }, {}],
    ['pass', 'field-missing', { user: 'maria.garcia', pass: '  ' }, {}],
    ['user', 'text-too-long', { ...account, user: 'x'.repeat(2_001) }, {}],
    ['timeZone', 'time-zone-unknown', account, { timeZone: 'Mars/Olympus' }],
    ['timeZone', 'time-zone-unknown', account, { timeZone: '' }],
    ['everyMinutes', 'every-minutes-unreadable', account, { everyMinutes: 4 }],
    ['everyMinutes', 'every-minutes-unreadable', account, { everyMinutes: 7.5 }],
    ['everyMinutes', 'every-minutes-unreadable', account, { everyMinutes: 1_441 }],
  ] as const)('%s: %s', async (field, code, settings, over) => {
    expect(problemOf(await save(settings, over))).toMatchObject([400, { code, field }]);
    expect(await connectionsOf(manager)).toEqual([]);
  });

  test.each([
    'not an address',
    'javascript:alert(1)',
    'ftp://lake.na.deputy.com',
    'http://lake.na.deputy.com',
    'https://name:password@lake.na.deputy.com',
  ])('an address such as %j', async (install) => {
    expect(problemOf(await save({ install, token: 'x' }, {}, 'deputy'))).toMatchObject([
      400,
      { code: 'address-unsafe', field: 'install' },
    ]);
  });

  test('the address of a calendar, which is a secret too', async () => {
    const ics = (address: string) => save({ address }, {}, 'ics');
    for (const [address, code] of [
      ['', 'field-missing'],
      ['not an address', 'address-unsafe'],
      ['file:///etc/passwd', 'address-unsafe'],
      ['http://calendars.example.com/3f9c.ics', 'address-unsafe'],
      ['webcal://127.0.0.1/3f9c.ics', 'address-private'],
    ] as const) {
      expect(problemOf(await ics(address))).toMatchObject([400, { code, field: 'address' }]);
    }
    expect((await ics('WEBCAL://localhost/3f9c.ics')).value).toMatchObject({ secrets: ['address'] });
    expect(problemOf(await testIt({}, 'ics'))).toMatchObject([
      400,
      { code: 'address-private', field: 'address' },
    ]);
    await manager.call(removeConnection, { params: { team, provider: 'ics' } });
  });

  test('an address that is not of the provider', async () => {
    const answer = await testIt({ install: 'https://deputy.example.com', token: 'x' }, 'deputy');
    expect(problemOf(answer)).toMatchObject([400, { code: 'address-elsewhere', field: 'install' }]);
    expect(answer.value).toMatchObject({ message: 'Enter an address that ends with deputy.com.' });
  });

  test('an address without https:// gets it', async () => {
    for (const install of ['lake.na.deputy.com', 'lake.na.deputy.com:8443/', 'lake.na.deputy.com?x']) {
      const { settings } = (await save({ install, token: 'x' }, {}, 'deputy')).value;
      expect(settings).toEqual({ install: `https://${install}` });
    }
  });

  test.each([
    ['https://127.0.0.1/x', 'address-private'],
    ['https://localhost/x', 'address-private'],
    ['http://example.com/x', 'address-unsafe'],
  ])('an address that must not be asked, at its field: %s', async (address, code) => {
    expect(problemOf(await testIt({ ...account, address }, 'callable'))).toMatchObject([
      400,
      { code, field: 'address' },
    ]);
  });

  test('an unknown provider and an invalid date', async () => {
    expect(problemOf(await save(account, {}, 'fax'))).toEqual([404, { code: 'not-found' }]);
    expect(problemOf(await testIt(account, 'fax'))).toEqual([404, { code: 'not-found' }]);
    await save(account);
    for (const wrong of ['2026-02-30', '2026-13-01', 'today']) {
      expect(problemOf(await read(manager, { date: wrong }))).toEqual([
        400,
        { code: 'request-invalid', field: 'date' },
      ]);
    }
  });
});

test('a setting that may be left out can be emptied again', async () => {
  const settings = { token: 'x', company: '4567' };
  await save({ ...settings, guid: 'abc' }, {}, 'sevenshifts');
  expect((await save({ company: '4567', guid: '' }, {}, 'sevenshifts')).value).toMatchObject({
    settings: { company: '4567' },
    secrets: ['token'],
  });
  await manager.call(removeConnection, { params: { team, provider: 'sevenshifts' } });
});

const countReadings = async () =>
  Number(/hotschedules",result="ok"} (\d+)/.exec((await manager.send('/metrics')).text)?.[1] ?? 0);

test('a lead reads the schedule of a date; nothing is changed by it but when it was read', async () => {
  await save(account, { location: { id: '7', name: 'Maple Street' } });
  const before = await countReadings();
  const { value } = await read(lead);
  expect(await countReadings()).toBe(before + 1);
  expect(value).toMatchObject({
    shifts: [{ id: 'hotschedules:-1', teamMember: 'Maria Garcia' }],
    warnings: [],
  });
  expect((await connectionsOf(manager))[0]).toMatchObject({
    location: { id: '7', name: 'Maple Street' },
    lastRead: { at: value.readAt, problem: null },
  });
  const waiting = await lead.call(getWaitingSchedule, { params: { team, provider }, query: { date } });
  expect(waiting.value).toEqual({ reading: null });
});

test('[SC14] the store that was chosen is the one that is read, and another can be chosen', async () => {
  hotschedules.store.shifts.push(hotShift(-2, date, { clientId: 8, ownerId: 502 }));
  const locations = (await testIt(account)).value.locations;
  expect(locations).toEqual([
    { id: '7', name: 'Maple Street', timeZone: 'America/Chicago' },
    { id: '8', name: 'Pier 9', timeZone: 'America/Chicago' },
  ]);
  for (const [location, id] of [
    [{ id: '7', name: 'Maple Street' }, 'hotschedules:-1'],
    [{ id: '8', name: 'Pier 9' }, 'hotschedules:-2'],
  ] as const) {
    await save(account, { location });
    expect((await read(lead)).value).toMatchObject({
      shifts: [{ id }],
      warnings: ['Skipped 1 shift at another store.'],
    });
  }
});

test('[SC23] [SC88] a viewer neither reads, nor looks at what waits, nor picks; a lead does; only managers connect', async () => {
  await save(account);
  const pick = (visitor: Visitor) =>
    visitor.call(pickRoles, { params: { team, provider }, body: { roles: ['Kitchen'] } });
  const notAllowed = [403, { code: 'not-allowed' }];
  expect(problemOf(await read(viewer))).toEqual(notAllowed);
  expect(problemOf(await pick(viewer))).toEqual(notAllowed);
  const waiting = (visitor: Visitor) =>
    visitor.call(getWaitingSchedule, { params: { team, provider }, query: { date } });
  expect(problemOf(await waiting(viewer))).toEqual(notAllowed);
  expect((await waiting(lead)).status).toBe(200);
  expect((await pick(lead)).status).toBe(200);
  expect((await connectionsOf(manager))[0]?.roles).toEqual(['Kitchen']);
  for (const visitor of [viewer, lead]) {
    const [seen] = await connectionsOf(visitor);
    expect([seen?.settings, seen?.timeZone]).toEqual([{}, 'America/Chicago']);
    const params = { team, provider };
    expect(problemOf(await visitor.call(saveConnection, { params, body: form(account) }))).toEqual(
      notAllowed,
    );
    expect(problemOf(await visitor.call(testConnection, { params, body: { settings: {} } }))).toEqual(
      notAllowed,
    );
    expect(problemOf(await visitor.call(removeConnection, { params }))).toEqual(notAllowed);
  }
});

test('[SC16] a failure has a sentence with the provider’s name, and is kept for the manager', async () => {
  await save(account);
  hotschedules.faults.busy = { times: 9, retryAfter: '90' };
  const answer = await read(lead);
  expect(answer.status).toBe(429);
  expect(answer.value).toMatchObject({
    message: 'HotSchedules is limiting requests. Nothing was changed. Try again in 90 seconds.',
  });
  expect((await connectionsOf(manager))[0]?.lastRead?.problem).toBe(
    (answer.value as never as { message: string }).message,
  );
  // A second try too early is not let through: that would only make the pause longer.
  const asked = hotschedules.asked.length;
  expect((await read(lead)).status).toBe(429);
  expect(hotschedules.asked.length).toBe(asked);
  delete hotschedules.faults.busy;
  await save(account);
  expect((await read(lead)).status).toBe(200);
});
