import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, createServer, type SecureVersion } from 'node:tls';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { addPasskey, getSignInOptions, register, startPasskey } from '../../contract/account.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { getSecureAddresses } from '../../contract/secure.ts';
import { eventually } from '../../test/eventually.ts';
import { softPasskey } from '../../test/servers/authenticators.ts';
import { runCommand } from '../../test/servers/run-command.ts';
import { greet, person, runServer, visit } from '../../test/servers/running-server.ts';
import {
  interfacesAt,
  peerCertificate,
  runSecureServer,
  sendSecurely,
} from '../../test/servers/secure-server.ts';
import { loadAuthority } from './authority.ts';
import { issueLeaf } from './certificates.ts';
import { https } from './commands/https.ts';

const DAY = 86_400_000;
let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'lineup-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

describe('the certificate of the own authority', () => {
  test('[HS1] covers the machine’s private addresses and names for at most 397 days', async () => {
    const server = await runSecureServer(dataDir, {
      interfaces: interfacesAt('192.168.1.20', '203.0.113.9'),
    });
    const { peer, end } = await peerCertificate(await server.origin(), server.ca, {
      servername: 'lineup.local',
    });
    expect(peer.subjectaltname).toBe(
      'DNS:lineup.local, IP Address:192.168.1.20, DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1',
    );
    expect(peer.asn1Curve).toBe('prime256v1');
    const days = (Date.parse(peer.valid_to) - Date.parse(peer.valid_from)) / DAY;
    expect(days).toBeGreaterThan(300);
    expect(days).toBeLessThanOrEqual(397);
    expect(Date.parse(peer.valid_from)).toBeLessThan(Date.now() - DAY);
    end();
    await server.stop();
  });

  test('no connection is without authenticated encryption and forward secrecy', async () => {
    const server = await runSecureServer(dataDir);
    const origin = await server.origin();
    const by = (ciphers: string, maxVersion: SecureVersion = 'TLSv1.2') =>
      peerCertificate(origin, server.ca, { ciphers, maxVersion }).then(({ end }) => end());
    await expect(by('ECDHE-ECDSA-AES128-SHA256')).rejects.toThrow(/handshake failure/);
    await expect(by('ECDHE-ECDSA-AES256-SHA')).rejects.toThrow(/handshake failure/);
    await by('ECDHE-ECDSA-AES128-GCM-SHA256');
    await by('ECDHE-ECDSA-CHACHA20-POLY1305');
    await by('TLS_AES_128_GCM_SHA256', 'TLSv1.3');
    await server.stop();
  });

  test('[HS1] is refused by a device that trusts another authority', async () => {
    const server = await runSecureServer(dataDir);
    const other = mkdtempSync(join(tmpdir(), 'lineup-'));
    await runCommand(https, [], other);
    const { cert } = (await loadAuthority(other)) ?? { cert: '' };
    await expect(peerCertificate(await server.origin(), cert)).rejects.toThrow(/certificate/);
    rmSync(other, { recursive: true });
    await server.stop();
  });

  test('[HS4] is renewed before it ends, and when the machine’s addresses change', async () => {
    let moved = 0;
    let interfaces = interfacesAt('192.168.1.20');
    const now = () => Date.now() + moved;
    const server = await runSecureServer(dataDir, { now, interfaces: () => interfaces() });
    const origin = await server.origin();
    const serial = async () => {
      // The clock of this test process stays where it is.
      const { peer, end } = await peerCertificate(origin, server.ca, { rejectUnauthorized: moved === 0 });
      end();
      return peer.serialNumber;
    };
    const open = await peerCertificate(origin, server.ca);
    const first = open.peer.serialNumber;
    server.check();
    expect(await serial()).toBe(first);

    interfaces = interfacesAt('192.168.1.77');
    server.check();
    await eventually(async () => expect(await serial()).not.toBe(first));
    const { peer, end } = await peerCertificate(origin, server.ca);
    end();
    expect(peer.subjectaltname).toContain('192.168.1.77');
    expect(peer.subjectaltname).not.toContain('192.168.1.20');

    moved = 370 * DAY;
    server.check();
    await eventually(async () => expect(await serial()).not.toBe(peer.serialNumber));
    open.end();
    await server.stop();
  });

  test.each(['bank.example.com', '8.8.8.8'])('a stolen key cannot act as %s', async (host) => {
    await runCommand(https, [], dataDir);
    const authority = await loadAuthority(dataDir);
    if (!authority) throw new Error('There is no authority.');
    const verdict = async (names: string[]) => {
      const leaf = await issueLeaf(authority, names, Date.now());
      const imposter = createServer(leaf).listen(0, '127.0.0.1');
      await new Promise((resolve) => imposter.once('listening', resolve));
      const { port } = imposter.address() as { port: number };
      const error = await new Promise<unknown>((resolve) => {
        const socket = connect(
          { port, host: '127.0.0.1', ca: authority.cert, rejectUnauthorized: false },
          () => {
            resolve(socket.authorizationError);
            socket.destroy();
          },
        );
      });
      imposter.close();
      return error;
    };
    expect(authority.certificate.keyUsage, 'it signs for servers alone').toEqual(['1.3.6.1.5.5.7.3.1']);
    // Node's name for a violation of name constraints.
    expect(await verdict([host, 'localhost'])).toBe('UNSPECIFIED');
    expect(await verdict(['127.0.0.1'])).toBeNull();
  });
});

