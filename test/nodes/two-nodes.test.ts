import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signOutOthers } from '../../contract/account.ts';
import { getDocument } from '../../contract/documents.ts';
import { getMe } from '../../contract/me.ts';
import { acceptInvitation, createInvitation, deleteTeam, removeMember } from '../../contract/teams.ts';
import { buildLayout } from '../builders.ts';
import { eventually } from '../eventually.ts';
import { parseMetrics } from '../operations/metrics-text.ts';
import { createDatabase, type TestDatabase } from '../postgres/shared-postgres.ts';
import { newcomer, newTeam, signInElsewhere, visit } from '../servers/running-server.ts';
import { type NodeProcess, startNode } from './node-process.ts';
import { change, idOf, openPage, rename } from './page.ts';
import { write } from './writer.ts';

let database: TestDatabase;
let folder: string;
let one: NodeProcess;
let two: NodeProcess;
beforeAll(async () => {
  database = await createDatabase();
  folder = mkdtempSync(join(tmpdir(), 'lineup-nodes-'));
  const start = (name: string) => startNode(database.url, folder, name);
  [one, two] = await Promise.all([start('one'), start('two')]);
});
afterAll(async () => {
  await Promise.all([one.stop(), two.stop()]);
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const metricsOf = async (address: string) => parseMetrics((await visit(address).send('/metrics')).text);

test('[SV1] [OP3] changes made on two nodes at once have one order, without gaps, on the pages of both, and are counted', async () => {
  const ana = await newcomer(one.address, 'Ana');
  const team = await newTeam(ana);
  const here = await openPage(ana, team);
  const there = await openPage(await signInElsewhere(two.address, 'Ana'), team);
  const count = 30;
  for (let number = 0; number < count; number++) {
    rename(here, team, `here${number}`, `Here ${number}`);
    rename(there, team, `there${number}`, `There ${number}`);
  }
  await Promise.all([here.hear('accepted', count), there.hear('accepted', count)]);
  const seen = await Promise.all([here, there].map((page) => page.hear('changed', 2 * count)));
  for (const changes of seen) {
    expect(changes.map(({ version }) => version)).toEqual(
      Array.from({ length: 2 * count }, (_, index) => index + 2),
    );
  }
  expect(seen[0]?.map(({ id }) => id)).toEqual(seen[1]?.map(({ id }) => id));

  // What one node committed first, the other one decided again.
  let rounds = 0;
  await eventually(async () => {
    rounds += 1;
    for (const [name, page] of Object.entries({ here, there }))
      rename(page, team, `${name}again${rounds}`, 'Again');
    await Promise.all([here, there].map((page) => page.hear('accepted', count + rounds)));
    const [first, second] = await Promise.all([one, two].map(({ address }) => metricsOf(address)));
    const both = (name: string, suffix = '') =>
      [first, second].map((all) => all?.get(name)?.values.get(suffix) ?? 0);
    expect(Math.max(...both('lineup_changes_retried_total'))).toBeGreaterThan(0);
    expect(Math.min(...both('lineup_node_lag_seconds', '_count'))).toBeGreaterThan(0);
    expect(Math.min(...both('lineup_node_gaps_total'))).toBeGreaterThan(0);
    expect(Math.min(...both('lineup_watchers'))).toBe(1);
  });
  here.socket.close();
  there.socket.close();
});

test('[SV1] no change is refused because another node was quicker', async () => {
  const fay = await newcomer(one.address, 'Fay');
  const team = await newTeam(fay);
  const there = await signInElsewhere(two.address, 'Fay');
  const refused: string[] = [];
  const writers = Array.from({ length: 8 }, (_, index) =>
    write(index % 2 === 0 ? fay : there, team, `w${index}n`, 40, { onRefused: (code) => refused.push(code) }),
  );
  const versions = (await Promise.all(writers)).flatMap((accepted) => [...accepted.values()]);
  expect(versions.sort((a, b) => a - b)).toEqual(versions.map((_, index) => index + 2));
  expect(refused).toEqual([]);
});

test('a layout that one node creates while another changes the team gets the new settings', async () => {
  const eli = await newcomer(one.address, 'Eli');
  const team = await newTeam(eli);
  const here = await openPage(eli, team);
  const there = await openPage(await signInElsewhere(two.address, 'Eli'), team);
  const count = 20;
  const create = { type: 'layout.create', layout: buildLayout({ date: '2126-11-21' }) } as const;
  for (let number = 0; number < count; number++) {
    change(here, team, idOf(`layout${number}`), `create${number}`, create);
    const settings = { breakMinMinutes: 60 + number, breakTimerMinutes: 20 } as const;
    change(there, team, team, `settings${number}`, { type: 'team.breaks', ...settings });
    await Promise.all([here.hear('accepted', number + 1), there.hear('accepted', number + 1)]);
    await eventually(async () => {
      const params = { team, document: idOf(`layout${number}`) };
      const { body } = (await eli.call(getDocument, { params })).value;
      expect(body).toMatchObject({ breakMinMinutes: 60 + number });
    });
  }
  here.socket.close();
  there.socket.close();
});

test('members, sign-outs and a deletion on one node reach the pages of the other', async () => {
  const bea = await newcomer(one.address, 'Bea');
  const cal = await newcomer(two.address, 'Cal');
  const team = await newTeam(bea);
  const invite = async () => {
    const body = { role: 'lead', days: 7, once: false } as const;
    const { value } = await bea.call(createInvitation, { params: { team }, body });
    const params = { token: value.token };
    expect((await cal.call(acceptInvitation, { params })).status).toBe(200);
  };
  await invite();
  const page = await openPage(cal, team);
  const { user } = (await cal.call(getMe, {})).value;
  await bea.call(removeMember, { params: { team, user: user?.id ?? '' } });
  expect(await page.hear('gone')).toMatchObject([{ why: 'not-a-member' }]);
  page.socket.close();

  await invite();
  const elsewhere = await openPage(await signInElsewhere(one.address, 'Cal'), team);
  await cal.call(signOutOthers, {});
  expect(await elsewhere.hear('gone')).toMatchObject([{ why: 'signed-out' }]);
  elsewhere.socket.close();

  const last = await openPage(cal, team);
  await bea.call(deleteTeam, { params: { team }, body: { name: 'Store 12' } });
  expect(await last.hear('gone')).toMatchObject([{ why: 'missing' }]);
  expect((await cal.call(getDocument, { params: { team, document: team } })).status).toBe(404);
  last.socket.close();
});

test('a node that is killed loses nothing that it acknowledged, and the other goes on', async () => {
  const dan = await newcomer(one.address, 'Dan');
  const team = await newTeam(dan);
  const there = await openPage(await signInElsewhere(two.address, 'Dan'), team);
  const here = await openPage(dan, team);
  for (let number = 0; number < 300; number++) rename(here, team, `n${number}`, `Number ${number}`);
  await here.hear('accepted', 20);
  const closed = once(here.socket, 'close');
  await one.kill();
  await closed;
  const accepted = here.heard.filter(({ type }) => type === 'accepted').length;
  await there.hear('changed', accepted);
  rename(there, team, 'after', 'After');
  await there.hear('accepted');
  const versions = (await there.hear('changed', accepted + 1)).map(({ version }) => version);
  expect(versions).toEqual(versions.map((_, index) => index + 2));
  there.socket.close();
  one = await startNode(database.url, folder, 'one');
  const again = await signInElsewhere(one.address, 'Dan');
  expect((await again.call(getMe, {})).value.teams).toMatchObject([{ name: 'After' }]);
});
