import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { getMe } from '../../contract/me.ts';
import { createToken } from '../../contract/tokens.ts';
import {
  greet,
  newcomer,
  person,
  type RunningServer,
  runServer,
  teamForm,
  type Visitor,
} from '../../test/servers/running-server.ts';
import { endpoints } from './openapi.ts';

let server: RunningServer;
let visitor: Visitor;
beforeAll(async () => {
  server = await runServer({ env: { PUBLIC_URL: '' } });
  visitor = await newcomer(server.address, 'Ana');
});
afterAll(() => server.stop());

const post = (headers: Record<string, string>, body: string = JSON.stringify(teamForm)) =>
  visitor.send('/api/teams', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });

describe('a page elsewhere', () => {
  const foreign = { origin: 'https://evil.example.com' };

  test.each([
    foreign,
    { origin: 'null' },
    { origin: 'http://127.0.0.1:1' },
    { 'sec-fetch-site': 'cross-site' },
  ])('cannot post with our cookies: %j', async (headers) => {
    const { status, value } = await post(headers);
    expect([status, value]).toMatchObject([403, { problem: { code: 'origin-foreign' } }]);
    expect((await visitor.call(getMe, {})).value.teams).toEqual([]);
  });

  test('cannot open the live connection', async () => {
    await expect(visitor.live(foreign)).rejects.toBe(403);
    const socket = await visitor.live({ origin: server.address });
    socket.close();
  });

  test('cannot smuggle JSON as text', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
      expect((await post({ 'content-type': type })).status).toBe(415);
    }
  });
});

