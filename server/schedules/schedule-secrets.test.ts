import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  fetchProviderSchedule,
  getWaitingSchedule,
  listConnections,
  saveConnection,
  testConnection,
} from '../../contract/schedule.ts';
import { createToken } from '../../contract/tokens.ts';
import { runCalendar } from '../../test/providers/calendar.ts';
import { runCallable } from '../../test/providers/callable.ts';
import { runDeputy } from '../../test/providers/deputy.ts';
import { runHotSchedules } from '../../test/providers/hotschedules.ts';
import { runSevenShifts } from '../../test/providers/sevenshifts.ts';
import { type Faults, outgoingEnv, type StandIn } from '../../test/providers/stand-in.ts';
import {
  newcomer,
  newTeam,
  person,
  type RunningServer,
  runServer,
  type Visitor,
} from '../../test/servers/running-server.ts';
import { storedText } from '../../test/stores/stored-data.ts';

/** Every secret has this in it, and nothing else has. */
const mark = 'Xq7vEsame';
const date = '2026-03-07';

let standIns: Record<string, StandIn>;
let settings: Record<string, Record<string, string>>;
let server: RunningServer;
let manager: Visitor;
let team: string;
let logged = '';
let answers: string[];
let people = 0;

beforeAll(async () => {
  const [hotschedules, callable, sevenshifts, deputy, ics] = await Promise.all([
    runHotSchedules(),
    runCallable(),
    runSevenShifts(),
    runDeputy(),
    runCalendar(),
  ]);
  standIns = { hotschedules, callable, sevenshifts, deputy, ics };
  hotschedules.store.pass = `hot-${mark}`;
  Object.assign(callable.hosted, { pass: `own-${mark}`, token: `function-${mark}` });
  sevenshifts.company.token = `seven-${mark}`;
  deputy.install.token = `deputy-${mark}`;
  settings = {
    hotschedules: { user: 'maria.garcia', pass: `hot-${mark}` },
    callable: {
      address: callable.url,
      user: 'maria.garcia',
      pass: `own-${mark}`,
      token: `function-${mark}`,
    },
    sevenshifts: { token: `seven-${mark}`, company: '4567' },
    deputy: { install: 'https://lake.na.deputy.com', token: `deputy-${mark}` },
    ics: { address: `${ics.feed}?key=${mark}` },
  };
  const log = pino(
    { level: 'trace' },
    new Writable({
      write(chunk, _, done) {
        logged += chunk;
        done();
      },
    }),
  );
  server = await runServer({ env: outgoingEnv(hotschedules, callable, sevenshifts, deputy, ics), log });
});
afterAll(async () => {
  await server.stop();
  for (const standIn of Object.values(standIns)) await standIn.stop();
});
beforeEach(async () => {
  answers = [];
  manager = await newcomer(server.address, `Maria${++people}`);
  team = await newTeam(manager);
});

const keep = <T extends { text: string }>(answer: T): T => {
  answers.push(answer.text);
  return answer;
};
const form = (typed: Record<string, string>) => ({
  settings: typed,
  location: null,
  timeZone: 'America/Chicago',
  everyMinutes: 60,
  takesAlone: false,
});

async function isNowhere(): Promise<void> {
  for (const text of answers) expect(text).not.toContain(mark);
  expect(logged).not.toContain(mark);
  const files = readdirSync(server.dataDir).filter((file) => file !== 'secret');
  const stored = await storedText(server.dataDir);
  expect(stored).toContain('Maria');
  const texts = files.map((file) => [file, readFileSync(join(server.dataDir, file), 'latin1')] as const);
  for (const [place, text] of [...texts, ['the database', stored] as const]) {
    for (const written of [
      mark,
      Buffer.from(mark).toString('hex'),
      Buffer.from(mark, 'utf16le').toString('latin1'),
    ]) {
      expect(text.includes(written), place).toBe(false);
    }
  }
}

const faults: [string, Faults][] = [
  ['nothing wrong', {}],
  ['a wrong password', { wrongPassword: true }],
  ['no permission', { forbidden: true }],
  ['a page in place of an answer', { html: true }],
  ['an answer that is cut', { cut: true }],
  ['a status of 500', { broken: { times: 99, status: 500 } }],
  ['a pause that is asked for', { busy: { times: 99, retryAfter: '600' } }],
];

test.each(['hotschedules', 'callable', 'sevenshifts', 'deputy', 'ics'])(
  'what %s is signed in to with is in no answer, no log and no file, whatever goes wrong',
  async (provider) => {
    const params = { team, provider };
    const typed = settings[provider] ?? {};
    expect(keep(await manager.call(saveConnection, { params, body: form(typed) })).status).toBe(200);
    const asked = standIns[provider]?.asked.length ?? 0;
    for (const [, fault] of faults) {
      Object.assign(standIns[provider]?.faults ?? {}, fault);
      keep(await manager.call(testConnection, { params, body: { settings: typed } }));
      keep(await manager.call(fetchProviderSchedule, { params, body: { date } }));
      keep(await manager.call(listConnections, { params: { team } }));
      keep(await manager.call(getWaitingSchedule, { params, query: { date } }));
      for (const name of Object.keys(fault)) delete standIns[provider]?.faults[name as keyof Faults];
    }
    // It was sent to the provider, so that there was something to find.
    const sent = JSON.stringify(
      standIns[provider]?.asked.slice(asked).map(({ query, ...each }) => ({ ...each, query: String(query) })),
    );
    expect(sent).toContain(mark);
    // What no header and no address can have.
    for (const broken of [`${mark}\n${mark}`, `https://${mark}.invalid:99999/`]) {
      const odd = Object.fromEntries(
        Object.entries(typed).map(([name, value]) => [name, value.includes(mark) ? broken : value]),
      );
      keep(await manager.call(testConnection, { params, body: { settings: odd } }));
      keep(await manager.call(saveConnection, { params, body: form(odd) }));
      keep(await manager.call(fetchProviderSchedule, { params, body: { date } }));
    }
    await isNowhere();
  },
);

test('the password of a caller of the hosted function is in no answer, log or file', async () => {
  const made = await manager.call(createToken, {
    body: { name: 'Board', scope: 'read', team: null, days: 30, password: person('').password },
  });
  const call = async (body: unknown) =>
    keep(
      await manager.send('/hotschedules-getSchedule', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${made.value.secret}` },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    );
  const right = { date, user: 'maria.garcia', pass: `hot-${mark}` };
  expect((await call({ data: right })).status).toBe(200);
  for (const [, fault] of faults) {
    Object.assign(standIns.hotschedules?.faults ?? {}, fault);
    await call({ data: right });
    for (const name of Object.keys(fault)) delete standIns.hotschedules?.faults[name as keyof Faults];
  }
  await call({ data: { ...right, date: 'soon' } });
  await call({ data: right, pass: right.pass });
  await call(`{"data":{"pass":"${right.pass}"`);
  await isNowhere();
});

test('the description of the API has none of them', async () => {
  const { text, value } = await manager.send('/api/openapi.json');
  expect(text).not.toContain(mark);
  expect(text).not.toContain('open sesame');
  expect(value).toHaveProperty('paths');
});
