import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeDocument, getDocument, listLayouts, listTemplates } from '../../contract/documents.ts';
import { getMe } from '../../contract/me.ts';
import {
  acceptInvitation,
  createInvitation,
  createTeam,
  getInvitation,
  listMembers,
} from '../../contract/teams.ts';
import type { Layout } from '../../domain/day/layout.ts';
import { buildTemplate } from '../../test/builders.ts';
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
import { inviteTo, joinTeam } from '../../test/servers/team-members.ts';
import { query } from '../../test/stores/stored-data.ts';
import { newId } from '../id.ts';

// 2 AM on the 22nd in New York, where the day starts at 4: still the 21st.
const start = Date.UTC(2026, 10, 22, 7);
let clock = start;
let server: RunningServer;
beforeAll(async () => {
  server = await runServer({ now: () => clock });
});
afterAll(() => server.stop());

test('the creator of a team is its manager', async () => {
  const ana = await newcomer(server.address, 'Ana');
  const { value } = await ana.call(createTeam, { body: teamForm });
  expect(value.layout).toBeNull();
  const { teams } = (await ana.call(getMe, {})).value;
  expect(teams).toEqual([{ id: value.team, name: 'Store 12', role: 'manager' }]);
  const read = await ana.call(getDocument, { params: { team: value.team, document: value.team } });
  const { sample: _, ...settings } = teamForm;
  expect(read.value).toEqual({
    version: 1,
    body: { kind: 'team', ...settings, primaryColor: null, logoUrl: null },
  });
});

test('[TB20] a team that starts as a kind of restaurant has its template and an empty layout of today', async () => {
  const odile = await newcomer(server.address, 'Odile');
  const { value } = await odile.call(createTeam, { body: { ...teamForm, guide: true, starter: 'coffee' } });
  const { team } = value;
  const read = (document: string) => odile.call(getDocument, { params: { team, document } });
  const [template] = (await odile.call(listTemplates, { params: { team } })).value.templates;
  const [day, plan] = [
    (await read(value.layout ?? '')).value.body,
    (await read(template?.id ?? '')).value.body,
  ];
  expect(day).toMatchObject({
    date: '2026-11-21',
    area: 'Front of House',
    template: 'Typical Day',
    shifts: [],
  });
  expect(plan).toMatchObject({ area: 'Front of House', rotations: (day as Layout).rotations });
  expect((day as Layout).rotations.map(({ name }) => name)).toContain('Morning Peak');
  expect((await read(team)).value.body).toMatchObject({ guide: true });
});

test('[TB20] the names that a team starts with are in the language of the page', async () => {
  const paloma = await newcomer(server.address, 'Paloma');
  const form = { ...teamForm, starter: 'coffee', language: 'es' } as const;
  const { team, layout } = (await paloma.call(createTeam, { body: form })).value;
  const read = await paloma.call(getDocument, { params: { team, document: layout ?? '' } });
  const day = read.value.body as Layout;
  expect(day.template).toBe('Día típico');
  expect(day.rotations[0]).toMatchObject({ name: 'Apertura', startTime: '5:00 AM' });
  expect(day.rotations[0]?.subareas[0]).toMatchObject({
    name: 'Mostrador',
    positions: [{ name: 'Caja 1' }, {}],
  });
});

test('[D3] [D7] the sample restaurant is laid on the business day of its time zone', async () => {
  const ben = await newcomer(server.address, 'Ben');
  const { value } = await ben.call(createTeam, { body: { ...teamForm, sample: true } });
  const { team } = value;
  const [layouts, templates, layout] = await Promise.all([
    ben.call(listLayouts, { params: { team }, query: { date: '2026-11-21' } }),
    ben.call(listTemplates, { params: { team } }),
    ben.call(getDocument, { params: { team, document: value.layout ?? '' } }),
  ]);
  expect(layouts.value.layouts).toEqual([
    { id: value.layout, date: '2026-11-21', area: 'Front of House', template: 'Weekday' },
  ]);
  expect(templates.value.templates).toMatchObject([{ name: 'Weekday', area: 'Front of House' }]);
  const { body } = layout.value;
  if (body.kind !== 'layout') throw new Error(body.kind);
  expect(body).toMatchObject({ date: '2026-11-21', dayStart: '4:00 AM', breakMinMinutes: 300 });
  expect([body.shifts.length, body.rotations.length]).toEqual([40, 5]);
});

test.each([
  [{ name: ' ' }, { code: 'name-missing', field: 'name' }],
  [{ areas: [] }, { code: 'area-in-use', field: 'areas' }],
  [{ areas: ['Kitchen', 'Kitchen'] }, { code: 'name-taken', field: 'areas' }],
  [{ timeZone: 'Mars/Base' }, { code: 'time-zone-unknown', field: 'timeZone' }],
])('a team with %j is refused at its field and not created', async (wrong, problem) => {
  const visitor = await newcomer(server.address, `New${newId()}`);
  const answer = await visitor.call(createTeam, { body: { ...teamForm, ...wrong } });
  expect(problemOf(answer)).toEqual([400, problem]);
  expect((await visitor.call(getMe, {})).value.teams).toEqual([]);
});

