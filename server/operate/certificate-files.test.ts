import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import pino from 'pino';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { getSecureAddresses } from '../../contract/secure.ts';
import { eventually } from '../../test/eventually.ts';
import { manualTimeouts } from '../../test/servers/manual-timeouts.ts';
import { runServer, visit } from '../../test/servers/running-server.ts';
import { peerCertificate, secureOrigin } from '../../test/servers/secure-server.ts';
import { issueLeaf, type KeyPair, makeAuthority } from './certificates.ts';

let folder: string;
let env: Record<string, string>;
let authority: KeyPair;
let first: KeyPair;
let second: KeyPair;
beforeAll(async () => {
  authority = await makeAuthority('Public authority', Date.now());
  first = await issueLeaf(authority, ['board.localhost', '127.0.0.1'], Date.now());
  second = await issueLeaf(authority, ['board.localhost', '127.0.0.1'], Date.now());
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lineup-'));
  env = { HTTPS_PORT: '0', TLS_CERT: join(folder, 'cert.pem'), TLS_KEY: join(folder, 'key.pem') };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write({ cert, key }: Partial<KeyPair>) {
  if (cert !== undefined) writeFileSync(env.TLS_CERT ?? '', cert);
  if (key !== undefined) writeFileSync(env.TLS_KEY ?? '', key);
}

const serialOf = async (origin: string) => {
  const { peer, end } = await peerCertificate(origin, authority.cert);
  end();
  return peer.serialNumber;
};

test('TLS_CERT is served, and loaded again when it changes to a pair that fits', async () => {
  write(first);
  const lines: string[] = [];
  const log = pino(
    { level: 'warn' },
    new PassThrough().on('data', (line) => lines.push(String(line))),
  );
  const { timeout, last } = manualTimeouts();
  const server = await runServer({ env, timeout, log });
  const { value } = await visit(server.address).call(getSecureAddresses, {});
  expect(value.authority).toBeNull();
  expect(value.origins[0]).toMatch(/^https:\/\/board\.localhost:\d+$/);
  expect((await visit(server.address).send('/lineup-ca.crt')).status).toBe(404);
  const origin = await secureOrigin(server);
  const serial = await serialOf(origin);

  write({ cert: second.cert });
  for (let each = 0; each < 3; each++) {
    const before = last();
    before.pass();
    await eventually(() => expect(last()).not.toBe(before));
  }
  expect(lines).toEqual([expect.stringContaining('is not the one of the certificate')]);
  expect(await serialOf(origin)).toBe(serial);

  write({ key: second.key });
  last().pass();
  await eventually(async () => expect(await serialOf(origin)).not.toBe(serial));
  await server.stop();
});

test('the log warns once about a certificate that is about to end', async () => {
  write(first);
  const lines: string[] = [];
  const log = pino(
    { level: 'warn' },
    new PassThrough().on('data', (line) => lines.push(String(line))),
  );
  const { timeout, last } = manualTimeouts();
  let moved = 0;
  const server = await runServer({ env, timeout, log, now: () => Date.now() + moved });
  expect(lines).toEqual([]);
  for (const days of [370, 380]) {
    moved = days * 86_400_000;
    const before = last();
    before.pass();
    await eventually(() => expect(last()).not.toBe(before));
  }
  expect(lines).toEqual([expect.stringContaining(`${env.TLS_CERT} (TLS_CERT) ends on `)]);
  await server.stop();
});

test.each([
  ['missing', {}, /^Lineup cannot read TLS_CERT in .*cert\.pem\.$/],
  ['without a key', { cert: 'first' }, /^Lineup cannot read TLS_KEY in .*key\.pem\.$/],
  [
    'not a certificate',
    { cert: 'no', key: 'first' },
    /^TLS_CERT names .*, which is not a certificate in PEM\.$/,
  ],
  ['not a key', { cert: 'first', key: 'no' }, /^TLS_KEY names .*, which is not a private key in PEM/],
  ['not a pair', { cert: 'first', key: 'second' }, /^The key in .* \(TLS_KEY\) is not the one/],
])('files that are %s stop the start with a sentence', async (_, files, sentence) => {
  const pairs: Record<string, KeyPair> = { first, second };
  const of = (name: string | undefined, part: keyof KeyPair) => name && (pairs[name]?.[part] ?? name);
  const { cert, key }: Partial<Record<keyof KeyPair, string>> = files;
  write({ cert: of(cert, 'cert'), key: of(key, 'key') });
  await expect(runServer({ env })).rejects.toThrow(sentence);
});
