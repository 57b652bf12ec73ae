import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeDocument, getDocument, listLayouts } from '../../contract/documents.ts';
import { protocol, type ServerMessage } from '../../contract/live.ts';
import { getMe } from '../../contract/me.ts';
import { acceptInvitation, createTeam, deleteTeam, getInvitation, uploadLogo } from '../../contract/teams.ts';
import { smallestGif } from '../../test/pictures.ts';
import {
  newTeam,
  problemOf,
  type RunningServer,
  runServer,
  teamForm,
  type Visitor,
} from '../../test/servers/running-server.ts';
import { joinTeam, registrar } from '../../test/servers/team-members.ts';
import { newId } from '../id.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await runServer();
});
afterAll(() => server.stop());

const someone = registrar(() => server.address);
const end = (visitor: Visitor, team: string, name: string) =>
  visitor.call(deleteTeam, { params: { team }, body: { name } });
const teamsOf = async (visitor: Visitor) => (await visitor.call(getMe, {})).value.teams;

/** A live connection that has said hello, and all it heard, in order. */
async function page(visitor: Visitor) {
  const socket = await visitor.live();
  const heard: ServerMessage[] = [];
  let look = () => {};
  socket.on('message', (data) => {
    heard.push(JSON.parse(String(data)));
    look();
  });
  const say = (message: object) => socket.send(JSON.stringify(message));
  const until = (isThere: () => boolean) =>
    new Promise<void>((resolve) => {
      look = () => isThere() && resolve();
      look();
    });
  say({ type: 'hello', protocol });
  await until(() => heard.some(({ type }) => type === 'me'));
  return { say, until, heard, close: () => socket.close() };
}

test('[TE6] deleting a team needs its exact name', async () => {
  const ana = await someone();
  const team = await newTeam(ana);
  for (const name of ['', 'store 12', 'Store  12', 'Store 1', 'Store 12!']) {
    expect(problemOf(await end(ana, team, name)), name).toEqual([
      400,
      { code: 'name-differs', field: 'name' },
    ]);
  }
  expect(await teamsOf(ana)).toHaveLength(1);
  expect((await end(ana, team, ' Store 12 ')).value).toEqual({});
  expect(await teamsOf(ana)).toEqual([]);
  expect(problemOf(await end(ana, team, 'Store 12'))).toEqual([404, { code: 'not-found' }]);
});

test('everything of a deleted team is gone for everyone, and other teams are unaffected', async () => {
  const [ana, bo] = await Promise.all([someone(), someone()]);
  const { team, layout } = (await ana.call(createTeam, { body: { ...teamForm, sample: true } })).value;
  const kept = await newTeam(ana);
  const token = await joinTeam(ana, team, 'lead', bo);
  const { logoUrl } = (await ana.call(uploadLogo, { params: { team }, body: { base64: smallestGif } })).value;
  expect((await end(ana, team, teamForm.name)).status).toBe(200);
  const params = { team, document: layout ?? '' };
  const answers = await Promise.all([
    ana.call(getDocument, { params }),
    bo.call(listLayouts, { params: { team }, query: { date: '2026-11-21' } }),
    ana.send(logoUrl),
    bo.call(getInvitation, { params: { token } }),
    bo.call(acceptInvitation, { params: { token } }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  expect([await teamsOf(ana), await teamsOf(bo)]).toMatchObject([[{ id: kept }], []]);
});

test('pages showing a deleted team are notified, and their changes are refused', async () => {
  const ana = await someone();
  const { team, layout } = (await ana.call(createTeam, { body: { ...teamForm, sample: true } })).value;
  const open = await page(ana);
  for (const document of [team, layout]) open.say({ type: 'watch', team, document });
  await open.until(() => open.heard.filter(({ type }) => type === 'snapshot').length === 2);
  open.heard.length = 0;
  await end(ana, team, teamForm.name);
  await open.until(() => open.heard.length >= 3);
  expect(open.heard).toMatchObject([
    { type: 'me', teams: [] },
    { type: 'gone', document: team, why: 'missing' },
    { type: 'gone', document: layout, why: 'missing' },
  ]);
  open.heard.length = 0;
  open.say({
    type: 'change',
    team,
    document: layout,
    id: newId(),
    change: { type: 'layout.area', area: 'Bar' },
  });
  await open.until(() => open.heard.length > 0);
  expect(open.heard).toMatchObject([{ type: 'refused', problem: { code: 'not-found' } }]);
  open.close();
});

test('changes racing with a deletion are accepted before it or refused; each gets an answer', async () => {
  const ana = await someone();
  const { team, layout } = (await ana.call(createTeam, { body: { ...teamForm, sample: true } })).value;
  const open = await page(ana);
  open.say({ type: 'watch', team, document: layout });
  await open.until(() => open.heard.some(({ type }) => type === 'snapshot'));
  const send = (from: number) => {
    for (let each = from; each < from + 50; each++) {
      const change = { type: 'layout.area', area: `Area ${each}` };
      open.say({ type: 'change', team, document: layout, id: `race-${each}`, change });
    }
  };
  send(0);
  const deleted = end(ana, team, teamForm.name);
  send(50);
  const change = { type: 'team.rename', name: 'Too late' } as const;
  const late = Array.from({ length: 20 }, () =>
    ana.call(changeDocument, { params: { team, document: team }, body: { id: newId(), change } }),
  );
  // Unless one of those that rename it came first.
  expect([200, 400]).toContain((await deleted).status);
  for (const { status } of await Promise.all(late)) expect([200, 404]).toContain(status);
  if ((await deleted).status === 400) await end(ana, team, 'Too late');
  send(100);
  const answers = () => open.heard.filter(({ type }) => type === 'accepted' || type === 'refused');
  await open.until(() => answers().length === 150);
  const outcomes = answers().map((each) => (each.type === 'refused' ? each.problem.code : each.type));
  expect(new Set(outcomes.slice(100))).toEqual(new Set(['not-found']));
  for (const each of outcomes) expect(['accepted', 'document-missing', 'not-found']).toContain(each);
  expect(outcomes).toEqual([...outcomes].sort());
  expect((await ana.call(getDocument, { params: { team, document: team } })).status).toBe(404);
  open.close();
});

test('[TE6] only a manager can delete a team', async () => {
  const [ana, eve] = await Promise.all([someone(), someone()]);
  const team = await newTeam(ana);
  await newTeam(eve);
  expect(problemOf(await end(eve, team, teamForm.name))).toEqual([404, { code: 'not-found' }]);
  await joinTeam(ana, team, 'lead', eve);
  expect(problemOf(await end(eve, team, teamForm.name))).toEqual([403, { code: 'not-allowed' }]);
  expect(await teamsOf(ana)).toHaveLength(1);
});
