import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInBySecondFactor, signOut, startPasskeySignIn } from '../../contract/account.ts';
import { getMe } from '../../contract/me.ts';
import { freePort } from '../../test/servers/free-port.ts';
import { greet, newcomer, type RunningServer, runServer, visit } from '../../test/servers/running-server.ts';
import { atSecondFactor } from '../../test/servers/started-steps.ts';

let dataDir: string;
let server: RunningServer;
let address: string;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'lineup-'));
  const port = String(await freePort());
  server = await runServer({ dataDir, env: { PUBLIC_URL: 'https://lineup.example.com', PORT: port } });
  address = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true });
});

const withoutPrefix = (cookie: string) => cookie.replaceAll('__Host-', '');
const nameOf = async (cookie: string, at = address) =>
  (await visit(at, new Map(), { cookie }).call(getMe, {})).value.user?.firstName;

test('every cookie on https is Secure, for this host only, and named so that no http page can set it', async () => {
  const half = await atSecondFactor(address);
  const { headers } = await half.by.call(signInBySecondFactor, { body: half.body() });
  const more = await visit(address).call(startPasskeySignIn, {});
  const lines = [...headers.getSetCookie(), ...more.headers.getSetCookie()];
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines) {
    expect(line).toMatch(/^__Host-lineup\./);
    expect(line).toMatch(/; Path=\/(;|$)/);
    expect(line).toMatch(/; HttpOnly/);
    expect(line).toMatch(/; Secure$/);
    expect(line).not.toMatch(/Domain/i);
  }
});

test('a cookie without the prefix does not count on https, also on the live connection', async () => {
  const ana = await newcomer(address, 'Ana');
  expect(await nameOf(ana.cookie())).toBe('Ana');
  expect(await nameOf(withoutPrefix(ana.cookie()))).toBeUndefined();
  const both = `${withoutPrefix((await newcomer(address, 'Eve')).cookie())}; ${ana.cookie()}`;
  expect(await nameOf(both)).toBe('Ana');
  const socket = await visit(address, new Map(), {}).live({ cookie: withoutPrefix(ana.cookie()) });
  expect(await greet(socket)).toMatchObject({ user: null });
  socket.close();
});

test('signing out on https clears what the browser cached, and on plain http there is no such header', async () => {
  const cal = await newcomer(address, 'Cal');
  const { headers } = await cal.call(signOut, {});
  expect(headers.get('clear-site-data')).toBe('"cache"');
  expect(cal.cookie()).not.toContain('session');
  const plain = await runServer();
  const dan = await newcomer(plain.address, 'Dan');
  expect(dan.cookie()).not.toContain('__Host-');
  expect((await dan.call(signOut, {})).headers.has('clear-site-data')).toBe(false);
  await plain.stop();
});