test('an invite link shows its team and role, and joins with that role', async () => {
  const [cleo, dan] = await Promise.all([newcomer(server.address, 'Cleo'), newcomer(server.address, 'Dan')]);
  const team = await newTeam(cleo);
  const made = await cleo.call(createInvitation, {
    params: { team },
    body: { role: 'lead', days: 7, once: false },
  });
  const { token } = made.value;
  expect(made.value).toEqual({
    id: expect.any(String),
    token,
    role: 'lead',
    once: false,
    createdAt: clock,
    expiresAt: clock + 7 * 86_400_000,
    origin: expect.any(String),
  });
  const offer = await visit(server.address).call(getInvitation, { params: { token } });
  expect(offer.value).toEqual({ team, name: 'Store 12', role: 'lead' });
  clock += 60_000;
  const joins = await Promise.all(
    Array.from({ length: 8 }, () => dan.call(acceptInvitation, { params: { token } })),
  );
  expect(joins.map(({ value }) => value)).toEqual(Array(8).fill({ team }));
  const { members } = (await dan.call(listMembers, { params: { team } })).value;
  expect(members.map(({ firstName, email, role }) => [firstName, email, role])).toEqual([
    ['Cleo', 'cleo@example.com', 'manager'],
    ['Dan', 'dan@example.com', 'lead'],
  ]);
});

test('new and existing members are notified on their live connections', async () => {
  const [lea, max] = await Promise.all([newcomer(server.address, 'Lea'), newcomer(server.address, 'Max')]);
  const team = await newTeam(lea);
  const token = await inviteTo(lea, team, 'lead');
  const [hers, his] = await Promise.all([lea.live(), max.live()]);
  await Promise.all([greet(hers), greet(his)]);
  const told = Promise.all([heard(hers, 'listed'), heard(his, 'me')]);
  await max.call(acceptInvitation, { params: { token } });
  expect(await told).toMatchObject([{ team }, { teams: [{ id: team, role: 'lead' }] }]);
  hers.close();
  his.close();
});

test('a link for a lower role does not demote a member', async () => {
  const eve = await newcomer(server.address, 'Eve');
  const team = await newTeam(eve);
  const token = await inviteTo(eve, team, 'viewer');
  expect((await eve.call(acceptInvitation, { params: { token } })).value).toEqual({ team });
  expect((await eve.call(getMe, {})).value.teams).toMatchObject([{ id: team, role: 'manager' }]);
});

test('an expired or invented link does not work', async () => {
  const [fay, gus] = await Promise.all([newcomer(server.address, 'Fay'), newcomer(server.address, 'Gus')]);
  const team = await newTeam(fay);
  const token = await inviteTo(fay, team, 'lead');
  clock += 7 * 86_400_000;
  for (const each of [token, 'never-made']) {
    const read = await gus.call(getInvitation, { params: { token: each } });
    const accept = await gus.call(acceptInvitation, { params: { token: each } });
    expect([problemOf(read), problemOf(accept)]).toEqual(
      Array(2).fill([404, { code: 'invitation-invalid' }]),
    );
  }
  expect((await gus.call(getMe, {})).value.teams).toEqual([]);
  clock = start;
});

test('a viewer can read and can’t change anything', async () => {
  const [hal, ida] = await Promise.all([newcomer(server.address, 'Hal'), newcomer(server.address, 'Ida')]);
  const team = await newTeam(hal);
  await joinTeam(hal, team, 'viewer', ida);
  const params = { team, document: team };
  const body = { id: newId(), change: { type: 'team.rename', name: 'Mine' } } as const;
  expect(problemOf(await ida.call(changeDocument, { params, body }))).toEqual([403, { code: 'not-allowed' }]);
  expect((await hal.call(changeDocument, { params, body })).value.version).toBe(2);
  expect((await ida.call(getMe, {})).value.teams).toEqual([{ id: team, name: 'Mine', role: 'viewer' }]);
});

test('a document of one team is in no list of another, and cannot be reached by its name', async () => {
  const [jo, kai] = await Promise.all([newcomer(server.address, 'Jo'), newcomer(server.address, 'Kai')]);
  const [theirs, own] = await Promise.all([newTeam(jo), newTeam(kai)]);
  const template = { id: newId(), change: { type: 'template.create', template: buildTemplate() } } as const;
  await jo.call(changeDocument, { params: { team: theirs, document: newId() }, body: template });
  const listOf = async (visitor: Visitor, team: string) =>
    (await visitor.call(listTemplates, { params: { team } })).value.templates?.length;
  expect([await listOf(jo, theirs), await listOf(kai, own)]).toEqual([1, 0]);
  expect((await kai.call(listTemplates, { params: { team: theirs } })).status).toBe(404);
  const params = { team: own, document: theirs };
  const body = { id: newId(), change: { type: 'team.rename', name: 'Mine' } } as const;
  expect((await kai.call(getDocument, { params })).status).toBe(404);
  expect((await kai.call(changeDocument, { params, body })).status).toBe(404);
});

/** Asks the server's own database. */
const sql = (text: string, ...values: string[]) => query(server.dataDir, text, ...values);

test('[TE10] a person who manages 100 teams can’t create another', async () => {
  const kim = await newcomer(server.address, 'Kim');
  const { user } = (await kim.call(getMe, {})).value;
  const managed = Array.from({ length: 99 }, (_, index) => `managed-${index}`);
  for (const team of managed) {
    await sql("insert into members values (?, ?, 'manager', 1)", team, user?.id ?? '');
  }
  await newTeam(kim);
  expect(problemOf(await kim.call(createTeam, { body: teamForm }))).toEqual([
    400,
    { code: 'teams-too-many', details: { max: 100 } },
  ]);
});

test('a team that is being created while the account is deleted is deleted too', async () => {
  const lou = await newcomer(server.address, 'Lou');
  const { user } = (await lou.call(getMe, {})).value;
  const before = await sql('select * from documents');
  // What the deletion writes, in the moment before the new team gets its manager.
  await sql('insert into departed values (?)', user?.id ?? '');
  expect((await lou.call(createTeam, { body: { ...teamForm, sample: true } })).status).toBe(401);
  expect(await sql('select * from documents')).toEqual(before);
  expect(await sql('select * from members where user_id = ?', user?.id ?? '')).toEqual([]);
});
