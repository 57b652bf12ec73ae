import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { livePath } from '../../contract/live.ts';
import { createLog } from '../../server/operate/log.ts';
import { eventually } from '../eventually.ts';
import { freePort } from '../servers/free-port.ts';
import { greet, person, type RunningServer, runServer } from '../servers/running-server.ts';
import { sendSecurely } from '../servers/secure-server.ts';
import { isInstalled, notInstalled, type ReverseProxy, startCaddy, startNginx } from './reverse-proxy.ts';

describe.each([
  ['caddy', startCaddy],
  ['nginx', startNginx],
] as const)('%s, as deploy/ configures it', (name, start) => {
  if (!isInstalled(name)) return test.skip(notInstalled(name), () => {});

  const token = 'a-token-for-prometheus';
  const logged: string[] = [];
  let server: RunningServer;
  let proxy: ReverseProxy;
  let origin: string;
  beforeAll(async () => {
    const [lineup, port] = [await freePort(), await freePort()];
    origin = `https://localhost:${port}`;
    server = await runServer({
      env: {
        ...{ PORT: String(lineup), PUBLIC_URL: origin, METRICS_TOKEN: token },
        SOCKETS_PER_ADDRESS: '1',
      },
      log: createLog('info', { write: (line) => void logged.push(line) }),
    });
    proxy = await start({ proxy: port, lineup: [lineup] });
  });
  afterAll(async () => {
    await proxy?.stop();
    await server?.stop();
  });

  const send = (path: string, options: Parameters<typeof sendSecurely>[2] = {}) =>
    sendSecurely(origin + path, proxy.ca, options);

  /** Resolves to the status where the connection is refused. */
  function open(localAddress: string, headers: Record<string, string> = {}): Promise<WebSocket | number> {
    const socket = new WebSocket(origin.replace('https', 'wss') + livePath, {
      ...{ ca: proxy.ca, localAddress, family: 4 },
      headers: { origin, ...headers },
    });
    return new Promise((resolve, reject) => {
      socket.once('open', () => resolve(socket));
      socket.once('unexpected-response', (_, { statusCode = 0 }) => resolve(statusCode));
      socket.once('error', reject);
    });
  }

  test('people sign in over https, and their cookies are for https alone', async () => {
    const registered = await send('/api/auth/register', {
      ...{ method: 'POST', headers: { origin } },
      body: person('Ana'),
    });
    expect([registered.status, registered.text]).toEqual([200, expect.stringContaining('Ana')]);
    const cookies = registered.headers['set-cookie'] ?? [];
    expect(cookies.length).toBeGreaterThan(0);
    expect(cookies.filter((cookie) => !/; Secure/.test(cookie))).toEqual([]);
    expect(registered.headers['strict-transport-security']).toMatch(/^max-age=/);
    const cookie = cookies.map((line) => line.split(';')[0]).join('; ');
    expect((await send('/api/me', { headers: { cookie } })).text).toContain('Ana');
  });

  test('the live connection works, and its address is that of the browser, whatever it claims', async () => {
    const first = (await open('127.0.0.1')) as WebSocket;
    expect(await greet(first)).toMatchObject({ type: 'me' });
    const second = (await open('127.0.0.2')) as WebSocket;
    expect(await greet(second)).toMatchObject({ type: 'me' });
    expect(await open('127.0.0.2', { 'x-forwarded-for': '203.0.113.7' })).toBe(429);
    first.close();
    second.close();
  });

  test('a page of another site opens no live connection', async () => {
    expect(await open('127.0.0.3', { origin: 'https://evil.example.com' })).toBe(403);
  });

  test('metrics are not there, also for those who have the token', async () => {
    for (const path of ['/metrics', '/readyz']) {
      const { status } = await send(path, { headers: { authorization: `Bearer ${token}` } });
      expect([path, status]).toEqual([path, 404]);
    }
  });

  test('the proxy’s id of a request is in the log', async () => {
    await send('/api/auth/ways');
    await eventually(() => expect(logged.join('')).toContain('"route":"/api/auth/ways"'));
    const entry = JSON.parse(logged.find((line) => line.includes('/api/auth/ways')) ?? '{}');
    expect(entry.reqId).toMatch(/^([\da-f]{32}|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/);
  });
});
