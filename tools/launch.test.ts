import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

/** Stands in for npm: brings a "Node" that is the one of this test, and says each time that it ran. */
const NPM = `
  import { appendFileSync, mkdirSync, symlinkSync } from 'node:fs';
  appendFileSync('npm-ran', 'x');
  if (process.env.NPM_FAILS) { console.error('no such package'); process.exit(7); }
  if (process.env.NPM_HANGS) { console.error('hanging'); await new Promise((done) => setTimeout(done, 60_000)); }
  mkdirSync('node_modules/node/bin', { recursive: true });
  try { symlinkSync(process.execPath, 'node_modules/node/bin/node'); } catch {}
`;
const SERVER = `
  process.on('SIGTERM', () => { console.log('closing'); process.exit(3); });
  setInterval(() => {}, 1000);
  console.log('listening');
`;

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'launch-'));
  for (const [path, text] of Object.entries({
    'package.json': '{}',
    'package-lock.json': '{"packages":{}}',
    'npm.mjs': NPM,
    'tools/build-web.ts': 'console.log("web", process.argv[2]);',
    'server/main.ts': SERVER,
    'server/lineup.ts': 'console.log("answers", process.argv.slice(2).join());',
    'node_modules/.keep': '',
  })) {
    write(path, text);
  }
  copyFileSync(new URL('launch.mjs', import.meta.url), join(root, 'tools/launch.mjs'));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function npmRuns(): number {
  return existsSync(join(root, 'npm-ran')) ? readFileSync(join(root, 'npm-ran'), 'utf8').length : 0;
}

/** Launches a command; once its output contains `until`, sends SIGTERM. */
async function launch(args: string[], { until = '', env = {} }: { until?: string; env?: object } = {}) {
  const npm = { npm_node_execpath: process.execPath, npm_execpath: join(root, 'npm.mjs') };
  const child = spawn(process.execPath, [join(root, 'tools/launch.mjs'), ...args], {
    cwd: root,
    env: { ...process.env, ...npm, ...env },
  });
  let output = '';
  let answer = '';
  child.stdout.on('data', (data) => {
    answer += String(data);
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      const before = output;
      output += String(data);
      if (until && output.includes(until) && !before.includes(until)) child.kill('SIGTERM');
    });
  }
  const [code] = await once(child, 'close');
  return { code, output, answer };
}

test('installs once, and again only when the lock file changed', async () => {
  const first = await launch(['start'], { until: 'listening' });
  expect(first.output).toMatch(
    /^Installing packages \(1 of 2\)[\s\S]*Installed packages in \d+ s\.\nweb 2 of 2\nlistening/,
  );
  expect((await launch(['start'], { until: 'listening' })).output).toMatch(/^web 1 of 1\nlistening/);
  expect(npmRuns()).toBe(1);
  write('package-lock.json', '{"packages":{"node_modules/more":{}}}');
  await launch(['start'], { until: 'listening' });
  expect(npmRuns()).toBe(2);
});

test('passes a signal on to the server and ends with its exit code', async () => {
  const { code, output } = await launch(['start'], { until: 'listening' });
  expect(output).toContain('closing');
  expect(code).toBe(3);
});

test('an install that fails or is stopped is made again', async () => {
  const failed = await launch(['start'], { env: { NPM_FAILS: '1' } });
  expect(failed.code).toBe(7);
  expect(failed.output).toMatch(
    /no such package\nThe packages could not be installed; what npm said is above\.\n$/,
  );
  const stopped = await launch(['start'], { env: { NPM_HANGS: '1' }, until: 'Installing' });
  expect(stopped.code).toBe(143);
  expect((await launch(['start'], { until: 'listening' })).output).toContain('Installed packages');
});

test('a command gets what is typed after it, and its answer stands alone on stdout, also after an install', async () => {
  const { code, output, answer } = await launch(['lineup', 'reset-link', 'a@example.com']);
  expect([code, answer]).toEqual([0, 'answers reset-link,a@example.com\n']);
  expect(output).toContain('Installed packages');
});

test('a Node that is too old is told in one sentence', async () => {
  const old = `--import=data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.18.9'})`;
  const { code, output } = await launch(['start'], { env: { NODE_OPTIONS: old } });
  expect(output).toBe('Lineup needs Node 20.19 or newer; this is Node 20.18.9.\n');
  expect(code).toBe(1);
  expect(npmRuns()).toBe(0);
});

test('an unknown command is told in one sentence', async () => {
  const { code, output } = await launch(['toString']);
  expect(output).toBe('Say what to launch: start, dev, test, bench, explore, pictures, lineup.\n');
  expect(code).toBe(1);
});
