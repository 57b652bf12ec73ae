import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeLanguage } from '../../contract/account.ts';
import { changeDocument, getDocument } from '../../contract/documents.ts';
import { linkMe } from '../../contract/mine.ts';
import { getPush, switchPushOff, switchPushOn } from '../../contract/push.ts';
import { newPerson } from '../../domain/crew/crew-index.ts';
import type { Shift } from '../../domain/day/shift.ts';
import { buildLayout, buildRotation, buildShift } from '../../test/builders.ts';
import {
  type BrowserSubscription,
  type PushService,
  runPushService,
} from '../../test/providers/push-service.ts';
import {
  newcomer,
  newTeam,
  problemOf,
  type RunningServer,
  runServer,
  type Visitor,
  visit,
} from '../../test/servers/running-server.ts';
import { joinTeam } from '../../test/servers/team-members.ts';
import { newId } from '../id.ts';
import { deviceOf } from './push.ts';

let service: PushService;
let folder: string;
let server: RunningServer;
let team: string;
/** Cookies outlive the server, which is at another address after each start. */
const jars = { maria: new Map<string, string>(), leo: new Map(), vera: new Map() };
type Who = keyof typeof jars;
const as = (who: Who): Visitor => visit(server.address, jars[who]);

const at = (time: string) => Date.parse(`2026-11-21T${time}:00-05:00`);

/** Starts at a time of the team's day; what is due is looked for at the start. */
async function startAt(time: string): Promise<void> {
  server = await runServer({ dataDir: folder, now: () => at(time), env: { PUSH_ALLOW: service.host } });
}

async function change(document: string, what: object): Promise<void> {
  const body = { id: newId(), change: what as never };
  const { status, text } = await as('maria').call(changeDocument, { params: { team, document }, body });
  expect(status, text).toBe(200);
}
const addShift = (name: string, startTime: string, over: Partial<Shift> = {}) =>
  change('today', { type: 'shift.add', shift: buildShift(name, startTime, '5:00 PM', over), seats: [] });

async function switchOn(who: Who, subscription: BrowserSubscription, about: 'mine' | 'all' = 'all') {
  const { publicKey } = (await as(who).call(getPush, { params: { team }, query: {} })).value;
  return as(who).call(switchPushOn, { params: { team }, body: { ...subscription, publicKey, about } });
}
const stateOf = async (who: Who, { endpoint }: BrowserSubscription) =>
  (await as(who).call(getPush, { params: { team }, query: { device: deviceOf(endpoint) } })).value.about;

