import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getSecurity } from '../../contract/account.ts';
import { getDocument } from '../../contract/documents.ts';
import { getMe } from '../../contract/me.ts';
import { acceptInvitation, createInvitation, removeMember } from '../../contract/teams.ts';
import { buildLayout, buildShift } from '../builders.ts';
import { eventually } from '../eventually.ts';
import { type AnswerCutter, startAnswerCutter } from '../postgres/answer-cutter.ts';
import { startAgain } from '../postgres/harm.ts';
import { execute, type PostgresServer, startPostgres } from '../postgres/postgres-server.ts';
import { newcomer, newTeam, signInElsewhere } from '../servers/running-server.ts';
import { movedClock, type NodeProcess, startNode } from './node-process.ts';
import { change, idOf, openPage, rename } from './page.ts';
import { write } from './writer.ts';

const HOUR = 3_600_000;

let folder: string;
let postgres: PostgresServer;
let cutter: AnswerCutter;
let one: NodeProcess;
let two: NodeProcess;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lineup-nodes-'));
  postgres = await startPostgres();
  await execute(postgres.url('postgres'), 'create database lineup');
  cutter = await startAnswerCutter(postgres.url('lineup'));
  const start = (name: string, env = {}) => startNode(cutter.url, folder, name, env);
  [one, two] = await Promise.all([start('one', movedClock(5 * HOUR)), start('two')]);
});
afterAll(async () => {
  await Promise.all([one.stop(), two.stop()]);
  await cutter.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

const sql = (statement: string) => execute(postgres.url('lineup'), statement);
const cutConnections = (which = 'true') =>
  sql(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = 'lineup' and pid <> pg_backend_pid() and ${which}`);

test('two servers that start at once on an empty database make its tables once', async () => {
  const visitor = await newcomer(one.address, 'Max');
  const team = await newTeam(visitor);
  const there = await signInElsewhere(two.address, 'Max');
  const { rows } = await sql(`select value from meta where key = 'epoch'`);
  for (const each of [visitor, there]) {
    const page = await openPage(each, team);
    expect((await page.hear('hello'))[0]?.epoch).toContain(rows[0].value);
    page.socket.close();
  }
  expect(warningsOf(two)).toEqual([]);
});

test('[SV3] changes, breaks, invitations and sign-ins have PostgreSQL’s time through a server whose clock is five hours ahead, which says so once', async () => {
  const { rows } = await sql('select (extract(epoch from now()) * 1000)::float as now');
  const startedAt: number = rows[0].now;
  const expectNow = (...times: readonly (number | undefined)[]) => {
    for (const time of times) expect(Math.abs((time ?? 0) - startedAt)).toBeLessThan(HOUR);
  };
  const mia = await newcomer(one.address, 'Mia');
  const there = await signInElsewhere(two.address, 'Mia');
  const again = await signInElsewhere(one.address, 'Mia');
  const team = await newTeam(mia);
  const pages = [await openPage(again, team), await openPage(there, team)] as const;
  const document = idOf('layout');
  const layout = buildLayout({ shifts: [buildShift('shift', '9:00 AM', '5:00 PM')] });
  change(pages[0], team, document, 'create', { type: 'layout.create', layout });
  await pages[0].hear('accepted');
  const press = { type: 'break.press', shift: 'shift', slot: 0, wants: 'start', by: null } as const;
  // From a page that goes by the clock of that machine.
  change(pages[0], team, document, 'press', { ...press, at: startedAt + 5 * HOUR });
  rename(pages[0], team, 'here', 'Here');
  await pages[0].hear('accepted', 3);
  rename(pages[1], team, 'there', 'There');
  await pages[1].hear('accepted');
  const { body } = (await there.call(getDocument, { params: { team, document } })).value;
  expectNow(body.kind === 'layout' ? body.shifts[0]?.breaks[0]?.startedAt : 0);
  for (const page of pages) {
    const changed = await page.hear('changed', 2);
    expect(changed.map(({ version }) => version)).toEqual([2, 3]);
    expectNow((await page.hear('hello'))[0]?.now, ...changed.map(({ at }) => at));
    page.socket.close();
  }

  const invitation = { role: 'lead', days: 1, once: true } as const;
  const { value } = await again.call(createInvitation, { params: { team }, body: invitation });
  expectNow(value.createdAt, value.expiresAt - 24 * HOUR);
  const { sessions } = (await there.call(getSecurity, {})).value;
  expectNow(...sessions.map(({ signedInAt }) => signedInAt));
  expect(warningsOf(one)).toEqual([
    expect.stringMatching(/^The clock of this machine is 1[78]\d{3} seconds ahead of PostgreSQL's\./),
  ]);
});

test('[ME9] a removed manager changes nothing, even on a node that hears no news', async () => {
  const gil = await newcomer(one.address, 'Gil');
  const hal = await newcomer(two.address, 'Hal');
  const team = await newTeam(gil);
  const invitation = { role: 'manager', days: 7, once: false } as const;
  const { token } = (await gil.call(createInvitation, { params: { team }, body: invitation })).value;
  await hal.call(acceptInvitation, { params: { token } });
  const { user } = (await hal.call(getMe, {})).value;
  const page = await openPage(hal, team);
  rename(page, team, 'before', 'Before');
  await page.hear('accepted');
  // As another node does it whose news is lost.
  await sql(`delete from members where team_id = '${team}' and user_id = '${user?.id}'`);
  rename(page, team, 'after', 'After');
  expect(await page.hear('refused')).toMatchObject([{ problem: { code: 'not-found' } }]);
  page.socket.close();
});

test('[SV16] a person who was signed out changes nothing, even on a node that hears no news', async () => {
  await newcomer(one.address, 'Lia');
  const there = await signInElsewhere(two.address, 'Lia');
  const team = await newTeam(there);
  const page = await openPage(there, team);
  rename(page, team, 'before', 'Before');
  await page.hear('accepted');
  // As another node does it whose news is lost.
  await sql(`delete from session where "userId" = (select id from "user" where email = 'lia@example.com')`);
  rename(page, team, 'after', 'After');
  expect(await page.hear('refused')).toMatchObject([{ problem: { code: 'signed-out' } }]);
  page.socket.close();
});

test('a node whose connection that listens is frozen passes changes on, members that leave lose them, and the log has two lines', async () => {
  const ana = await newcomer(one.address, 'Ana');
  const ben = await newcomer(two.address, 'Ben');
  const team = await newTeam(ana);
  const invitation = { role: 'lead', days: 7, once: false } as const;
  const { token } = (await ana.call(createInvitation, { params: { team }, body: invitation })).value;
  await ben.call(acceptInvitation, { params: { token } });
  const here = await openPage(ana, team);
  const there = await openPage(ben, team);
  cutter.freeze('listen lineup');
  rename(here, team, 'frozen', 'Frozen');
  expect(await there.hear('changed')).toMatchObject([{ version: 2 }]);
  const { user } = (await ben.call(getMe, {})).value;
  await ana.call(removeMember, { params: { team, user: user?.id ?? '' } });
  expect(await there.hear('gone')).toMatchObject([{ why: 'not-a-member' }]);
  there.socket.close();

  // They listen again, on new connections.
  const again = await openPage(await signInElsewhere(two.address, 'Ana'), team);
  rename(here, team, 'after', 'After');
  await again.hear('changed');
  for (const each of [here, again]) each.socket.close();
  await eventually(() =>
    expect(warningsOf(two)).toEqual([
      'PostgreSQL is silent. Its connections are replaced.',
      expect.stringMatching(/^PostgreSQL answers again, after \d s\.$/),
    ]),
  );
  expect(two.log()).not.toContain('DeprecationWarning');
});

const warningsOf = (node: NodeProcess): readonly string[] =>
  node
    .log()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .filter(({ level }) => level === 'warn' || level === 'error' || level >= 40)
    .map(({ msg }) => msg);

test('a person is registered whole, or not at all, when the database’s answer to the registration is lost', async () => {
  const lost = { Ida: 'insert into "user"', Jan: 'insert into "account"', Kit: 'commit' };
  for (const [name, text] of Object.entries(lost)) {
    cutter.cutAnswerTo(text, `${name.toLowerCase()}@`);
    const cuts = cutter.cuts;
    const visitor = await newcomer(one.address, name);
    expect(cutter.cuts).toBe(cuts + 1);
    expect((await visitor.call(getMe, {})).value.user).toMatchObject({ firstName: name });
    await signInElsewhere(two.address, name);
  }
});

test('pages connect again, and start from what is stored, when the database has another history', async () => {
  const cal = await newcomer(one.address, 'Cal');
  const team = await newTeam(cal);
  const page = await openPage(cal, team);
  const [{ epoch } = { epoch: '' }] = await page.hear('hello');
  rename(page, team, 'lost', 'Lost');
  await page.hear('changed');
  const closed = once(page.socket, 'close');
  // As after a restore, or when a copy takes over that lacks the last change.
  await sql(`update meta set value = 'another' where key = 'epoch'`);
  await sql(`update changes set id = 'another-change', change = '{"type":"team.rename","name":"Restored"}'
    where team_id = '${team}' and document_id = '${team}' and version = 2`);
  await cutConnections(`application_name = 'lineup listener'`);
  expect((await closed)[0]).toBe(1012);
  const again = await openPage(cal, team);
  expect((await again.hear('hello'))[0]?.epoch).not.toBe(epoch);
  expect(await again.hear('snapshot')).toMatchObject([{ version: 2, body: { name: 'Restored' } }]);
  again.socket.close();
});

/** Eight writers on two nodes while something goes wrong: nothing is lost, has a gap, or is there twice. */
async function survives(name: string, count: number, harm: () => Promise<void>): Promise<void> {
  const dan = await newcomer(one.address, name);
  const team = await newTeam(dan);
  const there = await signInElsewhere(two.address, name);
  const writers = Array.from({ length: 8 }, (_, index) =>
    write(index % 2 === 0 ? dan : there, team, `w${index}n`, count),
  );
  await harm();
  const accepted = (await Promise.all(writers)).flatMap((each) => [...each]);
  const { rows } = await sql(`select id, version from changes
    where team_id = '${team}' and document_id = '${team}' and version > 1 order by version`);
  expect(rows.map(({ version }) => version)).toEqual(rows.map((_, index) => index + 2));
  expect(Object.fromEntries(accepted)).toEqual(
    Object.fromEntries(rows.map(({ id, version }) => [id, version])),
  );
  expect(accepted).toHaveLength(8 * count);
  for (const person of [dan, there]) {
    // A node that a wake did not reach looks for itself a moment later.
    await eventually(async () => {
      const page = await openPage(person, team);
      const [snapshot] = await page.hear('snapshot');
      page.socket.close();
      expect(snapshot?.version).toBe(8 * count + 1);
    });
  }
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test('all connections are cut again and again', () =>
  survives('Dan', 40, async () => {
    for (let time = 0; time < 8; time++) {
      await wait(40);
      await cutConnections();
    }
  }));

test('PostgreSQL is killed and comes back', () =>
  survives('Eli', 40, async () => {
    await wait(150);
    process.kill(postgres.pid, 'SIGKILL');
    await wait(500);
    postgres = await startAgain(postgres.folder);
  }));

test('PostgreSQL answers nothing for some seconds', () =>
  survives('Fay', 40, async () => {
    await wait(100);
    const { rows } = await sql('select pid from pg_stat_activity where datname is not null');
    const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
      for (const { pid } of rows) {
        try {
          process.kill(pid, name);
        } catch {
          // It ended.
        }
      }
    };
    signal('SIGSTOP');
    // Longer than a connection that listens may be silent.
    await wait(3_500);
    signal('SIGCONT');
  }));
