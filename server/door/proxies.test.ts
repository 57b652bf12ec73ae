import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { freePort } from '../../test/servers/free-port.ts';
import { person, runServer, teamForm, visit } from '../../test/servers/running-server.ts';
import { createProxies } from './proxies.ts';

const publicUrl = new URL('https://lineup.example.com');

describe('the nearest trusted proxy says who sent a request', () => {
  const placeOf = (
    [trusted, url]: [readonly string[] | null, URL | null],
    remoteAddress: string,
    said: string,
  ) =>
    createProxies(trusted, url).placeOf({
      headers: { 'x-forwarded-for': said },
      socket: { remoteAddress } as never,
    });

  const nobody: [null, null] = [null, null];
  const usual: [null, URL] = [null, publicUrl];
  const named: [string[], URL] = [['172.18.0.0/16', '10.0.0.5', '2001:db8:1::/48'], publicUrl];
  test.each([
    ['nobody where there is no proxy', nobody, '127.0.0.1', '203.0.113.1', '127.0.0.1'],
    ['one on this machine', usual, '127.0.0.1', '203.0.113.1', '203.0.113.1'],
    ['one on this machine, by IPv6', usual, '::1', '203.0.113.1', '203.0.113.1'],
    ['one on this machine, written as IPv6', usual, '::ffff:127.0.0.1', '203.0.113.1', '203.0.113.1'],
    ['not a private client', usual, '192.168.1.20', '203.0.113.1', '192.168.1.20'],
    ['not what the sender wrote before', usual, '127.0.0.1', '203.0.113.9, 192.168.1.20', '192.168.1.20'],
    ['not more than one hop', usual, '127.0.0.1', '203.0.113.9, 127.0.0.1', '127.0.0.1'],
    [
      'of named networks, as far as they go',
      named,
      '172.18.0.3',
      '203.0.113.9, 203.0.113.1, 10.0.0.5',
      '203.0.113.1',
    ],
    ['not of this machine, when others are named', named, '127.0.0.1', '203.0.113.1', '127.0.0.1'],
    ['of a named network of IPv6', named, '2001:db8:1::7', '203.0.113.1', '203.0.113.1'],
    ['with a port', usual, '127.0.0.1', '203.0.113.1:50123', '203.0.113.1'],
    ['nothing that is no address', usual, '127.0.0.1', 'unknown', '127.0.0.1'],
  ])('%s', (_, trusted, remote, said, place) => {
    expect(placeOf(trusted, remote, said)).toBe(place);
  });

  test.each(['2001:db8:7:7::1', '[2001:db8:7:7:ffff::2]:443'])('IPv6 counts by its network: %s', (said) => {
    expect(placeOf(usual, '127.0.0.1', said)).toBe('2001:db8:7:7::/64');
  });
});

test('an IPv6 network is rate-limited as one', async () => {
  const { server, visitor } = await runAt({ PUBLIC_URL: publicUrl.origin });
  const guess = async (from: string) =>
    (await visitor.send('/api/invitations/guess', { headers: { 'x-forwarded-for': from } })).status;
  const guesses = Array.from({ length: 200 }, (_, each) => guess(`2001:db8:7:7::${each.toString(16)}`));
  expect([...new Set(await Promise.all(guesses))]).toEqual([404, 429]);
  expect(await guess('2001:db8:7:8::1')).toBe(404);
  await server.stop();
});

