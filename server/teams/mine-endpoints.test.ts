import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeNames, deleteAccount } from '../../contract/account.ts';
import { changeDocument, getDocument } from '../../contract/documents.ts';
import { getMe } from '../../contract/me.ts';
import { findMe, getNextDay, linkMe, unlinkMe } from '../../contract/mine.ts';
import { removePin, setPin } from '../../contract/pins.ts';
import { leaveTeam, removeMember } from '../../contract/teams.ts';
import { newPerson } from '../../domain/crew/crew-index.ts';
import { buildLayout, buildShift } from '../../test/builders.ts';
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
import { isOnPostgres } from '../../test/stores/test-store.ts';
import { newId } from '../id.ts';
import { layoutsOf } from './crew-links.ts';

let server: RunningServer;
let team: string;
let maria: Visitor;
let ana: Visitor;
let ben: Visitor;

const change = async (document: string, what: object) => {
  const body = { id: newId(), change: what as never };
  const { status, text } = await maria.call(changeDocument, { params: { team, document }, body });
  expect(status, text).toBe(200);
};
const find = async (who: Visitor, name?: string) =>
  (await who.call(findMe, { params: { team }, query: { ...(name && { name }) } })).value;
const link = (who: Visitor, person: string) => who.call(linkMe, { params: { team }, body: { person } });
const personOf = async (who: Visitor) =>
  (await who.call(getMe, {})).value.teams.find(({ id }) => id === team)?.person;
const names = (people: readonly { readonly name: string }[]) => people.map(({ name }) => name);

beforeAll(async () => {
  // Noon in New York.
  server = await runServer({ now: () => Date.parse('2026-11-21T17:00:00Z') });
  [maria, ana, ben] = (await Promise.all(
    ['Maria', 'Ana', 'Ben'].map((name) => newcomer(server.address, name)),
  )) as [Visitor, Visitor, Visitor];
  team = await newTeam(maria);
  await joinTeam(maria, team, 'viewer', ana);
  await joinTeam(maria, team, 'viewer', ben);
  await maria.call(getDocument, { params: { team, document: 'crew' } });
  const people = ['Ana Sample', 'Ana S', 'Anabel Cruz', 'Ben Stone', 'Carla Diaz'];
  for (const name of people) {
    await change('crew', { type: 'person.add', person: newPerson(name.replace(' ', '-'), name) });
  }
  const shift = (person: string, over = {}) =>
    buildShift(newId(), '9:00 AM', '5:00 PM', { teamMember: person.replace('-', ' '), person, ...over });
  const lay = (id: string, date: string, shifts: object[]) =>
    change(id, { type: 'layout.create', layout: buildLayout({ date, shifts: shifts as never }) });
  await lay('today', '2026-11-21', [shift('Ana-Sample'), shift('Ana-S'), shift('Carla-Diaz')]);
  await lay('gone', '2026-11-22', [
    shift('Ana-Sample', { out: { reason: 'sick', from: '9:00 AM', at: 1, by: null } }),
  ]);
  await lay('next', '2026-11-24', [shift('Ana-Sample', { startTime: '11:00 AM' })]);
  await lay('far', '2026-12-20', [shift('Carla-Diaz')]);
});
afterAll(() => server.stop());

test('[MI6] a member is offered the person of their name, similar names and today’s, never the whole crew', async () => {
  const found = await find(ana);
  expect(names(found.exact)).toEqual(['Ana Sample']);
  expect(names(found.similar)).toEqual(['Ana S']);
  expect(names(found.today)).toEqual(['Carla Diaz']);
  const typed = await find(ana, ' ben  STONE');
  expect([names(typed.exact), names(typed.similar)]).toEqual([['Ben Stone'], []]);
  expect(names((await find(ana, 'Ben')).exact)).toEqual([]);
});

