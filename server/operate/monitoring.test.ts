import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeDocument } from '../../contract/documents.ts';
import { eventually } from '../../test/eventually.ts';
import { parseMetrics } from '../../test/operations/metrics-text.ts';
import { freePort } from '../../test/servers/free-port.ts';
import { manualTimeouts } from '../../test/servers/manual-timeouts.ts';
import {
  greet,
  heard,
  newcomer,
  newTeam,
  type RunningServer,
  runServer,
  type Visitor,
  visit,
} from '../../test/servers/running-server.ts';

const metric = async (server: Pick<RunningServer, 'address'>, name: string, labels = '') =>
  parseMetrics((await visit(server.address).send('/metrics')).text)
    .get(name)
    ?.values.get(labels);

/** The status of a request whose headers `fetch` would not send. */
const statusWith = (address: string, headers: Record<string, string>): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    request(`${address}/metrics`, { headers }, (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end();
  });

describe('a server on this machine', () => {
  let server: RunningServer;
  let ana: Visitor;
  let team: string;
  let changes = 0;
  beforeAll(async () => {
    server = await runServer();
    ana = await newcomer(server.address, 'Ana');
    team = await newTeam(ana);
  });
  afterAll(() => server.stop());

  const rename = (name: string) =>
    ana.call(changeDocument, {
      params: { team, document: team },
      body: { id: `change-${++changes}`, change: { type: 'team.rename', name } },
    });

  test('counts changes by what became of them, and the commits that they shared', async () => {
    const read = async () => ({
      accepted: await metric(server, 'lineup_changes_accepted_total'),
      refused: await metric(server, 'lineup_changes_refused_total', '{problem="name-missing"}'),
      commits: await metric(server, 'lineup_commit_changes', '_count'),
      committed: await metric(server, 'lineup_commit_changes', '_sum'),
      answered: await metric(server, 'lineup_change_seconds', '_count'),
      waiting: await metric(server, 'lineup_changes_waiting'),
    });
    const before = await read();
    await rename('Store 13');
    await rename(' ');
    const { accepted = 0, commits = 0, committed = 0, answered = 0 } = before;
    expect(await read()).toEqual({
      accepted: accepted + 1,
      refused: 1,
      commits: commits + 1,
      committed: committed + 1,
      answered: answered + 2,
      waiting: 0,
    });
  });

  test('counts pages and what they watch, until they leave', async () => {
    const socket = await ana.live();
    await greet(socket);
    socket.send(JSON.stringify({ type: 'watch', team, document: team }));
    await heard(socket, 'snapshot');
    expect(await metric(server, 'lineup_live_connections')).toBe(1);
    expect(await metric(server, 'lineup_watchers')).toBe(1);
    socket.close();
    await eventually(async () => expect(await metric(server, 'lineup_watchers')).toBe(0));
    expect(await metric(server, 'lineup_live_connections')).toBe(0);
  });

  test('counts requests by the pattern of their route, never by a path', async () => {
    await ana.send('/api/invitations/secret-of-a-link');
    await ana.send(`/api/teams/${team}/members`);
    const { text } = await ana.send('/metrics');
    expect(text).toContain('route="/api/invitations/:token",status="404"');
    expect(text).toContain('route="/api/teams/:team/members",status="200"');
    for (const secret of ['secret-of-a-link', team, 'Ana', 'ana@']) expect(text).not.toContain(secret);
  });

  test('is read by programs on this machine that ask it directly', async () => {
    expect(await statusWith(server.address, {})).toBe(200);
    const fromElsewhere: Record<string, string>[] = [
      { 'x-forwarded-for': '203.0.113.7' },
      { forwarded: 'for=203.0.113.7' },
      { via: '1.1 proxy' },
      { host: 'lineup.local' },
      { host: '192.168.1.20' },
    ];
    for (const headers of fromElsewhere) {
      expect([headers, await statusWith(server.address, headers)]).toEqual([headers, 404]);
    }
  });

  test('says that it is up', async () => {
    const { status, value } = await ana.send('/healthz');
    expect([status, value]).toEqual([200, { status: 'up' }]);
  });
});

