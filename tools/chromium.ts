import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const PLAYWRIGHT = fileURLToPath(new URL('../node_modules/@playwright/test/cli.js', import.meta.url));
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
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
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((dir) => NAMES.map((name) => join(dir, name)));
  return [...onPath, ...USUAL_PLACES, chromium.executablePath()].find(runs);
}

/** As findChromium; where there is none, the test runner's is downloaded, else Debian's installed where we may. */
export function findOrInstallChromium(): string | undefined {
  const found = findChromium();
  if (found) return found;
  console.log('  none found; downloading the one of the test runner');
  attempt(process.execPath, [PLAYWRIGHT, 'install', 'chromium']);
  const downloaded = findChromium();
  if (downloaded || !mayUseApt()) return downloaded;
  console.log('  that gave none that runs here; installing the package of Debian');
  attempt('apt-get', ['update']);
  attempt('apt-get', ['install', '-y', '--no-install-recommends', 'chromium']);
  return findChromium();
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

function attempt(program: string, args: string[]): void {
  spawnSync(program, args, {
    stdio: ['ignore', 'ignore', 'ignore'],
    timeout: 10 * 60_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
