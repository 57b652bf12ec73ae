import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  confirmSecondFactor,
  signIn,
  signInBySecondFactor,
  signOutOthers,
  startSecondFactor,
} from '../../contract/account.ts';
import { revokeDevice } from '../../contract/devices.ts';
import { getDocument } from '../../contract/documents.ts';
import { getMe } from '../../contract/me.ts';
import { fetchProviderSchedule, saveConnection } from '../../contract/schedule.ts';
import {
  acceptInvitation,
  createInvitation,
  deleteTeam,
  leaveTeam,
  listMembers,
  removeMember,
  uploadLogo,
} from '../../contract/teams.ts';
import { buildLayout } from '../builders.ts';
import { eventually } from '../eventually.ts';
import { parseMetrics } from '../operations/metrics-text.ts';
import { png } from '../pictures.ts';
import { execute } from '../postgres/postgres-server.ts';
import { createDatabase, type TestDatabase } from '../postgres/shared-postgres.ts';
import { type HotSchedulesStandIn, runHotSchedules } from '../providers/hotschedules.ts';
import { outgoingEnv } from '../providers/stand-in.ts';
import { codeOf } from '../servers/authenticators.ts';
import { pairDevice } from '../servers/paired-devices.ts';
import {
  newcomer,
  newTeam,
  person,
  runServer,
  signInElsewhere,
  type Visitor,
  visit,
} from '../servers/running-server.ts';
import { joinTeam } from '../servers/team-members.ts';
import { inTurns, type NodeProcess, startNode } from './node-process.ts';
import { change, idOf, openPage, rename } from './page.ts';
import { write } from './writer.ts';

let database: TestDatabase;
let folder: string;
let hotschedules: HotSchedulesStandIn;
let one: NodeProcess;
let two: NodeProcess;
const start = (name: string, env = {}) =>
  startNode(database.url, folder, name, { ...outgoingEnv(hotschedules), ...env });