beforeAll(async () => {
  service = await runPushService();
  folder = mkdtempSync(join(tmpdir(), 'lineup-push-'));
  await startAt('12:50');
  for (const who of ['maria', 'leo', 'vera'] as const) {
    const visitor = await newcomer(server.address, who);
    for (const pair of visitor.cookie().split('; ')) jars[who].set(...(pair.split('=') as [string, string]));
  }
  team = await newTeam(as('maria'));
  await joinTeam(as('maria'), team, 'lead', as('leo'));
  await joinTeam(as('maria'), team, 'viewer', as('vera'));
  await change('today', { type: 'layout.create', layout: buildLayout({ dayStart: '4:00 AM' }) });
});
afterAll(async () => {
  await server.stop();
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('a browser is accepted with keys of the curve and an https address on the internet, for what its person may see', async () => {
  const browser = service.subscribe('tablet');
  const refusal = async (over: Partial<BrowserSubscription>, who: Who = 'leo') =>
    problemOf(await switchOn(who, { ...browser, ...over }));
  expect(await refusal({ endpoint: 'http://push.example.com/1' })).toEqual([400, { code: 'address-unsafe' }]);
  expect(await refusal({ endpoint: 'https://127.0.0.1:9/1' })).toEqual([400, { code: 'address-private' }]);
  expect(await refusal({ endpoint: 'https://[::ffff:10.0.0.1]/1' })).toEqual([
    400,
    { code: 'address-private' },
  ]);
  expect(await refusal({ auth: 'short' })).toEqual([400, { code: 'push-unsupported' }]);
  expect(await refusal({}, 'vera')).toEqual([403, { code: 'not-allowed' }]);
  const body = { ...browser, publicKey: 'another', about: 'mine' } as const;
  const outdated = await as('leo').call(switchPushOn, { params: { team }, body });
  expect(problemOf(outdated)).toEqual([400, { code: 'push-key-changed' }]);
  expect(await stateOf('leo', browser)).toBeNull();

  expect((await switchOn('leo', browser, 'mine')).value.about).toBe('mine');
  expect((await switchOn('vera', service.subscribe('phone'), 'mine')).value.about).toBe('mine');
  expect(await stateOf('leo', browser)).toBe('mine');
  expect(await stateOf('maria', browser)).toBeNull();
  await as('leo').call(switchPushOff, { params: { team, device: deviceOf(browser.endpoint) } });
  expect(await stateOf('leo', browser)).toBeNull();
});

test('[PU2] [PU8] a break that is due or over is sent once, also by a server that started later', async () => {
  const [tablet, laptop] = [service.subscribe('tablet'), service.subscribe('laptop')];
  await switchOn('leo', tablet);
  await switchOn('maria', laptop);
  await addShift('Ana Cruz', '8:00 AM');
  await server.stop();
  await startAt('13:02');
  await service.hears(2);
  const [first] = service.received;
  expect(first?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '900', urgency: 'high' });
  expect(first?.headers.authorization).toMatch(/^vapid t=[\w-]+\.[\w-]+\.[\w-]+, k=[\w-]{87}$/);

  await change('today', {
    type: 'break.press',
    shift: 'Ana Cruz',
    slot: 0,
    wants: 'start',
    at: at('13:02'),
    by: null,
  });
  await addShift('Ben Diaz', '8:04 AM');
  service.forget('laptop');
  await server.stop();
  await startAt('13:05');
  // Ana's was sent before.
  await service.hears(3);
  await expect.poll(() => stateOf('maria', laptop)).toBeNull();

  await server.stop();
  await startAt('13:33');
  await service.hears(4);
  const texts = service.received.map(({ path, message }) => {
    const { title, body } = message as { title: string; body: string };
    return `${path}: ${title}. ${body}`;
  });
  expect(texts.slice(0, 2).sort()).toEqual([
    '/laptop: Ana C.: break due. At 1:00 PM',
    '/tablet: Ana C.: break due. At 1:00 PM',
  ]);
  expect(texts.slice(2)).toEqual([
    '/tablet: Ben D.: break due. At 1:04 PM',
    '/tablet: Ana C.: break over. It was until 1:32 PM',
  ]);
});

test('[PU3] [L6] a person is told of their own breaks in their language, and of nobody else’s', async () => {
  const phone = service.subscribe('phone');
  await as('maria').call(getDocument, { params: { team, document: 'crew' } });
  await change('crew', { type: 'person.add', person: newPerson('p-vera', 'Vera Sample') });
  await as('vera').call(linkMe, { params: { team }, body: { person: 'p-vera' } });
  await switchOn('vera', phone, 'mine');
  await addShift('Vera Sample', '8:40 AM', { person: 'p-vera' });
  await addShift('Cleo Ruiz', '8:41 AM', { person: 'p-cleo' });
  await addShift('Cleo Ruiz', '9:41 AM', { id: 'another' });
  await as('vera').call(changeLanguage, { body: { language: 'de' } });
  await change(team, { type: 'team.formats', clock: 'H:mm', date: 'M/D/YYYY' });
  const before = service.received.length;
  await server.stop();
  await startAt('13:42');
  const all = await service.hears(before + 3);
  expect(all.map(({ message }) => message)).toContainEqual(
    expect.objectContaining({ title: 'Cleo R. (8:41): break due', body: 'At 13:41' }),
  );
  const told = all.filter(({ path }) => path === '/phone');
  expect(told.map(({ message }) => message)).toMatchObject([
    { title: 'Deine Pause ist fällig', body: 'Um 13:40', lang: 'de' },
  ]);
});

test('[PU11] a lead is told who takes the position, and somebody with a break of their own is not', async () => {
  const [tablet, phone] = [service.subscribe('tablet'), service.subscribe('phone')];
  await switchOn('leo', tablet, 'all');
  await switchOn('vera', phone, 'mine');
  const rotation = buildRotation('lunch', '1:00 PM', '4:00 PM');
  await change('today', { type: 'rotation.add', rotation, before: null });
  const relief = [{ position: 'till', from: '2:10 PM', to: '2:40 PM', by: 'Rita Gomez' }];
  const planned = [{ kind: 'meal', start: '2:10 PM', minutes: 30, relief }] as const;
  await addShift('Rita Gomez', '1:30 PM');
  await addShift('Vera Sample', '9:00 AM', { id: 'vera-planned', person: 'p-vera', planned, breaks: [null] });
  await change('today', {
    ...{ type: 'shift.seat', shift: 'vera-planned', rotation: 'lunch', position: 'till', before: null },
  });
  const before = service.received.length;
  await server.stop();
  await startAt('14:11');
  const all = (await service.hears(before + 2)).slice(before);
  const told = (path: string) => all.filter((each) => each.path === path).map(({ message }) => message);
  expect(told('/tablet')).toMatchObject([
    { title: 'Break for Vera S. (9:00): Rita G. takes till', body: 'At 14:10' },
  ]);
  expect(told('/phone')).toMatchObject([{ title: 'Deine Pause ist fällig', body: 'Um 14:10' }]);
});
