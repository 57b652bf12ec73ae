import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createDeviceLink, openDeviceLink } from '../../contract/devices.ts';
import { changeDocument, listLayouts } from '../../contract/documents.ts';
import { type ClientMessage, clientMessage, type ServerMessage } from '../../contract/live.ts';
import type { Change } from '../../domain/change/change.ts';
import { crewDocument } from '../../domain/crew/crew-document.ts';
import type { Layout } from '../../domain/day/layout.ts';
import { buildLayout, buildRotation, buildShift, buildTemplate } from '../../test/builders.ts';
import { eventually } from '../../test/eventually.ts';
import {
  greet,
  newcomer,
  newTeam,
  type RunningServer,
  runServer,
  type Visitor,
  visit,
} from '../../test/servers/running-server.ts';
import { joinTeam } from '../../test/servers/team-members.ts';
import { newId } from '../id.ts';
import { createNewestSender } from './device-feed.ts';

const HOUR = 3_600_000;
/** 1 PM in New York, where the business day begins at 4 AM. */
const noon = Date.UTC(2026, 10, 28, 18);

let server: RunningServer;
let time = noon;
let manager: Visitor;
let team: string;
let wall: Visitor;
beforeAll(async () => {
  server = await runServer({ now: () => time });
  manager = await newcomer(server.address, 'Maria');
  team = await newTeam(manager);
  const { value } = await manager.call(createDeviceLink, {
    params: { team },
    body: { name: 'Lobby', area: null },
  });
  wall = visit(server.address);
  await wall.call(openDeviceLink, { body: { secret: value.secret } });
  await make('yesterday', '2026-11-27', '11:00 PM', '3:00 AM');
  await make('today', '2026-11-28', '10:00 PM', '6:00 AM');
  await make('tomorrow', '2026-11-29', '9:00 AM', '5:00 PM');
  await change('weekday', { type: 'template.create', template: buildTemplate() });
});
afterAll(() => server.stop());
afterEach(() => {
  vi.useRealTimers();
  time = noon;
});

/** What is found, as soon as it is there. */
const until = <Found>(find: () => Found): Promise<NonNullable<Found>> =>
  eventually(() => {
    const found = find();
    if (!found) throw new Error('It is not there yet.');
    return found;
  });

async function change(document: string, given: Change, by = manager): Promise<void> {
  const call = { params: { team, document }, body: { id: newId(), change: given } };
  const { status, text } = await by.call(changeDocument, call);
  if (status !== 200) throw new Error(text);
}

const person = (id: string, teamMember: string, startTime: string, endTime: string) =>
  buildShift(id, startTime, endTime, {
    ...{ teamMember, note: 'phone 555', person: 'p1', schedule: 'Grill' },
    out: { reason: 'sick', from: endTime === '6:00 AM' ? '5:45 AM' : endTime, at: time, by: null },
  });

async function make(id: string, date: string, startTime: string, endTime: string): Promise<void> {
  const shifts = [person(`hs:Dana Lee`, 'Dana Lee', startTime, endTime)];
  const rotations = [buildRotation('lunch', startTime, endTime)];
  await change(id, { type: 'layout.create', layout: buildLayout({ date, shifts, rotations }) });
}

/** A page of the wall, and what it has heard. */
async function open(visitor = wall) {
  const page = await visitor.live();
  const heard: ServerMessage[] = [];
  page.on('message', (data) => heard.push(JSON.parse(String(data))));
  await greet(page);
  const say = (message: ClientMessage) => page.send(JSON.stringify(message));
  const watch = async (document: string, of = team) => {
    const before = heard.length;
    say({ type: 'watch', team: of, document });
    return until(() => heard.slice(before).find((each) => 'document' in each && each.document === document));
  };
  return { page, heard, say, watch };
}

const snapshots = (heard: readonly ServerMessage[]) =>
  heard.flatMap((message) => (message.type === 'snapshot' ? [message] : []));
const names = (heard: readonly ServerMessage[]) =>
  ((snapshots(heard).at(-1)?.body ?? { shifts: [] }) as Layout).shifts.map(({ teamMember }) => teamMember);

test('[PD9] a wall reads its team and today’s layouts, and nothing else', async () => {
  const { page, watch, heard } = await open();
  expect(await watch('today')).toMatchObject({ type: 'snapshot', body: { kind: 'layout' } });
  expect(await watch(team)).toMatchObject({ type: 'snapshot', body: { kind: 'team', areas: [] } });
  for (const document of ['yesterday', 'tomorrow', 'weekday', crewDocument, 'none']) {
    expect([document, await watch(document)]).toEqual([
      document,
      { type: 'gone', team, document, why: expect.stringMatching(/^(missing|not-a-member)$/) },
    ]);
  }
  const other = await newTeam(manager, { name: 'Pier' });
  expect(await watch(other, other)).toMatchObject({ type: 'gone', why: 'not-a-member' });
  expect(JSON.stringify(heard)).not.toMatch(/Dana Lee|phone 555|"sick"|Grill|"p1"|maria@/);
  page.terminate();
});