test('with METRICS_TOKEN, whoever sends it reads the metrics, from anywhere, and nobody else', async () => {
  const token = 'a-token-for-prometheus';
  const port = String(await freePort());
  const PUBLIC_URL = 'https://board.example.com';
  const server = await runServer({ env: { PORT: port, METRICS_TOKEN: token, PUBLIC_URL } });
  const address = `http://127.0.0.1:${port}`;
  const statusFor = (authorization: string) =>
    statusWith(address, { 'x-forwarded-for': '203.0.113.7', ...(authorization && { authorization }) });
  expect(await statusFor(`Bearer ${token}`)).toBe(200);
  for (const wrong of ['', 'Bearer a-token-for-prometheu', `Basic ${token}`, 'Bearer']) {
    expect([wrong, await statusFor(wrong)]).toEqual([wrong, 404]);
  }
  expect(await statusWith(address, {})).toBe(404);
  await server.stop();
});

test('a token for the metrics is not tried out: an address reads 120 times a minute', async () => {
  const env = { METRICS_TOKEN: 'a-token-of-the-operator' };
  const server = await runServer({ env, now: () => 1_764_000_000_000 });
  const guess = (authorization: string) => statusWith(server.address, { authorization });
  for (let each = 0; each < 120; each++) expect(await guess(`Bearer guess-${each}`)).toBe(404);
  expect(await guess('Bearer a-token-of-the-operator')).toBe(429);
  await server.stop();
});

test('behind a proxy and without a token, nobody reads the metrics', async () => {
  const port = String(await freePort());
  const server = await runServer({ env: { PORT: port, PUBLIC_URL: 'https://board.example.com' } });
  const address = `http://127.0.0.1:${port}`;
  expect(await statusWith(address, {})).toBe(404);
  expect(await statusWith(address, { host: 'board.example.com' })).toBe(404);
  await server.stop();
});

test('[OP2] a server that drains says so, goes on serving, and then moves its pages', async () => {
  const timeouts = manualTimeouts();
  const port = String(await freePort());
  const server = await runServer({ env: { PORT: port, DRAIN_SECONDS: '1' }, timeout: timeouts.timeout });
  const ana = await newcomer(server.address, 'Ana');
  const team = await newTeam(ana);
  const sockets = await Promise.all([ana.live(), ana.live(), ana.live()]);
  await Promise.all(sockets.map(greet));
  const codes = Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve))));
  expect((await ana.send('/readyz')).value).toEqual({ status: 'ready' });

  const stopped = server.stop();
  const ready = await ana.send('/readyz');
  expect([ready.status, ready.value]).toEqual([503, { status: 'draining' }]);
  expect((await ana.send('/healthz')).status).toBe(200);
  const late = await ana.live();
  await greet(late);
  const body = { id: 'late', change: { type: 'team.rename', name: 'Store 14' } } as const;
  expect((await ana.call(changeDocument, { params: { team, document: team }, body })).status).toBe(200);

  const slow = connect(Number(port), '127.0.0.1').setEncoding('utf8');
  slow.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n');
  expect(timeouts.last().milliseconds).toBe(500);
  timeouts.last().pass();
  await eventually(() => expect(ana.live()).rejects.toBe(503));
  // So that a proxy sends nothing on a connection that ends.
  slow.write('\r\n');
  expect(String(await once(slow, 'data'))).toMatch(/^HTTP\/1\.1 200 .*^connection: close\r$/ims);
  expect(await codes).toEqual([1012, 1012, 1012]);
  await stopped;
});

test('an error has an id in the log and in the answer, which a trusted proxy can choose', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const server = await runServer({ log, env: { TRUSTED_PROXIES: '127.0.0.1' } });
  await visit(server.address).send('/api/me', { headers: { 'x-request-id': 'chosen-by-the-proxy' } });
  await eventually(() => expect(lines.join('')).toContain('"reqId":"chosen-by-the-proxy"'));
  const line = JSON.parse(lines.find((each) => each.includes('chosen-by')) ?? '{}');
  expect(line).toMatchObject({ method: 'GET', route: '/api/me', status: 200, msg: 'request' });
  await server.stop();
});