describe('the command', () => {
  test('keeps the key private and says the fingerprint that /secure shows', async () => {
    const said = await runCommand(https, [], dataDir);
    for (const file of readdirSync(join(dataDir, 'tls'))) {
      expect(statSync(join(dataDir, 'tls', file)).mode & 0o777).toBe(0o600);
    }
    expect(statSync(join(dataDir, 'tls')).mode & 0o777).toBe(0o700);
    const server = await runSecureServer(dataDir);
    const { value } = await visit(server.address).call(getSecureAddresses, {});
    expect(value.authority?.name).toMatch(/^Lineup on \S+ \(\d{4}-\d\d-\d\d \d\d:\d\d\)$/);
    expect(said.stdout).toContain(value.authority?.name);
    expect(said.stdout).toContain(`SHA-256 fingerprint: ${value.fingerprint}`);
    await server.stop();
  });

  test('turns https on, off, and to a new authority while the server runs', async () => {
    const server = await runSecureServer(dataDir);
    const first = await server.origin();
    await peerCertificate(first, server.ca).then(({ end }) => end());

    await runCommand(https, ['--off'], dataDir);
    server.check();
    await eventually(async () => expect(await server.origin()).toBe(''));
    await expect(peerCertificate(first, server.ca)).rejects.toThrow('ECONNREFUSED');
    expect((await visit(server.address).send('/lineup-ca.crt')).status).toBe(404);

    await runCommand(https, [], dataDir);
    server.check();
    await eventually(async () => expect(await server.origin()).not.toBe(''));
    await peerCertificate(await server.origin(), server.ca).then(({ end }) => end());

    await runCommand(https, ['--new'], dataDir);
    server.check();
    const origin = await server.origin();
    await eventually(() => expect(peerCertificate(origin, server.ca)).rejects.toThrow(/certificate/));
    const { text } = await visit(server.address).send('/lineup-ca.crt');
    await peerCertificate(origin, text).then(({ end }) => end());
    await server.stop();
  });

  test('--off promises no authority where there is none', async () => {
    const { code, stdout } = await runCommand(https, ['--off'], dataDir);
    expect([code, stdout]).toEqual([0, 'https is off. It was never turned on.\n']);
  });

  test('a damaged authority stops the start with a sentence, and can be replaced', async () => {
    await runCommand(https, [], dataDir);
    writeFileSync(join(dataDir, 'tls', 'authority.pem'), 'nothing');
    await expect(runServer({ dataDir, env: { HTTPS_PORT: '0' } })).rejects.toThrow(
      /authority\.pem does not hold Lineup’s certificate authority/,
    );
    expect((await runCommand(https, ['--new'], dataDir)).code).toBe(0);
    const server = await runServer({ dataDir, env: { HTTPS_PORT: '0' } });
    await server.stop();
  });
});