test('[PIN41] a person with a PIN is not offered, also by the PIN of somebody who became one with them', async () => {
  const all = async () => {
    const [one, typed] = [await find(ana), await find(ana, 'Ana S')];
    return names([...one.exact, ...one.similar, ...one.today, ...typed.exact]);
  };
  expect(await all()).toEqual(['Ana Sample', 'Ana S', 'Carla Diaz', 'Ana S']);
  await change('crew', { type: 'person.add', person: newPerson('Carla-D', 'Carla D') });
  const give = (person: string) =>
    maria.call(setPin, { params: { team, person }, body: { pin: '2580', role: 'viewer' } });
  await give('Carla-D');
  await give('Ana-S');
  await change('crew', { type: 'person.merge', from: 'Carla-D', into: 'Carla-Diaz' });
  expect(await all()).toEqual(['Ana Sample']);
  expect(problemOf(await link(ana, 'Carla-Diaz'))[1]).toMatchObject({ code: 'person-has-pin' });
  for (const person of ['Carla-Diaz', 'Ana-S']) await maria.call(removePin, { params: { team, person } });
  expect(await all()).toEqual(['Ana Sample', 'Ana S', 'Carla Diaz', 'Ana S']);
});

test('[MI7] [MI8] ‘This is me’ links one person with one account, is told to open pages, and is taken back', async () => {
  const socket = await ana.live();
  await greet(socket);
  const told = heard(socket, 'me');
  expect((await link(ana, 'Ana-Sample')).status).toBe(200);
  expect(await told).toMatchObject({
    teams: [{ id: team, person: { name: 'Ana Sample', ids: ['Ana-Sample'] } }],
  });
  expect(await personOf(ana)).toEqual({ name: 'Ana Sample', ids: ['Ana-Sample'] });

  const taken = { code: 'person-linked', details: { name: 'Ana Sample' } };
  expect(problemOf(await link(ben, 'Ana-Sample'))).toEqual([409, taken]);
  const other = { code: 'account-linked', details: { name: 'Ana Sample' } };
  expect(problemOf(await link(ana, 'Ben-Stone'))).toEqual([409, other]);
  expect((await find(ben)).today.map(({ name }) => name)).toEqual(['Ana S', 'Carla Diaz']);

  // A merge by a manager reaches the pages, too.
  const merged = heard(socket, 'me');
  await change('crew', { type: 'person.merge', from: 'Ana-S', into: 'Ana-Sample' });
  expect(await merged).toMatchObject({ teams: [{ person: { ids: ['Ana-Sample', 'Ana-S'] } }] });
  const day = { date: '2026-11-24', startTime: '11:00 AM', endTime: '5:00 PM', area: 'Front of House' };
  expect((await ana.call(getNextDay, { params: { team } })).value).toEqual({ day });
  expect((await ben.call(getNextDay, { params: { team } })).value).toEqual({ day: null });

  await ana.call(unlinkMe, { params: { team } });
  expect(await personOf(ana)).toBeUndefined();
  socket.close();
});

