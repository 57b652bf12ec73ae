import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const PLAYWRIGHT = fileURLToPath(new URL('../node_modules/@playwright/test/cli.js', import.meta.url));
/** Without windows of its own it takes a third less time, so it is preferred. */
const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell'];
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const USUAL_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  join(process.env.PROGRAMFILES ?? 'C:\\Program Files', 'Google\\Chrome\\Application\\chrome.exe'),
  join(process.env.LOCALAPPDATA ?? '', 'Google\\Chrome\\Application\\chrome.exe'),
];

/** Without its own sandbox where we are root (it refuses to start there), and without calls to anyone but our server. */
export const CHROMIUM_FLAGS = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The path of a Chromium that runs: the one named by CHROMIUM, one of this machine, or the test runner's own. */
export function findChromium(): string | undefined {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  return findShell() ?? [...onPath(BROWSERS), ...USUAL_PLACES, chromium.executablePath()].find(runs);
}

const findShell = (): string | undefined => onPath(SHELLS).find(runs);

const onPath = (names: readonly string[]): string[] =>
  (process.env.PATH ?? '').split(delimiter).flatMap((dir) => names.map((name) => join(dir, name)));

/** As findChromium, after Debian's packages were installed where we may, or else the test runner's downloaded. */
export function findOrInstallChromium(): string | undefined {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  if (!findShell() && mayUseApt()) {
    console.log('  installing the package of Debian');
    install('chromium-headless-shell');
  }
  const found = findChromium();
  if (found) return found;
  console.log('  none found; downloading the one of the test runner');
  attempt(process.execPath, [PLAYWRIGHT, 'install', 'chromium']);
  const downloaded = findChromium();
  if (!downloaded && mayUseApt()) install('chromium');
  return downloaded ?? findChromium();
}

function install(debian: string): void {
  const packages = ['install', '-y', '--no-install-recommends', debian];
  if (attempt('apt-get', packages)) return;
  attempt('apt-get', ['update']);
  attempt('apt-get', packages);
}

/** A file alone is no proof: some systems put a script there that only offers an installation. */
function runs(path: string): boolean {
  if (!existsSync(path)) return false;
  if (process.platform === 'win32') return true;
  return spawnSync(path, ['--version'], { timeout: 20_000, stdio: 'ignore' }).status === 0;
}

function mayUseApt(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

function attempt(program: string, args: string[]): boolean {
  const { status } = spawnSync(program, args, {
    stdio: ['ignore', 'ignore', 'ignore'],
    timeout: 10 * 60_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return status === 0;
}