test('[HS9] a session by https has Secure cookies and no HSTS, and its own live connection', async () => {
  const server = await runSecureServer(dataDir);
  const origin = await server.origin();
  const registration = { method: 'POST', body: person('Ana') };
  const own = await sendSecurely(`${origin}/api/auth/register`, server.ca, {
    ...registration,
    headers: { origin, 'sec-fetch-site': 'same-origin' },
  });
  expect([own.status, own.text]).toMatchObject([200, expect.any(String)]);
  const cookies = own.headers['set-cookie'] ?? [];
  expect(cookies.length).toBeGreaterThan(0);
  for (const line of cookies) expect(line).toMatch(/; Secure/);
  expect(own.headers['strict-transport-security']).toBeUndefined();
  expect(own.headers['content-security-policy']).toContain(`wss://${new URL(origin).host}`);

  for (const foreign of [server.address, 'https://evil.example.com']) {
    const refused = await sendSecurely(`${origin}/api/auth/register`, server.ca, {
      ...registration,
      headers: { origin: foreign },
    });
    expect(refused.status).toBe(403);
  }

  const cookie = cookies.map((line) => line.split(';', 1)[0]).join('; ');
  const socket = new WebSocket(`${origin.replace('https', 'wss')}/live`, {
    ca: server.ca,
    headers: { cookie, origin },
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  expect(await greet(socket)).toMatchObject({ user: { firstName: 'Ana' } });
  socket.close();
  await server.stop();
});

test('only pages on the store’s network may see that https works', async () => {
  const server = await runSecureServer(dataDir);
  const url = `${await server.origin()}/api/secure/probe`;
  const allowed = async (origin: string) =>
    (await sendSecurely(url, server.ca, { headers: { origin } })).headers['access-control-allow-origin'];
  for (const page of ['http://192.168.1.20:3000', 'http://localhost:3000', 'http://lineup.local:3000']) {
    expect(await allowed(page)).toBe(page);
  }
  expect(await allowed('https://evil.example.com')).toBeUndefined();
  expect(await allowed('http://8.8.8.8')).toBeUndefined();

  const { headers } = await visit(server.address).send('/secure');
  const [, connect = ''] = /connect-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '') ?? [];
  expect(connect.split(' ')).toContain(await server.origin());
  await server.stop();
});

test('passkeys work at lineup.local over https, and not at its address', async () => {
  const server = await runSecureServer(dataDir, { env: { HOST: '127.0.0.1' } });
  const address = await server.origin();
  const host = `lineup.local:${new URL(address).port}`;
  let cookie = '';
  const call = async <E extends Endpoint>({ method, path }: E, body?: unknown, headers = { host }) => {
    const answer = await sendSecurely(address + path, server.ca, {
      method,
      headers: { cookie, origin: `https://${headers.host}`, ...headers },
      body,
    });
    const lines = answer.headers['set-cookie'] ?? [];
    cookie = [cookie, ...lines.map((line) => line.split(';', 1)[0])].filter(Boolean).join('; ');
    return { status: answer.status, value: JSON.parse(answer.text) };
  };
  expect((await call(getSignInOptions)).value.passkeys).toBe(true);
  const atAddress = { host: new URL(address).host };
  expect((await call(getSignInOptions, undefined, atAddress)).value.passkeys).toBe(false);

  await call(register, person('Ana'));
  const { value } = await call(startPasskey, { password: person('').password });
  expect(value.options.rp.id).toBe('lineup.local');
  const answer = softPasskey(`https://${host}`).create(value.options, true);
  expect((await call(addPasskey, { name: 'My phone', answer })).status).toBe(200);
  await server.stop();
});

test('the profile for iPad installs the same certificate', async () => {
  const server = await runSecureServer(dataDir);
  const { text, headers } = await visit(server.address).send('/lineup-ca.mobileconfig');
  expect(headers.get('content-type')).toBe('application/x-apple-aspen-config');
  expect(text).toContain('<string>com.apple.security.root</string>');
  const [, data = ''] = /<data>([^<]+)<\/data>/.exec(text) ?? [];
  expect(data.replace(/\s/g, '')).toBe(server.ca.replace(/-----[^-]+-----|\s/g, ''));
  const ids = [...text.matchAll(/<key>PayloadUUID<\/key><string>([^<]+)</g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(2);
  for (const id of ids) expect(id).toMatch(/^[\dA-F]{8}-[\dA-F]{4}-4[\dA-F]{3}-8[\dA-F]{3}-[\dA-F]{12}$/);
  await server.stop();
});
