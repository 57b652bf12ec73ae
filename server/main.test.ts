import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { register } from '../contract/account.ts';
import { getMe } from '../contract/me.ts';
import { eventually } from '../test/eventually.ts';
import { freePort } from '../test/servers/free-port.ts';
import { openMailbox } from '../test/servers/mailbox.ts';
import { shortLivedFlags } from '../test/servers/real-process.ts';
import { newcomer, person, visit } from '../test/servers/running-server.ts';

const { PATH, NODE_COMPILE_CACHE } = process.env;
const main = fileURLToPath(new URL('main.ts', import.meta.url));
let folder: string;
let started: ChildProcess[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lineup-'));
  started = [];
});
afterEach(() => {
  for (const child of started) child.kill('SIGKILL');
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true, force: true });
});

interface Run {
  /** Everything printed before the process ended, and its exit code. */
  readonly ended: Promise<{ code: number | null; stdout: string; stderr: string }>;
  /** The address, once it is printed. */
  readonly address: Promise<string>;
  stop(signal?: NodeJS.Signals): void;
}

function run(env: Record<string, string>): Run {
  const child = spawn(process.execPath, [...shortLivedFlags, main], {
    env: { PATH, NODE_COMPILE_CACHE, DATA_DIR: join(folder, 'data'), PORT: '0', ...env },
  });
  started.push(child);
  let stdout = '';
  let stderr = '';
  child.stderr.on('data', (data) => {
    stderr += data;
  });
  const address = new Promise<string>((resolve) => {
    child.stdout.on('data', (data) => {
      stdout += data;
      const match = /Lineup is at (\S+)\n/.exec(stdout);
      if (match?.[1]) resolve(match[1]);
    });
  });
  const ended = new Promise<Awaited<Run['ended']>>((resolve) => {
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
  return { ended, address, stop: (signal = 'SIGTERM') => child.kill(signal) };
}

test('it creates its data directory, prints one address, and continues after a restart', async () => {
  const first = run({});
  const ana = await newcomer(await first.address, 'Ana');
  expect((await ana.send('/healthz')).status).toBe(200);
  const socket = await ana.live();
  const code = new Promise((resolve) => socket.once('close', resolve));
  first.stop();
  expect(await code).toBe(1012);
  const ended = await first.ended;
  expect(ended).toEqual({ code: 0, stdout: `Lineup is at ${await first.address}\n`, stderr: '' });

  const second = run({});
  const cookies = new Map(
    ana
      .cookie()
      .split('; ')
      .map((cookie) => cookie.split(/=(.*)/).slice(0, 2) as [string, string]),
  );
  const again = await visit(await second.address, cookies).call(getMe, {});
  expect(again.value.user?.firstName).toBe('Ana');
  second.stop('SIGINT');
  expect((await second.ended).code).toBe(0);

  const database = new DatabaseSync(join(folder, 'data', 'lineup.db'));
  expect(database.prepare('select password from account').all()).toEqual([
    { password: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/) },
  ]);
  database.close();
});

test('nobody else on the machine can read what is kept', async () => {
  const running = run({});
  await running.address;
  const modes = readdirSync(join(folder, 'data')).map((name) => statSync(join(folder, 'data', name)).mode);
  expect(modes.length).toBeGreaterThan(1);
  expect([statSync(join(folder, 'data')).mode, ...modes].filter((mode) => (mode & 0o077) !== 0)).toEqual([]);
  running.stop();
  await running.ended;
});

test('a port in use is one sentence, and leaves nothing behind', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as { port: number };
  const { code, stdout, stderr } = await run({ PORT: String(port) }).ended;
  other.close();
  expect({ code, stdout, stderr }).toEqual({
    code: 1,
    stdout: '',
    stderr: `Port ${port} is in use by another program; set PORT to another one.\n`,
  });
  expect(existsSync(join(folder, 'data'))).toBe(false);
});