test('[PD9] the lists of a wall have today’s layouts alone', async () => {
  const list = async (query: { date?: string; from?: string; to?: string }) =>
    (await wall.call(listLayouts, { params: { team }, query })).value.layouts.map(({ id }) => id);
  expect(await list({ from: '2026-11-01', to: '2026-12-30' })).toEqual(['today']);
  expect(await list({ date: '2026-11-28' })).toEqual(['today']);
  expect(await list({ date: '2026-11-29' })).toEqual([]);
});

test('[PD12] a wall whose clock is ahead finds the day that begins within a minute', async () => {
  const { page, watch } = await open();
  const dayStart = noon + 15 * HOUR;
  time = dayStart - 61_000;
  expect(await watch('tomorrow')).toMatchObject({ type: 'gone' });
  time = dayStart - 1;
  const { value } = await wall.call(listLayouts, { params: { team }, query: { date: '2026-11-29' } });
  expect(value.layouts.map(({ id }) => id)).toEqual(['tomorrow']);
  expect(await watch('tomorrow')).toMatchObject({ type: 'snapshot' });
  expect(await watch('today')).toMatchObject({ type: 'snapshot' });
  page.terminate();
});

test('[PD10] a wall gets the whole of each version and no change, and the last of many at last', async () => {
  const { page, watch, heard } = await open();
  await watch('today');
  const add = (name: string) =>
    change('today', { type: 'shift.add', shift: person(newId(), name, '10:00 AM', '4:00 PM'), seats: [] });
  await add('Bo Kim');
  await until(() => names(heard).includes('Bo K.'));
  const before = snapshots(heard).length;
  for (let count = 0; count < 20; count++) await add(`Ann${count} Sample`);
  await until(() => names(heard).includes('Ann19 S.'));
  expect(snapshots(heard).length - before).toBeLessThan(20);
  expect(new Set(heard.map(({ type }) => type))).toEqual(new Set(['hello', 'me', 'snapshot']));
  page.terminate();
});

test('[PD10] a wall neither hears nor says what others hold, and changes nothing', async () => {
  const lead = await newcomer(server.address, 'Leo');
  await joinTeam(manager, team, 'lead', lead);
  const [here, there] = [await open(), await open(lead)];
  await here.watch('today');
  await there.watch('today');
  there.say({ type: 'presence', team, document: 'today', holds: { notes: true } });
  here.say({ type: 'presence', team, document: 'today', holds: { notes: true } });
  here.say({
    type: 'change',
    team,
    document: 'today',
    id: 'mine',
    change: { type: 'shift.delete', shift: 'x' },
  });
  await until(() => here.heard.find(({ type }) => type === 'refused'));
  expect(here.heard.filter(({ type }) => type === 'refused')).toMatchObject([
    { id: 'mine', problem: { code: 'device-refused' } },
  ]);
  there.say({ type: 'ping' });
  await until(() => there.heard.find(({ type }) => type === 'pong'));
  expect([...here.heard, ...there.heard].filter(({ type }) => type === 'presence')).toEqual([]);
  here.page.terminate();
  there.page.terminate();
});

test('[PD9] there is no other message that a wall could send', () => {
  const types = clientMessage.def.options.map(({ shape: { type } }) => type.def.values[0]);
  expect(types.toSorted()).toEqual(['change', 'hello', 'ping', 'presence', 'unwatch', 'watch']);
});

test('[PD11] the day before is there while its people are, and a watch ends by itself with its day', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { page, watch, heard } = await open();
  time = noon + 14 * HOUR; // 3 AM: the day of the 28th goes on
  expect(await watch('today')).toMatchObject({ type: 'snapshot' });
  time = noon + 16.5 * HOUR; // 5:30 AM of the 29th, and Dana is there until 6
  expect(await watch('today')).toMatchObject({ type: 'snapshot' });
  expect(await watch('tomorrow')).toMatchObject({ type: 'snapshot' });
  time = noon + 18 * HOUR;
  vi.advanceTimersByTime(30_000);
  await until(() => heard.find(({ type }) => type === 'gone'));
  expect(heard.filter(({ type }) => type === 'gone')).toEqual([
    { type: 'gone', team, document: 'today', why: 'missing' },
  ]);
  expect(await watch('today')).toMatchObject({ type: 'gone', why: 'missing' });
  page.terminate();
});

test('[PD10] a wall that reads slowly gets the newest, and not what came before it', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const sent: string[] = [];
  let unread = 100_000;
  const sender = createNewestSender({
    buffered: () => unread,
    sendEncoded: (text) => void sent.push(String(text)),
  });
  for (const text of ['one', 'two', 'three']) sender.send(Buffer.from(text));
  vi.advanceTimersByTime(5_000);
  expect(sent).toEqual([]);
  unread = 0;
  vi.advanceTimersByTime(1_000);
  expect(sent).toEqual(['three']);
  sender.send(Buffer.from('four'));
  expect(sent).toEqual(['three', 'four']);
  unread = 100_000;
  sender.send(Buffer.from('five'));
  sender.stop();
  unread = 0;
  vi.advanceTimersByTime(9_000);
  expect(sent).toEqual(['three', 'four']);
});
