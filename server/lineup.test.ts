import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { resetPassword, signIn } from '../contract/account.ts';
import { getMe } from '../contract/me.ts';
import { freePort } from '../test/servers/free-port.ts';
import { startProcess } from '../test/servers/real-process.ts';
import { newcomer, runServer, visit } from '../test/servers/running-server.ts';

let folder: string;
let dataDir: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lineup-'));
  dataDir = join(folder, 'data');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const start = (script: string, args: string[], env: Record<string, string>) =>
  startProcess(script, args, { DATA_DIR: dataDir, ...env });

const lineup = (args: string[], env: Record<string, string> = {}) => start('lineup.ts', args, env).ended;

async function runReal(env: Record<string, string>) {
  const { child, ended } = start('main.ts', [], env);
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return async () => {
    child.kill('SIGTERM');
    return ended;
  };
}

test('[OA7] [OA27] a link made beside the running server chooses a new password there, and all sessions end', async () => {
  const PORT = String(await freePort());
  const stop = await runReal({ PORT });
  const address = `http://127.0.0.1:${PORT}`;
  const ana = await newcomer(address, 'Ana');
  const { code, stdout, stderr } = await lineup(['reset-link', 'ANA@example.com'], { PORT });
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(new RegExp(`^${address}/reset/[\\w-]{43}\\n$`));
  const token = stdout.trim().split('/').at(-1) ?? '';
  const body = { token, password: 'another password' };
  expect((await visit(address).call(resetPassword, { body })).status).toBe(200);
  expect((await ana.call(getMe, {})).value.user).toBeNull();
  const back = await visit(address).call(signIn, {
    body: { email: 'ana@example.com', password: 'another password' },
  });
  expect(back.status).toBe(200);
  expect((await visit(address).call(resetPassword, { body })).status).toBe(404);

  expect(await stop()).toMatchObject({ code: 0, stderr: '' });
});

test('[OA7] the link begins with PUBLIC_URL where there is one', async () => {
  const server = await runServer({ dataDir });
  await newcomer(server.address, 'Ana');
  const { stdout } = await lineup(['reset-link', 'ana@example.com'], {
    PUBLIC_URL: 'https://lineup.example.com',
  });
  expect(stdout).toMatch(/^https:\/\/lineup\.example\.com\/reset\/[\w-]{43}\n$/);
  await server.stop();
});

test('[OA7] for an address that nobody has there is no link, but a sentence', async () => {
  await (await runServer({ dataDir })).stop();
  expect(await lineup(['reset-link', 'bo@example.com'])).toEqual({
    code: 1,
    stdout: '',
    stderr: 'Nobody has an account with the address bo@example.com.\n',
  });
});

test('without arguments it lists its commands', async () => {
  const { code, stdout, stderr } = await lineup([]);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain('npm run lineup -- reset-link EMAIL');
});

test('--help explains a command and does nothing', async () => {
  expect(await lineup(['backup', '--help'])).toEqual({
    code: 0,
    stdout: 'Usage: npm run lineup -- backup FILE\n  writes a complete copy of the database to a new file\n',
    stderr: '',
  });
});

test.each([
  ['no database', ['reset-link', 'a@example.com'], {}, /^There is no database .*lineup\.db\. Set DATA_DIR/],
  ['nobody named', ['reset-link'], {}, /^Usage: npm run lineup -- reset-link EMAIL\n$/],
  ['too many named', ['reset-link', 'a@b.co', 'c@d.co'], {}, /^Usage: /],
  ['an option in place of a file', ['backup', '--force'], {}, /^Usage: npm run lineup -- backup FILE\n$/],
  ['a file that is missing', ['restore', '/nowhere.db'], {}, /^There is no file \/nowhere\.db\.\n$/],
  ['a folder in place of a file', ['check', tmpdir()], {}, /^\/.* is not a file\.\n$/],
  [
    'a copy of a database in PostgreSQL',
    ['backup', 'copy.db'],
    { DATABASE_URL: 'postgres://127.0.0.1:1/lineup' },
    /^“backup” is for a database in DATA_DIR, but DATABASE_URL is set\. Use pg_dump instead\.\n$/,
  ],
  ['an unknown command', ['toString'], {}, /^There is no command “toString”\.\nCommands \(/],
  ['a setting that makes no sense', ['reset-link', 'a@b.co'], { PORT: 'many' }, /^PORT is “many”/],
  ['an address nobody knows', ['reset-link', 'a@b.co'], { PORT: '0' }, /^PORT is “0”, .* set PUBLIC_URL/],
])('%s is a sentence, and makes nothing', async (_, args, env: Record<string, string>, sentence) => {
  const { code, stdout, stderr } = await lineup(args, env);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(sentence);
  expect(existsSync(dataDir)).toBe(false);
});