test.each([
  ['a setting that makes no sense', { PORT: 'many' }, /^PORT is “many”/],
  [
    'a database that is not served',
    { DATABASE_URL: 'postgres://db.invalid/lineup' },
    /^There is no machine db\.invalid, which DATABASE_URL names\.$/m,
  ],
  ['an address that needs more', { HOST: 'fe80::1' }, /^fe80::1 is not an address that can be listened on/],
  ['an address of another machine', { HOST: '192.0.2.1' }, /^192\.0\.2\.1 is not an address of this machine/],
])('%s is one sentence', async (_, env: Record<string, string>, sentence) => {
  const { code, stdout, stderr } = await run(env).ended;
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(sentence);
  expect(stderr.trimEnd()).not.toContain('\n');
  expect(readdirSync(folder)).toEqual([]);
});

test('a data directory that cannot be made or written is one sentence', async () => {
  writeFileSync(join(folder, 'data'), 'a file');
  const { code, stdout, stderr } = await run({}).ended;
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^The folder .* cannot be written to\.\n$/);
});

test('[DU5] a second server on the same data is one sentence, until the first is gone, killed or not', async () => {
  const first = run({});
  await first.address;
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const { code, stderr } = await run({}).ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The database .* is in use by another Lineup, or cannot be locked\.\n$/);
    // Somebody tidies up.
    rmSync(join(folder, 'data', 'lineup.db-lock'), { force: true });
  }
  first.stop('SIGKILL');
  await first.ended;
  const next = run({});
  await next.address;
  next.stop();
  expect((await next.ended).code).toBe(0);
});

test('with START_WAIT_SECONDS, a second server says that it is up, and takes over when the first is gone', async () => {
  const first = run({});
  await first.address;
  const port = String(await freePort());
  const next = run({ PORT: port, START_WAIT_SECONDS: '300' });
  const statusOf = async (path: string) => (await visit(`http://127.0.0.1:${port}`).send(path)).status;
  await eventually(async () => expect(await statusOf('/up')).toBe(200));
  expect(await statusOf('/healthz')).toBe(503);
  first.stop('SIGKILL');
  await next.address;
  expect([await statusOf('/up'), await statusOf('/healthz')]).toEqual([200, 200]);
  next.stop();
  expect((await next.ended).code).toBe(0);
});

test('an invalid secret is reported in one sentence', async () => {
  const file = join(folder, 'secret');
  writeFileSync(file, 'hunter2');
  const { code, stdout, stderr } = await run({ SECRET_FILE: file }).ended;
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/does not hold Lineup’s secret.*\n$/);
});

test('a database that is not there is one sentence, without its password', async () => {
  const DATABASE_URL = 'postgres://ann:hunter2@127.0.0.1:1/lineup';
  expect(await run({ DATABASE_URL }).ended).toEqual({
    code: 1,
    stdout: '',
    stderr: 'No PostgreSQL answers at 127.0.0.1:1, which DATABASE_URL names.\n',
  });
});

test('a request in flight is answered after the signal, and new ones find nobody', async () => {
  const running = run({});
  const address = new URL(await running.address);
  const body = JSON.stringify(person('Ana'));
  const asking = request({
    host: address.hostname,
    port: address.port,
    method: 'POST',
    path: '/api/auth/register',
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      expect: '100-continue',
    },
  });
  const answered = new Promise<number | undefined>((resolve) => {
    asking.on('response', (response) => resolve(response.resume().statusCode));
  });
  asking.flushHeaders();
  // The server has the request's headers and waits for its body.
  await new Promise((resolve) => asking.once('continue', resolve));
  running.stop();
  await eventually(() => expect(fetch(address)).rejects.toThrow());
  asking.end(body);
  expect(await answered).toBe(200);
  expect(await running.ended).toMatchObject({ code: 0, stderr: '' });
});

test('[OA8] an email that is on its way when the server stops still leaves', async () => {
  const { promise: opens, resolve: open } = Promise.withResolvers<void>();
  const mailbox = await openMailbox(opens);
  const port = String(await freePort());
  const PUBLIC_URL = `http://127.0.0.1:${port}`;
  const running = run({
    PORT: port,
    PUBLIC_URL,
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'lineup@example.com',
  });
  await running.address;
  await visit(PUBLIC_URL).call(register, { body: person('Ana') });
  running.stop();
  await eventually(() => expect(fetch(PUBLIC_URL)).rejects.toThrow());
  open();
  expect((await mailbox.next()).to).toEqual(['ana@example.com']);
  expect(await running.ended).toMatchObject({ code: 0, stderr: '' });
  await mailbox.close();
});
