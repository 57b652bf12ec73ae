// Any Node from 20.19 on can run this file. It makes the packages and the pinned Node ready, then hands over to that Node.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const OLDEST_NODE = [20, 19];
const STAMP = join(ROOT, 'node_modules', '.lineup-lock');
const PINNED_NODE = join(
  ROOT,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

/** What each command runs on the pinned Node once the packages are there. */
const COMMANDS = {
  start: {
    needsWeb: true,
    script: 'server/main.ts',
    // A server makes much that is gone at once: little room for it costs nothing measurable and saves 40 MB.
    flags: ['--max-semi-space-size=4'],
    // Each password hash works in 19 MB, which glibc otherwise keeps for every thread that ever made one.
    // Code that is compiled already starts twice as fast, and the compiler of TypeScript isn't loaded: 10 MB less.
    env: {
      MALLOC_MMAP_THRESHOLD_: '1000000',
      NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.cache', 'node'),
    },
  },
  dev: { needsWeb: false, script: 'tools/dev.ts' },
  test: { needsWeb: false, script: 'tools/test.ts' },
  bench: { needsWeb: true, script: 'tools/bench/bench.ts' },
  explore: { needsWeb: false, script: 'test/explore/explore.ts' },
  pictures: { needsWeb: true, script: 'tools/pictures.ts' },
  // Only its answer goes to stdout, so that it can be piped.
  lineup: { needsWeb: false, script: 'server/lineup.ts', say: console.error },
};

let child;
let stoppedBy;
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
  process.on(signal, () => {
    stoppedBy = signal;
    child?.kill(signal);
  });
}

const [name, ...rest] = process.argv.slice(2);
await launch(name, rest);

async function launch(name, rest) {
  const command = Object.hasOwn(COMMANDS, name ?? '') ? COMMANDS[name] : undefined;
  if (!command) stop(`Say what to launch: ${Object.keys(COMMANDS).join(', ')}.`);
  if (isOlder(process.versions.node, OLDEST_NODE)) {
    stop(`Lineup needs Node ${OLDEST_NODE.join('.')} or newer; this is Node ${process.versions.node}.`);
  }
  const mustInstall = !isInstalled();
  if (mustInstall) await install(command.needsWeb ? '1 of 2' : '1 of 1', command.say ?? console.log);
  if (command.needsWeb) {
    const built = await run(PINNED_NODE, ['tools/build-web.ts', mustInstall ? '2 of 2' : '1 of 1']);
    if (built !== 0) process.exit(built);
  }
  const { script, flags = [], env } = command;
  process.exit(await run(PINNED_NODE, [...flags, script, ...rest], { env: { ...process.env, ...env } }));
}

function isOlder(version, [oldestMajor, oldestMinor]) {
  const [major, minor] = version.split('.').map(Number);
  return major < oldestMajor || (major === oldestMajor && minor < oldestMinor);
}

function isInstalled() {
  return existsSync(PINNED_NODE) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wantedPackages();
}

/** One hash of everything that decides which packages belong in node_modules on this machine. */
function wantedPackages() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  for (const file of ['package.json', 'package-lock.json']) hash.update(readFileSync(join(ROOT, file)));
  return hash.digest('hex');
}

async function install(step, say) {
  const started = Date.now();
  rmSync(STAMP, { force: true });
  say(`Installing packages (${step}) ...`);
  const expected = packagesInLock();
  const progress = setInterval(() => {
    const present = expected.filter((path) => existsSync(join(ROOT, path, 'package.json'))).length;
    const rest = present < expected.length ? '' : '; now its own Node';
    say(`  ${present} of ${expected.length} packages after ${seconds(started)} s${rest}`);
  }, 5000);
  let output = '';
  const code = await runNpm(['install', '--no-save', '--include=dev', '--no-audit', '--no-fund'], (text) => {
    output += text;
  });
  clearInterval(progress);
  if (stoppedBy) process.exit(exitCodeOf(stoppedBy));
  if (code === 0 && !existsSync(PINNED_NODE)) output += await fetchPinnedNode();
  if (code !== 0 || !existsSync(PINNED_NODE)) {
    process.stderr.write(output);
    stop('The packages could not be installed; what npm said is above.', code || 1);
  }
  writeFileSync(STAMP, wantedPackages());
  say(`Installed packages in ${seconds(started)} s.`);
}

/** The packages of the lock file that this machine gets; those for other systems are left out. */
function packagesInLock() {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  return Object.keys(packages).filter((path) => path !== '' && !packages[path].optional);
}

/** If npm is configured to run no install scripts, the runtime is still missing: its one script runs here. */
async function fetchPinnedNode() {
  let output = '';
  const folder = join(ROOT, 'node_modules', 'node');
  await run(process.execPath, ['installArchSpecificPackage'], {
    cwd: folder,
    onText: (text) => {
      output += text;
    },
  });
  return output;
}

/** Runs the npm that started us, on its own Node: the one in node_modules is about to be replaced. */
function runNpm(args, onText) {
  const bin = join('node_modules', '.bin');
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.endsWith(bin));
  const env = { ...process.env, PATH: path.join(delimiter) };
  const { npm_node_execpath: node, npm_execpath: npm } = process.env;
  if (node && npm && node !== PINNED_NODE) return run(node, [npm, ...args], { env, onText });
  return run('npm', args, { env, onText, shell: process.platform === 'win32' });
}

/** Resolves to the exit code; signals meant for us reach the running program too. */
function run(program, args, { onText, ...options } = {}) {
  if (stoppedBy) process.exit(exitCodeOf(stoppedBy));
  return new Promise((resolve) => {
    child = spawn(program, args, {
      cwd: ROOT,
      stdio: onText ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      ...options,
    });
    child.stdout?.on('data', (data) => onText(String(data)));
    child.stderr?.on('data', (data) => onText(String(data)));
    child.on('error', (error) => stop(`${program} could not be run: ${error.message}.`));
    child.on('close', (code, signal) => {
      child = undefined;
      resolve(code ?? exitCodeOf(signal));
    });
  });
}

function exitCodeOf(signal) {
  return 128 + constants.signals[signal];
}

function seconds(since) {
  return Math.round((Date.now() - since) / 1000);
}

function stop(sentence, code = 1) {
  console.error(sentence);
  process.exit(code);
}