test('our own page can post', async () => {
  expect((await post({ origin: server.address, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
});

test.each(['', 'lineup.session_token=made.up'])(
  'a live connection with the cookie %j is nobody’s',
  async (cookie) => {
    const socket = await visitor.live({ cookie });
    expect(await greet(socket)).toEqual({ type: 'me', user: null, teams: [] });
    socket.close();
  },
);

test('a live connection at another path is refused', async () => {
  const socket = new WebSocket(`${server.address.replace('http', 'ws')}/api/me`);
  const status = new Promise((resolve) =>
    socket.once('unexpected-response', (_, response) => resolve(response.statusCode)),
  );
  expect(await status).toBe(404);
});

test.each([
  ['{"__proto__":{"role":"manager"}}', 400],
  ['{"name":', 400],
  ['[]', 400],
  ['', 400],
])('an invalid body is refused with our own message: %.40s', async (body, status) => {
  const answer = await post({}, body);
  expect(answer.status).toBe(status);
  expect(answer.value).toEqual({
    problem: { code: 'request-invalid' },
    message: 'That request isn’t valid.',
  });
});

test('every response forbids foreign scripts and frames, and does not require https on a LAN', async () => {
  for (const path of ['/api/me', '/api/nothing', '/healthz']) {
    const { headers } = await visitor.send(path);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain(`ws://${new URL(server.address).host}`);
    expect(policy).not.toContain('upgrade-insecure-requests');
    expect(policy).not.toContain("'unsafe-inline'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(headers.get('permissions-policy')).toContain('camera=(), ');
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  }
});

test('responses with data are not cached', async () => {
  const { headers } = await visitor.call(getMe, {});
  expect(headers.get('cache-control')).toBe('no-store');
});

test('unknown paths get our own not-found problem', async () => {
  for (const path of ['/api/nothing', '/../package.json', '/%2e%2e/package.json', '/assets/no.js']) {
    const { status, value } = await visitor.send(path);
    expect([path, status, value]).toMatchObject([path, 404, { problem: { code: 'not-found' } }]);
  }
});

test('a URL that can’t be decoded, or is too long, gets our own problem in the API, and a page elsewhere', async () => {
  for (const path of ['/api/%', '/api/%zz', `/api/invitations/${'x'.repeat(201)}`]) {
    const { status, value } = await visitor.send(path);
    expect([path, status, value]).toMatchObject([path, 404, { problem: { code: 'not-found' } }]);
  }
  for (const path of ['/%', '/templates/%zz', '/editor/shifts/%E0%A4', '//elsewhere.example/%E0%A4']) {
    const { status, headers } = await visitor.send(path, { redirect: 'manual' });
    expect([path, status, headers.get('location')]).toEqual([path, 302, '/not-found']);
  }
});

test('an invalid absolute URL is answered with the security headers', async () => {
  const asking = request(server.address, { path: 'http://[/' });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    asking.on('response', (response) => resolve(response.resume()));
    asking.on('error', reject);
  });
  asking.end();
  const { statusCode, headers } = await answered;
  expect([statusCode, headers.location]).toEqual([302, '/not-found']);
  expect(headers['x-content-type-options']).toBe('nosniff');
});

test('a client that offers another protocol is answered over HTTP/1.1', async () => {
  const asking = request(`${server.address}/api/me`, { headers: { connection: 'Upgrade', upgrade: 'h2c' } });
  const answered = new Promise<number | undefined>((resolve, reject) => {
    asking.on('response', (response) => resolve(response.resume().statusCode));
    asking.on('error', reject);
  });
  asking.end();
  expect(await answered).toBe(200);
});

test('one network address has to wait if it calls endpoints with secrets too often', async () => {
  const guess = async (headers = {}) => (await visitor.send('/api/invitations/guess', { headers })).status;
  const guesses = Array.from({ length: 200 }, () => guess());
  expect([...new Set(await Promise.all(guesses))]).toEqual([404, 429]);
  const spoofed = Array.from({ length: 9 }, () => guess({ 'x-forwarded-for': '10.1.2.3' }));
  expect(await Promise.all(spoofed)).toContain(429);
});

test('the description of the endpoints is complete', async () => {
  const { value } = await visitor.send('/api/openapi.json');
  const { openapi, paths } = value as { openapi: string; paths: Record<string, Record<string, unknown>> };
  expect(openapi).toBe('3.1.0');
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const expected = endpoints.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
  expect(described.sort()).toEqual(expected.sort());
});

test('nobody signs in or registers at an address under /api/auth that the contract lacks', async () => {
  for (const path of [
    '/api/auth/sign-in/email',
    '/api/auth/sign-up/email',
    '/api/auth/get-session',
    '/api/auth/ok',
  ]) {
    expect((await visitor.send(path)).status).toBe(404);
    const { status } = await visitor.send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(person('Bob')),
    });
    expect(status).toBe(404);
  }
});

describe('[AP5] a page of an origin in CORS_ORIGINS', () => {
  const board = 'https://board.example.com';
  let listed: RunningServer;
  let ana: Visitor;
  let token: string;
  beforeAll(async () => {
    listed = await runServer({ env: { CORS_ORIGINS: `${board}, http://localhost:5173` } });
    ana = await newcomer(listed.address, 'Ana');
    const { password } = person('');
    const body = { name: 'Board', scope: 'write', team: null, days: 7, password } as const;
    token = (await ana.call(createToken, { body })).value.secret;
  });
  afterAll(() => listed.stop());

  const from = (origin: string, headers: Record<string, string> = {}, method = 'POST') =>
    fetch(`${listed.address}/api/teams`, {
      method,
      headers: { origin, ...headers },
      ...(method === 'POST' && { body: JSON.stringify(teamForm) }),
    });
  const withToken = () => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });

  test('can call with a token and read the response', async () => {
    const asked = await from(board, { 'access-control-request-method': 'POST' }, 'OPTIONS');
    expect(asked.status).toBe(204);
    expect(asked.headers.get('access-control-allow-origin')).toBe(board);
    expect(asked.headers.get('access-control-allow-headers')).toContain('authorization');
    expect(asked.headers.get('access-control-allow-credentials')).toBeNull();
    const made = await from(board, withToken());
    expect([made.status, made.headers.get('access-control-allow-origin')]).toEqual([200, board]);
    expect(made.headers.get('vary')?.toLowerCase()).toContain('origin');
  });

  test('can’t act with a cookie', async () => {
    const answer = await from(board, { cookie: ana.cookie(), 'content-type': 'application/json' });
    expect(answer.status).toBe(403);
  });

  test('a page of another origin can do neither', async () => {
    const elsewhere = await from('https://evil.example.com', withToken());
    expect(elsewhere.status).toBe(403);
    expect(elsewhere.headers.get('access-control-allow-origin')).toBeNull();
  });
});