beforeAll(async () => {
  database = await createDatabase();
  folder = mkdtempSync(join(tmpdir(), 'lineup-nodes-'));
  hotschedules = await runHotSchedules();
  await connectSchedule();
  // The first reading is due when they start, and lasts.
  hotschedules.faults.hangs = true;
  [one, two] = await Promise.all([start('one'), start('two')]);
});
afterAll(async () => {
  await Promise.all([one.stop(), two.stop()]);
  await hotschedules.stop();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const metricsOf = async (address: string) => parseMetrics((await visit(address).send('/metrics')).text);

test('[SV1] changes made on two nodes at once have one order, without gaps, on the pages of both, and are counted', async () => {
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
  const hana = await newcomer(one.address, 'Hana');
  const team = await newTeam(hana);
  const there = await signInElsewhere(two.address, 'Hana');
  const refused: string[] = [];
  const writers = Array.from({ length: 8 }, (_, index) =>
    write(index % 2 === 0 ? hana : there, team, `w${index}n`, 40, {
      onRefused: (code) => refused.push(code),
    }),
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

test('[SV8] members, sign-outs and a deletion on one node reach the pages of the other', async () => {
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
  const signedIn = await signInElsewhere(one.address, 'Cal');
  const elsewhere = await openPage(signedIn, team);
  await cal.call(signOutOthers, {});
  expect(await elsewhere.hear('gone')).toMatchObject([{ why: 'signed-out' }]);
  expect((await signedIn.call(getMe, {})).value.user).toBeNull();
  elsewhere.socket.close();

  const last = await openPage(cal, team);
  await bea.call(deleteTeam, { params: { team }, body: { name: 'Store 12' } });
  expect(await last.hear('gone')).toMatchObject([{ why: 'missing' }]);
  expect((await cal.call(getDocument, { params: { team, document: team } })).status).toBe(404);
  last.socket.close();
});

test('[SV8] [PD5] a device that is revoked on one node ends on the other', async () => {
  const bea = await newcomer(one.address, 'Bette');
  const team = await newTeam(bea);
  const kiosk = await pairDevice(one.address, bea, { team, kind: 'kiosk', role: 'lead' });
  const [name = '', value = ''] = kiosk.cookie().split('=');
  const there = visit(two.address, new Map([[name, value]]));
  const page = await openPage(there, team);
  await bea.call(revokeDevice, { params: { team, device: kiosk.id } });
  expect(await page.hear('gone')).toMatchObject([{ why: 'signed-out' }]);
  expect((await there.call(getMe, {})).value.user).toBeNull();
  page.socket.close();
});

/** Of the first and of the second server, and the first person on both. */
let kim: Visitor;
let lee: Visitor;
let bothKims: Visitor[];

const account = { user: 'maria.garcia', pass: 'open sesame' };
const provider = 'hotschedules';

/** On a server that stops again, so that the schedule is read by no server yet. */
async function connectSchedule(): Promise<void> {
  const env = {
    DATABASE_URL: database.url,
    SECRET_FILE: join(folder, 'secret'),
    ...outgoingEnv(hotschedules),
  };
  const server = await runServer({ dataDir: join(folder, 'first'), env });
  const maria = await newcomer(server.address, 'Maria');
  const params = { team: await newTeam(maria), provider };
  const terms = { location: null, timeZone: 'America/Chicago', everyMinutes: 15, takesAlone: false };
  const saved = await maria.call(saveConnection, { params, body: { settings: account, ...terms } });
  if (saved.status !== 200) throw new Error(saved.text);
  await server.stop();
}

const onBoth = <Result>(work: (node: NodeProcess) => Promise<Result>) => Promise.all([one, two].map(work));
test('a schedule that is due when two servers start is read by one of them', async () => {
  await expect.poll(() => hotschedules.asked.length).toBeGreaterThan(0);
  // By now the other one has looked, too.
  [kim, lee] = await Promise.all([newcomer(one.address, 'Kim'), newcomer(two.address, 'Lee')]);
  expect(hotschedules.asked).toHaveLength(1);
  hotschedules.faults.hangs = false;
  bothKims = [kim, await signInElsewhere(two.address, 'Kim')];
});

test('a code that is used on two servers at once signs in one', async () => {
  const { email, password } = person('Tia');
  const tia = await newcomer(one.address, 'Tia');
  const { secret } = (await tia.call(startSecondFactor, { body: { password } })).value;
  await tia.call(confirmSecondFactor, { body: { code: codeOf(secret) } });
  const visitors = await onBoth(async ({ address }) => {
    const visitor = visit(address);
    await visitor.call(signIn, { body: { email, password } });
    return visitor;
  });
  const body = { code: codeOf(secret, 1), trust: false };
  const signed = await Promise.all(visitors.map((visitor) => visitor.call(signInBySecondFactor, { body })));
  expect(signed.map(({ status }) => status).sort()).toEqual([200, 401]);
});

test('an invitation for one person that two accept at once on two servers adds one', async () => {
  const gus = await newcomer(one.address, 'Gus');
  const team = await newTeam(gus);
  const body = { role: 'lead', days: 7, once: true } as const;
  const { token } = (await gus.call(createInvitation, { params: { team }, body })).value;
  const accepted = await Promise.all(
    [kim, lee].map((each) => each.call(acceptInvitation, { params: { token } })),
  );
  expect(accepted.map(({ status }) => status).sort()).toEqual([200, 404]);
  expect((await gus.call(listMembers, { params: { team } })).value.members).toHaveLength(2);
});

test('of two managers who leave at once on two servers, one stays', async () => {
  for (let round = 0; round < 3; round++) {
    const team = await newTeam(kim);
    await joinTeam(kim, team, 'manager', lee);
    const left = await Promise.all([kim, lee].map((each) => each.call(leaveTeam, { params: { team } })));
    expect(left.map(({ status }) => status).sort()).toEqual([200, 409]);
  }
});

test('[SI14] [SV5] servers count attempts to sign in together', async () => {
  const body = { email: 'nobody@example.com', password: 'a wrong password' };
  expect(await inTurns(10, [one, two], ({ address }) => visit(address).call(signIn, { body }))).toEqual(
    Array(10).fill(401),
  );
  // From this address, and from all.
  const { rows } = await execute(database.url, 'select * from sign_in_attempts where failures = 10');
  expect(rows).toHaveLength(2);
});

test('a provider that asks one server to wait isn’t called by another', async () => {
  const params = { team: await newTeam(kim), provider };
  const terms = { location: null, timeZone: 'America/Chicago', everyMinutes: null, takesAlone: false };
  await kim.call(saveConnection, { params, body: { settings: account, ...terms } });
  const read = async (visitor?: Visitor) => {
    const answer = await visitor?.call(fetchProviderSchedule, { params, body: { date: '2026-03-07' } });
    return answer?.status;
  };
  hotschedules.faults.busy = { times: 9, retryAfter: '90' };
  expect(await read(bothKims[0])).toBe(429);
  delete hotschedules.faults.busy;
  const asked = hotschedules.asked.length;
  expect(await read(bothKims[1])).toBe(429);
  expect(hotschedules.asked).toHaveLength(asked);
});

test('of pictures that are uploaded to two servers at once, the one that is shown is stored', async () => {
  const team = await newTeam(kim);
  for (let round = 0; round < 5; round++) {
    const uploads = bothKims.map((visitor, index) => {
      const base64 = png(9, 10 + 2 * round + index).toString('base64');
      return visitor.call(uploadLogo, { params: { team }, body: { base64 } });
    });
    await Promise.all(uploads);
    // Until this node has heard of the other one's picture, it shows one that may be gone.
    await eventually(async () => {
      const { body } = (await kim.call(getDocument, { params: { team, document: team } })).value;
      const shown = body.kind === 'team' ? (body.logoUrl ?? '') : '';
      for (const visitor of bothKims) expect((await visitor.send(shown)).status).toBe(200);
    });
  }
});

test('[SV11] a server with another secret doesn’t start', async () => {
  const env = { SECRET_FILE: join(folder, 'other-secret') };
  await expect(start('other', env)).rejects.toThrow('DATABASE_URL is used with another secret than');
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
  one = await start('one');
  const again = await signInElsewhere(one.address, 'Dan');
  expect((await again.call(getMe, {})).value.teams).toMatchObject([{ name: 'After' }]);
});