describe('[AD2] a page is ours if its whole origin is, including the scheme', () => {
  const isTaken = async (env: Record<string, string>, headers: Record<string, string>) => {
    const { server, host, visitor } = await runAt(env);
    const filled = Object.entries(headers).map(([name, value]) => [name, value.replace('{own}', host)]);
    const { status } = await visitor.send('/api/teams', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...Object.fromEntries(filled) },
      body: JSON.stringify(teamForm),
    });
    await server.stop();
    // Of ours, it is told that nobody is signed in.
    return status === 401;
  };
  const https = { PUBLIC_URL: 'https://lineup.example.com' };
  const trusting = { TRUSTED_PROXIES: '127.0.0.1' };
  test.each([
    [{}, { origin: 'http://{own}' }, true],
    [{}, { origin: 'https://{own}' }, false],
    [{}, { origin: 'https://{own}', 'x-forwarded-proto': 'https' }, false],
    [trusting, { origin: 'https://{own}', 'x-forwarded-proto': 'https' }, true],
    [trusting, { origin: 'http://{own}', 'x-forwarded-proto': 'https' }, false],
    [https, { origin: 'https://lineup.example.com' }, true],
    [https, { origin: 'http://lineup.example.com' }, false],
    [https, { origin: 'https://lineup.example.com:8443' }, false],
    [https, { origin: 'http://{own}' }, true],
  ] as const)('%j and %j: %s', async (env, headers, isOurs) => {
    expect(await isTaken(env, headers)).toBe(isOurs);
  });
});

test('a cookie is Secure where a trusted proxy says that the browser uses https', async () => {
  const isSecure = async (env: Record<string, string>) => {
    const { server, visitor } = await runAt(env);
    const { headers } = await visitor.send('/api/auth/register', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-proto': 'https' },
      body: JSON.stringify(person('Ana')),
    });
    await server.stop();
    return headers.getSetCookie().map((line) => line.endsWith('; Secure'));
  };
  expect(new Set(await isSecure({}))).toEqual(new Set([false]));
  expect(new Set(await isSecure({ TRUSTED_PROXIES: '127.0.0.1' }))).toEqual(new Set([true]));
});

test('a URL that can’t be decoded gets the usual headers and is not logged', async () => {
  const lines: string[] = [];
  const log = new PassThrough().on('data', (line) => lines.push(String(line)));
  const server = await runServer({ log: pino({ level: 'warn' }, log) });
  for (const path of ['/%zz', '/api/%zz', '/assets/%E0%A4', '/x;%zz?a=%zz']) {
    for (const method of ['GET', 'POST']) {
      const { headers, status } = await visit(server.address).send(path, { method, redirect: 'manual' });
      expect([path, status]).toEqual([path, method === 'GET' && !path.startsWith('/api/') ? 302 : 404]);
      expect(headers.get('content-security-policy')).toContain("script-src 'self';");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  }
  await server.stop();
  expect(lines).toEqual([]);
});

test('a request that is aborted is not logged', async () => {
  const lines: string[] = [];
  const log = new PassThrough().on('data', (line) => lines.push(String(line)));
  const server = await runServer({ log: pino({ level: 'warn' }, log) });
  const { hostname, port } = new URL(server.address);
  const head = (path: string, body: string) =>
    `POST ${path} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\n${body}`;
  for (const path of ['/api/teams', '/api/auth/sign-in', '/hotschedules-getSchedule', '/api/nothing']) {
    for (const body of [
      'Content-Length: 500\r\n\r\n{"name":',
      'Transfer-Encoding: chunked\r\n\r\n5\r\n{"na',
    ]) {
      // Who has the answer to the first knows that the server has begun with the second.
      const socket = connect(Number(port), hostname, () => {
        socket.write(`GET /healthz HTTP/1.1\r\nHost: ${hostname}\r\n\r\n${head(path, body)}`);
      });
      const closed = new Promise((resolve) => socket.once('close', resolve));
      socket.once('data', () => socket.resetAndDestroy());
      await closed;
      expect((await visit(server.address).send('/healthz')).status).toBe(200);
    }
  }
  await server.stop();
  expect(lines).toEqual([]);
});

test('an idle connection outlasts the minute for which proxies keep one', async () => {
  const server = await runServer();
  const { headers } = await visit(server.address).send('/healthz');
  expect(Number(/timeout=(\d+)/.exec(headers.get('keep-alive') ?? '')?.[1])).toBeGreaterThan(60);
  await server.stop();
});

/** A server with those settings, and where it listens: a public address is not that. */
async function runAt(env: Record<string, string>) {
  const PORT = String(await freePort());
  const server = await runServer({ env: { PORT, ...env } });
  return { server, host: `127.0.0.1:${PORT}`, visitor: visit(`http://127.0.0.1:${PORT}`) };
}