test('[MI8] of two who say it at once, one is linked; who leaves the team is linked no longer', async () => {
  const both = await Promise.all([link(ana, 'Carla-Diaz'), link(ben, 'Carla-Diaz')]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const linked = both[0]?.status === 200 ? ana : ben;
  await linked.call(leaveTeam, { params: { team } });
  expect((await link(linked === ana ? ben : ana, 'Carla-Diaz')).status).toBe(200);
  expect((await link(linked, 'Ben-Stone')).status).toBe(404);
});

test('[CR17] only a member is linked, and whoever leaves in any way is unlinked, also after coming back', async () => {
  const put = async (made: object) => {
    const body = { id: newId(), change: made as never };
    return maria.call(changeDocument, { params: { team, document: 'crew' }, body });
  };
  const accounts = async () => {
    const { body } = (await maria.call(getDocument, { params: { team, document: 'crew' } })).value;
    if (body.kind !== 'crew') throw new Error(body.kind);
    return new Set(body.people.map(({ account }) => account));
  };
  const dan = await newcomer(server.address, 'Dan');
  const user = (await dan.call(getMe, {})).value.user?.id ?? '';
  const linkDan = { type: 'person.link', person: 'Anabel-Cruz', account: user } as const;
  const stranger = [400, { code: 'account-not-member', field: 'account' }];
  expect(problemOf(await put(linkDan))).toEqual(stranger);
  const added = { type: 'person.add', person: { ...newPerson('dan', 'Dan'), account: user } };
  expect(problemOf(await put({ type: 'batch', changes: [added] }))).toEqual(stranger);

  const remove = () => maria.call(removeMember, { params: { team, user } });
  for (const leave of [remove, () => dan.call(leaveTeam, { params: { team } })]) {
    await joinTeam(maria, team, 'viewer', dan);
    expect(await personOf(dan)).toBeUndefined();
    expect((await put(linkDan)).status).toBe(200);
    expect(await personOf(dan)).toMatchObject({ name: 'Anabel Cruz' });
    expect((await leave()).status).toBe(200);
    expect(await accounts()).not.toContain(user);
  }
  await joinTeam(maria, team, 'viewer', dan);
  // Whichever comes first, nobody who isn't a member stays linked.
  await Promise.all([put(linkDan), remove()]);
  expect(await accounts()).not.toContain(user);
  await joinTeam(maria, team, 'viewer', dan);
  expect((await put(linkDan)).status).toBe(200);
  expect((await dan.call(deleteAccount, { body: { password: person('Dan').password } })).status).toBe(200);
  expect(await accounts()).not.toContain(user);
  expect(problemOf(await put(linkDan))).toEqual(stranger);
});

test('[MI6] nobody learns the crew by renaming their account', async () => {
  const eve = await newcomer(server.address, 'Eve');
  await joinTeam(maria, team, 'viewer', eve);
  const rename = async (firstName: string, lastName: string) => {
    const { status, text } = await eve.call(changeNames, { body: { firstName, lastName } });
    expect(status, text).toBe(200);
    const { exact, similar } = await find(eve);
    return names([...exact, ...similar]);
  };
  // On no layout of today.
  expect(await rename('Ben', 'S')).toEqual([]);
  expect(await rename('B', 'Stone')).toEqual([]);
  expect(await rename('Ben', 'Stone')).toEqual(['Ben Stone']);
  for (let tries = 3; tries < 30; tries++) await find(eve);
  const { exact, similar, today } = await find(eve);
  expect([exact, similar, names(today)]).toEqual([[], [], expect.arrayContaining(['Ana Sample'])]);
});

test('[MI6] names are tried a few times an hour', async () => {
  const statuses: number[] = [];
  for (let tries = 0; tries < 32; tries++) {
    statuses.push((await maria.call(findMe, { params: { team }, query: { name: `Name ${tries}` } })).status);
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(30);
  expect(statuses.at(-1)).toBe(429);
});

test('of a team with hundreds of layouts, a page that opens waits for 60', async () => {
  let found = 0;
  const documents = {
    list: async () => Array.from({ length: 300 }, (_, id) => ({ id: String(id) })),
    async find() {
      found += 1;
      return null;
    },
  };
  for await (const each of layoutsOf(documents as never, 't', ['2026-11-21', '2026-12-04']))
    expect.fail(each.document);
  expect(found).toBe(60);
});

test.skipIf(isOnPostgres)(
  '[CR17] whoever is removed while they say who they are is linked with nobody',
  async () => {
    const dan = await newcomer(server.address, 'Dan');
    await joinTeam(maria, team, 'viewer', dan);
    const { user } = (await dan.call(getMe, {})).value;
    const database = new DatabaseSync(join(server.dataDir, 'lineup.db'), { timeout: 30_000 });
    database.exec('begin immediate');
    const linking = link(dan, 'Anabel-Cruz');
    // By then the server has looked at who asks, and waits for the database.
    for (let each = 0; each < 3; each++) await dan.call(getMe, {});
    database.prepare('delete from members where user_id = ?').run(user?.id ?? '');
    database.exec('commit');
    database.close();
    expect((await linking).status).toBe(404);
    const { body } = (await maria.call(getDocument, { params: { team, document: 'crew' } })).value;
    const anabel = body.kind === 'crew' ? body.people.find(({ id }) => id === 'Anabel-Cruz') : null;
    expect(anabel).toMatchObject({ name: 'Anabel Cruz', account: null });
  },
);
