import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { signIn } from '../../contract/account.ts';
import { getMe } from '../../contract/me.ts';
import { getOwnSecurityLog } from '../../contract/security-log.ts';
import { eventually } from '../../test/eventually.ts';
import { runCommand } from '../../test/servers/run-command.ts';
import {
  greet,
  newcomer,
  person,
  type RunningServer,
  runServer,
  visit,
} from '../../test/servers/running-server.ts';
import { securityLog } from '../operate/commands/accounts.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await runServer({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
});
afterAll(() => server.stop());

/** A network of its own, since entries are limited by network. */
const from = (network: number) => ({ 'x-forwarded-for': `192.0.${network}.1` });

/** What the operator reads about a network. */
async function entriesFrom(network: number) {
  const { stdout } = await runCommand(securityLog, ['--json'], server.dataDir);
  const entries = stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
  return entries
    .filter(({ place }) => place === `192.0.${network}.0/24`)
    .map(({ type, by, user, team, details }) => ({ type, by, user, team, details }));
}
const entry = { by: null, user: null, team: null, details: {} };

const signInFrom = (headers: Record<string, string>) =>
  visit(server.address, new Map(), headers).call(signIn, {
    body: { email: 'ann@example.com', password: person('').password },
  });

/** `fetch` sets the Host header by itself. */
const requestTo = (host: string, network: number) =>
  new Promise((resolve, reject) => {
    request(server.address, { headers: { host, ...from(network) } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });

test('a page of another site is recorded once, with its origin', async () => {
  const origin = 'https://evil.example.com';
  for (let each = 0; each < 5; each++) {
    expect((await signInFrom({ origin, ...from(1) })).status).toBe(403);
    await expect(visit(server.address).live({ origin, ...from(2) })).rejects.toBe(403);
  }
  await signInFrom({ origin: 'null', ...from(3) });
  await eventually(async () => {
    const expected = { ...entry, type: 'origin-foreign', details: { origin } };
    expect(await entriesFrom(1)).toEqual([expected]);
    expect(await entriesFrom(2)).toEqual([expected]);
    expect(await entriesFrom(3)).toEqual([{ ...expected, details: { origin: '' } }]);
  });
});

test('so is a request to a name of another site, without an email address in it', async () => {
  for (let each = 0; each < 5; each++) {
    expect(await requestTo('ann@evil.example.com', 4)).toBe(421);
    await expect(visit(server.address).live({ host: 'evil.example.com', ...from(5) })).rejects.toBe(421);
  }
  await eventually(async () => {
    const expected = { ...entry, type: 'host-unknown', details: { host: 'evil.example.com' } };
    expect(await entriesFrom(4)).toEqual([expected]);
    expect(await entriesFrom(5)).toEqual([expected]);
  });
});

const closed = (socket: WebSocket) => new Promise((resolve) => socket.once('close', resolve));

test('invalid live messages are recorded once, with who sent them', async () => {
  const ann = await newcomer(server.address, 'Ann');
  const { user } = (await ann.call(getMe, {})).value;
  const invalid = ['{', Buffer.from('{"type":"unwatch","team":"a","document":"a"}'), 'x'.repeat(2_000_000)];
  for (const [index, message] of invalid.entries()) {
    for (let each = 0; each < 2; each++) {
      const socket = await ann.live(from(10 + index));
      await greet(socket);
      socket.send(message);
      await closed(socket);
    }
  }
  const stranger = await visit(server.address).live(from(20));
  stranger.send('{}');
  await closed(stranger);
  // Pages that just leave are not recorded.
  const leaving = await ann.live(from(21));
  await greet(leaving);
  leaving.close();
  await closed(leaving);

  await eventually(async () => {
    const expected = { ...entry, type: 'message-invalid', by: user?.id };
    for (const index of invalid.keys()) expect(await entriesFrom(10 + index)).toEqual([expected]);
    expect(await entriesFrom(20)).toEqual([{ ...expected, by: null }]);
  });
  expect(await entriesFrom(21)).toEqual([]);
  const { entries } = (await ann.call(getOwnSecurityLog, { query: {} })).value;
  expect(entries.map(({ type }) => type)).toEqual(['signed-in']);
});
